//! The binary: arguments in, exit code out.

fn main() -> std::process::ExitCode {
    smriti_tui::cli::run(std::env::args_os())
}

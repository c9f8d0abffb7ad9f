//! `smriti-tui --version`, and with `--verbose` the build: commit, features, model and grammars.

use super::output::{EXIT_OK, print};
use crate::embed::Model;
use crate::index::FORMAT;

pub(super) fn run(is_verbose: bool) -> anyhow::Result<u8> {
    let mut page = format!("smriti-tui {}\n", env!("CARGO_PKG_VERSION"));
    if is_verbose {
        let features = [
            ("all-languages", cfg!(feature = "all-languages")),
            ("documents", cfg!(feature = "documents")),
            ("postgres", cfg!(feature = "postgres")),
            ("summary-server", cfg!(feature = "summary-server")),
        ];
        let features = features.into_iter().filter(|(_, is_on)| *is_on);
        let features: Vec<&str> = features.map(|(name, _)| name).collect();
        page += &format!(
            "commit        {}\nfeatures      {}\nmodel         {}\nindex format  {FORMAT}\ngrammars      {}\n",
            env!("SMRITI_COMMIT"),
            features.join(", "),
            Model::bundled_name(),
            env!("SMRITI_GRAMMARS"),
        );
    }
    print(&page)?;
    Ok(EXIT_OK)
}

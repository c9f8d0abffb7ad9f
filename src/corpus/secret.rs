//! Names that usually hold secrets. Such files are neither read nor indexed.

use super::SourcePath;
use super::place::is_one_of;

/// Extensions of private keys, certificates and stores of them.
const EXTENSIONS: &str = "cer crt der jks kdbx key keystore p12 p7b p8 pem pfx pk8 ppk";
/// Whole names of files that hold credentials and nothing else.
const NAMES: &str = ".git-credentials .htpasswd .netrc .pgpass _netrc";
/// OpenSSH's private keys; the public half ends in `.pub`.
const SSH_KEYS: &[&str] = &["id_dsa", "id_ecdsa", "id_ed25519", "id_rsa"];
/// Endings of the `.env` files that are written to be shared.
const PUBLIC_ENVIRONMENTS: &str = "default defaults dist example sample schema template";

/// Whether a file's name says that it holds secrets. Upper and lower case are the same.
pub(super) fn is_secret(path: &SourcePath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if name.starts_with(".env") {
        return !is_one_of(PUBLIC_ENVIRONMENTS, extension);
    }
    is_one_of(NAMES, &name)
        || is_one_of(EXTENSIONS, extension)
        || (SSH_KEYS.iter().any(|key| name.starts_with(key)) && extension != "pub")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: bool) {
        assert_eq!(is_secret(&SourcePath::new(path)), expected, "{path}");
    }

    #[test]
    fn environments() {
        check(".env", true);
        check("web/.env.local", true);
        check(".ENV.production", true);
        check(".envrc", true);
        check(".env.example", false);
        check("web/.env.local.sample", false);
        check("env", false);
        check("src/env.rs", false);
        check(".environment/notes.md", false);
    }

    #[test]
    fn keys_and_certificates() {
        check("tls/server.pem", true);
        check("tls/SERVER.KEY", true);
        check("app.keystore", true);
        check(".pem", true);
        check("id_rsa", true);
        check("ssh/id_ed25519.bak", true);
        check("id_rsa.pub", false);
        check("src/key.rs", false);
        check("keys/mod.rs", false);
        check("monkey", false);
    }

    #[test]
    fn credentials() {
        check(".netrc", true);
        check("home/.git-credentials", true);
        check("netrc.rs", false);
    }
}

//! Detection of files with secrets, by name or content. They are neither read nor indexed.
//!
//! Principal type: [`Secrets`]. The limit of each file includes the result for its name, so every reader
//! applies it.

use super::path::SourcePath;
use super::scope::ancestors;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use memchr::memmem;
use std::sync::Arc;

/// Built-in rules, in the form of `.gitignore`.
const RULES: &str = "
.env*
*.env
!.env*.default
!.env*.defaults
!.env*.dist
!.env*.example
!.env*.sample
!.env*.schema
!.env*.template
!example.env
!sample.env
*.cer
*.crt
*.der
*.jks
*.kdbx
*.key
*.keystore
*.p12
*.p7b
*.p8
*.pem
*.pfx
*.pk8
*.ppk
id_dsa*
id_ecdsa*
id_ed25519*
id_rsa*
!id_*.pub
.git-credentials
.htpasswd
.netrc
.npmrc
.pgpass
.pypirc
_netrc
*.tfstate
*.tfstate.*
*.tfvars
kubeconfig
**/.aws/*
**/.docker/config.json
credentials*
!credentials*.{adoc,c,cc,cpp,cs,css,go,h,hpp,html,java,js,jsx,kt,md,php,py,rb,rs,rst,scala,svelte,swift,ts,tsx,vue}
";

/// Case-insensitive rules for files that contain secrets: all rules, for names of files, and those of the user,
/// for the directories above them too.
#[derive(Clone, Debug)]
pub struct Secrets(Arc<[Gitignore; 2]>);

/// An invalid rule.
#[derive(Debug, thiserror::Error)]
#[error("corpus.secrets: cannot read the rule {rule}: {cause}")]
pub struct SecretsError {
    rule: String,
    cause: ignore::Error,
}

impl Secrets {
    /// Combines the built-in rules with these: a later rule takes precedence, and `!` makes an exception.
    pub fn with_rules(own: &[String]) -> Result<Self, SecretsError> {
        let own = own.iter().map(String::as_str);
        let all = matcher(RULES.lines().chain(own.clone()))?;
        Ok(Self(Arc::new([all, matcher(own)?])))
    }

    /// Returns true if the name of a file matches the rules, or a directory above it a rule of the user.
    pub(super) fn name(&self, path: &SourcePath) -> bool {
        let [all, own] = &*self.0;
        let mut above = ancestors(path.directory()).take_while(|directory| !directory.is_empty());
        all.matched(path.as_str(), false).is_ignore()
            || original(path.as_str()).is_some_and(|path| all.matched(path, false).is_ignore())
            || above.any(|directory| own.matched(directory, true).is_ignore())
    }
}

/// Ends of the names of copies that editors and people leave beside a file.
const COPIES: [&str; 8] = [
    "~", "#", ".bak", ".old", ".orig", ".save", ".tmp", ".backup",
];

/// The path of the file that a copy was made of; none if a path is not that of a copy.
fn original(path: &str) -> Option<String> {
    let end = COPIES.iter().find(|end| path.ends_with(**end))?;
    let path = path.strip_suffix(end)?;
    // Emacs saves `a` as `#a#`.
    if *end == "#"
        && let Some((directory, name)) = path.rsplit_once('#')
    {
        return Some(format!("{directory}{name}"));
    }
    Some(path.to_owned())
}

fn matcher<'r>(rules: impl Iterator<Item = &'r str>) -> Result<Gitignore, SecretsError> {
    let mut builder = GitignoreBuilder::new("");
    let failed = |rule: &str, cause| SecretsError {
        rule: rule.to_owned(),
        cause,
    };
    builder.allow_unclosed_class(false);
    if let Err(cause) = builder.case_insensitive(true) {
        return Err(failed("", cause));
    }
    for rule in rules {
        if let Err(cause) = builder.add_line(None, rule) {
            return Err(failed(rule, cause));
        }
    }
    builder.build().map_err(|cause| failed("", cause))
}

/// Start of the header of a key.
const KEY_HEADER: &[u8] = b"-----BEGIN ";

/// Returns true if a line of a file's start is the header of a private key, or if the file is a service account of
/// Google Cloud.
pub(super) fn has_private_key(path: &SourcePath, head: &[u8]) -> bool {
    let mut headers = memmem::find_iter(head, KEY_HEADER);
    headers.any(|at| is_key_header(head, at)) || is_service_account(path, head)
}

fn is_key_header(head: &[u8], at: usize) -> bool {
    let line = head[at..].split(|byte| *byte == b'\n').next();
    let line = line.unwrap_or_default().trim_ascii_end();
    (at == 0 || head[at - 1] == b'\n')
        && (line.ends_with(b"PRIVATE KEY-----") || line.ends_with(b"PRIVATE KEY BLOCK-----"))
}

fn is_service_account(path: &SourcePath, head: &[u8]) -> bool {
    let extension = path.extension().unwrap_or_default();
    let has = |text: &[u8]| memmem::find(head, text).is_some();
    extension.eq_ignore_ascii_case("json") && has(b"\"service_account\"") && has(b"\"private_key\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: bool) {
        let secrets = Secrets::with_rules(&[]).unwrap();
        assert_eq!(secrets.name(&SourcePath::new(path)), expected, "{path}");
    }

    #[test]
    fn the_default_configuration_lists_the_built_in_patterns() {
        let settings = include_str!("../config/default.toml").replace("\n# ", " ");
        let (_, list) = settings.split_once("built-in patterns: ").unwrap();
        let (list, _) = list.split_once(". A pattern").unwrap();
        let documented: Vec<&str> = list
            .split(", ")
            .map(|pattern| {
                pattern
                    .split_once(" (")
                    .map_or(pattern, |(pattern, _)| pattern)
            })
            .collect();
        let built_in: Vec<&str> = RULES
            .lines()
            .filter(|rule| !rule.is_empty() && !rule.starts_with('!'))
            .map(|rule| rule.trim_start_matches("**/"))
            .collect();
        assert_eq!(documented, built_in);
    }

    #[test]
    fn environment_files_are_secrets() {
        check(".env", true);
        check("web/.env.local", true);
        check(".ENV.production", true);
        check(".envrc", true);
        check("deploy/production.env", true);
        check(".env.example", false);
        check("web/.env.local.sample", false);
        check("env", false);
        check("src/env.rs", false);
        check(".environment/notes.md", false);
    }

    #[test]
    fn keys_and_certificates_are_secrets() {
        check("tls/server.pem", true);
        check("tls/SERVER.KEY", true);
        check("app.keystore", true);
        check("app.jks", true);
        check("vault.kdbx", true);
        check("id.pfx", true);
        check(".pem", true);
        check("id_rsa", true);
        check("ssh/id_ed25519.bak", true);
        check("id_rsa.pub", false);
        check("src/key.rs", false);
        check("keys/mod.rs", false);
        check("monkey", false);
    }

    #[test]
    fn credentials_are_secrets() {
        for name in [
            ".netrc",
            "home/.git-credentials",
            ".npmrc",
            "web/.pypirc",
            "credentials",
            "credentials.json",
            "prod/terraform.tfvars",
            "terraform.tfstate",
            "kubeconfig",
            "home/.aws/config",
            ".aws/credentials",
            ".docker/config.json",
        ] {
            check(name, true);
        }
        for name in [
            "netrc.rs",
            "src/credentials.rs",
            "docker/config.json",
            "aws/mod.rs",
        ] {
            check(name, false);
        }
    }

    #[test]
    fn copies_of_secrets_are_secrets() {
        for name in [
            "web/#.env#",
            "tls/server.key.bak",
            "server.pem.old",
            ".netrc.bak",
            ".git-credentials.orig",
            "my.env~",
            "terraform.tfstate.1.backup",
            ".docker/config.json.save",
        ] {
            check(name, true);
        }
        for name in ["src/key.rs.bak", "#notes#", "C#", "a/b#c#", "notes.md~"] {
            check(name, false);
        }
    }

    #[test]
    fn user_rules_are_last() {
        let own = ["!credentials.json".to_owned(), "*.vault".to_owned()];
        let secrets = Secrets::with_rules(&own).unwrap();
        let matches = |path: &str| secrets.name(&SourcePath::new(path));
        assert!(!matches("credentials.json") && matches("a/b.vault") && matches(".env"));
        for rule in ["a{b", "a[b"] {
            let error = Secrets::with_rules(&[rule.to_owned()]).unwrap_err();
            let error = error.to_string();
            assert!(
                error.contains("corpus.secrets") && error.contains(rule),
                "{error}"
            );
        }
    }

    #[test]
    fn user_rules_for_directories_protect_everything_below() {
        let check = |rules: &[&str], path: &str, expected: bool| {
            let own: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
            let secrets = Secrets::with_rules(&own).unwrap();
            assert_eq!(
                secrets.name(&SourcePath::new(path)),
                expected,
                "{rules:?} {path}"
            );
        };
        for rule in [
            "vault/", "vault", "/vault", "/vault/*", "VAULT/", "vault/**",
        ] {
            check(&[rule], "vault/sub/tok.txt", true);
            check(&[rule], "vaults/sub/tok.txt", false);
        }
        check(&["vault/"], "a/vault/tok.txt", true);
        check(&["/vault"], "a/vault/tok.txt", false);
        check(&["vault/"], "vault", false);
        check(&["vault/", "!*.md"], "vault/a.md", true);
        check(&["vault/*", "!*.md"], "vault/a.md", false);
        check(&["!vault/"], "vault/id_rsa", true);
        check(&["/*", "!/src"], "src/a.rs", false);
        // Built-in rules are about names of files.
        check(&["vault/"], "credentials/mod.rs", false);
    }

    #[test]
    fn files_that_hold_a_private_key_are_secrets() {
        let holds =
            |path: &str, text: &str| has_private_key(&SourcePath::new(path), text.as_bytes());
        assert!(holds(
            "deploy",
            "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n"
        ));
        assert!(holds(
            "x.txt",
            "Bag\n-----BEGIN RSA PRIVATE KEY-----\r\nabc\n"
        ));
        assert!(holds("x", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n"));
        let public = "-----BEGIN PGP PUBLIC KEY BLOCK-----\nabc\n";
        assert!(!holds("x", public));
        assert!(!holds("x.txt", "-----BEGIN CERTIFICATE-----\nabc\n"));
        assert!(!holds(
            "x.rs",
            "const BEGIN: &str = \"-----BEGIN PRIVATE KEY-----\";\n"
        ));
        let account = "{\n \"type\": \"service_account\",\n \"private_key\": \"x\"\n}\n";
        assert!(holds("sa.json", account) && !holds("sa.md", account));
    }
}

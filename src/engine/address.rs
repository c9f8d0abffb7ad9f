//! The address of a database, and its name in messages.
//!
//! [`parse()`] reads it. Contract: code is sent only over TLS, through a socket or within this machine.

use super::error::EngineError;
use postgres::Config;
use postgres::config::{Host, SslMode};
use std::net::IpAddr;
use std::time::Duration;

/// Time limit of a connection, unless the address has one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads an address. Returns its configuration, with the password, and its name.
pub(super) fn parse(
    address: &str,
    password: Option<&str>,
) -> Result<(Config, String), EngineError> {
    let is_url = ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    let config: Option<Config> = address.parse().ok();
    let Some(mut config) = config.filter(|config| is_url && !config.get_hosts().is_empty()) else {
        return Err(EngineError::NoAddress);
    };
    if config.get_password().is_some_and(|known| !known.is_empty()) {
        return Err(EngineError::PasswordInAddress);
    }
    if let Some(password) = password {
        config.password(password);
    }
    let name = name(&config);
    let is_local = config.get_hosts().iter().all(is_local)
        && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
    if !is_local {
        if config.get_ssl_mode() == SslMode::Disable {
            return Err(EngineError::Unencrypted(name));
        }
        config.ssl_mode(SslMode::Require);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    config.application_name("smriti-tui");
    Ok((config, name))
}

/// The hosts and the database, without user, password and options.
fn name(config: &Config) -> String {
    let mut hosts = Vec::new();
    for (at, host) in config.get_hosts().iter().enumerate() {
        let ports = config.get_ports();
        let port = ports.get(at).or(ports.first()).unwrap_or(&5432);
        hosts.push(match host {
            Host::Tcp(host) if host.contains(':') => format!("[{host}]:{port}"),
            Host::Tcp(host) => format!("{host}:{port}"),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        });
    }
    let database = config
        .get_dbname()
        .or(config.get_user())
        .unwrap_or_default();
    format!("postgres://{}/{database}", hosts.join(","))
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(host) => {
            let address = host.parse::<IpAddr>();
            host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, expected: Result<(&str, SslMode), &str>) {
        let parsed = parse(address, Some("hunter2"));
        match (parsed, expected) {
            (Ok((config, name)), Ok(expected)) => {
                assert_eq!((&*name, config.get_ssl_mode()), expected);
                assert_eq!(config.get_password(), Some(&b"hunter2"[..]));
                assert!(!format!("{config:?}").contains("hunter2"));
            }
            (Err(error), Err(part)) => {
                let error = error.to_string();
                assert!(error.contains(part), "{error}");
                assert!(!error.contains("secret"), "{error}");
            }
            (parsed, _) => panic!("{address}: {parsed:?}"),
        }
    }

    #[test]
    fn a_server_elsewhere_is_asked_with_tls_only() {
        let local = ("postgres://localhost:5433/code", SslMode::Prefer);
        check("postgres://me@localhost:5433/code", Ok(local));
        let socket = ("postgres:///run/pg/code", SslMode::Disable);
        check(
            "postgresql://me@/code?host=/run/pg&sslmode=disable",
            Ok(socket),
        );
        check(
            "postgres://[::1]/x",
            Ok(("postgres://[::1]:5432/x", SslMode::Prefer)),
        );
        let remote = ("postgres://db.example.org:5432/code", SslMode::Require);
        check("postgres://me@db.example.org/code", Ok(remote));
        let two = (
            "postgres://localhost:1,db.example.org:2/code",
            SslMode::Require,
        );
        check(
            "postgres://localhost:1,db.example.org:2/code?sslmode=prefer",
            Ok(two),
        );
        check(
            "postgres://db.example.org/code?sslmode=disable",
            Err("without TLS"),
        );
        let elsewhere = "postgres://localhost/code?hostaddr=10.0.0.1&sslmode=disable";
        check(elsewhere, Err("without TLS"));
    }

    #[test]
    fn a_password_is_neither_accepted_nor_shown() {
        check("postgres://me:secret@host/code", Err("PGPASSWORD"));
        check("postgres://host/code?password=secret", Err("PGPASSWORD"));
        check(
            "postgres://me:@localhost/code",
            Ok(("postgres://localhost:5432/code", SslMode::Prefer)),
        );
        check("postgres://me:secret?a@host/code", Err("PGPASSWORD"));
        check(
            "postgres://me:secret@host:port/code",
            Err("takes the address"),
        );
    }

    #[test]
    fn other_addresses_are_refused() {
        for address in [
            "",
            "host=localhost",
            "mysql://host/code",
            "postgres://",
            "postgres:///code",
            "postgres://host/code?sslmode=verify-full",
            "postgres://host/code?colour=red",
        ] {
            check(address, Err("takes the address"));
        }
    }
}

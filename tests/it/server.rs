//! An HTTP/1.1 server on loopback that follows a script, request by request.

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    /// `POST /v1/chat/completions HTTP/1.1`.
    pub(crate) line: String,
    /// By lower-case name.
    pub(crate) headers: BTreeMap<String, String>,
    /// Empty requests have `Null`.
    pub(crate) body: Value,
    /// The same as it was sent.
    pub(crate) bytes: Vec<u8>,
}

/// Reaction of the server to a request.
pub(crate) enum Reply {
    /// A response with its length, after which the connection stays open.
    Whole {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    },
    /// These bytes, after which the connection is closed.
    Cut(Vec<u8>),
    /// A body without end.
    Endless,
    /// These bytes, after which the server waits until the client closes the connection.
    Held(Vec<u8>),
}

impl Reply {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::status(200, body)
    }

    pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::Whole {
            status,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    pub(crate) fn with(self, name: &'static str, value: impl Into<String>) -> Self {
        match self {
            Self::Whole {
                status,
                mut headers,
                body,
            } => {
                headers.push((name, value.into()));
                Self::Whole {
                    status,
                    headers,
                    body,
                }
            }
            other => other,
        }
    }
}

/// Returns the reply to a request, given the number of requests before it.
type Script = dyn Fn(usize, &Received) -> Reply + Send + Sync;

struct Shared {
    script: Box<Script>,
    /// Encrypts the connections.
    tls: Option<Arc<ServerConfig>>,
    received: Mutex<Vec<Received>>,
    ended: Mutex<Sender<()>>,
    stopping: AtomicBool,
}

/// A server. On drop it waits until its connections end: a client that leaves one open hangs the test, which
/// is one of the tested properties.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    ends: Receiver<()>,
    accepting: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start(
        script: impl Fn(usize, &Received) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::start_with(None, script)
    }

    /// A server with a certificate of `tests/fixtures/tls`.
    pub(crate) fn start_tls(
        certificate: &str,
        script: impl Fn(usize, &Received) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let chain = CertificateDer::from_pem_file(tls_fixture(certificate)).unwrap();
        let key = PrivateKeyDer::from_pem_file(tls_fixture("key")).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider);
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth();
        let config = config.with_single_cert(vec![chain], key).unwrap();
        Self::start_with(Some(Arc::new(config)), script)
    }

    fn start_with(
        tls: Option<Arc<ServerConfig>>,
        script: impl Fn(usize, &Received) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (ended, ends) = channel();
        let shared = Arc::new(Shared {
            script: Box::new(script),
            tls,
            received: Mutex::new(Vec::new()),
            ended: Mutex::new(ended),
            stopping: AtomicBool::new(false),
        });
        let accepting = thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &shared)
        });
        Self {
            address,
            shared,
            ends,
            accepting: Some(accepting),
        }
    }

    /// A base URL, as in a configuration.
    pub(crate) fn url(&self) -> String {
        let scheme = if self.shared.tls.is_some() {
            "https"
        } else {
            "http"
        };
        format!("{scheme}://{}/v1", self.address)
    }

    /// Host and port, as in messages.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// Returns when a connection has ended.
    pub(crate) fn wait_for_an_end(&self) {
        self.ends.recv().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // Unblocks `accept`.
        drop(TcpStream::connect(self.address));
        let accepted = self.accepting.take().unwrap().join();
        if !thread::panicking() {
            accepted.unwrap();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    let mut connections = Vec::new();
    for stream in listener.incoming() {
        let stream = stream.unwrap();
        if shared.stopping.load(Ordering::SeqCst) {
            break;
        }
        let shared = Arc::clone(shared);
        connections.push(thread::spawn(move || {
            match &shared.tls {
                None => serve(&stream, &shared),
                Some(config) => {
                    let connection = ServerConnection::new(Arc::clone(config)).unwrap();
                    serve(StreamOwned::new(connection, stream), &shared);
                }
            }
            // The server may have ended.
            let _ = shared.ended.lock().unwrap().send(());
        }));
    }
    for connection in connections {
        connection.join().unwrap();
    }
}

/// Path of a file in PEM.
pub(crate) fn tls_fixture(name: &str) -> PathBuf {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tls");
    fixtures.join(format!("{name}.pem"))
}

/// Answers the requests of a connection until either side closes it.
fn serve(stream: impl Read + Write, shared: &Shared) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let before = {
            let mut received = shared.received.lock().unwrap();
            received.push(request.clone());
            received.len() - 1
        };
        match (shared.script)(before, &request) {
            Reply::Whole {
                status,
                headers,
                body,
            } => {
                let headers: String = headers
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}\r\n"))
                    .collect();
                let length = body.len();
                let head =
                    format!("HTTP/1.1 {status} Said\r\n{headers}content-length: {length}\r\n\r\n");
                let response = [head.as_bytes(), body.as_slice()].concat();
                // The client may close the connection during a long response.
                if reader.get_mut().write_all(&response).is_err() {
                    return;
                }
            }
            Reply::Cut(bytes) => {
                reader.get_mut().write_all(&bytes).unwrap();
                return;
            }
            Reply::Endless => {
                let mut bytes: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";
                while reader.get_mut().write_all(bytes).is_ok() {
                    bytes = &[b' '; 4096];
                }
                return;
            }
            Reply::Held(bytes) => {
                reader.get_mut().write_all(&bytes).unwrap();
                // Ends with the connection.
                let _ = reader.read_to_end(&mut Vec::new());
                return;
            }
        }
    }
}

/// A complete request; none if the client closed the connection.
fn read(reader: &mut BufReader<impl Read>) -> Option<Received> {
    let mut next = || {
        let mut line = String::new();
        let length = reader.read_line(&mut line).unwrap_or(0);
        (length > 0).then(|| line.trim_end().to_owned())
    };
    let line = next()?;
    let mut headers = BTreeMap::new();
    loop {
        let header = next()?;
        let Some((name, value)) = header.split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Received {
        line,
        headers,
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
        bytes: body,
    })
}

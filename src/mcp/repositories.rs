//! The repositories that the server answers about: its own, and those that the client names.
//!
//! Principal type: [`Repositories`]. Invariant: a repository is opened once, and only the server's own one or one inside
//! the client's roots is read.

use super::tools::RepositoryTools;
use crate::corpus::locked;
use crate::pages::error_sentence;
use crate::project::Project;
use anyhow::{Context, Result, anyhow, bail};
use percent_encoding::percent_decode_str;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, InputRequest, InputRequests, InputRequiredResult, ProtocolVersion,
};
#[expect(
    deprecated,
    reason = "the protocol drops roots, but the clients of 2026 send them"
)]
use rmcp::model::{ListRootsRequest, ListRootsResult};
use rmcp::service::RequestContext;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Opens the repository of a directory.
pub(crate) type OpenProject = Box<dyn Fn(&Path) -> Result<Project> + Send + Sync>;

/// Advice if the server has no repository.
const REMEDY: &str =
    "start it in a repository or as `smriti-tui mcp DIR`, or let the client send its roots";

/// Name of the request for the client's roots.
const ROOTS: &str = "roots";

/// The directories that the client works in.
#[derive(Clone, Default)]
pub(super) struct Roots(Vec<PathBuf>);

/// The repositories of a server.
pub(super) struct Repositories {
    /// The server's own repository, or the reason why it has none.
    own: Result<Arc<RepositoryTools>, String>,
    open: OpenProject,
    /// Repositories that the client named, by their root.
    named: Mutex<HashMap<PathBuf, Arc<RepositoryTools>>>,
}

impl Repositories {
    /// Opens the server's own repository; without one, the client's roots are used.
    pub(super) fn new(own: Result<Project>, open: OpenProject) -> Result<Self> {
        Ok(Self {
            own: match own {
                Ok(project) => Ok(Arc::new(RepositoryTools::open(project)?)),
                Err(why) => Err(error_sentence(&why)),
            },
            open,
            named: Mutex::default(),
        })
    }

    /// Returns true if the client's roots decide which repository a call is about.
    pub(super) fn needs_roots(&self, call: &CallToolRequestParams) -> bool {
        let arguments = call.arguments.as_ref();
        let root = arguments.and_then(|arguments| arguments.get("root")?.as_str());
        self.own.is_err() || root.is_some_and(|root| !root.trim().is_empty())
    }

    /// The repository of a call: the one that it names, else the server's own one, else the client's first root.
    pub(super) fn of_call(
        &self,
        Roots(roots): &Roots,
        root: Option<&str>,
    ) -> Result<Arc<RepositoryTools>> {
        let Some(root) = root else {
            return match (roots.first(), &self.own) {
                (Some(first), _) => self.at(first),
                (None, Err(why)) => Err(anyhow!("{why}; {REMEDY}")),
                (None, Ok(own)) => Ok(Arc::clone(own)),
            };
        };
        let named = Path::new(root);
        let named = named
            .canonicalize()
            .with_context(|| format!("cannot use root {root}"))?;
        if let Ok(own) = &self.own
            && own.project.root().path() == named
        {
            return Ok(Arc::clone(own));
        }
        let own = self.own.iter().flat_map(|own| own.project.repositories());
        let own = own.map(|(_, repository)| repository.root().path());
        let mut allowed = roots.iter().map(PathBuf::as_path).chain(own);
        if !allowed.any(|allowed| named.starts_with(allowed)) {
            bail!("root {root} is not inside a root of the client, nor the server's repository");
        }
        self.at(&named)
    }

    /// The repository that contains a directory.
    fn at(&self, directory: &Path) -> Result<Arc<RepositoryTools>> {
        let project = (self.open)(directory)?;
        let root = project.root().path().to_owned();
        if let Ok(own) = &self.own
            && own.project.root().path() == root
        {
            return Ok(Arc::clone(own));
        }
        let mut named = locked(&self.named);
        if let Some(known) = named.get(&root) {
            return Ok(Arc::clone(known));
        }
        let opened = Arc::new(RepositoryTools::open(project)?);
        named.insert(root, Arc::clone(&opened));
        Ok(opened)
    }
}

/// The roots of the client, none if it does not tell; or what the client must answer before it repeats the call: since
/// the protocol of 2026-07-28, a server sends no requests.
#[expect(
    deprecated,
    reason = "the protocol drops roots, but the clients of 2026 send them"
)]
pub(super) async fn roots(
    call: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Roots, InputRequiredResult> {
    let client = context.client_capabilities();
    if client.is_none_or(|client| client.roots.is_none()) {
        return Ok(Roots::default());
    }
    let version = context.protocol_version();
    let listed = if version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28) {
        let Some(answers) = &call.input_responses else {
            let request = InputRequest::ListRoots(ListRootsRequest::default());
            let requests = InputRequests::from([(ROOTS.to_owned(), request)]);
            return Err(InputRequiredResult::from_input_requests(requests));
        };
        let answer = answers.get(ROOTS).cloned().unwrap_or_default();
        serde_json::from_value::<ListRootsResult>(answer).ok()
    } else {
        context.peer.list_roots().await.ok()
    };
    let roots = listed.map(|listed| listed.roots).unwrap_or_default();
    let paths = roots.iter().filter_map(|root| path_of(&root.uri));
    Ok(Roots(
        paths.filter_map(|path| path.canonicalize().ok()).collect(),
    ))
}

/// The path of a `file:` address.
fn path_of(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // `file:///C:/x` on Windows.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(&path[usize::from(is_drive)..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_address_is_a_path() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(path_of(address), expected.map(PathBuf::from), "{address}");
        };
        check("file:///a/b%20c", Some("/a/b c"));
        check("file://localhost/a", Some("/a"));
        check("file:///a%2", Some("/a%2"));
        check("https://example.com/a", None);
    }
}

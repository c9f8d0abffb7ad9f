//! The tools as the protocol sees them, and the connection over standard input and output.
//!
//! Principal type: [`Server`]. Invariant: standard output carries only the protocol.

use super::arguments::{
    ImpactArguments, MapArguments, OutlineArguments, PathArguments, ReferencesArguments,
    SearchArguments, SimilarArguments, StatusArguments, SymbolArguments,
};
use super::connection::{Connection, Exchange};
use super::input::forward;
use super::repositories::{OpenProject, Repositories, Roots, roots};
use super::schema::plain;
use super::tools::ToolCall;
use crate::corpus::Cancel;
use crate::pages::{error_sentence, escape_code, fault};
use crate::project::Project;
use anyhow::{Context, Result};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Description of the server for the model.
const INSTRUCTIONS: &str = "Search and read one code repository. Start with `search` and describe \
     the code or the task in words; it returns the best chunks with path, lines and enclosing scope within a token \
     budget. Use `read_symbol` for a whole declaration, `references` and `impact` before changing one, `path` to learn \
     how one reaches another, `outline` and `map` to see what a file or directory declares and uses, and `similar` to \
     find code to reuse or to change alongside. `fresh: yes` means that the answer reflects the files as they are now. \
     Code that was sent before is only named, also to other agents of this connection; `again: true` repeats it. \
     `left_out` names what comes next, and `page: 2` continues there. Paths are relative to the repository root.";

/// Maximum length of an error in characters.
const MAX_ERROR: usize = 2_000;

/// Limit of concurrent calls. The pool of threads has none: it also serves standard input and output.
static CALLS: Semaphore = Semaphore::const_new(8);

/// Serves the tools until the client closes the connection. Without a repository of its own, the server opens the
/// client's roots.
pub(crate) fn serve(own: Result<Project>, open: OpenProject) -> Result<()> {
    let repositories = Repositories::new(own, open)?;
    let mut router = Server::tool_router();
    for tool in router.map.values_mut() {
        plain(&mut tool.attr);
    }
    let server = Server {
        repositories,
        connection: Arc::default(),
        router,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the server")?;
    let served = runtime.block_on(async {
        let (messages, input) = tokio::io::duplex(1 << 16);
        tokio::spawn(forward(messages));
        let service = server.serve((input, tokio::io::stdout())).await;
        let service = service.context("the client did not initialize the session")?;
        service.waiting().await.context("the server failed")
    });
    // Neither the thread of a cancelled call nor one that reads standard input is joined.
    runtime.shutdown_background();
    served.map(drop)
}

type Request = RequestContext<RoleServer>;

type ToolResult = Result<CallToolResult, ErrorData>;

/// The tools of the server.
struct Server {
    repositories: Repositories,
    connection: Arc<Connection>,
    router: ToolRouter<Self>,
}

#[tool_router]
impl Server {
    /// Find code by a description, a task, names, an error message or a stack trace, with keywords and
    /// semantically. Returns the best chunks (functions, classes, sections of documents) with path, lines, id and
    /// enclosing scope.
    #[tool(annotations(title = "Search code", read_only_hint = true))]
    async fn search(&self, input: Parameters<SearchArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.search(&input.0)
        })
        .await
    }

    /// List the declarations of a file or directory with lines and signatures, every file before any member.
    #[tool(annotations(title = "Outline a file or directory", read_only_hint = true))]
    async fn outline(&self, input: Parameters<OutlineArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.outline(&input.0)
        })
        .await
    }

    /// Read a declaration or a range of lines, with its enclosing class and sibling signatures, or other context.
    #[tool(annotations(title = "Read a symbol", read_only_hint = true))]
    async fn read_symbol(
        &self,
        input: Parameters<SymbolArguments>,
        request: Request,
    ) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.read_symbol(&input.0)
        })
        .await
    }

    /// List the callers, callees and imports of a declaration, or who uses a file or directory and what it uses,
    /// each with path, line and certainty. Resolved by names and imports, without a compiler.
    #[tool(annotations(title = "Find references", read_only_hint = true))]
    async fn references(
        &self,
        input: Parameters<ReferencesArguments>,
        request: Request,
    ) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.references(&input.0)
        })
        .await
    }

    /// Find code similar to a declaration, exact copies first, to reuse it or to change it alongside.
    #[tool(annotations(title = "Find similar code", read_only_hint = true))]
    async fn similar(&self, input: Parameters<SimilarArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.similar(&input.0)
        })
        .await
    }

    /// How a declaration reaches another one over calls, callbacks and overrides: the most certain path and the
    /// shortest one, or where the way breaks off.
    #[tool(annotations(title = "Find a path", read_only_hint = true))]
    async fn path(&self, input: Parameters<PathArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.path(&input.0)
        })
        .await
    }

    /// What a change reaches: the users of a declaration, their users and so on, and the tests to run. Use it
    /// before a change, or with in:changed after one.
    #[tool(annotations(title = "Find the impact of a change", read_only_hint = true))]
    async fn impact(&self, input: Parameters<ImpactArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.impact(&input.0)
        })
        .await
    }

    /// The shape of a directory: entry points (programs, routes, commands), and which directories and files use
    /// which.
    #[tool(annotations(title = "Map", read_only_hint = true))]
    async fn map(&self, input: Parameters<MapArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root.clone(), move |call| {
            call.map(&input.0)
        })
        .await
    }

    /// How much of the repository is indexed, and what is missing.
    #[tool(annotations(title = "Index status", read_only_hint = true))]
    async fn status(&self, input: Parameters<StatusArguments>, request: Request) -> ToolResult {
        self.call(request, input.0.root, move |call| call.status())
            .await
    }

    /// Runs a tool on a new thread. An error of the tool is its result, so that the model reads it.
    async fn call(
        &self,
        request: Request,
        root: Option<String>,
        work: impl FnOnce(&ToolCall<'_>) -> Result<String> + Send + 'static,
    ) -> ToolResult {
        let roots = request.extensions.get::<Roots>();
        let roots = roots.cloned().unwrap_or_default();
        let tools = self.repositories.of_call(&roots, root.as_deref());
        let connection = Arc::clone(&self.connection);
        let work = move |cancel: &Cancel| {
            let tools = &*tools?;
            let call = ToolCall {
                tools,
                cancel,
                exchange: Exchange::new(&connection, tools.project.root().path()),
            };
            let text = work(&call)?;
            // The client does not get the answer of a cancelled call.
            if !cancel.is_cancelled() {
                call.exchange.finish();
            }
            Ok(text)
        };
        let done = run_until(&CALLS, request.ct.cancelled(), work).await;
        let done = done.ok_or_else(|| ErrorData::internal_error("cancelled", None))?;
        let block = |text: &str| vec![ContentBlock::text(escape_code(text))];
        Ok(match done {
            Ok(text) => CallToolResult::success(block(&text)),
            Err(error) => {
                // An error may contain a long argument.
                let sentence = error_sentence(&error);
                let cut: String = sentence.chars().take(MAX_ERROR).collect();
                CallToolResult::error(block(&cut))
            }
        })
    }
}

/// Works on a new thread, once there is a permit. None as soon as the work is cancelled, which stops it.
async fn run_until(
    permits: &Semaphore,
    cancelled: impl Future<Output = ()>,
    work: impl FnOnce(&Cancel) -> Result<String> + Send + 'static,
) -> Option<Result<String>> {
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let working = async {
        let _permit = permits.acquire().await;
        tokio::task::spawn_blocking(move || work(&cancel)).await
    };
    tokio::select! {
        biased;
        done = working => Some(done.unwrap_or_else(|_| Err(fault()))),
        () = cancelled => {
            stop.cancel();
            None
        }
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_instructions(INSTRUCTIONS);
        config.server_info = Implementation::new("smriti-tui", env!("CARGO_PKG_VERSION"));
        config
    }

    /// Runs a tool once the roots of the client are known, if it needs them.
    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        mut context: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.repositories.needs_roots(&call) {
            match roots(&call, &context).await {
                Ok(roots) => _ = context.extensions.insert(roots),
                Err(required) => return Ok(required.into()),
            }
        }
        let call = ToolCallContext::new(self, call, context);
        self.router.call(call).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn a_cancelled_call_stops_its_work() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let runtime = runtime.unwrap();
        let (sender, stopped) = channel();
        let work = move |cancel: &Cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            sender.send(()).unwrap();
            Ok(String::new())
        };
        let permits = Semaphore::new(1);
        let cancelled = runtime.block_on(run_until(&permits, ready(()), work));
        let stopped = stopped.recv_timeout(Duration::from_secs(30));
        let working = run_until(&permits, pending(), |_| Ok("done".to_owned()));
        let done = runtime.block_on(working);
        // Otherwise, work that still runs would keep the runtime from ending.
        runtime.shutdown_background();
        assert!(cancelled.is_none());
        assert_eq!(stopped, Ok(()));
        assert_eq!(done.unwrap().unwrap(), "done");
    }

    #[test]
    fn a_call_waits_while_the_maximum_runs() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let permits = Semaphore::new(1);
        let _held = permits.try_acquire().unwrap();
        let waiting = run_until(&permits, ready(()), |_| panic!("it runs"));
        assert!(runtime.unwrap().block_on(waiting).is_none());
    }
}

//! Exchanges under way, each on a thread of its own. Whoever waits for them can leave at any time:
//! a thread shares nothing with the run but the way its reply goes.

use super::http::{Client, Failure};
use super::wire::Completion;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Names a request of a run.
pub(super) type Ticket = u64;

/// What came of an exchange.
pub(super) struct Reply {
    /// Whose it is.
    pub(super) ticket: Ticket,
    /// What came.
    pub(super) result: Result<Completion, Box<Failure>>,
}

/// The exchanges of one run. Dropped, it closes their connections.
pub(super) struct Flights {
    client: Arc<Client>,
    landing: Sender<Reply>,
    replies: Receiver<Reply>,
}

impl Flights {
    /// No exchange yet.
    pub(super) fn over(client: Client) -> Self {
        let (landing, replies) = channel();
        Self {
            client: Arc::new(client),
            landing,
            replies,
        }
    }

    /// Starts an exchange. Its reply always comes: a thread that cannot start, or panics, is one.
    pub(super) fn start(&self, ticket: Ticket, body: String) {
        let client = Arc::clone(&self.client);
        let landing = self.landing.clone();
        let flight = move || {
            let exchange = AssertUnwindSafe(|| client.exchange(&body));
            let result =
                catch_unwind(exchange).unwrap_or_else(|_| Err(client.lost("the client panicked")));
            // Nobody listens once the run was left.
            let _ = landing.send(Reply { ticket, result });
        };
        let started = thread::Builder::new()
            .name("summary".to_owned())
            .spawn(flight);
        if let Err(error) = started {
            let result = Err(self.client.lost(&error.to_string()));
            let _ = self.landing.send(Reply { ticket, result });
        }
    }

    /// The next reply, if one comes in that time.
    pub(super) fn reply_within(&self, time: Duration) -> Option<Reply> {
        self.replies.recv_timeout(time).ok()
    }

    /// A reply that is there already.
    pub(super) fn reply(&self) -> Option<Reply> {
        self.replies.try_recv().ok()
    }
}

impl Drop for Flights {
    fn drop(&mut self) {
        self.client.close();
    }
}

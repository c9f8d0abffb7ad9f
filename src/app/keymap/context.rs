//! The places where keys mean something.

use crate::app::Focus;

/// Where a key means something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Context {
    Everywhere,
    OutsidePrompt,
    Prompt,
    Results,
    Code,
    /// A list to choose from, and the help.
    List,
    /// A page to read.
    Page,
    /// What a filter may become, under the prompt.
    Completion,
}

impl Context {
    /// The most special ones last.
    pub(crate) const ALL: [Self; 8] = [
        Self::Everywhere,
        Self::OutsidePrompt,
        Self::Prompt,
        Self::Results,
        Self::Code,
        Self::List,
        Self::Page,
        Self::Completion,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::OutsidePrompt => "In the results and in the code",
            Self::Prompt => "In the prompt",
            Self::Results => "In the results",
            Self::Code => "In the code",
            Self::List => "In lists, where the prompt's keys hold too",
            Self::Page => "In pages, where the results' keys hold too",
            Self::Completion => "In what is offered for a filter",
        }
    }

    /// What keymaps call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::OutsidePrompt => "outside-prompt",
            Self::Prompt => "prompt",
            Self::Results => "results",
            Self::Code => "code",
            Self::List => "list",
            Self::Page => "page",
            Self::Completion => "completion",
        }
    }

    /// Said before a key that means something there.
    pub(crate) fn where_it_is(self) -> &'static str {
        match self {
            Self::Everywhere => "",
            Self::OutsidePrompt => "outside the prompt:",
            Self::Prompt => "prompt:",
            Self::Results => "results:",
            Self::Code => "code:",
            Self::List => "lists:",
            Self::Page => "pages:",
            Self::Completion => "completion:",
        }
    }

    pub(super) fn is_active(self, focus: Focus) -> bool {
        match self {
            Self::Everywhere => true,
            Self::OutsidePrompt => focus != Focus::Prompt,
            Self::Prompt => focus == Focus::Prompt,
            Self::Results => focus == Focus::Results,
            Self::Code => focus == Focus::Code,
            Self::List | Self::Page | Self::Completion => false,
        }
    }

    /// Whose keys hold in what lies on top, where it has none of its own.
    pub(super) fn beneath(self) -> Option<Focus> {
        match self {
            Self::List | Self::Completion => Some(Focus::Prompt),
            Self::Page => Some(Focus::Results),
            _ => None,
        }
    }

    /// Whether letters are typed there.
    pub(super) fn types(self) -> bool {
        self.is_active(Focus::Prompt) || self.beneath() == Some(Focus::Prompt)
    }
}

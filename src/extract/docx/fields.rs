//! Fields that are computed (ECMA-376 part 1, §17.16): their results are text, their instructions
//! are not.

/// More of an instruction is not kept, in bytes: its first word tells what it is.
const LONGEST_INSTRUCTION: usize = 64;
/// Fields whose results repeat text of the document with page numbers.
const REPEATING: &[&str] = &["TOC", "INDEX", "TOA"];

/// Whether a field's result repeats other text.
pub(super) fn repeats(instruction: &str) -> bool {
    let word = instruction.split_whitespace().next().unwrap_or_default();
    REPEATING
        .iter()
        .any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// The fields that are open, innermost last.
#[derive(Default, Debug)]
pub(super) struct Fields {
    open: Vec<Field>,
    /// How many of them hide what is in them.
    hiding: usize,
    /// How many of them repeat other text.
    repeating: usize,
}

#[derive(Debug)]
enum Field {
    /// Before `separate`.
    Instruction(String),
    /// After it.
    Result,
    /// After it, of a field that repeats.
    Repeating,
}

impl Fields {
    /// Takes a field character of this type.
    pub(super) fn take(&mut self, kind: &str) {
        match kind {
            "begin" => {
                self.open.push(Field::Instruction(String::new()));
                self.hiding += 1;
            }
            "separate" => {
                if let Some(field @ Field::Instruction(_)) = self.open.last_mut()
                    && let Field::Instruction(instruction) = std::mem::replace(field, Field::Result)
                {
                    match repeats(&instruction) {
                        true => {
                            *field = Field::Repeating;
                            self.repeating += 1;
                        }
                        false => self.hiding -= 1,
                    }
                }
            }
            "end" => self.close(),
            _ => {}
        }
    }

    pub(super) fn instruct(&mut self, text: &str) {
        if let Some(Field::Instruction(instruction)) = self.open.last_mut()
            && instruction.len() + text.len() <= LONGEST_INSTRUCTION
        {
            instruction.push_str(text);
        }
    }

    /// Whether text here is shown.
    pub(super) fn show(&self) -> bool {
        self.hiding == 0
    }

    /// A paragraph ended: an instruction that goes on past it was never closed.
    pub(super) fn end_paragraph(&mut self) {
        while matches!(self.open.last(), Some(Field::Instruction(_))) {
            self.close();
        }
    }

    /// A heading began: a table of contents holds none, so one that is open was never closed.
    pub(super) fn begin_heading(&mut self) {
        while self.repeating > 0 {
            self.close();
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Field::Instruction(_)) => self.hiding -= 1,
            Some(Field::Repeating) => {
                self.hiding -= 1;
                self.repeating -= 1;
            }
            Some(Field::Result) | None => {}
        }
    }
}

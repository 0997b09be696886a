//! The pages about the language that are in the program.

/// A page that is in the program.
pub(super) struct Page {
    /// What it is asked for by.
    pub(super) name: &'static str,
    /// Where it is below `docs/`.
    pub(super) path: &'static str,
    /// What it is about.
    pub(super) about: &'static str,
    /// The page itself.
    pub(super) text: &'static str,
}

/// Turns a list of pages into the table of them.
macro_rules! pages {
    ($($name:literal $path:literal $about:literal;)*) => {
        &[$(Page {
            name: $name,
            path: $path,
            about: $about,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", $path)),
        }),*]
    };
}

/// The pages, in the order in which they are told.
pub(super) const PAGES: &[Page] = pages! {
    "terminal" "terminal.md" "play a game in a terminal";
    "tutorial" "tutorial.md" "write a game, step by step";
    "recipes" "recipes.md" "how common rules are said";
    "language" "language/reference.md" "the language at a glance, and the pages about it";
    "files" "language/files.md" "how a game is put together; modules, options, names";
    "board" "language/board.md" "boards, directions, sides, the setup";
    "pieces" "language/pieces.md" "pieces and how they move";
    "betza" "language/betza.md" "moves in Betza's notation";
    "expressions" "language/expressions.md" "squares, numbers, sides and conditions";
    "turns" "language/turns.md" "what a turn is; effects and hands";
    "events" "language/events.md" "what happens when something happens";
    "state" "language/state.md" "tokens, marks and variables";
    "endings" "language/endings.md" "what is legal, and when it is over";
    "text" "language/text.md" "positions and turns as text";
    "tests" "language/tests.md" "tests in the file";
    "limits" "language/limits.md" "how large everything may be";
    "modules" "modules.md" "the modules that games are made of";
    "module-recipes" "module-recipes.md" "an example for each module";
    "fairy-stockfish" "fairy-stockfish.md" "for those who come from Fairy-Stockfish: what to write for each setting";
    "glossary" "glossary.md" "what the words mean";
};

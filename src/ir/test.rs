//! Tests that authors write in their files.

use super::expression::Truth;
use crate::source::Span;

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct GameTest {
    /// What it shows, in words.
    pub name: String,
    /// The rulings it is about, such as `F1`.
    pub cites: Vec<String>,
    /// Options it sets, as text.
    pub options: Vec<(String, String)>,
    /// What is done and expected, in order, beginning with the start position.
    pub commands: Vec<TestCommand>,
    /// Where it is written.
    pub span: Span,
}

/// One line of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCommand {
    /// What is done or expected.
    pub kind: TestKind,
    /// Where it is written.
    pub span: Span,
}

/// What a line of a test does or expects.
#[derive(Clone, Debug, PartialEq)]
pub enum TestKind {
    /// `position "…"`: goes on from there.
    Position(String),
    /// `play e2e4 e7e5`: legal turns.
    Play(Vec<String>),
    /// `legal e2e4`: each is a legal turn.
    Legal(Vec<String>),
    /// `illegal e2e5`: none is a legal turn.
    Illegal(Vec<String>),
    /// `turns 20`: so many legal turns.
    Turns(u64),
    /// `perft 3 8902`: so many turns of that depth.
    Perft(u32, u64),
    /// `result White "reason"`, `result draw "reason"`: it is over; the reason may be left out.
    Result(Option<super::ids::SideId>, Option<String>),
    /// `ongoing`: it is not over.
    Ongoing,
    /// `expect CONDITION`.
    Expect(Box<Truth>),
    /// `becomes "…"`: the position text.
    Becomes(String),
}

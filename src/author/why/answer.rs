//! The answer to the question why.

use super::rule::Rule;

/// Why a turn is legal or not, or why a game is over or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the answer comes to.
    pub verdict: Verdict,
    /// Which kind of reason it is.
    pub kind: Kind,
    /// The reason in words.
    pub message: String,
    /// The same for players: without quotes from the rules.
    pub plain: String,
    /// The rule that decides.
    pub rule: Rule,
    /// What else there is to say, each with the rule it is about, if it is about one.
    pub notes: Vec<Note>,
}

/// Something said besides the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The words.
    pub text: String,
    /// The rule it is about.
    pub rule: Option<Rule>,
}

impl Note {
    /// Makes a note that is about no rule.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), rule: None }
    }

    /// Makes a note about a rule.
    pub(crate) fn about(text: impl Into<String>, rule: Rule) -> Self {
        Self { text: text.into(), rule: Some(rule) }
    }
}

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The turn is legal.
    Legal,
    /// It is not.
    Refused,
    /// The game is over.
    Over,
    /// The game goes on.
    Open,
}

impl Verdict {
    /// Returns the word for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Refused => "refused",
            Self::Over => "over",
            Self::Open => "open",
        }
    }
}

/// Which kind of reason an answer gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The turn is legal.
    Legal,
    /// The game is over.
    Over,
    /// The game goes on.
    Open,
    /// The text is not that of a turn.
    Unreadable,
    /// The text could mean several turns.
    Ambiguous,
    /// There is no piece where the move starts.
    NoPiece,
    /// The piece there is not one that may be moved.
    NotYours,
    /// No way of moving of the piece leads there.
    NoSuchWay,
    /// A way leads there, but a square on it is not as it must be.
    Blocked,
    /// What stands at the end does not suit the way of moving.
    Landing,
    /// The condition of the way of moving does not hold.
    Condition,
    /// The statement that asks for a move does not want this one.
    Unwanted,
    /// A token does not give its power here.
    Withheld,
    /// The way of moving is the other side's.
    OtherSide,
    /// A `forbid` rule forbids the turn.
    Forbidden,
    /// A `prefer` rule wants another turn.
    Outranked,
    /// A `refuse` statement refuses.
    Refused,
    /// A further step has to be chosen, or another one first.
    Incomplete,
    /// There is nothing to choose for a step.
    NothingToChoose,
    /// The turn is over before the text is.
    TooLong,
    /// A square that cannot be chosen or dropped on.
    NotThere,
    /// The piece is not in hand.
    NotInHand,
    /// Something stands where a piece is to be dropped.
    Occupied,
    /// The type cannot be chosen.
    WrongType,
    /// The number cannot be chosen.
    WrongNumber,
    /// Something of another kind is asked for.
    WrongKind,
    /// The turn would take more events or work than a turn may.
    TooMuch,
}

impl Kind {
    /// Returns the word for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Over => "over",
            Self::Open => "open",
            Self::Unreadable => "unreadable",
            Self::Ambiguous => "ambiguous",
            Self::NoPiece => "no-piece",
            Self::NotYours => "not-yours",
            Self::NoSuchWay => "no-such-way",
            Self::Blocked => "blocked",
            Self::Landing => "landing",
            Self::Condition => "condition",
            Self::Unwanted => "unwanted",
            Self::Withheld => "withheld",
            Self::OtherSide => "other-side",
            Self::Forbidden => "forbidden",
            Self::Outranked => "outranked",
            Self::Refused => "refused",
            Self::Incomplete => "incomplete",
            Self::NothingToChoose => "nothing-to-choose",
            Self::TooLong => "too-long",
            Self::NotThere => "not-there",
            Self::NotInHand => "not-in-hand",
            Self::Occupied => "occupied",
            Self::WrongType => "wrong-type",
            Self::WrongNumber => "wrong-number",
            Self::WrongKind => "wrong-kind",
            Self::TooMuch => "too-much",
        }
    }
}

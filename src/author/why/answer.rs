//! The answer to the question why.

use super::rule::Rule;
use crate::diag::worded;

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

impl Answer {
    /// Makes an answer that says the same to players, without notes.
    pub(super) fn of(verdict: Verdict, kind: Kind, message: String, rule: Rule) -> Self {
        Self { verdict, kind, plain: message.clone(), message, rule, notes: Vec::new() }
    }

    /// Says it to players in other words than without the quotes.
    pub(super) fn plainly(self, plain: impl Into<String>) -> Self {
        Self { plain: plain.into(), ..self }
    }
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

worded! {
    /// What an answer comes to.
    pub enum Verdict {
        /// The turn is legal.
        Legal = "legal",
        /// It is not.
        Refused = "refused",
        /// The game is over.
        Over = "over",
        /// The game goes on.
        Open = "open",
    }
}

worded! {
    /// Which kind of reason an answer gives.
    pub enum Kind {
        /// The turn is legal.
        Legal = "legal",
        /// The game is over.
        Over = "over",
        /// The game goes on.
        Open = "open",
        /// The text is not that of a turn.
        Unreadable = "unreadable",
        /// The text could mean several turns.
        Ambiguous = "ambiguous",
        /// There is no piece where the move starts.
        NoPiece = "no-piece",
        /// The piece there is not one that may be moved.
        NotYours = "not-yours",
        /// No way of moving of the piece leads there.
        NoSuchWay = "no-such-way",
        /// A way leads there, but a square on it is not as it must be.
        Blocked = "blocked",
        /// What stands at the end does not suit the way of moving.
        Landing = "landing",
        /// The condition of the way of moving does not hold.
        Condition = "condition",
        /// The statement that asks for a move does not want this one.
        Unwanted = "unwanted",
        /// A token does not give its power here.
        Withheld = "withheld",
        /// The way of moving is the other side's.
        OtherSide = "other-side",
        /// A `forbid` rule forbids the turn.
        Forbidden = "forbidden",
        /// A `prefer` rule wants another turn.
        Outranked = "outranked",
        /// A `refuse` statement refuses.
        Refused = "refused",
        /// A further step has to be chosen, or another one first.
        Incomplete = "incomplete",
        /// There is nothing to choose for a step.
        NothingToChoose = "nothing-to-choose",
        /// The turn is over before the text is.
        TooLong = "too-long",
        /// A square that cannot be chosen or dropped on.
        NotThere = "not-there",
        /// The piece is not in hand.
        NotInHand = "not-in-hand",
        /// Something stands where a piece is to be dropped.
        Occupied = "occupied",
        /// The type cannot be chosen.
        WrongType = "wrong-type",
        /// The number cannot be chosen.
        WrongNumber = "wrong-number",
        /// Something of another kind is asked for.
        WrongKind = "wrong-kind",
        /// The turn would take more events or work than a turn may.
        TooMuch = "too-much",
    }
}

//! Statements that change something: the tree of each, how it is built, and the words that they begin with.

use super::super::parser::Rule;
use super::visit::tree;
use super::{Expr, Name};

tree! {
/// The statements that change something.
pub enum EffectItem {
    /// `capture SET`
    Capture(Expr),
    /// `remove SET` (a chosen piece in hand too)
    Remove(Expr),
    /// `place TYPE [for SIDE | for neither] on SET`
    Place {
        /// The type.
        kind: Expr,
        /// The owner; the side to move unless told.
        owner: Option<Expr>,
        /// Where.
        on: Expr,
    },
    /// `relocate SET to SET`
    Relocate(Expr, Expr),
    /// `swap SET with SET`
    Swap(Expr, Expr),
    /// `change SET into TYPE`
    Change(Expr, Expr),
    /// `convert SET to SIDE` / `to neither`
    Convert(Expr, Expr),
    /// `mark SET as NAME` / `unmark SET as NAME`
    Mark {
        /// Which pieces.
        on: Expr,
        /// Which mark.
        mark: Name,
        /// Set or cleared.
        set: bool,
    },
    /// `give Ring to SET`
    Give(Name, Expr),
    /// `withdraw Ring`
    Withdraw(Name),
    /// `add [N] TYPE to SIDE hand`
    AddToHand {
        /// How many; 1 unless told.
        count: Option<Expr>,
        /// The type.
        kind: Expr,
        /// Whose hand.
        side: Expr,
    },
    /// `take [N] TYPE from SIDE hand`
    TakeFromHand {
        /// How many; 1 unless told.
        count: Option<Expr>,
        /// The type.
        kind: Expr,
        /// Whose hand.
        side: Expr,
    },
    /// `set clock to 0`, `set level of Ring to 2`
    Set(Expr, Expr),
    /// `add 1 to clock`, `take target from visited`
    Adjust {
        /// The number, or the squares.
        value: Expr,
        /// The variable, or the level.
        target: Expr,
        /// `take`
        less: bool,
    },
}
}

/// The words that these statements begin with.
pub(in crate::syntax) const EFFECT_WORDS: &[&str] = &[
    "add", "capture", "change", "convert", "give", "mark", "place", "relocate", "remove", "set",
    "swap", "take", "unmark", "withdraw",
];

/// What is built; nothing if a part that has to be there is not.
pub(in crate::syntax) type Build<T> = Option<T>;

/// What hands out the parts of a statement that is built, in order.
pub(in crate::syntax) trait Source {
    /// Builds the next part, an expression.
    fn expression(&mut self) -> Option<Expr>;
    /// Builds the next part if it is of this rule: `Some(None)` if it is not.
    fn optional(&mut self, rule: Rule) -> Build<Option<Expr>>;
    /// Builds the next part, a name.
    fn name(&mut self) -> Option<Name>;
}

impl EffectItem {
    /// Builds the statement of a rule of the grammar; `None` if it has another.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other rules are no effects")]
    pub(in crate::syntax) fn build(rule: Rule, from: &mut impl Source) -> Option<Self> {
        Some(match rule {
            Rule::capture => Self::Capture(from.expression()?),
            Rule::remove => Self::Remove(from.expression()?),
            Rule::place => Self::Place {
                kind: from.expression()?,
                owner: from.optional(Rule::placed_for)?,
                on: from.expression()?,
            },
            Rule::relocate => Self::Relocate(from.expression()?, from.expression()?),
            Rule::swap => Self::Swap(from.expression()?, from.expression()?),
            Rule::change => Self::Change(from.expression()?, from.expression()?),
            Rule::convert => Self::Convert(from.expression()?, from.expression()?),
            Rule::mark | Rule::unmark => {
                Self::Mark { on: from.expression()?, mark: from.name()?, set: rule == Rule::mark }
            }
            Rule::give => Self::Give(from.name()?, from.expression()?),
            Rule::withdraw => Self::Withdraw(from.name()?),
            Rule::add_to_hand => Self::AddToHand {
                count: from.optional(Rule::how_many)?,
                kind: from.expression()?,
                side: from.expression()?,
            },
            Rule::take_from_hand => Self::TakeFromHand {
                count: from.optional(Rule::how_many)?,
                kind: from.expression()?,
                side: from.expression()?,
            },
            Rule::add | Rule::take => Self::Adjust {
                value: from.expression()?,
                target: from.expression()?,
                less: rule == Rule::take,
            },
            Rule::set_to => Self::Set(from.expression()?, from.expression()?),
            _ => return None,
        })
    }
}

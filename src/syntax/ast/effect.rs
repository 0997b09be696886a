//! Statements that change something, and the words that they begin with.

use super::visit::tree;
use super::{Expr, Name};

tree! {
/// The statements that change something.
pub enum EffectItem {
    /// `capture SET`
    Capture(Expr) = capture,
    /// `remove SET` (a chosen piece in hand too)
    Remove(Expr) = remove,
    /// `place TYPE [for SIDE | for neither] on SET`
    Place {
        /// The type.
        kind: Expr,
        /// The owner; the side to move unless told.
        owner: Option<Expr> = placed_for,
        /// Where.
        on: Expr,
    } = place,
    /// `relocate SET to SET`
    Relocate(Expr, Expr) = relocate,
    /// `swap SET with SET`
    Swap(Expr, Expr) = swap,
    /// `change SET into TYPE`
    Change(Expr, Expr) = change,
    /// `convert SET to SIDE` / `to neither`
    Convert(Expr, Expr) = convert,
    /// `mark SET as NAME` / `unmark SET as NAME`
    Mark {
        /// Which pieces.
        on: Expr,
        /// Which mark.
        mark: Name,
        /// Set or cleared.
        set: bool => mark,
    } = mark | unmark,
    /// `give Ring to SET`
    Give(Name, Expr) = give,
    /// `withdraw Ring`
    Withdraw(Name) = withdraw,
    /// `add [N] TYPE to SIDE hand`
    AddToHand {
        /// How many; 1 unless told.
        count: Option<Expr> = how_many,
        /// The type.
        kind: Expr,
        /// Whose hand.
        side: Expr,
    } = add_to_hand,
    /// `take [N] TYPE from SIDE hand`
    TakeFromHand {
        /// How many; 1 unless told.
        count: Option<Expr> = how_many,
        /// The type.
        kind: Expr,
        /// Whose hand.
        side: Expr,
    } = take_from_hand,
    /// `set clock to 0`, `set level of Ring to 2`
    Set(Expr, Expr) = set_to,
    /// `add 1 to clock`, `take target from visited`
    Adjust {
        /// The number, or the squares.
        value: Expr,
        /// The variable, or the level.
        target: Expr,
        /// `take`
        less: bool => take,
    } = add | take,
}
}

/// The words that these statements begin with.
pub(in crate::syntax) const EFFECT_WORDS: &[&str] = &[
    "add", "capture", "change", "convert", "give", "mark", "place", "relocate", "remove", "set",
    "swap", "take", "unmark", "withdraw",
];

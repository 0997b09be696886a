//! The compiled game as pure data: lowered rules for each side, tables, and the layout of a state.
//!
//! Nothing here looks at the IR's statements or makes tables; the other folders do that and fill in these types. What is
//! here besides data depends on nothing but one expression or set: accessors, the one traversal ([`visit`]), simplifying
//! constructors ([`simplify`]), the folds by which what is known of parts makes what is known of the whole (`folds`), and
//! questions about what an expression can depend on or contain ([`dependence`], [`membership`]).

pub(crate) mod attacks;
pub(crate) mod bitboard;
pub(crate) mod dependence;
mod expressions;
pub(crate) mod facts;
mod folds;
pub(crate) mod generators;
pub(crate) mod knowledge;
pub(crate) mod layout;
pub(crate) mod legality;
pub(crate) mod locations;
pub(crate) mod membership;
pub(crate) mod move_effects;
pub(crate) mod move_tables;
mod rules;
pub(crate) mod search_key;
pub(crate) mod simplify;
mod statements;
pub(crate) mod turn_steps;
pub(crate) mod visit;
mod walks;

pub(crate) use expressions::{Cond, Held, Kind, Num, Origins, Set, Who};
pub(crate) use rules::{
    Finish, Measure, PowerWays, Preference, Program, RepetitionKey, Rule, SideRules, SquareTest,
    Start, Tables, Trig, Way, WayTable, event_index,
};
pub(crate) use statements::{Among, Choosing, Eff, Lowered, Ranged, Stmt, Target, Verdict};
pub(crate) use walks::{Fill, Leg, Lines, Most, Route, Times, Walking};

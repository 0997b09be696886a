//! Why: what the executor found where it judged a condition, a square or a way of moving.
//!
//! Nothing here is a second reading of the rules. A [`Line`] drives a run choice by choice; what is
//! told about conditions, sets and moves is what the run itself answers when it is asked about the
//! parts, down to the one that decides.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "an explanation asks for one kind of thing; what it says of all others is that they are none"
)]

mod choice;
mod finding;
mod line;
mod movement;
mod over;
mod squares;
mod steps;
mod trace;

pub use choice::Refusal;
pub use finding::{Fact, Finding};
pub use line::{Line, Stage, Stuck};
pub use movement::{Path, Verdict, WayReport};
pub use over::{Judged, condition, endings};
pub use steps::steps;
pub use trace::{Happening, Traced, trace};

//! What is said of forced ends.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::ir::Game;
use crate::notation::{turn_text, write_position};
use crate::proofs::mates::{First, Mates, Stand};
use crate::state::{GameResult, Position, Turn};

/// How many lines of a proof are written for each first turn, unless all are wanted.
const LINES: usize = 40;

/// How many lines, or objects, are written if all are wanted: one position may come in many lines.
const MOST_LINES: usize = 200_000;

/// All that is said.
pub(super) struct Report<'a> {
    game: &'a Game,
    root: &'a Position,
    found: Mates,
    asked: u32,
}

/// A tree being written.
struct Tree<'r> {
    report: &'r Report<'r>,
    text: String,
    /// How many more lines may be written.
    left: usize,
    /// How many were left out.
    omitted: usize,
}

impl<'a> Report<'a> {
    pub(super) fn new(game: &'a Game, root: &'a Position, found: Mates, asked: u32) -> Self {
        Self { game, root, found, asked }
    }

    fn turn(&self, turn: &Turn) -> String {
        turn_text(self.game, turn)
    }

    /// Writes it for people.
    pub(super) fn text(&self, full: bool) -> String {
        let mut text = self.summary();
        for first in &self.found.first {
            let limit = if full { MOST_LINES } else { LINES };
            let mut tree = Tree { report: self, text: String::new(), left: limit, omitted: 0 };
            let _ = write!(text, "\n{}: {}", self.turn(&first.turn), within(first.turns));
            match &self.found.positions[first.then] {
                Stand::Over(result) => {
                    let _ = write!(text, " ({})", result.reason);
                }
                _ => tree.write(first.then, (1, 1)),
            }
            text.push('\n');
            text.push_str(&tree.text);
            if tree.omitted > 0 {
                let _ = writeln!(
                    text,
                    "    and {} more, all proved (`--full` writes them)",
                    lines(tree.omitted)
                );
            }
        }
        text
    }

    fn summary(&self) -> String {
        let side = self.game.side_name(self.root.to_move);
        let Mates { first, refuted, choices, .. } = &self.found;
        let asked = self.asked;
        let mut text = String::new();
        let besides = if self.found.leaves_repetitions {
            " (wins by positions that come back on the way were too many to try)"
        } else {
            ""
        };
        if first.is_empty() {
            let _ = match *refuted {
                refuted if refuted >= asked => {
                    writeln!(text, "{side} cannot force a win within {}{besides}.", turns(asked))
                }
                0 => writeln!(text, "No forced win was found in time; nothing is certain."),
                refuted => writeln!(
                    text,
                    "No forced win was found in time; there is none within {}.",
                    turns(refuted)
                ),
            };
        } else {
            let within = turns(first.last().map_or(0, |last| last.turns));
            let _ = match first.len() {
                1 => writeln!(
                    text,
                    "{side} forces a win within {within}: 1 of {choices} first turns does."
                ),
                count => {
                    writeln!(
                        text,
                        "{side} forces a win within {within}: {count} of {choices} first turns do."
                    )
                }
            };
            if self.found.is_stopped {
                text.push_str("There may be more: the time was over.\n");
            }
        }
        if self.found.withdrawn > 0 {
            let _ = writeln!(
                text,
                "{} more were found that the rules did not bear out, and are not told.",
                self.found.withdrawn
            );
        }
        text
    }

    /// Makes an object of it.
    pub(super) fn json(&self) -> Json {
        let mut left = MOST_LINES;
        let first = |first: &First| {
            json!({
                "turn": self.turn(&first.turn),
                "turns": first.turns,
                "then": self.json_of(first.then, &mut left),
            })
        };
        let found: Vec<Json> = self.found.first.iter().map(first).collect();
        json!({
            "game": self.game.about.title,
            "position": write_position(self.game, self.root),
            "side": self.game.side_name(self.root.to_move),
            "asked": self.asked,
            "turns": self.found.first.first().map(|first| first.turns),
            "first": found,
            "choices": self.found.choices,
            "refuted": self.found.refuted,
            "complete": !self.found.is_stopped && !self.found.leaves_repetitions,
            "withdrawn": self.found.withdrawn,
            "positions": self.found.positions.len(),
            "nodes": self.found.nodes,
        })
    }

    fn json_of(&self, number: usize, left: &mut usize) -> Json {
        if *left == 0 {
            return Json::Null;
        }
        *left -= 1;
        match &self.found.positions[number] {
            Stand::Over(result) => json!({ "over": result.reason }),
            Stand::Own { turn, turns, then } => json!({
                "turn": self.turn(turn),
                "turns": turns,
                "then": self.json_of(*then, left),
            }),
            Stand::Other(replies) => {
                let reply = |(turn, then): &(Turn, usize)| json!({ "turn": self.turn(turn), "then": self.json_of(*then, left) });
                json!({ "replies": replies.iter().map(reply).collect::<Vec<Json>>() })
            }
        }
    }
}

impl Tree<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        if self.left == 0 {
            self.omitted += 1;
            return;
        }
        self.left -= 1;
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 * indent);
    }

    /// Writes what follows in a position, set in so far, before the winner's turn with that number.
    fn write(&mut self, number: usize, (indent, own): (usize, usize)) {
        let report = self.report;
        match &report.found.positions[number] {
            Stand::Over(_) => {}
            Stand::Own { turn, then, .. } => {
                let text = format!("{} {}", own + 1, self.with_end(turn, *then));
                self.line(indent, &text);
                self.write(*then, (indent, own + 1));
            }
            Stand::Other(replies) => {
                for (texts, then) in self.grouped(replies) {
                    let mut text = format!("{own}... {}", texts.join(", "));
                    let next = match &report.found.positions[then] {
                        Stand::Over(result) => {
                            text.push_str(&ends(result));
                            None
                        }
                        Stand::Own { turn, then, .. } => {
                            let _ = write!(text, "  {} {}", own + 1, self.with_end(turn, *then));
                            Some((*then, own + 1))
                        }
                        Stand::Other(_) => Some((then, own)),
                    };
                    self.line(indent, &text);
                    if let Some((next, own)) = next {
                        self.write(next, (indent + 1, own));
                    }
                }
            }
        }
    }

    fn with_end(&self, turn: &Turn, then: usize) -> String {
        let end = match &self.report.found.positions[then] {
            Stand::Over(result) => ends(result),
            _ => String::new(),
        };
        format!("{}{end}", self.report.turn(turn))
    }

    /// Puts replies together that are answered by the same turn, which ends the game.
    fn grouped(&self, replies: &[(Turn, usize)]) -> Vec<(Vec<String>, usize)> {
        let mut groups: Vec<Group> = Vec::new();
        for (turn, then) in replies {
            let answer = self.last_answer(*then);
            let text = self.report.turn(turn);
            let known = groups.iter_mut().find(|(known, ..)| answer.is_some() && *known == answer);
            match known {
                Some((_, texts, _)) => texts.push(text),
                None => groups.push((answer, vec![text], *then)),
            }
        }
        // The longest defences come first.
        groups.sort_by_key(|(answer, ..)| answer.is_some());
        groups.into_iter().map(|(_, texts, then)| (texts, then)).collect()
    }

    /// Returns the turn that answers and ends the game at once, if one does, with the reason.
    fn last_answer(&self, number: usize) -> Option<(String, String)> {
        let positions = &self.report.found.positions;
        match &positions[number] {
            Stand::Own { turn, then, .. } => match &positions[*then] {
                Stand::Over(result) => Some((self.report.turn(turn), result.reason.clone())),
                _ => None,
            },
            Stand::Over(result) => Some((String::new(), result.reason.clone())),
            Stand::Other(_) => None,
        }
    }
}

/// Replies with the last answer that they share, if there is one, and the position after the first of them.
type Group = (Option<(String, String)>, Vec<String>, usize);

fn ends(result: &GameResult) -> String {
    format!(" ({})", result.reason)
}

fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}

fn within(count: u32) -> String {
    if count == 1 { "wins at once".to_owned() } else { format!("wins within {}", turns(count)) }
}

fn lines(count: usize) -> String {
    format!("{count} {}", if count == 1 { "line" } else { "lines" })
}

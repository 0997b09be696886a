//! `write`: how turns are written. Texts only; nothing in the game depends on them.

use super::context::Context;
use super::merge::{Merged, resolve};
use crate::diag::codes;
use crate::ir::{Game, Tradition, Writing};
use crate::source::SourceId;
use crate::syntax::ast::{ItemKind, Name, Text};

/// The longest text, in bytes.
const MAX_TEXT: usize = 40;

/// What can be written for things that have a name.
const NAMED: [&str; 4] = ["piece", "move", "label", "ending"];
/// What there is one of.
const SINGLE: [&str; 8] =
    ["capture", "swap", "check", "mate", "pass", "files", "ranks", "notation"];

/// Takes over what the game and those that it builds on say about how turns are written. All else must be known.
pub(super) fn writing(cx: &mut Context<'_>, merged: &Merged, root: SourceId) {
    let mut writing = Writing::default();
    for entry in &merged.entries {
        let ItemKind::Write(what, name, text) = &entry.item.kind else { continue };
        let is_own = entry.item.span.source == root;
        let said = Said { what, name: name.as_ref(), text, is_own };
        if said.is_well_formed(cx) {
            said.add(cx, merged, &mut writing);
        }
    }
    cx.game.writing = writing;
}

/// One item.
struct Said<'a> {
    what: &'a Name,
    name: Option<&'a Name>,
    text: &'a Text,
    /// Whether the game's own file says it.
    is_own: bool,
}

impl Said<'_> {
    /// Complains about an unknown word, a name too few or too many, and texts that cannot stand in a record of a game.
    fn is_well_formed(&self, cx: &mut Context<'_>) -> bool {
        let Self { what, name, text, .. } = self;
        let (named, single) =
            (NAMED.contains(&what.text.as_str()), SINGLE.contains(&what.text.as_str()));
        if !named && !single {
            let known = NAMED.into_iter().chain(SINGLE);
            let close = cx.sink.closest(&what.text, known);
            let message = format!("`write {}` says nothing about turns", what.text);
            let found = codes::UNKNOWN_NAME.at(what.span, message);
            let list = NAMED.into_iter().chain(SINGLE).collect::<Vec<_>>().join("`, `");
            cx.sink.push(found.did_you_mean(close).help(format!("known here: `{list}`")));
            return false;
        }
        if named != name.is_some() {
            let message = if named {
                format!("`write {}` needs the name of what is written so", what.text)
            } else {
                format!("`write {}` is followed by its text alone", what.text)
            };
            cx.sink.push(codes::WRONG_ARGUMENTS.at(what.span, message));
            return false;
        }
        let Some(wrong) = self.wrong() else { return true };
        cx.sink.push(codes::BAD_SYMBOL.at(text.span, wrong));
        false
    }

    /// Says why the text cannot stand where turns are written.
    fn wrong(&self) -> Option<String> {
        let (what, text) = (self.what.text.as_str(), self.text.text.as_str());
        if text.len() > MAX_TEXT && !matches!(what, "files" | "ranks") {
            return Some(format!("it is longer than {MAX_TEXT} letters"));
        }
        let places: &[&str] = match what {
            "capture" | "swap" => &["{to}", "{victim}"],
            "label" => &["{chosen}", "{move}"],
            _ => &[],
        };
        let plain = places.iter().fold(text.to_owned(), |text, place| text.replace(place, "."));
        let is_list = matches!(what, "files" | "ranks");
        let strange = |char: &char| {
            "{}()[]<>;\"$%!?,*".contains(*char)
                || char.is_control()
                || (char.is_whitespace() && !is_list)
        };
        if let Some(char) = plain.chars().find(strange) {
            let places = if places.is_empty() {
                String::new()
            } else {
                format!(", or {}", places.join(" "))
            };
            return Some(format!(
                "`{char}` means something else where games are recorded; write letters and signs such as `+` or `=`{places}"
            ));
        }
        let may_be_empty = matches!(what, "piece" | "check" | "mate");
        (text.is_empty() && !may_be_empty).then(|| "the text is empty".to_owned())
    }

    fn add(&self, cx: &mut Context<'_>, merged: &Merged, into: &mut Writing) {
        let text = self.text.text.clone();
        match (self.what.text.as_str(), self.name) {
            ("piece", Some(name)) => {
                let wanted = resolve(&merged.aliases, &name.text);
                let found = cx.game.types.enumerate().find(|(_, info)| info.name == wanted);
                match found.map(|(kind, _)| kind) {
                    Some(kind) => {
                        into.pieces.retain(|(other, _)| *other != kind);
                        into.pieces.push((kind, text));
                    }
                    None => self.unknown(cx, name, "piece"),
                }
            }
            ("move", Some(name)) => self.named(cx, name, (way_names, &mut into.moves)),
            ("label", Some(name)) => self.named(cx, name, (label_names, &mut into.labels)),
            ("ending", Some(name)) => self.named(cx, name, (ending_names, &mut into.endings)),
            ("capture", _) => into.capture = Some(text),
            ("swap", _) => into.swap = Some(text),
            ("check", _) => into.check = Some(text),
            ("mate", _) => into.mate = Some(text),
            ("pass", _) => into.pass = Some(text),
            ("files", _) => into.files = self.axis(cx, Axis::Files),
            ("ranks", _) => into.ranks = self.axis(cx, Axis::Ranks),
            _ => into.tradition = self.tradition(cx),
        }
    }

    /// Notes the text of something that the rules have.
    fn named(
        &self,
        cx: &mut Context<'_>,
        name: &Name,
        (names, into): (NamesOf, &mut Vec<(String, String)>),
    ) {
        if !names(&cx.game).contains(&name.text) {
            self.unknown(cx, name, &self.what.text);
            return;
        }
        into.retain(|(other, _)| *other != name.text);
        into.push((name.text.clone(), self.text.text.clone()));
    }

    /// Complains about a name; what another file says of something that is not there any more is left out.
    fn unknown(&self, cx: &mut Context<'_>, name: &Name, what: &str) {
        if !self.is_own {
            return;
        }
        let known = match what {
            "piece" => cx.game.types.iter().map(|info| info.name.clone()).collect(),
            "move" => way_names(&cx.game),
            "label" => label_names(&cx.game),
            _ => ending_names(&cx.game),
        };
        let close = cx.sink.closest(&name.text, known.iter().map(String::as_str));
        let what = if what == "move" { "way of moving" } else { what };
        let message = format!("there is no {what} called `{}`", name.text);
        cx.sink.push(codes::UNKNOWN_NAME.at(name.span, message).did_you_mean(close));
    }

    /// Returns the names of the files or ranks, or complains if they are not as many as there are.
    fn axis(&self, cx: &mut Context<'_>, axis: Axis) -> Vec<String> {
        let names: Vec<String> = self.text.text.split_whitespace().map(str::to_owned).collect();
        let (low, high) = cx.game.board.bounds();
        let (word, count) = match axis {
            Axis::Files => ("files", high.x - low.x + 1),
            Axis::Ranks => ("ranks", high.y - low.y + 1),
        };
        let wanted = usize::try_from(count).unwrap_or(0);
        let mut known = names.clone();
        known.sort();
        known.dedup();
        if names.len() == wanted && known.len() == wanted {
            return names;
        }
        // A board of another size has its names back.
        if self.is_own {
            let message = if names.len() == wanted {
                format!("two {word} have the same name")
            } else {
                format!("these are {} names, and the board has {wanted} {word}", names.len())
            };
            cx.sink.push(codes::WRONG_ARGUMENTS.at(self.text.span, message));
        }
        Vec::new()
    }

    fn tradition(&self, cx: &mut Context<'_>) -> Tradition {
        let wanted = self.text.text.as_str();
        if let Some((_, known)) = Tradition::ALL.into_iter().find(|(name, _)| *name == wanted) {
            return known;
        }
        let names = Tradition::ALL.map(|(name, _)| name);
        let close = cx.sink.closest(wanted, names);
        let message = format!("there is no notation called `{wanted}`");
        let found = codes::UNKNOWN_NAME.at(self.text.span, message);
        cx.sink
            .push(found.did_you_mean(close).help(format!("known here: `{}`", names.join("`, `"))));
        Tradition::San
    }
}

/// What finds the names of what there is of a kind.
type NamesOf = fn(&Game) -> Vec<String>;

#[derive(Clone, Copy)]
enum Axis {
    Files,
    Ranks,
}

fn way_names(game: &Game) -> Vec<String> {
    game.clauses().filter_map(|clause| clause.name.clone()).collect()
}

/// The labels, and what stands before the colons of those that have one.
fn label_names(game: &Game) -> Vec<String> {
    let first = game.labels.iter().filter_map(|label| label.split_once(':'));
    let first = first.map(|(first, _)| first.to_owned());
    game.labels.iter().cloned().chain(first).collect()
}

fn ending_names(game: &Game) -> Vec<String> {
    game.endings.iter().map(|ending| ending.name.clone()).collect()
}

//! Why none of a piece's ways of moving leads where it is asked to go.

use super::Asked as Question;
use super::answer::{Answer, Kind, Note};
use super::refusal::refused;
use super::rule::Rule;
use super::voice::{Voice, in_the_way};
use super::words::Words;
use crate::author::words::listed;
use crate::ir::{Clause, LandingKind, SquareSet, Squares};
use crate::reference::Subject;
use crate::reference::explain::{Line, Path, Verdict, WayReport};

/// The most other ways that are told of.
const MAX_OTHERS: usize = 4;
/// The most squares that are named on which a piece could capture.
const MAX_PREY: usize = 4;

/// A piece that is asked to move where it cannot.
pub(super) struct Asked<'l, 'g> {
    /// The whole question.
    pub question: &'l Question<'g>,
    /// The turn so far.
    pub line: &'l mut Line<'g>,
    /// The piece.
    pub subject: Subject,
    /// Where it is to go.
    pub path: Path,
    /// Where it can go.
    pub targets: SquareSet,
}

impl<'g> Asked<'_, 'g> {
    /// Explains it by the way of moving that comes nearest, and adds the others that come near.
    pub(super) fn answer(mut self, ways: &[WayReport<'g>], statement: &Rule) -> Answer {
        let words = self.question.words;
        let nearest = ways.first().filter(|way| !matches!(way.verdict, Verdict::Elsewhere));
        let Some(nearest) = nearest else { return self.elsewhere(ways) };
        let (kind, reason) = verdict(words, &self.path, nearest, statement);
        let piece = words.subject(&self.subject);
        let rule = match nearest.verdict {
            Verdict::Unwanted(..) => statement.clone(),
            _ => words.rule_of(nearest.reference),
        };
        let mut answer = refused(kind, format!("{piece} cannot go there: {reason}"), rule);
        // A way that was open earlier in the game is what is meant, even if another one leads as near.
        let lapsed = ways.iter().find_map(|way| Some((way, self.lapsed(way)?)));
        let is_named = self.question.by_name || lapsed.is_some();
        let (way, reason) = lapsed.unwrap_or_else(|| (nearest, self.reason(nearest)));
        let name = way.clause.name.as_ref().filter(|_| is_named);
        answer.plain = if let Some(name) = name {
            format!("{} is not possible: {reason}", name.replace('-', " "))
        } else {
            let mover = self.question.voice().mover(self.subject.piece, self.path.from);
            let can_go = Voice::can_go(self.targets, words.game);
            format!("{mover} cannot go to {}: {reason}{can_go}", words.square(self.path.to))
        };
        let others = ways.iter().skip(1).filter(|way| way.verdict.nearness() > 1);
        for way in others.take(MAX_OTHERS) {
            let (_, reason) = verdict(words, &self.path, way, statement);
            let note = Note::about(reason, words.rule_of(way.reference));
            if note.rule.as_ref() != Some(&answer.rule) && !answer.notes.contains(&note) {
                answer.notes.push(note);
            }
        }
        answer
    }

    /// Says that no way leads there, and lists the ways there are.
    fn elsewhere(self, ways: &[WayReport<'_>]) -> Answer {
        let words = self.question.words;
        let (from, to) = (words.square(self.path.from), words.square(self.path.to));
        let message =
            format!("{} has no way of moving from {from} to {to}", words.subject(&self.subject));
        let kind = self.subject.piece.and_then(|piece| words.game.types.get(piece.kind));
        let rule = kind.map_or_else(
            || Rule::of_turn(words.game),
            |kind| Rule::new(format!("piece {}", kind.name), kind.span),
        );
        let mut answer = refused(Kind::NoSuchWay, message, rule);
        let mover = self.question.voice().mover(self.subject.piece, self.path.from);
        let reach = self.line.reach(self.path.from, |_| true);
        let is_far = reach
            .iter()
            .any(|square| self.question.voice().is_between(self.path.from, square, self.path.to));
        let whither = if is_far { format!("as far as {to}") } else { format!("to {to}") };
        let can_go = Voice::can_go(self.targets, words.game);
        answer.plain = format!("{mover} cannot go {whither}{can_go}");
        for way in ways {
            let rule = words.rule_of(way.reference);
            let note = Note::about(format!("there is {}", words.way(way.reference)), rule);
            if !answer.notes.contains(&note) {
                answer.notes.push(note);
            }
        }
        answer
    }

    /// Says until when a way was open earlier in this game, if it was and is no longer.
    fn lapsed(&self, way: &WayReport<'_>) -> Option<String> {
        let missed = match &way.verdict {
            Verdict::Blocked(missed) => missed.as_slice(),
            _ => &[],
        };
        missed.iter().find_map(|(subject, set)| match set {
            Squares::Variable(variable) => {
                self.question.voice().lapsed(subject.square, variable.id, Some(self.path.from))
            }
            _ => None,
        })
    }

    /// Tells players what one way of moving says.
    fn reason(&mut self, way: &WayReport<'g>) -> String {
        let voice = self.question.voice();
        let unknown = || "the rules do not allow that here".to_owned();
        match &way.verdict {
            Verdict::Unwanted(_, finding) | Verdict::Condition(finding) => {
                voice.finding(self.line, finding, &self.path).unwrap_or_else(unknown)
            }
            Verdict::Landing(subject) => self.landing(way, subject),
            Verdict::Blocked(missed) => {
                let pieces: Vec<String> = missed
                    .iter()
                    .filter(|(subject, set)| **set == Squares::Empty && subject.piece.is_some())
                    .map(|(subject, _)| voice.on(subject.piece, subject.square))
                    .collect();
                if !pieces.is_empty() {
                    return in_the_way(&pieces);
                }
                let told = missed.iter().find_map(|(subject, set)| {
                    voice.belongs(self.line, subject, set, false, Some(self.path.from))
                });
                told.unwrap_or_else(unknown)
            }
            Verdict::Stays => "it would stay where it is".to_owned(),
            Verdict::OtherSide => "only the other side's pieces go that way".to_owned(),
            Verdict::NotBearer(token, ..) => {
                format!(
                    "the {} does not give it this way of moving",
                    self.question.words.token(*token)
                )
            }
            Verdict::NotAtLevel(token, level) => {
                let token = self.question.words.token(*token);
                format!("the {token} does not give it this way of moving at level {level}")
            }
            Verdict::Elsewhere => unknown(),
        }
    }

    /// Says that what stands at the end does not suit.
    fn landing(&mut self, way: &WayReport<'g>, subject: &Subject) -> String {
        let voice = self.question.voice();
        // Whatever else is in the way is worth knowing at once.
        let finding = self.line.condition_of(way.clause, &self.path);
        if !finding.holds && self.question.by_name {
            let told = voice.finding(self.line, &finding, &self.path);
            if let Some(told) = told {
                return told;
            }
        }
        let Some(piece) = subject.piece else {
            let to = self.question.words.square(subject.square);
            return format!("it goes there only to capture, and {to} is empty");
        };
        let there = voice.piece(piece);
        if piece.owner == Some(voice.you()) {
            return format!("{there} is there");
        }
        if way.clause.can_capture() {
            return format!("{there} is there, and cannot be captured so");
        }
        let prey = self.line.reach(self.path.from, Clause::can_capture);
        if (1..=MAX_PREY).contains(&prey.len()) {
            return format!(
                "{there} stands there, and it captures only on {}",
                voice.squares(prey, "and")
            );
        }
        format!("{there} stands there, and it does not capture in this way")
    }
}

/// Tells what one way of moving says.
fn verdict(words: Words<'_>, path: &Path, way: &WayReport<'_>, statement: &Rule) -> (Kind, String) {
    let name = words.way(way.reference);
    let to = words.square(path.to);
    match &way.verdict {
        Verdict::Unwanted(_, finding) => {
            let finding = words.finding(finding, statement.span);
            (Kind::Unwanted, format!("{name} leads there, but {finding}"))
        }
        Verdict::Condition(finding) => {
            let finding = words.finding(finding, way.clause.span);
            (Kind::Condition, format!("{name} leads there, but {finding}"))
        }
        Verdict::Landing(subject) => (Kind::Landing, landing(words, &name, way, subject)),
        Verdict::Blocked(missed) => blocked(words, &name, way, missed),
        Verdict::Stays => (Kind::NoSuchWay, format!("{name} would leave it where it is")),
        Verdict::OtherSide => {
            (Kind::OtherSide, format!("{name} leads to {to}, but only for the other side"))
        }
        Verdict::NotBearer(token, set, inside) => {
            let token = words.token(*token);
            let set = words.set(set, way.clause.span);
            let to_whom = if *inside { "not to" } else { "only to" };
            (Kind::Withheld, format!("{name} leads there, but {token} gives it {to_whom} `{set}`"))
        }
        Verdict::NotAtLevel(token, level) => {
            let token = words.token(*token);
            let reason =
                format!("{name} leads there, but {token} does not give it at level {level}");
            (Kind::Withheld, reason)
        }
        Verdict::Elsewhere => (Kind::NoSuchWay, format!("{name} does not lead to {to}")),
    }
}

/// Says that what stands at the end does not suit.
fn landing(words: Words<'_>, name: &str, way: &WayReport<'_>, subject: &Subject) -> String {
    let span = way.clause.span;
    let wanted: Vec<String> = way
        .clause
        .landings
        .iter()
        .map(|landing| {
            let set = words.set(&landing.on, span);
            match landing.kind {
                LandingKind::Settle if landing.on.is_vacant() => {
                    "ends on an empty square".to_owned()
                }
                LandingKind::Settle => format!("ends on `{set}`"),
                LandingKind::Capture => format!("captures `{set}`"),
                LandingKind::Swap => format!("changes places with `{set}`"),
            }
        })
        .collect();
    let square = words.square(subject.square);
    let there = subject.piece.map_or_else(
        || format!("{square} is empty"),
        |piece| format!("{} stands on {square}", words.piece(piece)),
    );
    format!("{name} {}, and {there}", listed(&wanted, "or"))
}

/// Says which squares on the way are not as they must be.
fn blocked(
    words: Words<'_>,
    name: &str,
    way: &WayReport<'_>,
    missed: &[(Subject, &Squares)],
) -> (Kind, String) {
    let span = way.clause.span;
    let told: Vec<String> =
        missed.iter().map(|(subject, set)| words.belongs(subject, set, false, span)).collect();
    let told = listed(&told, "and");
    let is_blocked = missed.iter().all(|(subject, set)| set.is_vacant() && subject.piece.is_some());
    let verb = if is_blocked { "is blocked:" } else { "would lead there, but" };
    (Kind::Blocked, format!("{name} {verb} {told}"))
}

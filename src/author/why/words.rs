//! What the executor found, in words.

use super::rule::Rule;
use crate::author::words::listed;
use crate::diag::suggest;
use crate::ir::display::{Writer, slot_text};
use crate::ir::{
    Game, Number, Part, PieceTypeId, SideId, SlotId, SquareId, Squares, TokenId, Truth, TypeSet,
    VariableKind, slots,
};
use crate::notation::turn_text;
use crate::reference::explain::{Fact, Finding};
use crate::reference::{Lapse, MovedBy, Subject, Threat};
use crate::source::{SourceMap, Span};
use crate::state::{Choice, ClauseRef, Piece, Step, Turn};

/// The longest text that is quoted from a file.
const MAX_QUOTE: usize = 160;

/// Tells about a game in words, and quotes its files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    /// The game.
    pub game: &'a Game,
    /// The files it was made from.
    pub sources: &'a SourceMap,
}

impl Words<'_> {
    /// Names a side.
    pub(crate) fn side(&self, side: SideId) -> &str {
        self.game.side_name(side)
    }

    /// Names a square.
    pub(crate) fn square(&self, square: SquareId) -> &str {
        self.game.board.name(square)
    }

    /// Names a type.
    pub(crate) fn kind(&self, kind: PieceTypeId) -> &str {
        self.game.types.get(kind).map_or("?", |kind| kind.name.as_str())
    }

    /// Names types: `A, B or C`.
    pub(crate) fn kinds(&self, kinds: TypeSet) -> String {
        let names: Vec<String> = kinds.iter().map(|kind| self.kind(kind).to_owned()).collect();
        listed(&names, "or")
    }

    /// Names a piece with its owner: `White Wizard`.
    pub(crate) fn piece(&self, piece: Piece) -> String {
        let kind = self.kind(piece.kind);
        match piece.owner {
            Some(side) => format!("{} {kind}", self.side(side)),
            None => format!("neutral {kind}"),
        }
    }

    /// Names what stands on a square: `White Wizard on e1`, `the empty square e1`.
    pub(crate) fn subject(&self, subject: &Subject) -> String {
        let square = self.square(subject.square);
        match subject.piece {
            Some(piece) => format!("{} on {square}", self.piece(piece)),
            None => format!("the empty square {square}"),
        }
    }

    /// Quotes a part of a file on one line; nothing if it is nowhere.
    pub(crate) fn quote(&self, span: Span) -> String {
        let text = self.sources.written(span);
        let lines = text.lines();
        let words: Vec<&str> =
            lines.flat_map(|line| without_comment(line).split_whitespace()).collect();
        shortened(balanced(words.join(" ")))
    }

    /// Quotes the first line of a part of a file.
    pub(crate) fn first_line(&self, span: Span) -> String {
        let written = self.sources.written(span);
        let lines = written.lines();
        let mut text = String::new();
        // A line that opens a bracket of an expression goes on to where it closes; a block does not.
        for line in lines {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(without_comment(line).trim());
            if text.matches('(').count() <= text.matches(')').count() {
                break;
            }
        }
        shortened(match text.strip_suffix('{') {
            Some(head) => format!("{head}{{ … }}"),
            None => text,
        })
    }

    /// Names what is in a slot as the author does.
    fn slot(&self, slot: SlotId) -> String {
        if slot.0 < slots::FIRST_FREE.0 {
            return slot_text(slot);
        }
        let phrases = &self.game.phrases;
        let named = phrases.sets.iter().find(|(set, _)| set.as_slot() == Some(slot));
        if let Some((_, span)) = named {
            return self.quote(*span);
        }
        let asked = phrases.slots.iter().find(|(of, _)| *of == slot);
        let asked = asked.map(|(_, span)| self.quote(*span));
        asked.filter(|name| !name.contains(' ')).unwrap_or_else(|| "it".to_owned())
    }

    /// Writes an expression as the program understands it, with the author's names for slots.
    fn write<'p>(&self, part: impl Into<Part<'p>>) -> String {
        Writer::naming(self.game, &|slot| self.slot(slot)).write(part)
    }

    /// Writes a condition as the author of the rule did, or else as the program understands it.
    pub(crate) fn truth(&self, truth: &Truth, rule: Span) -> String {
        let written = self.game.phrases.truth_in(truth, rule).map(|span| self.quote(span));
        let text = written.filter(|text| !text.is_empty());
        text.unwrap_or_else(|| self.put_together(truth, rule))
    }

    /// Writes a truth that is written nowhere from its parts, which may be.
    fn put_together(&self, truth: &Truth, rule: Span) -> String {
        let joined = |parts: &[Truth], word: &str| {
            let written = |part: &Truth| match part {
                Truth::All(_) | Truth::Any(_) => format!("({})", self.truth(part, rule)),
                part => self.truth(part, rule),
            };
            let parts: Vec<String> = parts.iter().map(written).collect();
            parts.join(word)
        };
        match truth {
            Truth::Is { slot, set } => format!("{} is {}", self.slot(*slot), self.set(set, rule)),
            Truth::All(parts) => joined(parts, " and "),
            Truth::Any(parts) => joined(parts, " or "),
            Truth::Not(inner) => format!("not {}", self.truth(inner, rule)),
            Truth::Exists(set) => format!("any {}", self.set(set, rule)),
            Truth::Within(first, second) => {
                format!("{} is in {}", self.set(first, rule), self.set(second, rule))
            }
            _ => self.write(truth),
        }
    }

    /// Writes a set as the author of the rule did, or else as the program understands it.
    pub(crate) fn set(&self, set: &Squares, rule: Span) -> String {
        let written = self.game.phrases.set_in(set, rule).map(|span| self.quote(span));
        let text = written.filter(|text| !text.is_empty());
        text.unwrap_or_else(|| self.set_put_together(set, rule))
    }

    /// Writes a set that is written nowhere in the rule from its parts, or as a define has it.
    fn set_put_together(&self, set: &Squares, rule: Span) -> String {
        let part = |set: &Squares| match set {
            Squares::Union(_) | Squares::Except(..) => format!("({})", self.set(set, rule)),
            set => self.set(set, rule),
        };
        match set {
            Squares::Intersection(parts) => parts.iter().map(part).collect::<Vec<_>>().join(" "),
            Squares::Union(parts) => parts.iter().map(part).collect::<Vec<_>>().join(" or "),
            Squares::Except(from, without) => format!("{} except {}", part(from), part(without)),
            Squares::Slot(slot) => self.slot(*slot),
            Squares::Reach { .. } | Squares::Passed { .. } => {
                let known = self.game.phrases.sets.iter().find(|(other, _)| other == set);
                let written = known.map(|(_, span)| self.quote(*span));
                written.unwrap_or_else(|| self.write(set))
            }
            _ => self.write(set),
        }
    }

    /// Tells what decides a condition: `` `X` does not hold: e1 is empty ``.
    pub(crate) fn finding(&self, finding: &Finding<'_>, rule: Span) -> String {
        let verb = if finding.holds { "holds" } else { "does not hold" };
        let condition = self.truth(finding.truth, rule);
        let facts = self.facts(finding, rule);
        if facts.is_empty() {
            format!("`{condition}` {verb}")
        } else {
            format!("`{condition}` {verb}: {facts}")
        }
    }

    /// Tells what forbids a turn: the capture that could be made, if that is what it is about.
    pub(crate) fn forbidding(&self, finding: &Finding<'_>, rule: Span) -> String {
        let threat = finding.facts.iter().find(|fact| matches!(fact, Fact::Threat(_)));
        threat.map_or_else(|| self.facts(finding, rule), |threat| self.fact(threat, rule))
    }

    /// Tells what was found, without the condition.
    pub(crate) fn facts(&self, finding: &Finding<'_>, rule: Span) -> String {
        let mut facts: Vec<String> = Vec::new();
        for fact in &finding.facts {
            let fact = self.fact(fact, rule);
            if !fact.is_empty() && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        facts.join("; ")
    }

    /// Tells a fact.
    pub(crate) fn fact(&self, fact: &Fact<'_>, rule: Span) -> String {
        match fact {
            Fact::Worth(number, worth) => {
                let text = self.write(*number);
                format!("`{text}` is {}", self.worth(number, *worth))
            }
            Fact::Members(set, told, count) => self.members(set, told, *count, rule),
            Fact::Belongs { subject, set, inside, .. } => self.belongs(subject, set, *inside, rule),
            Fact::Unset(slot) => format!("nothing is `{}`", self.slot(*slot)),
            Fact::Side(asked, side) => {
                let side = side.map_or("neither side", |side| self.side(side));
                let asked = Writer::naming(self.game, &|slot| self.slot(slot)).side(*asked);
                if asked == side { String::new() } else { format!("`{asked}` is {side}") }
            }
            Fact::Kind(asked, kind) => {
                let kind = kind.map_or("of no piece", |kind| self.kind(kind));
                format!("`{}` is {kind}", self.write(*asked))
            }
            Fact::Threat(threat) => self.threat(threat),
            Fact::NoThreat(on) if on.is_empty() => "there is nothing to capture".to_owned(),
            Fact::NoThreat(on) => {
                let squares: Vec<String> =
                    on.iter().take(4).map(|square| self.square(square).to_owned()).collect();
                format!("nothing could be captured on {}", listed(&squares, "or"))
            }
            Fact::Turn(side, turn) => {
                format!("{} can play `{}`", self.side(*side), turn_text(self.game, turn))
            }
            Fact::NoTurn(side, true) => format!("{} has no legal turn", self.side(*side)),
            Fact::NoTurn(side, false) => format!("{} has no such turn", self.side(*side)),
            Fact::MovedBy(way) => self.moved_by(*way),
            Fact::Occurrences(1) => "the position has occurred once".to_owned(),
            Fact::Occurrences(times) => format!("the position has occurred {times} times"),
            Fact::Lapse(Lapse::Unasked) => "no such turn has begun since".to_owned(),
            Fact::Lapse(Lapse::Ago(0)) => "it does not hold now".to_owned(),
            Fact::Lapse(Lapse::Ago(ago)) => {
                format!("it did not hold {} ago", suggest::counted(*ago, "turn"))
            }
        }
    }

    /// Writes what a number is worth: by its word, if it is a variable of words.
    fn worth(&self, number: &Number, worth: i32) -> String {
        let variable = match number {
            Number::Variable(variable) => self.game.variables.get(variable.id),
            _ => None,
        };
        let word = match variable.map(|variable| &variable.kind) {
            Some(VariableKind::Words(words)) => {
                usize::try_from(worth).ok().and_then(|worth| words.get(worth)).cloned()
            }
            Some(VariableKind::Switch) => Some(if worth == 0 { "off" } else { "on" }.to_owned()),
            _ => None,
        };
        word.unwrap_or_else(|| worth.to_string())
    }

    fn members(&self, set: &Squares, told: &[Subject], count: usize, rule: Span) -> String {
        let set = self.set(set, rule);
        if count == 0 {
            return format!("there is no `{set}`");
        }
        let mut told: Vec<String> = told.iter().map(|subject| self.subject(subject)).collect();
        if told.len() < count {
            told.push(format!("{} more", count - told.len()));
        }
        format!("`{set}`: {}", told.join(", "))
    }

    /// Tells that a square is in a set or is not.
    pub(crate) fn belongs(
        &self,
        subject: &Subject,
        set: &Squares,
        inside: bool,
        rule: Span,
    ) -> String {
        let square = self.square(subject.square);
        let not = if inside { "" } else { "not " };
        match (set, subject.piece) {
            (Squares::Empty | Squares::Occupied, Some(piece)) => {
                format!("{} stands on {square}", self.piece(piece))
            }
            (Squares::Occupied | Squares::OfTypes(_) | Squares::OwnedBy(_), None) => {
                format!("{square} is empty")
            }
            (Squares::Empty, None) => format!("{square} is empty"),
            _ => format!("{} is {not}in `{}`", self.subject(subject), self.set(set, rule)),
        }
    }

    /// Tells a capture that could be made.
    pub(crate) fn threat(&self, threat: &Threat) -> String {
        let mut steps = threat.steps.clone();
        steps.push(Step { by: threat.by, label: None, choice: Choice::Move(threat.made.clone()) });
        let text = turn_text(self.game, &Turn { steps });
        let piece = threat.piece.map_or_else(|| "a piece".to_owned(), |piece| self.piece(piece));
        let taken: Vec<String> =
            threat.made.takes.iter().map(|square| self.square(*square).to_owned()).collect();
        let from = self.square(threat.made.from);
        format!("{piece} on {from} attacks {} (`{text}`)", listed(&taken, "and"))
    }

    fn moved_by(&self, way: Option<MovedBy>) -> String {
        match way {
            None => "no piece was moved".to_owned(),
            Some(MovedBy::Drop) => "the piece was dropped".to_owned(),
            Some(MovedBy::Clause(clause)) => format!("the move was {}", self.way(clause)),
        }
    }

    /// Names a way of moving, by what is written if it has no name: `` `moves W` of Wizard ``.
    pub(crate) fn way(&self, reference: ClauseRef) -> String {
        match reference {
            ClauseRef::Own(kind, _) => {
                format!("{} of {}", self.clause_name(reference), self.kind(kind))
            }
            ClauseRef::Power(token, ..) => {
                format!("{} by {}", self.clause_name(reference), self.token(token))
            }
        }
    }

    /// Returns a way of moving as a rule: `piece Wizard`, `token Wand, jump`.
    pub(crate) fn rule_of(&self, reference: ClauseRef) -> Rule {
        let owner = match reference {
            ClauseRef::Own(kind, _) => format!("piece {}", self.kind(kind)),
            ClauseRef::Power(token, ..) => format!("token {}", self.token(token)),
        };
        let clause = reference.clause(self.game);
        let name = clause.and_then(|clause| clause.name.as_ref());
        let name = name.map_or_else(String::new, |name| format!(", {name}"));
        Rule::new(format!("{owner}{name}"), clause.map_or(Span::NONE, |clause| clause.span))
    }

    /// Names a token.
    pub(crate) fn token(&self, token: TokenId) -> &str {
        self.game.tokens.get(token).map_or("?", |token| token.name.as_str())
    }

    fn clause_name(&self, reference: ClauseRef) -> String {
        let Some(clause) = reference.clause(self.game) else { return "a way of moving".to_owned() };
        match &clause.name {
            Some(name) => format!("`{name}`"),
            None => format!("`{}`", self.first_line(clause.span)),
        }
    }
}

/// Writes a name within a sentence: with a small letter, unless it has capitals inside.
pub(super) fn capitalless(name: &str) -> String {
    let is_common = !name.chars().skip(1).any(char::is_uppercase);
    if is_common { name.to_lowercase() } else { name.to_owned() }
}

/// Returns a line without its comment.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let end = line.char_indices().find(|(_, char)| {
        quoted ^= *char == '"';
        *char == '#' && !quoted
    });
    end.map_or(line, |(at, _)| line.get(..at).unwrap_or(line))
}

/// Takes brackets away that have no partner: the place of a condition may begin or end inside of them.
fn balanced(text: String) -> String {
    let mut open: Vec<usize> = Vec::new();
    let mut alone: Vec<usize> = Vec::new();
    for (at, char) in text.char_indices() {
        match char {
            '(' => open.push(at),
            ')' if open.pop().is_none() => alone.push(at),
            _ => {}
        }
    }
    alone.extend(open);
    if alone.is_empty() {
        return text;
    }
    let kept = text.char_indices().filter(|(at, _)| !alone.contains(at)).map(|(_, char)| char);
    kept.collect::<String>().trim().to_owned()
}

/// Cuts a text that is too long to quote between two words.
fn shortened(text: String) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_QUOTE) else { return text };
    let head = text.get(..end).unwrap_or_default();
    let head = head.rsplit_once(' ').map_or(head, |(head, _)| head);
    let mut open = String::new();
    for char in head.chars() {
        match char {
            '(' => open.push(')'),
            '{' => open.push('}'),
            ')' | '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    let closing: String = open.chars().rev().collect();
    format!("{head} …{closing}")
}

//! Advice about what is declared and never asked for.

use std::collections::BTreeSet;

use super::words::{Word, words};
use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::footprint::{Facets, Said};
use crate::ir::{
    Compared, FieldKind, Game, Letter, Operand, Statement, TemplatePart, VariableId, VariableRef,
};
use crate::source::Span;

/// Looks at options, names for expressions, variables, marks and tokens.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let own = words(looked.sources.text(looked.file));
    let all: Vec<Word<'_>> =
        looked.sources.ids().flat_map(|id| words(looked.sources.text(id))).collect();
    let options = mentioned(&all, "option");
    for option in &looked.game.options {
        if !options.contains(option.name.as_str()) {
            let message = format!("nothing asks for the option `{}`", option.name);
            tell(looked, declared(looked, &own, "option", &option.name), message, advice);
        }
    }
    let defines = mentioned(&all, "define");
    for (name, span) in &looked.game.unasked {
        if !defines.contains(name.as_str()) {
            tell(looked, Some(*span), format!("nothing asks for `{name}`"), advice);
        }
    }
    if looked.settled {
        state(looked, &own, advice);
    }
}

fn tell(looked: &Looked<'_>, span: Option<Span>, message: String, advice: &mut Advice) {
    if let Some(span) = span.filter(|span| span.source == looked.file) {
        let found = codes::NEVER_ASKED.at(span, message);
        advice.add(found.label("it could be left out"), Judged::Rules);
    }
}

/// Returns the names that stand anywhere but behind the word that declares them, and where a test sets them.
fn mentioned<'a>(words: &[Word<'a>], keyword: &str) -> BTreeSet<&'a str> {
    let before = |index: usize, by: usize| Some(words.get(index.checked_sub(by)?)?.text);
    let asks = |index: usize| match (before(index, 2), before(index, 1)) {
        (Some("if"), _) => true,
        (_, Some(word)) => word != keyword && word != "with",
        _ => true,
    };
    words.iter().enumerate().filter(|(index, _)| asks(*index)).map(|(_, word)| word.text).collect()
}

/// Returns where the file declares a name.
pub(super) fn declared(
    looked: &Looked<'_>,
    words: &[Word<'_>],
    keyword: &str,
    name: &str,
) -> Option<Span> {
    let pairs = words.iter().zip(words.iter().skip(1));
    let mut found = pairs.filter(|(first, second)| first.text == keyword && second.text == name);
    found.next().map(|(_, name)| name.span(looked.file))
}

/// Advises about variables, marks and tokens that the rules change or not, and never ask about.
fn state(looked: &Looked<'_>, own: &[Word<'_>], advice: &mut Advice) {
    let game = looked.game;
    let asked = asked(game);
    for tally in &game.tallies {
        if tally.first.is_some_and(|first| !asked.has_variable(first)) {
            let message = format!("no rule asks about the variable `{}`", tally.name);
            tell(looked, Some(tally.span), message, advice);
        }
    }
    for (id, variable) in game.variables.enumerate().filter(|(_, info)| !info.of_square) {
        if !asked.has_variable(id) && !is_field(game, id) {
            let message = format!("no rule asks about the variable `{}`", variable.name);
            tell(looked, Some(variable.span), message, advice);
        }
    }
    for (id, mark) in game.marks.enumerate() {
        if !asked.has_mark(id) {
            let message = format!("no rule asks about the mark `{}`", mark.name);
            tell(looked, declared(looked, own, "mark", &mark.name), message, advice);
        }
    }
    for (id, token) in game.tokens.enumerate() {
        let idle = token.powers.is_empty() && !asked.has_token(id) && !asked.has_level(id);
        if idle {
            let message = format!("no rule asks about the token `{}`", token.name);
            tell(looked, Some(token.span), message, advice);
        }
    }
}

/// Returns all that the rules ask about. That a variable is counted up from itself is no question.
pub(super) fn asked(game: &Game) -> Facets {
    let mut said = Said::new(game);
    for clause in game.clauses() {
        let mut clause = clause.clone();
        clause.then.clear();
        said.clause(&clause);
    }
    for kind in &game.types {
        said.part(&kind.drop_on);
    }
    for power in game.tokens.iter().flat_map(|token| &token.powers) {
        said.part(&power.bearer);
    }
    for rule in &game.preferences {
        said.goal(&rule.goal);
    }
    let rules = game.forbids.iter().map(|rule| &rule.condition);
    let endings = game.endings.iter().map(|ending| &ending.condition);
    let events = game.triggers.iter().map(|trigger| &trigger.condition);
    for condition in rules.chain(endings).chain(events) {
        said.part(condition);
    }
    for compared in &game.comparison {
        if let Compared::Number(number) | Compared::Level(_, number) = compared {
            said.part(number);
        }
    }
    let mut reads = said.footprint().reads;
    for statement in game.statements() {
        reads.add_all(&reads_of(game, statement));
    }
    reads
}

/// Returns what a statement itself asks about, not those inside it.
fn reads_of(game: &Game, statement: &Statement) -> Facets {
    let mut said = Said::new(game);
    let mut changed = None;
    match statement.effect().filter(|effect| effect.only_assigns()) {
        Some(effect) => effect.each_operand(&mut |operand| match operand {
            Operand::AssignedSquares(variable)
            | Operand::AssignedSwitch(variable)
            | Operand::AssignedNumber(variable) => changed = Some(*variable),
            Operand::Amount(value) => said.part(value),
            Operand::Place(value) => said.part(value),
            Operand::Whether(value) => said.part(value),
            _ => {}
        }),
        None => said.statement_alone(statement),
    }
    let reads = said.footprint().reads;
    changed.map_or(reads, |variable| reads.without_variable(variable.id))
}

/// Tells whether a declared field of the position text is about a variable: somebody wants to see it.
fn is_field(game: &Game, id: VariableId) -> bool {
    let is = |variable: &VariableRef| variable.id == id;
    game.fields.iter().any(|field| match &field.kind {
        FieldKind::Letters(letters) => letters.iter().any(|Letter { variable, .. }| is(variable)),
        FieldKind::Squares(variable) | FieldKind::Number(variable) => is(variable),
        FieldKind::Template(forms) => forms.iter().flatten().any(|part| match part {
            TemplatePart::Number { variable, .. } => is(variable),
            TemplatePart::Text(_) => false,
        }),
        FieldKind::TurnNumber | FieldKind::Fixed(_) => false,
    })
}

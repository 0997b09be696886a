//! The whole game as text.

use super::Lines;
use super::expression::{name, square_set_text, text_of, variable_text};
use super::pattern::clause_lines;
use super::statement::{event_text, outcome_text, statement_lines};
use crate::ir::{
    Clause, Compared, Direction, Field, FieldKind, Game, Goal, Letter, Orientation, PieceType,
    Power, PowerLevel, PropertyValue, TemplatePart, Token, Trigger, Variable, VariableKind,
    VariableValue,
};

/// Writes the whole game. The same game always gives the same text.
pub fn dump(game: &Game) -> String {
    let mut lines = Lines::default();
    about(&mut lines, game);
    lines.text.push_str(&rules(game));
    for test in &game.tests {
        lines.add(format!("test {:?}", test.name));
    }
    lines.text
}

/// Writes the rules: all but the title, the origin, the options and the tests.
pub(super) fn rules(game: &Game) -> String {
    let mut lines = Lines::default();
    board(&mut lines, game);
    for (_, info) in game.types.enumerate() {
        piece_type(&mut lines, game, info);
    }
    declarations(&mut lines, game);
    lines.add("turn");
    lines.inside(|lines| lines.all(&statement_lines(game, &game.turn)));
    if let Some(threat) = &game.threat {
        lines.add("threat");
        lines.inside(|lines| lines.all(&statement_lines(game, threat)));
    }
    for item in &game.triggers {
        trigger(&mut lines, game, item);
    }
    judgements(&mut lines, game);
    text_format(&mut lines, game);
    lines.text
}

fn about(lines: &mut Lines, game: &Game) {
    lines.add(format!("game {:?}", game.about.title));
    lines.inside(|lines| {
        if let Some(parent) = &game.about.parent {
            lines.add(format!("from {parent:?}"));
        }
        for option in &game.options {
            lines.add(format!(
                "option {}: {} = {} (default {})",
                option.name, option.kind, option.value, option.default
            ));
        }
        sides(lines, game);
    });
}

fn sides(lines: &mut Lines, game: &Game) {
    let [first, second] = game.sides.as_array();
    lines.add(format!(
        "sides {} {:?}, {} {:?}",
        first.name, first.letter, second.name, second.letter
    ));
}

fn board(lines: &mut Lines, game: &Game) {
    let orientation = match game.board.orientation {
        Orientation::Mirrored => "mirrored",
        Orientation::Rotated => "rotated",
        Orientation::Shared => "shared",
    };
    lines.add(format!("board of {} squares, {orientation}", game.board.squares.len()));
    lines.inside(|lines| {
        for row in &game.board.rows {
            let cells: Vec<&str> = row
                .iter()
                .map(|cell| {
                    cell.and_then(|square| game.board.squares.get(square))
                        .map_or("*", |square| &square.name)
                })
                .collect();
            lines.add(format!("row {}", cells.join(" ")));
        }
        for (_, direction) in game.board.directions.enumerate() {
            lines.add(direction_text(direction));
        }
    });
}

fn direction_text(direction: &Direction) -> String {
    let [first, second] =
        direction.to.as_array().each_ref().map(|to| to.iter().filter(|to| to.is_some()).count());
    let links = if first == second { first.to_string() } else { format!("{first} and {second}") };
    format!("direction {} ({links} links)", direction.name)
}

fn piece_type(lines: &mut Lines, game: &Game, info: &PieceType) {
    let symbols: Vec<&str> =
        info.symbols.iter().map(|symbol| symbol.as_deref().unwrap_or("none")).collect();
    let royal = if info.royal { ", royal" } else { "" };
    lines.add(format!("type {} ({}){royal}", info.name, symbols.join(" ")));
    lines.inside(|lines| {
        for ((property, _), value) in game.properties.enumerate().zip(&info.properties) {
            let value = match value {
                PropertyValue::Number(number) => number.to_string(),
                PropertyValue::Type(kind) => name(game, *kind).to_owned(),
                PropertyValue::None => "none".to_owned(),
            };
            lines.add(format!("{} = {value}", name(game, property)));
        }
        lines.add(format!("drops on {}", text_of(game, &info.drop_on)));
        clauses(lines, game, &info.clauses);
    });
}

fn clauses(lines: &mut Lines, game: &Game, clauses: &[Clause]) {
    for clause in clauses {
        lines.all(&clause_lines(game, clause));
    }
}

fn declarations(lines: &mut Lines, game: &Game) {
    for (mark, info) in game.marks.enumerate() {
        lines.add(format!("mark {} {:?}", name(game, mark), info.suffix));
    }
    for item in &game.tokens {
        token(lines, game, item);
    }
    for item in game.variables.iter().filter(|item| !item.of_square) {
        lines.add(variable(game, item));
    }
    for tally in &game.tallies {
        let bearer = if tally.first.is_some() { "square" } else { "piece" };
        let (min, max, start) = (tally.min, tally.max, tally.start);
        lines.add(format!("variable {}: per {bearer} {min}..{max} = {start}", tally.name));
    }
    if game.uses_hands {
        lines.add("hands are used");
    }
}

fn token(lines: &mut Lines, game: &Game, token: &Token) {
    let start = token.start.map_or("nowhere".to_owned(), |at| game.board.name(at).to_owned());
    let level =
        if token.has_levels { format!(", level {}", token.start_level) } else { String::new() };
    lines.add(format!("token {}, {start} at the start{level}", token.name));
    lines.inside(|lines| {
        for item in &token.powers {
            power(lines, game, item);
        }
    });
}

fn power(lines: &mut Lines, game: &Game, power: &Power) {
    let level = match power.level {
        None => String::new(),
        Some(PowerLevel { entry, length }) => {
            format!(" at level {} of every {length}", entry.saturating_add(1))
        }
    };
    lines.add(format!("power of {}{level}", text_of(game, &power.bearer)));
    lines.inside(|lines| clauses(lines, game, &power.clauses));
}

fn variable(game: &Game, variable: &Variable) -> String {
    let kind = match &variable.kind {
        VariableKind::Number { min, max } => format!("{min}..{max}"),
        VariableKind::Switch => "switch".to_owned(),
        VariableKind::Words(words) => format!("one of {}", words.join(", ")),
        VariableKind::Squares => "squares".to_owned(),
    };
    let [first, second] =
        variable.start.map(|value| value_text(game, &variable.kind, value)).into_array();
    if variable.per_side {
        return format!("variable {} for each side: {kind} = {first} / {second}", variable.name);
    }
    format!("variable {}: {kind} = {first}", variable.name)
}

fn value_text(game: &Game, kind: &VariableKind, value: VariableValue) -> String {
    match (kind, value) {
        (_, VariableValue::Squares(squares)) => square_set_text(game, squares),
        (VariableKind::Words(words), VariableValue::Number(number)) => {
            let word = usize::try_from(number).ok().and_then(|index| words.get(index));
            word.cloned().unwrap_or_else(|| number.to_string())
        }
        (_, VariableValue::Number(number)) => number.to_string(),
    }
}

fn trigger(lines: &mut Lines, game: &Game, trigger: &Trigger) {
    let mut head = format!("event {}: when {}", trigger.name, event_text(trigger.event));
    if !trigger.condition.is_always() {
        head = format!("{head} and {}", text_of(game, &trigger.condition));
    }
    lines.add(head);
    lines.inside(|lines| lines.all(&statement_lines(game, &trigger.body)));
}

fn judgements(lines: &mut Lines, game: &Game) {
    for rule in &game.forbids {
        let condition = text_of(game, &rule.condition);
        lines.add(format!("forbid {}: {:?} when {condition}", rule.name, rule.reason));
    }
    for rule in &game.preferences {
        let goal = match &rule.goal {
            Goal::When(condition) => format!("when {}", text_of(game, condition)),
            Goal::Most(number) => format!("most {}", text_of(game, number)),
            Goal::Least(number) => format!("least {}", text_of(game, number)),
        };
        lines.add(format!("prefer {}: {:?} {goal}", rule.name, rule.reason));
    }
    for ending in &game.endings {
        let word = if ending.by_record { "record" } else { "ending" };
        let outcome = outcome_text(game, ending.outcome);
        let condition = text_of(game, &ending.condition);
        lines
            .add(format!("{word} {}: {outcome} {:?} when {condition}", ending.name, ending.reason));
    }
}

fn text_format(lines: &mut Lines, game: &Game) {
    for field in &game.fields {
        lines.add(field_text(game, field));
    }
    for compared in &game.comparison {
        lines.add(compared_text(game, compared));
    }
    if game.turns_by_position {
        lines.add("compare turns by position");
    }
    lines.add(format!("setup {:?}", game.start.text));
}

fn field_text(game: &Game, field: &Field) -> String {
    let kind = match &field.kind {
        FieldKind::Letters(letters) => {
            let letters: Vec<String> =
                letters.iter().map(|letter| letter_text(game, letter)).collect();
            format!("letters {}", letters.join(", "))
        }
        FieldKind::Squares(variable) => format!("squares {}", variable_text(game, *variable)),
        FieldKind::Number(variable) => format!("number {}", variable_text(game, *variable)),
        FieldKind::TurnNumber => "turn number".to_owned(),
        FieldKind::Template(forms) => {
            let forms: Vec<String> = forms.iter().map(|form| form_text(game, form)).collect();
            format!("form {}", forms.join(" or "))
        }
        FieldKind::Fixed(text) => format!("text {text:?}"),
    };
    format!("field {}: {kind}", field.name)
}

fn letter_text(game: &Game, letter: &Letter) -> String {
    let (square, variable) = (text_of(game, &letter.square), variable_text(game, letter.variable));
    format!("{:?} = {square} in {variable}", letter.text)
}

fn form_text(game: &Game, form: &[TemplatePart]) -> String {
    let part = |part: &TemplatePart| match part {
        TemplatePart::Text(text) => text.clone(),
        TemplatePart::Number { variable, minus: None } => {
            format!("{{{}}}", variable_text(game, *variable))
        }
        TemplatePart::Number { variable, minus: Some(from) } => {
            format!("{{{from} - {}}}", variable_text(game, *variable))
        }
    };
    format!("{:?}", form.iter().map(part).collect::<String>())
}

fn compared_text(game: &Game, compared: &Compared) -> String {
    match compared {
        Compared::Ignore(id) => format!("compare ignoring {}", name(game, *id)),
        Compared::IgnoreSide => "compare ignoring side to move".to_owned(),
        Compared::WhileUsed(id) => format!("compare {} while used", name(game, *id)),
        Compared::Number(number) => format!("compare number {}", text_of(game, number)),
        Compared::Level(token, number) => {
            format!("compare level of {} as {}", name(game, *token), text_of(game, number))
        }
    }
}

//! The sections of the page.

use super::{Entry, Page, Words, listed, sentence};
use crate::diag::suggest::counted;
use crate::ir::{
    Clause, Event, Forbid, Game, Goal, Orientation, PieceType, Power, PowerLevel, Preference,
    Squares, TallyInfo, Token, TokenId, Trigger, Variable, VariableKind, VariableValue,
};

/// How much of the start text a sentence quotes.
const MAX_START: usize = 300;

/// Tells the rules of a game.
pub fn page(game: &Game) -> Page {
    let mut page = Page::default();
    page.add("Board and sides", vec![Entry::new("", board(game))]);
    page.add("Pieces", game.types.iter().map(|kind| piece(game, kind)).collect());
    page.add("Tokens", game.tokens.iter().map(|token| self::token(game, token)).collect());
    page.add("A turn", vec![Entry::new("", turn(game))]);
    page.add(
        "What happens by itself",
        game.triggers.iter().map(|trigger| event(game, trigger)).collect(),
    );
    page.add(
        "What is not allowed",
        game.forbids.iter().map(|forbid| self::forbid(game, forbid)).collect(),
    );
    page.add(
        "What goes before",
        game.preferences.iter().map(|prefer| preference(game, prefer)).collect(),
    );
    page.add("How it ends, the first that holds", endings(game));
    page.add(
        "What is remembered",
        game.variables
            .iter()
            .filter(|variable| !variable.of_square)
            .map(|variable| self::variable(game, variable))
            .chain(game.tallies.iter().map(tally))
            .collect(),
    );
    page.add("Options", options(game));
    page
}

/// Tells of a number that squares or pieces have.
fn tally(tally: &TallyInfo) -> Entry {
    let (bearer, new) = match tally.first {
        Some(_) => ("square", "at the start"),
        None => ("piece", "with a new piece"),
    };
    let TallyInfo { min, max, start, .. } = tally;
    let text = format!("Each {bearer} has a number from {min} to {max}, {new} {start}");
    Entry::new(tally.name.clone(), vec![sentence(&text)])
}

fn board(game: &Game) -> Vec<String> {
    let (low, high) = game.board.bounds();
    let (files, ranks) = (high.x - low.x + 1, high.y - low.y + 1);
    let count = game.board.squares.len();
    let is_full = usize::try_from(i32::from(files) * i32::from(ranks)) == Ok(count);
    let lines = format!("{} and {}", counted(files, "file"), counted(ranks, "rank"));
    let size = if is_full {
        format!("The board has {lines}")
    } else {
        format!("The board has {count} squares on {lines}")
    };
    let [first, second] = game.sides.as_array();
    let seen = match game.board.orientation {
        Orientation::Mirrored => "sees the ranks the other way round",
        Orientation::Rotated => "sees the board turned by half",
        Orientation::Shared => "sees the board the same way",
    };
    let start: String = game.start.text.chars().take(MAX_START).collect();
    let mut told = vec![
        sentence(&size),
        sentence(&format!("{} begins; {} {seen}", first.name, second.name)),
        sentence(&format!("The game starts as `{start}`")),
    ];
    if game.uses_hands {
        told.push(sentence("Each side has a hand of pieces beside the board"));
    }
    told
}

pub(super) fn piece(game: &Game, kind: &PieceType) -> Entry {
    let words = Words::new(game, "the mover", "the opponent");
    let mut told = Vec::new();
    if kind.royal {
        told.push(sentence("It is royal"));
    }
    told.extend(clauses(words, &kind.clauses));
    if kind.clauses.is_empty() {
        told.push(sentence("It does not move"));
    }
    if game.uses_hands && !kind.drop_on.is_vacant() {
        told.push(sentence(&format!("It may be dropped on {}", words.one_of(&kind.drop_on))));
    }
    Entry::new(kind.name.clone(), told)
}

/// Says how a kind of piece moves, sentence by sentence.
pub(super) fn moves_only(game: &Game, kind: &PieceType) -> Vec<String> {
    clauses(Words::new(game, "the mover", "the opponent"), &kind.clauses)
}

fn clauses(words: Words<'_>, clauses: &[Clause]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for clause in clauses {
        let text = sentence(&words.clause(clause));
        if !told.contains(&text) {
            told.push(text);
        }
    }
    told
}

fn token(game: &Game, token: &Token) -> Entry {
    let words = Words::new(game, "the bearer's side", "the other side");
    let start = token.start.and_then(|square| game.board.squares.get(square));
    let mut told = vec![sentence(&match start {
        Some(square) => format!("It starts on {}", square.name),
        None => "It is not on the board at the start".to_owned(),
    })];
    if token.has_levels {
        told.push(sentence(&format!("It has a level, {} at the start", token.start_level)));
    }
    told.extend(token.powers.iter().flat_map(|power| self::power(words, power)));
    Entry::new(token.name.clone(), told)
}

/// Tells what a token gives at a level, a sentence for each of its powers: `A bearer that is … also …`.
pub fn powers_at(game: &Game, token: TokenId, level: i32) -> Vec<String> {
    let words = Words::new(game, "the bearer's side", "the other side");
    let gives = |power: &&Power| match power.level {
        None => true,
        Some(PowerLevel { entry, length }) => {
            level >= 1 && (level - 1) % i32::from(length.max(1)) == i32::from(entry)
        }
    };
    let powers = game.tokens.get(token).into_iter().flat_map(|token| &token.powers);
    let here = powers.filter(gives).map(|power| Power { level: None, ..power.clone() });
    here.flat_map(|here| power(words, &here)).collect()
}

fn power(words: Words<'_>, power: &Power) -> Vec<String> {
    let level = match power.level {
        None => String::new(),
        Some(PowerLevel { length: 0 | 1, .. }) => "at level 1 and above, ".to_owned(),
        Some(PowerLevel { entry, length }) => {
            let (first, length) = (u32::from(entry) + 1, u32::from(length));
            format!("at levels {first}, {} and so on, ", first + length)
        }
    };
    let bearer = match &power.bearer {
        Squares::Occupied => "a bearer".to_owned(),
        bearer => format!("a bearer that is {}", words.one_of(bearer)),
    };
    let ways = power.clauses.iter();
    ways.map(|clause| sentence(&format!("{level}{bearer} also {}", words.clause(clause)))).collect()
}

fn turn(game: &Game) -> Vec<String> {
    let words = Words::new(game, "the mover", "the opponent");
    let mut told: Vec<String> = Vec::new();
    for (at, statement) in game.turn.iter().enumerate() {
        let text = words.statements(std::slice::from_ref(statement));
        let then = if at == 0 { "" } else { "then " };
        told.push(sentence(&format!("{then}{text}")));
    }
    if let Some(threat) = &game.threat {
        let text = words.statements(threat);
        told.push(sentence(&format!("Where attacks are judged, a turn counts as this: {text}")));
    }
    told
}

fn event(game: &Game, trigger: &Trigger) -> Entry {
    let words = Words::new(game, "the mover", "the opponent");
    let when = match trigger.event {
        Event::Captured => "When a piece is captured",
        Event::Moved => "When a piece has moved",
        Event::Dropped => "When a piece has been dropped",
        Event::TurnBegins => "When a turn begins",
        Event::TurnEnds => "When a turn ends",
    };
    let condition = match &trigger.condition {
        always if always.is_always() => String::new(),
        condition => format!(" and {}", words.truth(condition)),
    };
    let text = format!("{when}{condition}: {}", words.statements(&trigger.body));
    Entry::new(trigger.name.clone(), vec![sentence(&text)])
}

fn forbid(game: &Game, forbid: &Forbid) -> Entry {
    let words = Words::new(game, "the side that has just played", "the other side");
    let reason = reason(&forbid.reason);
    let text =
        format!("A turn is not legal if after it {}{reason}", words.truth(&forbid.condition));
    Entry::new(forbid.name.clone(), vec![sentence(&text)])
}

fn preference(game: &Game, prefer: &Preference) -> Entry {
    let words = Words::new(game, "the side that has just played", "the other side");
    let reason = reason(&prefer.reason);
    let text = match &prefer.goal {
        Goal::When(condition) => format!(
            "If there are turns after which {}, one of them must be played{reason}",
            words.truth(condition)
        ),
        Goal::Most(number) => format!(
            "A turn must be played after which {} is as great as after any{reason}",
            words.number(number)
        ),
        Goal::Least(number) => format!(
            "A turn must be played after which {} is as small as after any{reason}",
            words.number(number)
        ),
    };
    Entry::new(prefer.name.clone(), vec![sentence(&text)])
}

fn reason(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

fn endings(game: &Game) -> Vec<Entry> {
    let words = Words::new(game, "the side to move", "the other side");
    let ending = |ending: &crate::ir::Ending| {
        let outcome = words.outcome(ending.outcome);
        let text = format!("If {}, {outcome}: {}", words.truth(&ending.condition), ending.reason);
        Entry::new(ending.name.clone(), vec![sentence(&text)])
    };
    game.endings.iter().map(ending).collect()
}

fn variable(game: &Game, variable: &Variable) -> Entry {
    let words = Words::new(game, "the mover", "the opponent");
    let kind = match &variable.kind {
        VariableKind::Number { min, max } => format!("a number from {min} to {max}"),
        VariableKind::Switch => "whether something is so".to_owned(),
        VariableKind::Words(words) => format!("one of these words: {}", listed(words, "or")),
        VariableKind::Squares => "some squares".to_owned(),
    };
    let value = |value: VariableValue| match value {
        VariableValue::Squares(set) => words.places(set),
        VariableValue::Number(value) => match &variable.kind {
            VariableKind::Words(words) => usize::try_from(value)
                .ok()
                .and_then(|value| words.get(value))
                .map_or_else(|| value.to_string(), Clone::clone),
            VariableKind::Switch => if value == 0 { "no" } else { "yes" }.to_owned(),
            VariableKind::Number { .. } | VariableKind::Squares => value.to_string(),
        },
    };
    let [first, second] = variable.start.map(value).into_array();
    let sides = if variable.per_side { ", for each side" } else { "" };
    let start = if first == second { first } else { format!("{first} and {second}") };
    let text = format!("It is {kind}{sides}; at the start: {start}");
    Entry::new(variable.name.clone(), vec![sentence(&text)])
}

fn options(game: &Game) -> Vec<Entry> {
    let option = |option: &crate::ir::OptionInfo| {
        let mut told =
            vec![sentence(&format!("It can be {}; it is {}", option.kind, option.value))];
        told.extend(option.summary.iter().map(|summary| sentence(summary)));
        Entry::new(option.name.clone(), told)
    };
    game.options.iter().map(option).collect()
}

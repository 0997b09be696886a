//! What stands behind the declared fields as `name:value`.

use super::cursor::Cursor;
use super::error::{PositionError, shown};
use super::fields::{read_squares, squares_text, store, turn_number};
use crate::ir::{
    Game, OptionInfo, Side, SideId, SquareSet, TallyInfo, TokenId, VariableId, VariableKind,
    VariableRef, VariableValue,
};
use crate::state::{GameResult, Position, TokenState};

/// The name of the field that tells how a game ended.
pub(super) const OVER: &str = "over";
/// The name of the field that tells the turn number where no declared field does.
const TURN: &str = "turn-number";
/// What stands in [`OVER`] for a game that nobody won.
const DRAW: &str = "draw";

/// Writes whatever differs from `told`, the position that all before this tells.
pub(super) fn write(game: &Game, position: &Position, told: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    for (token, info) in game.tokens.enumerate() {
        if position.tokens[token] != told.tokens[token] {
            texts.push(format!(
                "{}:{}",
                info.name,
                token_text(game, token, position.tokens[token])
            ));
        }
    }
    for (variable, info) in game.variables.enumerate().filter(|(_, info)| !info.of_square) {
        if position.variables[variable] != told.variables[variable] {
            texts.push(format!("{}:{}", info.name, variable_text(game, variable, position)));
        }
    }
    for tally in &game.tallies {
        let numbers = tally_text(game, tally, position, told);
        if !numbers.is_empty() {
            texts.push(format!("{}:{}", tally.name, numbers.join(",")));
        }
    }
    if position.turn_number != told.turn_number {
        texts.push(format!("{TURN}:{}", position.turn_number));
    }
    for option in game.options.iter().filter(|option| option.value != option.default) {
        texts.push(format!("{}:{}", option.name, option_text(&option.value)));
    }
    texts.extend(position.over.as_ref().map(|result| over_text(game, result)));
    texts
}

/// Writes the numbers of squares, or of pieces, that differ: `a1=4`.
fn tally_text(game: &Game, tally: &TallyInfo, position: &Position, told: &Position) -> Vec<String> {
    let squares = game.board.squares.ids();
    let differing = squares.filter_map(|square| {
        let number = position.tally(tally, square)?;
        let known = told.tally(tally, square).filter(|_| tally.first.is_some());
        (number != known.unwrap_or(tally.start)).then_some((square, number))
    });
    differing.map(|(square, number)| format!("{}={number}", game.board.name(square))).collect()
}

/// Reads what [`tally_text`] writes.
fn read_tally(
    game: &Game,
    tally: &TallyInfo,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    loop {
        let rest = cursor.rest();
        let entry = &rest[..rest.find(',').unwrap_or(rest.len())];
        let (name, number) = entry.split_once('=').unwrap_or((entry, ""));
        let Some(square) = game.board.square_named(name) else {
            let message =
                format!("`{}` is no square of the board; expected such as `a1=4`", shown(name));
            return Err(cursor.error(&tally.name, message));
        };
        let range = tally.min..=tally.max;
        let Some(number) = number.parse().ok().filter(|number| range.contains(number)) else {
            let message =
                format!("expected a number from {} to {} behind `=`", tally.min, tally.max);
            return Err(cursor.error(&tally.name, message));
        };
        if position.tally(tally, square).is_none() {
            let message = format!("no piece stands on {name} that could have this number");
            return Err(cursor.error(&tally.name, message));
        }
        position.set_tally(tally, square, number);
        cursor.skip(entry.len());
        if !cursor.eat(",") {
            return Ok(());
        }
    }
}

fn token_text(game: &Game, token: TokenId, state: TokenState) -> String {
    let info = &game.tokens[token];
    let at = state.at.map_or("-", |square| game.board.name(square));
    if info.has_levels || state.level != info.start_level {
        return format!("{at}/{}", state.level);
    }
    at.to_owned()
}

fn variable_text(game: &Game, variable: VariableId, position: &Position) -> String {
    let info = &game.variables[variable];
    let texts = position.variables[variable].map(|value| match value {
        VariableValue::Squares(squares) => squares_text(game, squares),
        VariableValue::Number(number) => number_text(&info.kind, number),
    });
    let [first, second] = texts.into_array();
    if info.per_side { format!("{first},{second}") } else { first }
}

fn number_text(kind: &VariableKind, number: i32) -> String {
    match kind {
        VariableKind::Switch if number == 0 => "off".to_owned(),
        VariableKind::Switch if number == 1 => "on".to_owned(),
        VariableKind::Words(words) => {
            let word = usize::try_from(number).ok().and_then(|index| words.get(index));
            word.cloned().unwrap_or_else(|| number.to_string())
        }
        VariableKind::Number { .. } | VariableKind::Switch | VariableKind::Squares => {
            number.to_string()
        }
    }
}

/// Writes the value of an option without spaces.
fn option_text(value: &str) -> String {
    let parts: Vec<String> = value
        .split(',')
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join("_"))
        .collect();
    parts.join(",")
}

fn over_text(game: &Game, result: &GameResult) -> String {
    let winner = result.winner().map_or(DRAW, |side| game.side_name(side));
    format!("{OVER}:{winner}:{}", escape(&result.reason))
}

/// Writes a reason without spaces: `_` for a space, `%5F` and the like for what would be misread.
fn escape(reason: &str) -> String {
    let mut text = String::new();
    for char in reason.chars() {
        if char == ' ' {
            text.push('_');
        } else if char == '_' || char == '%' || char.is_whitespace() || char.is_control() {
            let mut bytes = [0; 4];
            for byte in char.encode_utf8(&mut bytes).bytes() {
                text.extend(["%", &format!("{byte:02X}")]);
            }
        } else {
            text.push(char);
        }
    }
    text
}

/// Undoes [`escape`]; a `%` without two digits behind it stands for itself.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            (byte, _) => {
                bytes.push(if *byte == b'_' { b' ' } else { *byte });
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads one `name:value`; the cursor stands behind the colon.
pub(super) fn read(
    game: &Game,
    name: &str,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    if let Some((token, _)) = game.tokens.enumerate().find(|(_, token)| token.name == name) {
        read_token(game, token, cursor, position)?;
    } else if let Some(tally) = game.tallies.iter().find(|tally| tally.name == name) {
        read_tally(game, tally, cursor, position)?;
    } else if let Some((id, _)) = game.variables.enumerate().find(|(_, other)| other.name == name) {
        read_variable(game, id, cursor, position)?;
    } else if let Some(option) = game.options.iter().find(|option| option.name == name) {
        read_option(option, cursor)?;
    } else if name == TURN {
        position.turn_number =
            turn_number(cursor).map_err(|message| cursor.error(name, message))?;
    } else if name == OVER {
        read_over(game, cursor, position)?;
    } else {
        let message = format!("there is nothing of that name; expected one of {}", names(game));
        return Err(cursor.error(name, message));
    }
    if cursor.is_done() {
        Ok(())
    } else {
        Err(cursor.error(name, "expected the end of this field here"))
    }
}

fn names(game: &Game) -> String {
    let tokens = game.tokens.iter().map(|token| token.name.as_str());
    let variables = game.variables.iter().filter(|variable| !variable.of_square);
    let variables = variables.map(|variable| variable.name.as_str());
    let tallies = game.tallies.iter().map(|tally| tally.name.as_str());
    let options = game.options.iter().map(|option| option.name.as_str());
    let all: Vec<&str> = tokens
        .chain(variables)
        .chain(tallies)
        .chain(options)
        .chain([TURN, OVER])
        .take(40)
        .collect();
    all.join(", ")
}

fn read_token(
    game: &Game,
    token: TokenId,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let info = &game.tokens[token];
    let rest = cursor.rest();
    let (square, level) =
        rest.split_once('/').map_or((rest, None), |(at, level)| (at, Some(level)));
    let at = match square {
        "-" => None,
        name => Some(game.board.square_named(name).ok_or_else(|| {
            cursor.error(
                &info.name,
                format!("`{}` is no square of the board; expected one or `-`", shown(name)),
            )
        })?),
    };
    let level = match level {
        None => info.start_level,
        Some(text) => {
            cursor.skip(square.len() + 1);
            text.parse().ok().filter(|level| *level >= 0).ok_or_else(|| {
                cursor.error(&info.name, "expected the token's level, a number of at least 0")
            })?
        }
    };
    cursor.skip(rest.len());
    position.tokens[token] = TokenState { at, level };
    Ok(())
}

fn read_variable(
    game: &Game,
    id: VariableId,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let info = &game.variables[id];
    for side in SideId::ALL {
        if side != SideId::FIRST && !(info.per_side && cursor.eat(",")) {
            break;
        }
        let start = *cursor;
        let value = read_value(game, &info.kind, &info.name, cursor)?;
        let variable = VariableRef { id, side: Some(Side::Fixed(side)) };
        store(game, position, variable, value)
            .map_err(|message| start.error(&info.name, message))?;
    }
    Ok(())
}

fn read_value(
    game: &Game,
    kind: &VariableKind,
    name: &str,
    cursor: &mut Cursor<'_>,
) -> Result<VariableValue, PositionError> {
    let rest = cursor.rest();
    let word = &rest[..rest.find(',').unwrap_or(rest.len())];
    let number = match kind {
        VariableKind::Squares => {
            let squares: SquareSet = read_squares(game, cursor, name)?;
            return Ok(VariableValue::Squares(squares));
        }
        VariableKind::Switch => match word {
            "on" | "yes" | "true" | "1" => Some(1),
            "off" | "no" | "false" | "0" => Some(0),
            _ => None,
        },
        VariableKind::Words(words) => {
            words.iter().position(|other| other == word).and_then(|index| i32::try_from(index).ok())
        }
        VariableKind::Number { .. } => word.parse().ok(),
    };
    let number = number.ok_or_else(|| cursor.error(name, expected(kind)))?;
    cursor.skip(word.len());
    Ok(VariableValue::Number(number))
}

fn expected(kind: &VariableKind) -> String {
    match kind {
        VariableKind::Number { min, max } => format!("expected a number from {min} to {max}"),
        VariableKind::Switch => "expected `on` or `off`".to_owned(),
        VariableKind::Words(words) => format!("expected one of {}", words.join(", ")),
        VariableKind::Squares => "expected squares or `-`".to_owned(),
    }
}

fn read_option(option: &OptionInfo, cursor: &mut Cursor<'_>) -> Result<(), PositionError> {
    let rest = cursor.rest();
    if option_text(rest) != option_text(&option.value) {
        let message = format!(
            "the game was made with `{}`; make it with `{}` to read this position",
            option_text(&option.value),
            shown(rest)
        );
        return Err(cursor.error(&option.name, message));
    }
    cursor.skip(rest.len());
    Ok(())
}

fn read_over(
    game: &Game,
    cursor: &mut Cursor<'_>,
    position: &mut Position,
) -> Result<(), PositionError> {
    let rest = cursor.rest();
    let (who, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let sides = SideId::ALL;
    let winner = sides.into_iter().find(|side| game.side_name(*side) == who);
    if winner.is_none() && who != DRAW {
        let [first, second] = sides.map(|side| game.side_name(side));
        let message = format!("expected who won: `{first}`, `{second}` or `{DRAW}`");
        return Err(cursor.error(OVER, message));
    }
    position.over = Some(GameResult::of(winner, unescape(reason)));
    cursor.skip(rest.len());
    Ok(())
}

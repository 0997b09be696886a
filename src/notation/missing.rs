//! Squares that a text names and the board does not have.

use crate::ir::Game;

/// Says which square a text names that the board does not have, and which squares there are; nothing if the text is no move
/// between squares, or all of its squares exist.
pub fn missing_square(game: &Game, text: &str) -> Option<String> {
    let board = &game.board;
    let has_numbers = board.squares.iter().all(|square| is_number(&square.name));
    let names = names(text, has_numbers)?;
    let missing = names.iter().find(|name| board.square_named(name).is_none())?;
    if has_numbers {
        let numbers = board.squares.iter().filter_map(|square| square.name.parse::<u32>().ok());
        let (low, high) = (numbers.clone().min()?, numbers.max()?);
        return Some(format!("there is no square {missing}: the squares go from {low} to {high}"));
    }
    let parts = |name: &str| {
        let digits = name.find(|char: char| char.is_ascii_digit())?;
        let (file, rank) = name.split_at(digits);
        Some((file.to_owned(), rank.parse::<u32>().ok()?))
    };
    let all: Vec<(String, u32)> =
        board.squares.iter().map(|square| parts(&square.name)).collect::<Option<_>>()?;
    let (file, rank) = parts(missing)?;
    let (first, last) = (&all.first()?.0, &all.last()?.0);
    let ranks = || all.iter().map(|(_, rank)| *rank);
    let why = match (all.iter().any(|(other, _)| *other == file), ranks().any(|y| y == rank)) {
        (true, true) => return Some(format!("there is no square {missing} on this board")),
        (true, false) => format!("the ranks go from {} to {}", ranks().min()?, ranks().max()?),
        (false, true) => format!("the files go from {first} to {last}"),
        (false, false) => {
            let (low, high) =
                (&board.squares.iter().next()?.name, &board.squares.iter().last()?.name);
            format!("the squares go from {low} to {high}")
        }
    };
    Some(format!("there is no square {missing}: {why}"))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a text into names of squares, if it consists of these, but for the letter of a piece at either end.
fn names(text: &str, has_numbers: bool) -> Option<Vec<String>> {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    // `N`, or the file of a pawn in `exd5`.
    let letter = |char: char| char.is_ascii_uppercase() || text.get(1..2) == Some("x");
    let text = text.strip_prefix(letter).unwrap_or(text);
    if has_numbers {
        let names: Vec<String> = text.split(['-', 'x']).map(str::to_owned).collect();
        return (names.len() > 1 && names.iter().all(|name| is_number(name))).then_some(names);
    }
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
        let letters = rest.find(|char: char| !char.is_ascii_lowercase()).unwrap_or(rest.len());
        let after = &rest[letters..];
        let digits = after.find(|char: char| !char.is_ascii_digit()).unwrap_or(after.len());
        if letters == 0 || letters > 2 || digits == 0 || digits > 2 {
            let is_letter = rest.trim_start_matches('=').chars().count() == 1;
            return (is_letter && !names.is_empty()).then_some(names);
        }
        names.push(rest[..letters + digits].to_owned());
        rest = &after[digits..];
    }
    Some(names).filter(|names| !names.is_empty())
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_text_of_squares_is_split() {
        let split = |text: &str| names(text, false).map(|names| names.join(" "));
        assert_eq!(split("e2e9").as_deref(), Some("e2 e9"));
        assert_eq!(split("Ni3").as_deref(), Some("i3"));
        assert_eq!(split("a7xb9=Q").as_deref(), Some("a7 b9"));
        assert_eq!(split("exd9").as_deref(), Some("d9"));
        assert_eq!(split("hstory"), None);
        assert_eq!(split("level11"), None);
        assert_eq!(names("4-11", true).map(|names| names.join(" ")).as_deref(), Some("4 11"));
        assert_eq!(names("4", true), None);
    }
}

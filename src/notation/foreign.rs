//! Turns as other programs and people write them: `Nf3`, `Ng1-f3`, `exd5`, `O-O`, `g1f3+`, `P*5e`.
//!
//! What they say is compared with the legal turns: which piece moves, from where, to where, and what it becomes. The
//! pieces are called by the game's own symbols, and nothing is known of any particular piece.

use super::symbols;
use super::turn::turn_text;
use crate::ir::{Game, IdVec, PieceTypeId, SquareId};
use crate::state::{Choice, ClauseRef, MoveMade, Turn};

/// The longest text that is looked at.
const MAX_TEXT: usize = 40;
/// The most turns among which a text could mean several.
const MAX_MEANT: usize = 5;

/// Returns the texts of the legal turns that a text of another notation can mean, each once; none if it is not
/// understood, or could mean very many.
pub(super) fn meant(game: &Game, text: &str, turns: &[Turn]) -> Vec<String> {
    if text.len() > MAX_TEXT || text.contains(',') {
        return Vec::new();
    }
    let readings: [&dyn Fn() -> Vec<usize>; 5] = [
        &|| castled(game, text, turns),
        &|| dropped(game, text, turns),
        &|| moved(game, text, turns),
        &|| numbered(game, text, turns),
        &|| unadorned(game, text, turns),
    ];
    for reading in readings {
        let mut texts: Vec<String> = Vec::new();
        for turn in reading().iter().filter_map(|index| turns.get(*index)) {
            let found = turn_text(game, turn);
            if !texts.contains(&found) {
                texts.push(found);
            }
        }
        if (1..=MAX_MEANT).contains(&texts.len()) {
            return texts;
        }
    }
    Vec::new()
}

/// What is written behind a turn to comment on it.
fn without_comment(text: &str) -> &str {
    let text = text.trim_end_matches("e.p.");
    text.trim_end_matches(['+', '#', '!', '?', ' ', '\u{2020}', '\u{2021}'])
}

/// Returns the move with which a turn begins, and the type chosen after it, if any.
fn first_move(turn: &Turn) -> Option<(&MoveMade, Option<PieceTypeId>)> {
    let mut steps =
        turn.steps.iter().skip_while(|step| matches!(step.choice, Choice::Alternative(_)));
    let Choice::Move(made) = &steps.next()?.choice else { return None };
    let chosen = steps.find_map(|step| match step.choice {
        Choice::Type(kind) => Some(kind),
        _ => None,
    });
    Some((made, chosen))
}

/// Returns the type of the piece that moves, if it moves in its own way.
fn mover(made: &MoveMade) -> Option<PieceTypeId> {
    match made.clause {
        ClauseRef::Own(kind, _) => Some(kind),
        ClauseRef::Power(..) => None,
    }
}

/// What no text begins with: a line break.
const NO_HEAD: &str = "\n";

/// What a text says of a move.
#[derive(Debug, Default)]
struct Said {
    /// The symbol of the piece; empty if none is told.
    piece: String,
    /// What is told of where it begins: a square, a file or a rank; empty if nothing.
    from: String,
    /// The name of the square where it ends.
    to: String,
    /// The symbol of what it becomes, in small letters; empty if nothing is told.
    into: String,
}

/// Returns the kind of piece whose symbol, a capital, a text begins with. Such a text means a piece of that kind and no
/// other; where all is written in capitals, they mean nothing.
pub fn named_kind(game: &Game, text: &str) -> Option<PieceTypeId> {
    let first = text.chars().next().filter(char::is_ascii_uppercase)?;
    let rest = text.get(1..).filter(|rest| !rest.is_empty())?;
    if rest.bytes().any(|byte| byte.is_ascii_uppercase() && byte != b'O') && !rest.contains('=') {
        return None;
    }
    let is_called = |symbol: &String| symbol.len() == 1 && symbol.starts_with(first);
    let mut kinds = game.types.enumerate();
    kinds.find(|(_, kind)| kind.symbols.iter().flatten().any(is_called)).map(|(id, _)| id)
}

/// Tells whether a symbol of one letter, in small letters, begins the name of a square, as a file does.
pub fn is_like_file(game: &Game, symbol: &str) -> bool {
    let small = symbol.to_lowercase();
    small.chars().count() == 1
        && game.board.squares.iter().any(|square| square.name.starts_with(&small))
}

/// Reads `Nf3`, `Nbd2`, `R1a3`, `exd5`, `e8=Q`, `Ng1-f3`: every way of cutting the text is tried, first with capitals
/// as they are, since `bxc3` and `Bxc3` differ.
fn moved(game: &Game, text: &str, turns: &[Turn]) -> Vec<usize> {
    let plain = without_comment(text).replace(SIGNS, "");
    let exact = moved_as(&Names::of(game, false), &plain, turns);
    if exact.is_empty() && named_kind(game, text).is_none() {
        return moved_as(&Names::of(game, true), &plain.to_lowercase(), turns);
    }
    exact
}

/// The signs that stand between the parts of a move.
const SIGNS: [char; 9] = ['-', 'x', '\u{d7}', ':', '=', '(', ')', '/', '*'];

fn moved_as(names: &Names, text: &str, turns: &[Turn]) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    for said in names.cuts(text) {
        let fits = |turn: &&Turn| first_move(turn).is_some_and(|found| names.agree(&said, found));
        let found: Vec<usize> =
            turns.iter().enumerate().filter(|(_, turn)| fits(turn)).map(|(at, _)| at).collect();
        let found = if said.piece.is_empty() { commonest(turns, found) } else { found };
        if !found.is_empty() && (best.is_empty() || found.len() < best.len()) {
            best = found;
        }
    }
    best
}

/// What squares and pieces are called.
struct Names {
    squares: IdVec<SquareId, String>,
    types: IdVec<PieceTypeId, String>,
    /// What types are called where a piece becomes another: capitals never matter there.
    small: IdVec<PieceTypeId, String>,
}

impl Names {
    /// Collects them, in small letters or as they are.
    fn of(game: &Game, small: bool) -> Self {
        let folded = |name: &str| if small { name.to_lowercase() } else { name.to_owned() };
        let symbol = |kind| symbols::plain(game, kind);
        // A small letter that is the name of a file means the file.
        let head = |kind| {
            let symbol = symbol(kind);
            if small && is_like_file(game, &symbol) { NO_HEAD.to_owned() } else { folded(&symbol) }
        };
        Self {
            squares: game.board.squares.iter().map(|square| folded(&square.name)).collect(),
            types: game.types.ids().map(head).collect(),
            small: game.types.ids().map(|kind| symbol(kind).to_lowercase()).collect(),
        }
    }

    /// All ways of reading a text as a piece, where it begins, where it ends and what it becomes.
    fn cuts(&self, text: &str) -> Vec<Said> {
        let small = text.to_lowercase();
        let mut all = Vec::new();
        let heads = self.types.iter().map(String::as_str).chain([""]);
        for piece in heads.filter(|symbol| text.starts_with(symbol)) {
            let body = text.get(piece.len()..).unwrap_or_default();
            let tails = self.small.iter().map(String::as_str).chain([""]);
            for into in tails.filter(|symbol| small.ends_with(symbol)) {
                let end = body.len().checked_sub(into.len());
                let Some(middle) = end.and_then(|end| body.get(..end)) else { continue };
                all.extend(self.ends(middle).map(|(from, to)| {
                    let [piece, from, to, into] = [piece, from, to, into].map(str::to_owned);
                    Said { piece, from, to, into }
                }));
            }
        }
        all
    }

    /// All ways of reading a text as a part of the name of one square and the whole name of another.
    fn ends<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
        let squares = self.squares.iter().filter(|name| text.ends_with(name.as_str()));
        squares
            .map(|to| text.split_at(text.len() - to.len()))
            .filter(|(from, _)| self.squares.iter().any(|name| is_part(name, from)))
    }

    /// Tells whether a move is what a text says.
    fn agree(&self, said: &Said, (made, chosen): (&MoveMade, Option<PieceTypeId>)) -> bool {
        let name = |square: SquareId| self.squares.get(square).map_or("", String::as_str);
        let from = name(made.from);
        let begins = if self.squares.iter().any(|square| *square == said.from) {
            from == said.from
        } else {
            is_part(from, &said.from)
        };
        let is_piece = said.piece.is_empty()
            || mover(made).is_none_or(|kind| self.types.get(kind) == Some(&said.piece));
        let becomes = said.into.is_empty()
            || chosen.is_some_and(|kind| self.small.get(kind) == Some(&said.into));
        name(made.to) == said.to && begins && is_piece && becomes
    }
}

/// Tells whether a text is a square's name, its file or its rank.
fn is_part(name: &str, text: &str) -> bool {
    name.starts_with(text) || name.ends_with(text)
}

/// Of several moves those of the type that has most of them, where no piece is named: in most notations it is the
/// commonest piece that needs no letter.
fn commonest(turns: &[Turn], found: Vec<usize>) -> Vec<usize> {
    let kind =
        |index: usize| turns.get(index).and_then(first_move).and_then(|(made, _)| mover(made));
    let places = |wanted: PieceTypeId| {
        let of_kind = turns.iter().filter_map(first_move).map(|(made, _)| made);
        let mut from: Vec<SquareId> =
            of_kind.filter(|made| mover(made) == Some(wanted)).map(|made| made.from).collect();
        from.sort_unstable();
        from.dedup();
        from.len()
    };
    let mut kinds: Vec<PieceTypeId> = found.iter().filter_map(|index| kind(*index)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let most = kinds.iter().map(|kind| places(*kind)).max();
    let mut kinds = kinds.into_iter().filter(|kind| Some(places(*kind)) == most);
    match (kinds.next(), kinds.next()) {
        (Some(only), None) => {
            found.into_iter().filter(|index| kind(*index) == Some(only)).collect()
        }
        _ => found,
    }
}

/// Reads `P@c3`, `P*c3`, `+P@c3`, `@c3`, `P'c3`.
fn dropped(game: &Game, text: &str, turns: &[Turn]) -> Vec<usize> {
    let text = without_comment(text);
    let Some((piece, to)) = text.split_once(['@', '*', '\'']) else { return Vec::new() };
    let squares = [Some(to.to_lowercase()), from_top_right(game, to)];
    let fits = |turn: &&Turn| {
        turn.steps.iter().any(|step| match &step.choice {
            Choice::Drop { kind, to, .. } => {
                let symbol = symbols::plain(game, *kind).to_lowercase();
                let wanted = piece.to_lowercase();
                let named = wanted.is_empty()
                    || symbol == wanted
                    || symbol == wanted.trim_start_matches('+');
                let name = Some(game.board.name(*to).to_lowercase());
                named && squares.contains(&name)
            }
            _ => false,
        })
    };
    turns.iter().enumerate().filter(|(_, turn)| fits(turn)).map(|(at, _)| at).collect()
}

/// Reads `7g7f` and `7g7f+`: files are counted from the right, ranks are letters from the top.
fn numbered(game: &Game, text: &str, turns: &[Turn]) -> Vec<usize> {
    let plain = without_comment(text);
    let letters: Vec<char> = plain.chars().collect();
    let at = letters.iter().enumerate().skip(2).find(|(_, char)| char.is_ascii_digit());
    let Some((at, _)) = at else { return Vec::new() };
    let (first, second): (String, String) =
        (letters.iter().take(at).collect(), letters.iter().skip(at).collect());
    let (Some(from), Some(to)) = (from_top_right(game, &first), from_top_right(game, &second))
    else {
        return Vec::new();
    };
    let fits = |turn: &&Turn| {
        first_move(turn).is_some_and(|(made, _)| {
            let name = |square| game.board.name(square).to_lowercase();
            name(made.from) == from && name(made.to) == to
        })
    };
    turns.iter().enumerate().filter(|(_, turn)| fits(turn)).map(|(at, _)| at).collect()
}

/// Returns the name of a square that is told by its file from the right and the letter of its rank from the top.
fn from_top_right(game: &Game, text: &str) -> Option<String> {
    let letter = text.chars().next_back().filter(char::is_ascii_lowercase)?;
    let file: i16 = text.strip_suffix(letter)?.parse().ok()?;
    let rank = i16::from(u8::try_from(letter).ok()? - b'a');
    let (_, high) = game.board.bounds();
    let wanted = (high.x.checked_add(1)?.checked_sub(file)?, high.y.checked_sub(rank)?);
    let found = game.board.squares.iter().find(|square| (square.at.x, square.at.y) == wanted);
    found.map(|square| square.name.to_lowercase())
}

/// Reads `O-O` and `O-O-O`: a royal piece goes several squares along its rank, to the nearer edge or to the other; or it
/// changes places with a piece of its own, to the right or to the left.
fn castled(game: &Game, text: &str, turns: &[Turn]) -> Vec<usize> {
    let plain: String = without_comment(text).to_lowercase().replace('0', "o").replace('-', "");
    let short = match plain.as_str() {
        "oo" => true,
        "ooo" => false,
        _ => return Vec::new(),
    };
    let (low, high) = game.board.bounds();
    let fits = |turn: &&Turn| {
        let Some((made, _)) = first_move(turn) else { return false };
        let royal =
            mover(made).and_then(|kind| game.types.get(kind)).is_some_and(|kind| kind.royal);
        let (from, to) = (game.board.squares[made.from].at, game.board.squares[made.to].at);
        let along = from.y == to.y && from.z == to.z;
        let far = made.swaps || from.x.abs_diff(to.x) > 1;
        let is_short = if made.swaps {
            to.x > from.x
        } else {
            (to.x > from.x) == (high.x - from.x <= from.x - low.x)
        };
        royal && along && far && is_short == short
    };
    turns.iter().enumerate().filter(|(_, turn)| fits(turn)).map(|(at, _)| at).collect()
}

/// Compares without words, signs and capitals, and then without what stands behind too.
fn unadorned(game: &Game, text: &str, turns: &[Turn]) -> Vec<usize> {
    let plain = |text: &str| {
        let letters = text.chars().filter(|char| char.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let bare = |turn: &Turn| {
        let mut unlabelled = turn.clone();
        for step in &mut unlabelled.steps {
            step.label = None;
        }
        plain(&turn_text(game, &unlabelled))
    };
    let wanted = plain(text);
    let all: Vec<String> = turns.iter().map(bare).collect();
    let same = |fits: &dyn Fn(&String) -> bool| -> Vec<usize> {
        let found = all.iter().enumerate().filter(|(_, text)| !text.is_empty() && fits(text));
        found.map(|(at, _)| at).collect()
    };
    let exact = same(&|other| *other == wanted);
    if !exact.is_empty() {
        return exact;
    }
    // One letter too many behind a turn that is all there.
    same(&|other| wanted.strip_prefix(other.as_str()).is_some_and(|rest| rest.chars().count() == 1))
}

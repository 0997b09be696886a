//! Where the pieces stand at the start, in words.

use super::rules_page::{MOST_NAMES, name_of, plural};
use super::{Words, listed, with_article};
use crate::ir::{Coordinates, Game, Id, PieceTypeId, SideId, SquareSet};
use crate::notation::read_position;
use crate::state::Position;

/// The most words that say where the pieces of a side stand; what takes more is counted only.
const MOST_WORDS: usize = 36;

/// Says what each side has on the board, and where: ` White has a king on e1 and pawns on rank 2. Black's pieces stand opposite.`
pub(super) fn begins(game: &Game) -> String {
    let Ok(start) = read_position(game, &game.start.text) else { return String::new() };
    let [first, second] = SideId::ALL.map(|side| army(game, &start, side));
    if first.is_empty() && second.is_empty() {
        return " The board is empty at the start.".to_owned();
    }
    let [one, other] = SideId::ALL.map(|side| game.side_name(side));
    let told = |side: SideId, army: &Army| match placed(game, army) {
        Some(places) => format!(" {} has {places}.", game.side_name(side)),
        None => format!(" {} begins with {}.", game.side_name(side), counted(game, army)),
    };
    if second.is_empty() {
        return format!("{} {other} has nothing on the board.", told(SideId::FIRST, &first));
    }
    let begun = told(SideId::FIRST, &first);
    let (low, high) = game.board.bounds();
    match mirrored(game, &first, &second) {
        Some(Mirror::Ranks) => {
            format!("{begun} {other}'s pieces stand opposite, on the same files.")
        }
        Some(Mirror::Both) if low.x == high.x || low.y == high.y => {
            format!("{begun} {other}'s pieces stand opposite, in mirror image.")
        }
        Some(Mirror::Both) => {
            format!("{begun} {other}'s pieces stand the same way, as seen from {other}'s side.")
        }
        None if placed(game, &first).is_none() && count_only(&first) == count_only(&second) => {
            format!(" Each side begins with {}.", counted(game, &first))
        }
        None if first.is_empty() => {
            format!("{} {one} has nothing on the board.", told(SideId::LAST, &second))
        }
        None => format!("{begun}{}", told(SideId::LAST, &second)),
    }
}

/// The kinds that a side has on the board, the most important first, each with its squares.
type Army = Vec<(PieceTypeId, SquareSet)>;

fn army(game: &Game, start: &Position, side: SideId) -> Army {
    let squares = |kind: PieceTypeId| -> SquareSet {
        let pieces = start.pieces.enumerate();
        let own = pieces.filter(|(_, piece)| {
            piece.as_ref().is_some_and(|piece| piece.kind == kind && piece.owner == Some(side))
        });
        own.map(|(at, _)| at).collect()
    };
    let mut army: Army = game.types.ids().map(|kind| (kind, squares(kind))).collect();
    army.retain(|(_, squares)| !squares.is_empty());
    army.sort_by_key(|(kind, squares)| (!game.types[*kind].royal, squares.len(), kind.index()));
    army
}

fn count_only(army: &Army) -> Vec<(PieceTypeId, usize)> {
    army.iter().map(|(kind, squares)| (*kind, squares.len())).collect()
}

/// Says where the pieces stand, unless that is too much to be read.
fn placed(game: &Game, army: &Army) -> Option<String> {
    let words = Words::new(game, "the mover", "the opponent");
    let parts: Vec<String> = army
        .iter()
        .map(|(kind, squares)| {
            let name = name_of(game, *kind).to_lowercase();
            let name = if squares.len() == 1 { with_article(&name) } else { plural(&name) };
            format!("{name} on {}", words.places(*squares))
        })
        .collect();
    let text = listed(&parts, "and");
    let is_short = text.split_whitespace().count() <= MOST_WORDS && !text.contains("more squares");
    is_short.then_some(text)
}

/// Says how many there are of each kind: `a king, two rooks and eight pawns`.
fn counted(game: &Game, army: &Army) -> String {
    let named: Vec<String> = army
        .iter()
        .map(|(kind, squares)| several(squares.len(), &name_of(game, *kind).to_lowercase()))
        .collect();
    let lists: Vec<String> = named.chunks(MOST_NAMES).map(|names| listed(names, "and")).collect();
    lists.join(". There are also ")
}

/// How the pieces of one side stand to those of the other.
#[derive(Clone, Copy, Debug)]
enum Mirror {
    /// Opposite, file by file.
    Ranks,
    /// As if the board had been turned.
    Both,
}

fn mirrored(game: &Game, first: &Army, second: &Army) -> Option<Mirror> {
    let board = &game.board;
    let (low, high) = board.bounds();
    let image = |at: Coordinates, mirror: Mirror| Coordinates {
        x: match mirror {
            Mirror::Ranks => at.x,
            Mirror::Both => low.x + high.x - at.x,
        },
        y: low.y + high.y - at.y,
        z: at.z,
    };
    let square = |at: Coordinates| {
        board.squares.enumerate().find(|(_, square)| square.at == at).map(|(id, _)| id)
    };
    let line = low.x == high.x || low.y == high.y;
    let mirrors = if line { [Mirror::Both; 2] } else { [Mirror::Ranks, Mirror::Both] };
    mirrors.into_iter().find(|mirror| {
        let images: Option<Army> = first
            .iter()
            .map(|(kind, squares)| {
                let images: Option<SquareSet> =
                    squares.iter().map(|at| square(image(board.squares[at].at, *mirror))).collect();
                Some((*kind, images?))
            })
            .collect();
        images.is_some_and(|images| images == *second)
    })
}

/// Numbers as words, up to twelve.
const NUMBERS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// Writes how many there are of something: `a king`, `two gentlemen`.
fn several(count: usize, name: &str) -> String {
    if count == 1 {
        return with_article(name);
    }
    let number = NUMBERS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned());
    format!("{number} {}", plural(name))
}

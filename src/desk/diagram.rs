//! How a kind of piece moves, for a picture: on an empty board, and against a single enemy piece.

use serde_json::{Value, json};

use super::loading::{self, Opened, Shelf};
use super::question::GameAsked;
use super::{MAX_WORK, Refusal, Reply};
use crate::author::words;
use crate::bundled;
use crate::diag::Sink;
use crate::ir::{Game, PieceTypeId, SideId, SquareId};
use crate::layout;
use crate::reference;
use crate::source::SourceMap;
use crate::state::{Allowance, Piece, Position};

/// The largest board on which each square is tried for captures.
const MOST_SQUARES: usize = 160;

/// Where a piece on a square can go, and where it can capture.
#[derive(Default)]
struct Reach {
    moves: Vec<SquareId>,
    takes: Vec<SquareId>,
}

/// Tells how a kind of piece of the side that begins moves from the middle of the board, or from where it begins if it cannot
/// move there.
pub(super) fn diagram(opened: &Opened, kind: &str) -> Reply {
    let game = opened.game();
    let unknown = || Refusal::new(format!("no kind of piece is called `{kind}`"));
    let (id, _) =
        game.types.enumerate().find(|(_, known)| known.name == kind).ok_or_else(unknown)?;
    let allowance = Allowance::of(MAX_WORK);
    let mut best = (Reach::default(), None);
    for at in places(opened.begun().position(), game, id) {
        let reach = reach(game, id, at, &allowance)?;
        let is_better = reach.moves.len() + reach.takes.len() > 0;
        if is_better || best.1.is_none() {
            best = (reach, Some(at));
        }
        if is_better {
            break;
        }
    }
    let names = |squares: &[SquareId]| -> Vec<String> {
        squares.iter().map(|at| game.board.name(*at).to_owned()).collect()
    };
    Ok(json!({
        "at": best.1.map(|at| game.board.name(at)),
        "moves": names(&best.0.moves),
        "takes": names(&best.0.takes),
    }))
}

/// Returns the square in the middle, and those where pieces of the kind begin.
fn places(start: &Position, game: &Game, kind: PieceTypeId) -> Vec<SquareId> {
    let layout = layout::layout(&game.board);
    let far = |cell: &layout::Cell| {
        (cell.x - layout.width / 2.0).hypot(cell.y - layout.height / 2.0 - 0.1)
    };
    let middle = layout.cells.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    let begins = start.pieces.enumerate().filter_map(|(at, piece)| {
        piece.filter(|piece| piece.kind == kind && piece.owner == Some(SideId::ALL[0])).map(|_| at)
    });
    middle.map(|cell| cell.square).into_iter().chain(begins).collect()
}

fn reach(
    game: &Game,
    kind: PieceTypeId,
    at: SquareId,
    allowance: &Allowance,
) -> Result<Reach, Refusal> {
    let [own, enemy] = SideId::ALL;
    let mut alone = Position::empty(game);
    alone.to_move = own;
    let piece = |owner| Piece::new(kind, Some(owner));
    alone.pieces[at] = Some(piece(own));
    let mut reach = Reach::default();
    let made = reference::moves_within(game, &alone, at, allowance)?;
    reach.moves.extend(made.iter().map(|made| made.to));
    reach.moves.sort_unstable();
    reach.moves.dedup();
    if game.board.squares.len() > MOST_SQUARES {
        return Ok(reach);
    }
    for other in game.board.squares.ids().filter(|other| *other != at) {
        let mut met = alone.clone();
        met.pieces[other] = Some(piece(enemy));
        let made = reference::moves_within(game, &met, at, allowance)?;
        if made.iter().any(|made| made.takes.contains(&other)) {
            reach.takes.push(other);
        }
    }
    Ok(reach)
}

impl Shelf {
    /// Writes the rules of a game as people read them.
    pub(super) fn sheet(&mut self, asked: &GameAsked) -> Reply {
        let title = self.open(asked)?.game().about.parent.clone();
        let parent = title.and_then(|title| {
            let is_it = |full: &&str| {
                bundled::find(full).and_then(|(_, text)| bundled::title(text).map(str::to_owned))
                    == Some(title.clone())
            };
            let name = bundled::all_games().find(is_it)?.to_owned();
            let asked = GameAsked { name: Some(name), ..GameAsked::default() };
            let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
            loading::read(&asked, &[], self.files(), &mut sources, &mut sink).ok()?
        });
        let page = words::rules_page(self.open(asked)?.game(), parent.as_ref());
        let part = |part: &words::Part| json!({ "title": part.title, "paragraphs": part.paragraphs, "is_list": part.is_list });
        let parts: Vec<Value> = page.parts.iter().map(part).collect();
        Ok(json!({ "head": page.head, "parts": parts }))
    }
}

use super::*;
use crate::ir::{
    Arrival, Board, BySide, Clause, Comparison, Coordinates, Direction, DirectionId, Effect, Game,
    Id, Landing, LandingKind, Limit, MarkId, Number, Orientation, Part, Side, SideId, Square,
    SquareId, SquareSet, Squares, Statement, StatementKind, TokenId, Truth, VariableId,
    VariableRef, Walk,
};
use crate::source::Span;

const NORTH: DirectionId = DirectionId(0);
const EAST: DirectionId = DirectionId(1);
const LEAP: DirectionId = DirectionId(2);

/// The chess board with steps north and east and one leap.
fn game() -> Game {
    let mut board = Board { orientation: Orientation::Mirrored, ..Board::default() };
    for index in 0..64_i16 {
        let (x, y) = (index % 8, index / 8);
        let file = char::from(b'a' + u8::try_from(x).unwrap());
        board
            .squares
            .push(Square { name: format!("{file}{}", y + 1), at: Coordinates { x, y, z: 0 } });
    }
    for (name, dx, dy) in [("north", 0, 1), ("east", 1, 0), ("(1,2)", 1, 2)] {
        let map = |turn: i16| {
            (0..64).map(|index| square_at(index % 8 + dx, index / 8 + dy * turn)).collect()
        };
        board
            .directions
            .push(Direction { name: name.to_owned(), to: BySide::new([map(1), map(-1)]) });
    }
    Game { board, ..Game::default() }
}

fn square_at(x: i16, y: i16) -> Option<SquareId> {
    let inside = (0..8).contains(&x) && (0..8).contains(&y);
    inside.then(|| SquareId::from_index(usize::try_from(y * 8 + x).unwrap()))
}

fn names(game: &Game, set: SquareSet) -> String {
    set.iter().map(|square| game.board.name(square)).collect::<Vec<_>>().join(" ")
}

fn empty() -> Walk {
    Walk::Test(Squares::Empty)
}

fn ride(direction: DirectionId) -> Walk {
    let body = Walk::Sequence(vec![Walk::Step(direction), empty()]);
    Walk::Repeat { body: Box::new(body), min: 0, max: Limit::Unlimited }
}

fn slider() -> Walk {
    Walk::Sequence(vec![ride(NORTH), Walk::Step(NORTH)])
}

#[track_caller]
fn check(walk: &Walk, from: &str, side: u8, reached: &str) {
    let game = game();
    let from = game.board.square_named(from).unwrap();
    assert_eq!(names(&game, squares_reached(&game, walk, from, SideId(side))), reached);
}

#[test]
fn no_test_stops_a_walk() {
    check(&slider(), "c5", 0, "c6 c7 c8");
    check(&slider(), "c3", 1, "c1 c2");
    check(&Walk::Step(LEAP), "a1", 0, "b3");
    check(&Walk::Step(LEAP), "h1", 0, "");
    let lame =
        Walk::Sequence(vec![Walk::Step(NORTH), empty(), Walk::Step(NORTH), Walk::Step(EAST)]);
    check(&lame, "a1", 0, "b3");
    let hurdle = Walk::Sequence(vec![Walk::Step(NORTH), Walk::Test(Squares::Occupied)]);
    let hopper = Walk::Sequence(vec![ride(NORTH), hurdle, ride(NORTH), Walk::Step(NORTH)]);
    check(&hopper, "a5", 0, "a7 a8");
    check(&Walk::Jump(Squares::Fixed(SquareSet::first(2))), "h8", 0, "a1 b1");
}

#[test]
fn repetitions_keep_their_bounds() {
    let times = |min, max| Walk::Repeat { body: Box::new(Walk::Step(NORTH)), min, max };
    check(&times(2, Limit::Times(3)), "a1", 0, "a3 a4");
    check(&times(3, Limit::Times(2)), "a1", 0, "a4");
    check(&times(0, Limit::Half), "a6", 0, "a6 a7 a8");
    check(&times(0, Limit::Count(Number::Count(Squares::Occupied))), "a6", 0, "a6 a7 a8");
    let nested = (0..40).fold(Walk::Step(NORTH), |body, _| Walk::Repeat {
        body: Box::new(body),
        min: 0,
        max: Limit::Times(255),
    });
    check(&nested, "a6", 0, "a6 a7 a8");
}

fn statement(effect: Effect) -> Statement {
    Statement { kind: StatementKind::Effect(effect), span: Span::NONE }
}

fn clause(walk: Walk, condition: Truth) -> Clause {
    Clause {
        name: None,
        sides: BySide::same(true),
        walk,
        landings: vec![Landing {
            on: Squares::OwnedBy(Side::Opponent),
            kind: LandingKind::Capture,
        }],
        taking: None,
        arrival: Arrival::Moves,
        condition,
        then: Vec::new(),
        span: Span::NONE,
    }
}

fn whole(id: u16) -> VariableRef {
    VariableRef { id: VariableId(id), side: None }
}

fn said(collect: impl FnOnce(&mut Said<'_>)) -> Footprint {
    let game = game();
    let mut said = Said::new(&game);
    collect(&mut said);
    said.footprint()
}

#[test]
fn effects_read_and_write_what_their_operands_say() {
    let capture = said(|said| said.statement(&statement(Effect::Capture(Squares::Occupied))));
    assert!(capture.writes.pieces && capture.writes.has_token(TokenId(3)));
    assert!(capture.writes.turn_so_far && !capture.writes.has_variable(VariableId(0)));
    let counted = Effect::SetNumber(whole(0), Number::Fixed(1));
    let counted = said(|said| said.statement(&statement(counted)));
    assert!(!counted.reads.has_variable(VariableId(0)));
    assert!(counted.writes.has_variable(VariableId(0)) && !counted.writes.pieces);
}

#[test]
fn expressions_read_what_their_parts_say() {
    let of = |part: Part<'_>| said(|said| said.part(part)).reads;
    let safe = of((&Truth::Safe { piece: Squares::Occupied, on: Squares::Empty }).into());
    assert!(safe.play && safe.pieces && !safe.legal_turns && !safe.owners);
    let turns = Truth::HasTurn { side: Side::Own, that: Box::new(Truth::Fixed(true)) };
    assert!(of((&turns).into()).legal_turns && of((&turns).into()).mover);
    assert!(of((&Truth::Repeated { times: 3, held: None }).into()).history);
    assert_eq!(of((&Walk::Step(NORTH)).into()), Facets::NONE);
    let mut pieces = Facets::NONE;
    pieces.pieces = true;
    assert_eq!(of((&slider()).into()), pieces);
    let marked = of((&Squares::Marked(MarkId(2))).into());
    assert!(marked.has_mark(MarkId(2)) && !marked.has_mark(MarkId(1)) && !marked.owners);
    let level = of((&Number::Level(TokenId(5))).into());
    assert!(level.has_level(TokenId(5)) && !level.has_token(TokenId(5)));
    assert!(of((&Number::Variable(whole(1))).into()).has_variable(VariableId(1)));
}

#[test]
fn ways_of_moving_change_the_board() {
    let open = Truth::Compare {
        operator: Comparison::Equal,
        left: Number::Variable(whole(1)),
        right: Number::Fixed(1),
    };
    let found = said(|said| said.clause(&clause(slider(), open)));
    assert!(found.reads.has_variable(VariableId(1)) && found.reads.mover && !found.reads.history);
    assert!(found.writes.pieces && found.writes.turn_so_far && !found.writes.hands);
}

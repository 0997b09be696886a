use insta::assert_snapshot;

use super::*;
use crate::ir::{
    Alternative, Arrival, Axis, Board, BySide, Candidates, Choose, Clause, Comparison, Coordinates,
    Direction, DirectionId, Effect, Event, Field, FieldKind, Forbid, Game, LabelId, Landing,
    LandingKind, Letter, Limit, Mark, MarkId, MoveChoice, Number, Outcome, PieceType, PieceTypeId,
    Power, PowerLevel, Side, SideId, SideInfo, SlotId, Square, SquareId, SquareSet, Squares,
    Statement, StatementKind, Token, TokenId, Trigger, Truth, TypeRef, TypeSet, Variable,
    VariableId, VariableKind, VariableRef, VariableValue, Walk, slots,
};
use crate::source::Span;

const WHITE: Side = Side::Fixed(SideId(0));

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::NONE }
}

fn effect(effect: Effect) -> Statement {
    statement(StatementKind::Effect(effect))
}

fn ride() -> Walk {
    let body = Walk::Sequence(vec![Walk::Step(DirectionId(0)), Walk::Test(Squares::Empty)]);
    Walk::Sequence(vec![
        Walk::Repeat { body: Box::new(body), min: 0, max: Limit::Unlimited },
        Walk::Step(DirectionId(0)),
    ])
}

fn clause(name: Option<&str>) -> Clause {
    let settle = Landing { on: Squares::Empty, kind: LandingKind::Settle };
    let capture = Landing { on: Squares::OwnedBy(Side::Opponent), kind: LandingKind::Capture };
    Clause {
        name: name.map(str::to_owned),
        sides: BySide::new([true, name.is_none()]),
        walk: ride(),
        landings: vec![settle, capture],
        taking: name.map(|_| Squares::Marked(MarkId(0))),
        arrival: Arrival::Moves,
        condition: Truth::Is { slot: slots::FROM, set: seen() },
        then: vec![effect(Effect::Mark {
            on: Squares::Slot(slots::TO),
            mark: MarkId(0),
            set: true,
        })],
        span: Span::NONE,
    }
}

fn seen() -> Squares {
    let views = [SquareSet::one(SquareId(0)), SquareSet::one(SquareId(2))];
    Squares::Seen { by: Side::Own, views: BySide::new(views) }
}

fn board() -> Board {
    let square = |(name, x, y): (&str, i16, i16)| Square {
        name: name.into(),
        at: Coordinates { x, y, z: 0 },
    };
    let north = [Some(2), Some(3), None, None].map(|to: Option<u16>| to.map(SquareId));
    let south = [None, None, Some(0), Some(1)].map(|to: Option<u16>| to.map(SquareId));
    Board {
        squares: [("a1", 0, 0), ("b1", 1, 0), ("a2", 0, 1), ("b2", 1, 1)]
            .map(square)
            .into_iter()
            .collect(),
        directions: [Direction {
            name: "north".into(),
            to: BySide::new([north, south].map(|to| to.into_iter().collect())),
        }]
        .into_iter()
        .collect(),
        rows: vec![
            vec![None, Some(SquareId(2)), Some(SquareId(3))],
            vec![None, Some(SquareId(0)), Some(SquareId(1))],
        ],
        ..Board::default()
    }
}

fn turn() -> Vec<Statement> {
    let give = effect(Effect::Give { token: TokenId(0), to: Squares::Slot(SlotId(6)) });
    let choose = Choose {
        by: Side::Own,
        slot: SlotId(6),
        among: Candidates::Squares {
            squares: Squares::Intersection(vec![
                Squares::OwnedBy(Side::Own),
                Squares::OfTypes(TypeSet::one(PieceTypeId(0))),
            ]),
            hand: None,
        },
        optional: true,
        label: Some(LabelId(0)),
        then: vec![give],
        otherwise: Some(vec![statement(StatementKind::End(
            Outcome::Wins(WHITE),
            "none left".into(),
        ))]),
    };
    let moving = MoveChoice {
        by: Side::Own,
        pieces: Squares::OwnedBy(Side::Own),
        only: Truth::Fixed(true),
        slot: None,
        label: None,
    };
    let first = Alternative { label: None, body: vec![statement(StatementKind::Move(moving))] };
    let second = Alternative {
        label: Some(LabelId(0)),
        body: vec![statement(StatementKind::Choose(choose))],
    };
    vec![statement(StatementKind::Either { by: Side::Own, ways: vec![first, second] })]
}

fn rook() -> PieceType {
    let symbols = [Some("R".into()), Some("r".into()), None];
    PieceType {
        royal: true,
        clauses: vec![clause(None), clause(Some("capture"))],
        ..PieceType::new("Rook".into(), symbols, Span::NONE)
    }
}

fn token() -> Token {
    Token {
        name: "Ring".into(),
        start: None,
        start_level: 1,
        has_levels: true,
        value: None,
        powers: vec![Power {
            bearer: Squares::OwnedBy(WHITE),
            level: Some(PowerLevel { entry: 0, length: 2 }),
            clauses: vec![clause(None)],
        }],
        span: Span::NONE,
    }
}

fn game() -> Game {
    let clock = VariableRef { id: VariableId(0), side: None };
    let variable = Variable {
        name: "clock".into(),
        per_side: false,
        kind: VariableKind::Number { min: 0, max: 100 },
        start: BySide::same(VariableValue::Number(0)),
        of_square: false,
        span: Span::NONE,
    };
    let attacked = Truth::Attacked { on: Squares::OwnedBy(Side::Own), by: Side::Opponent };
    Game {
        board: board(),
        sides: BySide::new([("White", "w"), ("Black", "b")])
            .map(|(name, letter)| SideInfo { name: name.into(), letter: letter.into() }),
        types: [rook()].into_iter().collect(),
        marks: [Mark { name: "spent".into(), suffix: "'".into() }].into_iter().collect(),
        tokens: [token()].into_iter().collect(),
        variables: [variable].into_iter().collect(),
        labels: ["bestow".to_owned()].into_iter().collect(),
        turn: turn(),
        triggers: vec![Trigger {
            name: "ticks".into(),
            event: Event::TurnBegins,
            condition: Truth::Fixed(true),
            body: vec![effect(Effect::SetNumber(clock, Number::Fixed(1)))],
            span: Span::NONE,
        }],
        forbids: vec![Forbid::new("check".into(), attacked, "in check".into(), Span::NONE)],
        fields: vec![
            Field {
                name: "rights".into(),
                kind: FieldKind::Letters(vec![Letter {
                    text: "K".into(),
                    variable: clock,
                    square: seen(),
                }]),
            },
            Field { name: "clock".into(), kind: FieldKind::Number(clock) },
        ],
        ..Game::default()
    }
}

#[test]
fn the_whole_game_is_told() {
    assert_snapshot!(dump(&game()), @r#"
    game ""
      sides White "w", Black "b"
    board of 4 squares, mirrored
      row * a2 b2
      row * a1 b1
      direction north (2 links)
    type Rook (R r none), royal
      drops on empty
      clause: repeat(step north, empty)*, step north
        settles on empty
        captures on enemy
        when origin is own {a1 / a2}
        then
          mark target spent
      clause capture for White: repeat(step north, empty)*, step north
        settles on empty
        captures on enemy
        taking marked spent
        when origin is own {a1 / a2}
        then
          mark target spent
    mark spent "'"
    token Ring, nowhere at the start, level 1
      power of White at level 1 of every 2
        clause: repeat(step north, empty)*, step north
          settles on empty
          captures on enemy
          when origin is own {a1 / a2}
          then
            mark target spent
    variable clock: 0..100 = 0
    turn
      either
        move own
      or "bestow"
        choose "bestow" by own among own in any type or nothing as $6
          give Ring to $6
        otherwise
          end: White wins "none left"
    event ticks: when a turn begins
      set clock to 1
    forbid check: "in check" when own is attacked by enemy
    field rights: letters "K" = own {a1 / a2} in clock
    field clock: number clock
    setup ""
    "#);
}

#[test]
fn expressions_read_like_the_language() {
    let game = game();
    let rook = Squares::OfType(TypeRef::Fixed(PieceTypeId(0)));
    let either = Squares::Union(vec![rook.clone(), Squares::Bearing(TokenId(0))]);
    let set = Squares::Except(
        Box::new(Squares::Intersection(vec![Squares::Occupied, either])),
        Box::new(seen()),
    );
    assert_snapshot!(text_of(&game, &set), @"(occupied in (Rook or bearing Ring)) except own {a1 / a2}");
    let reach = Squares::Reach {
        from: Box::new(rook),
        walk: Box::new(ride()),
        side: Side::OwnerOf(slots::VICTIM),
    };
    assert_snapshot!(text_of(&game, &reach), @"reach(Rook, [repeat(step north, empty)*, step north], owner of victim)");
    let rank = Number::Coordinate { axis: Axis::Rank, of: Box::new(reach), side: WHITE };
    let compare =
        Truth::Compare { operator: Comparison::LessOrEqual, left: rank, right: Number::TurnNumber };
    let both = Truth::All(vec![
        compare,
        Truth::Any(vec![
            Truth::Fixed(false),
            Truth::Not(Box::new(Truth::HasTurn {
                side: Side::Own,
                that: Box::new(Truth::Fixed(true)),
            })),
        ]),
    ]);
    assert_snapshot!(text_of(&game, &both), @"rank of reach(Rook, [repeat(step north, empty)*, step north], owner of victim) as White sees it <= turn number and (never or not own can move)");
    let place = Effect::Place {
        kind: TypeRef::OfSlot(slots::VICTIM),
        owner: crate::ir::Owner::Neutral,
        on: Squares::Slot(slots::FROM),
    };
    assert_snapshot!(effect_text(&game, &place), @"place type of victim for neither on origin");
}

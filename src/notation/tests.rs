use proptest::prelude::*;

use super::{
    PositionError, TurnError, complete, find_turn, options_in, read_position, turn_text,
    write_position,
};
use crate::ir::{
    Board, BySide, Coordinates, Field, FieldKind, Game, Id, LabelId, Letter, Mark, OptionInfo,
    PieceType, PieceTypeId, Side, SideId, SideInfo, Square, SquareId, SquareIndex, SquareSet,
    Squares, TemplatePart, Token, TypeRef, TypeSet, Variable, VariableId, VariableKind,
    VariableRef, VariableValue,
};
use crate::source::Span;
use crate::state::{
    Choice, ClauseRef, GameResult, MoveMade, Past, Piece, Position, Step, TokenState, Turn,
};

fn board(names: &[&str], rows: &[&[Option<SquareIndex>]]) -> Board {
    Board {
        squares: names
            .iter()
            .map(|name| Square { name: (*name).to_owned(), at: Coordinates { x: 0, y: 0, z: 0 } })
            .collect(),
        rows: rows.iter().map(|row| row.iter().map(|cell| cell.map(SquareId)).collect()).collect(),
        ..Board::default()
    }
}

fn piece_type(name: &str, symbols: [Option<&str>; 3]) -> PieceType {
    let symbols = symbols.map(|symbol| symbol.map(str::to_owned));
    PieceType::new(name.to_owned(), symbols, Span::NONE)
}

fn variable(name: &str, per_side: bool, kind: VariableKind, start: VariableValue) -> Variable {
    let (name, start) = (name.to_owned(), BySide::same(start));
    Variable { name, per_side, kind, start, of_square: false, span: Span::NONE }
}

fn field(name: &str, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), kind }
}

fn whole(id: u16) -> VariableRef {
    VariableRef { id: VariableId(id), side: None }
}

fn of(id: u16, side: u8) -> VariableRef {
    VariableRef { id: VariableId(id), side: Some(Side::Fixed(SideId(side))) }
}

fn letter(text: &str, square: Squares) -> Letter {
    Letter { text: text.to_owned(), variable: whole(0), square }
}

fn letters() -> FieldKind {
    let own_rook = Squares::Intersection(vec![
        Squares::OwnedBy(Side::Fixed(SideId(0))),
        Squares::OfType(TypeRef::Fixed(PieceTypeId(1))),
    ]);
    FieldKind::Letters(vec![
        letter("L", Squares::Last(Box::new(own_rook))),
        letter("K", Squares::Fixed(SquareSet::one(SquareId(0)))),
        letter("q", Squares::Fixed(SquareSet::one(SquareId(7)))),
    ])
}

fn token(name: &str, start: Option<SquareId>, has_levels: bool) -> Token {
    Token {
        name: name.into(),
        start,
        start_level: 0,
        has_levels,
        value: None,
        powers: Vec::new(),
        span: Span::NONE,
    }
}

fn variables() -> [Variable; 7] {
    let squares = |set| VariableValue::Squares(set);
    let number = VariableKind::Number { min: 0, max: 9 };
    let words = VariableKind::Words(vec!["hidden".into(), "due".into(), "out".into()]);
    [
        variable("rights", false, VariableKind::Squares, squares(SquareSet::first(1))),
        variable("passant", false, VariableKind::Squares, squares(SquareSet::EMPTY)),
        variable("clock", false, number.clone(), VariableValue::Number(0)),
        variable("left", true, number, VariableValue::Number(3)),
        variable("ring", false, words, VariableValue::Number(0)),
        variable("lit", true, VariableKind::Switch, VariableValue::Number(0)),
        variable("zone", true, VariableKind::Squares, squares(SquareSet::EMPTY)),
    ]
}

/// Two rows of four and one square with holes beside it.
fn game() -> Game {
    let names = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "c3"];
    let top = [None, None, Some(8), None];
    let upper = [Some(4), Some(5), Some(6), Some(7)];
    let lower = [Some(0), Some(1), Some(2), Some(3)];
    Game {
        board: board(&names, &[&top, &upper, &lower]),
        sides: BySide::new([("White", "w"), ("Black", "b")])
            .map(|(name, letter)| SideInfo { name: name.into(), letter: letter.into() }),
        types: [
            piece_type("Pawn", [Some("P"), Some("p"), None]),
            piece_type("Rook", [Some("R"), Some("r"), Some("*")]),
            piece_type("Tokin", [Some("+P"), Some("+p"), None]),
            piece_type("Kirin", [Some("Kn"), Some("kn"), None]),
            piece_type("Ghost", [None, None, None]),
        ]
        .into_iter()
        .collect(),
        marks: ["'", "~"]
            .map(|suffix| Mark { name: suffix.into(), suffix: suffix.into() })
            .into_iter()
            .collect(),
        tokens: [token("Ring", None, true), token("Crown", Some(SquareId(2)), false)]
            .into_iter()
            .collect(),
        variables: variables().into_iter().collect(),
        labels: ["bestow", "pass:White", "sac"].map(str::to_owned).into_iter().collect(),
        uses_hands: true,
        fields: vec![
            field("castling", letters()),
            field("en-passant", FieldKind::Squares(whole(1))),
            field("clock", FieldKind::Number(whole(2))),
            field("turn", FieldKind::TurnNumber),
            field(
                "checks",
                FieldKind::Template(vec![template("", "+", None), template("+", "+", Some(3))]),
            ),
        ],
        options: vec![OptionInfo {
            name: "powers".into(),
            kind: "types".into(),
            default: "Rook".into(),
            value: "Rook, Kirin".into(),
            summary: None,
        }],
        ..Game::default()
    }
}

fn template(before: &str, between: &str, minus: Option<i32>) -> Vec<TemplatePart> {
    vec![
        TemplatePart::Text(before.to_owned()),
        TemplatePart::Number { variable: of(3, 0), minus },
        TemplatePart::Text(between.to_owned()),
        TemplatePart::Number { variable: of(3, 1), minus },
    ]
}

fn read(text: &str) -> Position {
    read_position(&game(), text).unwrap()
}

fn fails(text: &str) -> PositionError {
    read_position(&game(), text).unwrap_err()
}

#[test]
fn a_whole_position_is_read_and_written() {
    let text = "**R*/4/P'~+p1(kn)[PPr] b Kq b2c2 7 12 2+1 Ring:c1/2 Crown:- ring:due lit:off,on \
                zone:-,a1b1 powers:Rook,Kirin over:White:a_b";
    let position = read(text);
    assert_eq!(write_position(&game(), &position), text);
    assert_eq!(position.to_move, SideId(1));
    assert_eq!(position.turn_number, 12);
    assert_eq!(position.number(VariableId(3), SideId(1)), 1);
    assert_eq!(position.tokens.iter().next().unwrap().level, 2);
    assert_eq!(position.hands[SideId::FIRST][PieceTypeId(0)], 2);
    assert_eq!(position.hands[SideId::LAST][PieceTypeId(1)], 1);
    let pawn = position.piece(SquareId(0)).unwrap();
    assert_eq!((pawn.kind, pawn.owner, pawn.marks), (PieceTypeId(0), Some(SideId(0)), 3));
}

#[test]
fn what_is_missing_is_as_at_the_start() {
    assert_eq!(
        write_position(&game(), &read("**1*/4/4")),
        "**1*/4/4[] w K - 0 1 3+3 powers:Rook,Kirin"
    );
    assert_eq!(read("**1*/4/4 w - -"), read("**1*/4/4[-] w - - - - -"));
    assert_eq!(read("**1*/4/4 w - - 3+2 0 4"), read("**1*/4/4 w - - 0 4 +0+1"));
}

#[test]
fn letters_are_judged_when_the_pieces_stand() {
    let position = read("**1*/4/1R1R w L - 0 1");
    assert_eq!(position.squares(VariableId(0), SideId(0)), SquareSet::one(SquareId(3)));
    let text = write_position(&game(), &position);
    assert!(text.contains(" w L "), "{text}");
    assert_eq!(read(&text), position);
}

#[test]
fn neutral_pieces_and_pieces_without_symbols_are_told() {
    let text = "*****/4/4";
    assert_eq!(fails(text).field, "placement");
    let position = read("****/(Ghost:w)3/(Pawn:-)3 w");
    assert_eq!(position.piece(SquareId(8)), Some(Piece::new(PieceTypeId(1), None)));
    assert_eq!(position.piece(SquareId(4)), Some(Piece::new(PieceTypeId(4), Some(SideId(0)))));
    assert_eq!(position.piece(SquareId(0)), Some(Piece::new(PieceTypeId(0), None)));
    assert_eq!(read(&write_position(&game(), &position)), position);
}

#[test]
fn runs_of_several_digits_are_numbers() {
    let names: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let row: Vec<Option<SquareIndex>> = (0..12).map(Some).collect();
    let mut game = game();
    game.board = board(&names, &[&row]);
    game.fields = vec![field("lit", FieldKind::Squares(whole(1)))];
    let position = read_position(&game, "12[100P] w 1-10-12").unwrap();
    assert_eq!(position.hands[SideId::FIRST][PieceTypeId(0)], 100);
    assert_eq!(position.squares(VariableId(1), SideId(0)).len(), 3);
    let text = write_position(&game, &position);
    assert!(text.starts_with("12[100P] w 1-10-12 "), "{text}");
    assert_eq!(read_position(&game, &text), Ok(position));
    assert!(read_position(&game, "99999999999999999999999 w").is_err());
}

#[test]
fn errors_tell_the_field_and_the_place() {
    let at = |text: &str| {
        let error = fails(text);
        (error.field.clone(), error.at, error.message)
    };
    let told = |text: &str, field: &str, place: usize, part: &str| {
        let (found, offset, message) = at(text);
        assert_eq!((found.as_str(), offset), (field, place), "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    };
    told("", "placement", 0, "row 1");
    told("**1*/3/4", "placement", 6, "row 2 from the top: it has 3 squares instead of 4");
    told("**1*/5/4", "placement", 5, "1 to 4");
    told("**1*/4", "placement", 6, "only 2 rows; the board has 3");
    told("**1*/4/4/4", "placement", 8, "too many rows");
    told("**1*/4P/4", "placement", 6, "too many squares");
    told("**1*/x3/4", "placement", 5, "`x` is no piece");
    told("**1*/4/4[P", "hands", 10, "`]`");
    told("**1*/4/4[1000P]", "hands", 9, "999");
    told("**1*/4/4 x", "side to move", 9, "`w` or `b`");
    told("**1*/4/4 w Z", "castling", 11, "L K q");
    told("**1*/4/4 w - e9", "en-passant", 13, "`e9`");
    told("**1*/4/4 w - - 10", "clock", 15, "0 to 9");
    told("**1*/4/4 w - - 1 1 3/3", "checks", 19, "`N+N`");
    told("**1*/4/4 w - - 1 1 3+3 7 -", "what follows the last field", 23, "`7 -`");
    told("**1*/4/4 w nix:1", "nix", 15, "Ring");
    told("**1*/4/4 w Ring:z1", "Ring", 16, "`z1`");
    told("**1*/4/4 w Ring:a1/x", "Ring", 19, "level");
    told("**1*/4/4 w Ring:a1 Ring:a1", "Ring", 19, "twice");
    told("**1*/4/4 w ring:lost", "ring", 16, "hidden, due, out");
    told("**1*/4/4 w lit:maybe", "lit", 15, "`on`");
    told("**1*/4/4 w powers:Pawn", "powers", 18, "Rook,Kirin");
    told("**1*/4/4 w over:me:x", "over", 16, "`White`");
    assert_eq!(fails("**1*/ö3/4").to_string().chars().filter(|&char| char == 'ö').count(), 1);
    assert!(fails(&"1".repeat(70_000)).message.contains("longer"));
}

#[test]
fn options_are_found_in_the_text() {
    let pairs = options_in("8/(Ghost:w)7 w - powers:A,B Ring:e4/2 over:draw:x");
    let found: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(found, [("powers", "A,B"), ("Ring", "e4/2")]);
}

fn moved(from: SquareIndex, via: &[SquareIndex], to: SquareIndex) -> Choice {
    Choice::Move(MoveMade {
        from: SquareId(from),
        to: SquareId(to),
        via: via.iter().map(|&square| SquareId(square)).collect(),
        takes: Vec::new(),
        swaps: false,
        clause: ClauseRef::Own(PieceTypeId(0), 0),
    })
}

fn turn(steps: &[(Option<u16>, Choice)]) -> Turn {
    let step = |(label, choice): &(Option<u16>, Choice)| Step {
        by: SideId::FIRST,
        label: label.map(LabelId),
        choice: choice.clone(),
    };
    Turn { steps: steps.iter().map(step).collect() }
}

#[test]
fn turns_are_written_as_people_type_them() {
    let text = |steps: &[(Option<u16>, Choice)]| turn_text(&game(), &turn(steps));
    let square = |square| Choice::Square(SquareId(square));
    let kind = |kind| PieceTypeId(kind);
    assert_eq!(text(&[]), "pass");
    assert_eq!(text(&[(None, Choice::Alternative(1)), (None, moved(0, &[1], 4))]), "a1b1a2");
    assert_eq!(text(&[(Some(0), square(0)), (None, moved(0, &[], 4))]), "bestow:a1,a1a2");
    assert_eq!(
        text(&[(None, moved(0, &[], 4)), (Some(2), Choice::Hand(SideId(1), kind(0)))]),
        "a1a2,sac:@P"
    );
    assert_eq!(
        text(&[(Some(1), Choice::Alternative(1)), (None, square(0)), (None, square(1))]),
        "pass:White:a1b1"
    );
    assert_eq!(text(&[(Some(0), Choice::Alternative(1))]), "bestow");
    assert_eq!(text(&[(None, moved(0, &[], 4)), (None, Choice::Type(kind(1)))]), "a1a2r");
    assert_eq!(text(&[(None, moved(0, &[], 4)), (None, Choice::Type(kind(2)))]), "a1a2=+P");
    assert_eq!(text(&[(None, moved(0, &[], 4)), (None, Choice::Number(3))]), "a1a2=3");
    assert_eq!(text(&[(None, moved(0, &[], 4)), (Some(2), Choice::Nothing)]), "a1a2");
    let drop = Choice::Drop { hand: SideId(1), kind: kind(0), to: SquareId(4) };
    assert_eq!(text(&[(None, drop)]), "P@a2");
    let mut numbers = game();
    numbers.board = board(&["1", "2", "10"], &[]);
    let steps = [(None, moved(0, &[], 2)), (None, square(1))];
    assert_eq!(turn_text(&numbers, &turn(&steps)), "1-10-2");
}

#[test]
fn turns_are_found_by_their_text() {
    let game = game();
    let promoted = |kind| (None, Choice::Type(PieceTypeId(kind)));
    let turns = [
        turn(&[(None, moved(0, &[], 4)), promoted(1)]),
        turn(&[(None, moved(0, &[], 4)), promoted(3)]),
        turn(&[(None, moved(0, &[], 1)), (Some(2), Choice::Square(SquareId(1)))]),
    ];
    assert_eq!(find_turn(&game, "a1a2r", &turns), Ok(0));
    assert_eq!(find_turn(&game, " a1-a2=R", &turns), Ok(0));
    assert_eq!(find_turn(&game, "a1b1, SAC: b1", &turns), Ok(2));
    let error = find_turn(&game, "a1a2", &turns).unwrap_err();
    let written = "`a1a2` is not legal here; similar turns are `a1a2r`";
    assert_eq!(error.to_string(), written);
    assert!(matches!(find_turn(&game, "z9z8", &turns), Err(TurnError::Unreadable { .. })));
    assert!(matches!(find_turn(&game, "", &turns), Err(TurnError::Unreadable { .. })));
    assert!(matches!(find_turn(&game, "ſİ€,@", &turns), Err(TurnError::Unreadable { .. })));
    assert_eq!(complete(&game, "a1a", &turns), ["a1a2r", "a1a2=Kn"]);
    assert_eq!(complete(&game, "A1B", &turns), ["a1b1,sac:b1"]);
}

#[test]
fn texts_that_differ_in_case_alone_are_ambiguous() {
    let mut game = game();
    game.board = board(&["a1", "A1", "b1"], &[]);
    let turns = [turn(&[(None, moved(0, &[], 2))]), turn(&[(None, moved(1, &[], 2))])];
    assert_eq!(find_turn(&game, "A1b1", &turns), Ok(1));
    let error = find_turn(&game, "a1B1", &turns).unwrap_err();
    assert_eq!(error.to_string(), "`a1B1` could be `a1b1`, `A1b1`");
}

fn any_squares() -> impl Strategy<Value = SquareSet> {
    proptest::collection::vec(0_u16..9, 0..5)
        .prop_map(|squares| squares.into_iter().map(SquareId).collect())
}

fn any_piece() -> impl Strategy<Value = Option<Piece>> {
    let owner = proptest::option::of((0_u8..2).prop_map(SideId));
    let piece = (0_u16..5, owner, 0_u16..4).prop_map(|(kind, owner, marks)| Piece {
        kind: PieceTypeId(kind),
        owner,
        marks,
        number: 0,
    });
    proptest::option::of(piece)
}

fn any_value(kind: &VariableKind) -> BoxedStrategy<VariableValue> {
    let max = match kind {
        VariableKind::Number { max, .. } => *max,
        VariableKind::Switch => 1,
        VariableKind::Words(words) => i32::try_from(words.len()).unwrap() - 1,
        VariableKind::Squares => return any_squares().prop_map(VariableValue::Squares).boxed(),
    };
    (0..=max).prop_map(VariableValue::Number).boxed()
}

fn any_variable(variable: &Variable) -> BoxedStrategy<BySide<VariableValue>> {
    let value = any_value(&variable.kind);
    if variable.per_side {
        (value.clone(), value).prop_map(|(first, second)| BySide::new([first, second])).boxed()
    } else {
        value.prop_map(BySide::same).boxed()
    }
}

fn any_position() -> impl Strategy<Value = Position> {
    let variables: Vec<_> = game().variables.iter().map(any_variable).collect();
    let token = (proptest::option::of((0_u16..9).prop_map(SquareId)), 0_i32..100)
        .prop_map(|(at, level)| TokenState { at, level });
    let hand =
        || proptest::collection::vec(0_u16..999, 5).prop_map(|hand| hand.into_iter().collect());
    let over = (proptest::option::of((0_u8..2).prop_map(SideId)), ".*")
        .prop_map(|(winner, reason)| GameResult::of(winner, reason));
    (
        proptest::collection::vec(any_piece(), 9),
        (hand(), hand()),
        proptest::collection::vec(token, 2),
        variables,
        (0_u8..2, 1_u32..=u32::MAX),
        proptest::option::of(over),
    )
        .prop_map(|(pieces, hands, tokens, variables, (side, turn_number), over)| Position {
            pieces: pieces.into_iter().collect(),
            hands: BySide::new(hands.into()),
            tokens: tokens.into_iter().collect(),
            variables: variables.into_iter().collect(),
            to_move: SideId(side),
            turn_number,
            over,
            past: Past::default(),
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_undoes_writing(position in any_position(), with_fields: bool) {
        let mut game = game();
        if !with_fields {
            game.fields.clear();
        }
        let text = write_position(&game, &position);
        let again = read_position(&game, &text);
        prop_assert_eq!(again.as_ref(), Ok(&position), "{}", text);
        prop_assert_eq!(write_position(&game, &again.unwrap()), text);
    }

    #[test]
    fn no_text_is_too_strange(text in ".*", start in 0_usize..40, turn in ".*") {
        let good = "**R*/4/P'~+p1(kn)[PPr] b Kq b2 7 12 2+1 Ring:c1/2";
        for text in [text.clone(), format!("{}{text}", &good[..start]), format!("{good} {text}")] {
            if let Ok(position) = read_position(&game(), &text) {
                prop_assert_eq!(read_position(&game(), &write_position(&game(), &position)), Ok(position));
            }
            options_in(&text);
        }
        prop_assert!(find_turn::<Turn>(&game(), &turn, &[]).is_err());
        prop_assert!(complete(&game(), &turn, &[]).is_empty());
    }
}

#[test]
fn sets_of_many_kinds_are_judged() {
    let game = game();
    let position = read("**1*/4/PRrp w");
    let first = |squares: &Squares| super::resolve::first_square(&game, &position, squares);
    let white = Squares::OwnedBy(Side::Own);
    let rooks = Squares::OfTypes(TypeSet::one(PieceTypeId(1)));
    assert_eq!(first(&Squares::Empty), Some(SquareId(4)));
    assert_eq!(
        first(&Squares::Except(
            Box::new(white.clone()),
            Box::new(Squares::Marked(crate::ir::MarkId(0)))
        )),
        Some(SquareId(0))
    );
    assert_eq!(first(&Squares::Intersection(vec![white, rooks.clone()])), Some(SquareId(1)));
    assert_eq!(first(&Squares::Last(Box::new(rooks))), Some(SquareId(2)));
    assert_eq!(first(&Squares::Bearing(Id::from_index(1))), Some(SquareId(2)));
    assert_eq!(first(&Squares::Slot(crate::ir::slots::HERE)), None);
    let deep = (0..1000).fold(Squares::Occupied, |set, _| Squares::First(Box::new(set)));
    assert_eq!(first(&deep), None);
}

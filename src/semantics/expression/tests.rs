//! Tests of expressions and rules, from text to the game.

use indexmap::IndexMap;

use super::super::{Program, Unit, analyse};
use crate::diag::Sink;
use crate::diag::render::{Style, render_all};
use crate::ir::{Game, Squares};
use crate::source::SourceMap;
use crate::syntax;

const HEAD: &str = r#"rules 1
game "Small"
board 8x8
sides White "w", Black "b"
property value = 0
property promoted = none
piece Pawn "P" { step: moves fW; promoted = Rook; value = 1 }
piece Rook "R" { moves R; value = 5 }
piece King "K" { royal; moves K }
mark spent "'"
token Stone { level 0 }
variable clock: 0..100 = 0
variable lit: switch = 0
variable ring: one of hidden, due, out = hidden
variable zone: squares = none
variable checks: per side 0..9 = 3
variable homes: per side squares = own rank 1
option size: 1..8 = 3
option powers: movers = Rook, Pawn, King
option fast: switch = on
define home = own rank 2
define corner = a1
define minor = Rook or Pawn
define gap = rank of White King - rank of Black King
define round = round-two
define round-two = round
"#;

const TAIL: &str = "\nturn { move }\nsetup \"8/8/8/8/8/8/8/8 w\"\n";

fn load(rules: &str) -> Result<Game, String> {
    let text = format!("{HEAD}{rules}{TAIL}");
    let mut sources = SourceMap::new();
    let id = sources.add("small.rules", text.clone());
    let mut sink = Sink::new();
    let file = syntax::parse(id, &text, &mut sink);
    let game = file.and_then(|file| {
        let (name, text, uses) = ("small".to_owned(), text.clone(), IndexMap::new());
        let unit = Unit { name, file, text, parent: None, uses };
        analyse(&Program { units: vec![unit], root: 0 }, &[], &mut sink)
    });
    let found = sink.into_vec();
    game.ok_or_else(|| render_all(&found, &sources, Style::Plain))
}

/// What an event with that condition comes to.
fn condition(text: &str) -> String {
    let game = load(&format!("event it: when a turn ends and {text} {{ }}")).unwrap();
    format!("{:?}", game.triggers[0].condition)
}

/// What a variable of squares is set to in an event about a move.
fn squares(text: &str) -> Squares {
    let game = load(&format!("forbid it: \"\" when any {text}")).unwrap();
    match &game.forbids[0].condition {
        crate::ir::Truth::Exists(set) => set.clone(),
        other => panic!("{other:?}"),
    }
}

/// The complaints, one line each: code and message.
fn complaints(rules: &str) -> Vec<String> {
    let text = load(rules).expect_err("there is nothing to complain about");
    text.lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect()
}

fn complaints_about(condition: &str) -> Vec<String> {
    complaints(&format!("event it: when a turn ends and {condition} {{ }}"))
}

fn names(game: &Game, set: crate::ir::SquareSet) -> Vec<&str> {
    set.iter().map(|square| game.board.name(square)).collect()
}

#[test]
fn places_are_seen_with_the_eyes_of_a_side() {
    let game = load("").unwrap();
    let views = |text: &str| match squares(text) {
        Squares::Seen { views, .. } => views.map(|view| names(&game, view).join(" ")).into_array(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(views("own {a1 b3}"), ["a1 b3", "b6 a8"]);
    assert_eq!(views("own corner"), ["a1", "a8"]);
    assert_eq!(views("own {corner b1..b2}"), ["a1 b1 b2", "b7 a8 b8"]);
    assert_eq!(views("home"), views("own rank 2"));
    assert_eq!(views("(home except a2)")[1], "a7 b7 c7 d7 e7 f7 g7 h7");
    assert!(matches!(squares("enemy home"), Squares::Seen { by: crate::ir::Side::Opponent, .. }));
    assert!(load("forbid it: \"\" when any Rook on Black rank 2 except rank 7").is_ok());
}

#[test]
fn sides_before_pieces_own_them() {
    let set = format!("{:?}", squares("own Pawn on own corner"));
    assert_eq!(
        set,
        "Intersection([OwnedBy(Own), OfTypes({0}), Seen { by: Own, views: [{0}, {56}] }])"
    );
    assert_eq!(squares("own pieces"), Squares::OwnedBy(crate::ir::Side::Own));
    assert_eq!(squares("piece"), Squares::Occupied);
}

#[test]
fn what_is_known_is_worked_out() {
    assert_eq!(condition("size * 2 = 6"), "Fixed(true)");
    assert_eq!(condition("length of powers - 1 > 2"), "Fixed(false)");
    assert_eq!(condition("fast and not fast"), "Fixed(false)");
    assert_eq!(condition("fast or clock = 1"), "Fixed(true)");
    assert_eq!(condition("any rank 3"), "Fixed(true)");
}

#[test]
fn questions_fit_their_subject() {
    assert!(condition("ring is due").contains("right: Fixed(1)"));
    assert!(condition("ring = due").contains("right: Fixed(1)"));
    assert!(condition("mover is White").starts_with("SameSide(Own, Fixed(SideId(0)))"));
    assert!(condition("type of e4 is minor").starts_with("TypeIs(At("));
    assert!(condition("promoted of Pawn is Rook").starts_with("TypeIs(Property("));
    assert!(condition("e4 is empty").starts_with("Within("));
    assert!(condition("e4 is not empty").starts_with("Not(Within("));
    assert!(condition("any Pawn is on rank 8").starts_with("Exists(Intersection("));
    assert!(condition("no Pawn is on rank 8").starts_with("Not(Exists(Intersection("));
    assert!(condition("lit").starts_with("Compare { operator: Equal, left: Variable("));
    assert!(condition("own royal is attacked").contains("by: Opponent"));
    assert!(condition("no own royal is attacked by White").starts_with("Not(Attacked"));
    assert!(condition("every p in own Pawn: p is on rank 2").starts_with("Not(Some"));
    assert!(condition("checks of White = 0").contains("side: Some(Fixed(SideId(0)))"));
    assert!(condition("checks = 0").contains("side: Some(Own)"));
    assert!(
        condition("own cannot move").starts_with("Not(HasTurn { side: Own, that: Fixed(true) })")
    );
}

#[test]
fn numbers_of_all_kinds() {
    for number in [
        "turn number mod 2",
        "captures this turn",
        "count own Pawn",
        "count own hand",
        "count Pawn in enemy hand",
        "count (Pawn or Rook)",
        "level of Stone + 1",
        "value of type of e4",
        "value of e4",
        "total value of own pieces",
        "rank of own King",
        "own rank of own King",
        "distance(own King, enemy King)",
        "gap mod 2",
        "(1 if lit else 2)",
        "-1",
    ] {
        assert!(
            load(&format!("event it: when a turn ends and {number} = 1 {{ }}")).is_ok(),
            "{number}"
        );
    }
}

#[test]
fn sets_of_all_kinds() {
    for set in [
        "forward of e4",
        "north of own King",
        "neighbours of e4 except zone",
        "row of own King",
        "column of (e4 or own King)",
        "first of own Rook",
        "between(own King, enemy Rook)",
        "reach(own King, by slide diagonally)",
        "passed(own King, by step forward)",
        "marked spent Pawn",
        "a piece bearing Stone",
        "neutral Pawn in homes",
        "homes of Black",
        "except royal",
        "file c",
    ] {
        assert!(load(&format!("forbid it: \"\" when any {set}")).is_ok(), "{set}");
    }
}

#[test]
fn statements_of_all_kinds() {
    let rules = r#"
event taken: when a White piece bearing Stone is captured by own Pawn and ring is hidden {
    give Stone to captor; add type of victim to hand of owner of victim; add 2 Pawn to own hand
    place type of victim for enemy on origin; place Rook for neither on e4 in empty
    set ring to due; set ring to hidden if lit else out; set lit to no own Pawn; set checks of White to 3
    set zone to zone except origin; set level of Stone to level of Stone + 1
    if owner of victim is White and victim is not Pawn { withdraw Stone } else { White wins "x" }
    choose type among minor or promoted of Pawn as kind { change captor into kind; change e4 into promoted of kind }
    choose number from 1 to 3 as many { set clock to many }
    for each p in own Pawn { mark p as spent; swap p with e4; convert p to enemy; if p is marked spent { capture p } }
    repeat up to 3 while clock < 9 { relocate e2 to e3 }
}
event moved: when a Pawn moves by step from rank 2 to home { mark target as spent }
event dropped: when own Pawn is dropped on rank 2 { if dropped is Rook { remove target } }
ending a: own loses "x" when own cannot move
record b: draw "y" when repeated 3 times
compare number turn number mod 2
compare ignoring clock
compare level of Stone as level of Stone mod 2
field zone: squares zone
field letters: letters "A" = White King in zone
field clock: number checks of White
test "it" { play e2e4; expect e4 is empty; result White "x" }
"#;
    let loaded = load(rules);
    assert!(loaded.is_ok(), "{}", loaded.unwrap_err());
    let hand =
        load("event x: when a turn ends { choose own except royal, in hand as it { remove it } }");
    assert!(format!("{:?}", hand.unwrap().triggers[0].body).contains("held: Some("));
}

#[test]
fn one_mistake_is_one_complaint() {
    let about = [
        (
            "Paw is on rank 2",
            "error[E0101]: nothing named `Paw` is declared; a piece or squares are wanted here",
        ),
        ("any spent", "error[E0102]: `spent` is a mark; a set of squares is wanted here"),
        ("own Pawn", "error[E0108]: this is a set of squares; a condition is wanted here"),
        ("Pawn", "error[E0102]: `Pawn` is a piece; a condition is wanted here"),
        ("count lit = 1", "error[E0102]: `lit` is a switch; a set of squares is wanted here"),
        ("clock = Pawn", "error[E0102]: `Pawn` is a piece; a number is wanted here"),
        ("ring is duee", "error[E0101]: `duee` is no word of `ring`"),
        ("any round", "error[E0116]: `round` is defined by itself"),
        ("victim is Pawn", "error[E0109]: `victim` means nothing in this place"),
        (
            "repeated 3 times",
            "error[E0401]: only `record` and `forbid` can ask how often a position has occurred",
        ),
        ("any e9", "error[E0202]: the board has no square `e9`"),
        ("any rank 9", "error[E0206]: the board has no rank 9"),
        ("clock of White = 1", "error[E0108]: `clock` is one variable for both sides"),
        ("moved by stpe", "error[E0101]: no piece has a way of moving called `stpe`"),
        ("any forwards of e4", "error[E0101]: `forwards of` means nothing"),
        (
            "any bearing Stnoe",
            "error[E0101]: nothing named `Stnoe` is declared; a token is wanted here",
        ),
        ("gap", "error[E0102]: `gap` is a number; a condition is wanted here"),
        (
            "(own Pawn and own Rook) is attacked",
            "error[E0108]: `and` joins conditions; a set of squares is wanted here",
        ),
        (
            "e4 is Pawn or Rook",
            "error[E0108]: this is no condition by itself: `is` reaches as far as the word before",
        ),
        (
            "clock > ring",
            "error[E0102]: `ring` is a variable that holds a word; a number is wanted here",
        ),
        (
            "any {a1 minor}",
            "error[E0108]: these squares change during the game; fixed squares are wanted here",
        ),
    ];
    for (condition, wanted) in about {
        assert_eq!(complaints_about(condition), [wanted], "{condition}");
    }
}

#[test]
fn rules_say_only_what_their_place_allows() {
    let about = [
        (
            "event x: when a turn ends { move }",
            "error[E0401]: `move` is a step of a turn and belongs into `turn { … }`",
        ),
        (
            "ending x: draw \"\" when captures this turn = 0",
            "error[E0109]: `captures this turn` means nothing here: no turn is being played",
        ),
        (
            "ending x: draw \"\" when repeated 3 times",
            "error[E0501]: an ending that asks how often a position has occurred is a matter of the record",
        ),
        (
            "event x: when a piece is captured { relocate victim to e4 }",
            "error[E0108]: `victim` has left the board and is on no square",
        ),
        ("event x: when a turn ends { set size to 3 }", "error[E0402]: `size` cannot be set"),
        (
            "event x: when a piece moves { change target into target }",
            "error[E0102]: `target` is one piece; a piece type is wanted here",
        ),
        (
            "extend Pawn { moves W when own King is attacked }",
            "error[E0305]: a way of moving that can capture must not ask for attacks, safety or turns",
        ),
        (
            "event x: when a turn ends { choose number from 3 to 1 as n { } }",
            "error[E0405]: between 1 and 256 numbers can be chosen from, and these are -1",
        ),
        ("test \"x\" { result Whit }", "error[E0101]: `Whit` is no result"),
    ];
    for (rules, wanted) in about {
        assert_eq!(complaints(rules), [wanted], "{rules}");
    }
    assert!(load("extend Pawn { moves W without capturing when own King is attacked }").is_ok());
}

#[test]
fn defines_cannot_grow_without_end() {
    let mut doubling = String::new();
    for at in 0..60 {
        doubling.push_str(
            &[
                "define more_d",
                &at.to_string(),
                " = more_d",
                &(at + 1).to_string(),
                " or more_d",
                &(at + 1).to_string(),
                "\n",
            ]
            .concat(),
        );
    }
    doubling += "define more_d60 = Pawn\nforbid x: \"\" when any more_d0\n";
    let found = complaints(&doubling);
    assert_eq!(found, ["error[E0003]: the rules become too large once everything is written out"]);

    let mut deep = String::new();
    for at in 0..300 {
        deep.push_str(
            &["define more_d", &at.to_string(), " = more_d", &(at + 1).to_string(), "\n"].concat(),
        );
    }
    deep += "define more_d300 = Pawn\nforbid x: \"\" when any more_d0\n";
    assert_eq!(complaints(&deep).len(), 1);
}

#[test]
fn a_complaint_shows_the_way_out() {
    insta::assert_snapshot!(load("forbid x: \"\" when own Pawn").unwrap_err(), @r#"
    error[E0108]: this is a set of squares; a condition is wanted here
      --> small.rules:27:19
       |
    27 | forbid x: "" when own Pawn
       |                   ^^^^^^^^
       |
       = help: `any …` asks whether there is one, `… is …` whether something is in a set
    "#);
    insta::assert_snapshot!(load("forbid x: \"\" when any marked spnet").unwrap_err(), @r#"
    error[E0101]: nothing named `spnet` is declared; a mark is wanted here
      --> small.rules:27:30
       |
    27 | forbid x: "" when any marked spnet
       |                              ^^^^^ not declared
       |
    help: did you mean `spent`?
       |
    27 - forbid x: "" when any marked spnet
    27 + forbid x: "" when any marked spent
       |
    "#);
}

#[test]
fn a_property_can_be_the_type_itself() {
    use crate::ir::{Id, PropertyValue};
    let rules = "property plain = itself\npiece Horse \"H\" { moves N; plain = Rook }\n\
        piece Mule \"M\" { moves D; promoted = itself }";
    let game = load(rules).unwrap();
    let says = |property: &str, kind: &str| {
        let (property, _) =
            game.properties.enumerate().find(|(_, it)| it.name == property).unwrap();
        let found = game.types.iter().find(|it| it.name == kind).unwrap();
        found.properties[property.index()]
    };
    let kind = |name: &str| {
        let (found, _) = game.types.enumerate().find(|(_, it)| it.name == name).unwrap();
        PropertyValue::Type(found)
    };
    assert_eq!(says("plain", "King"), kind("King"));
    assert_eq!(says("plain", "Horse"), kind("Rook"));
    assert_eq!(says("promoted", "Mule"), kind("Mule"));
}

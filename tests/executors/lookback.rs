//! Endings that look back at the turns since a position was there before: played by both executors and by the library, and
//! worked out from the texts of the positions.

use std::sync::Arc;

use fairyring::session::{Executor, Session};
use fairyring::state::Random;

use super::corpus::EFFORT;
use super::judge::{Effort, Verdict, judge};
use crate::generator::load;

/// An ending by the record, and the same told in another way.
struct Case {
    condition: &'static str,
    times: usize,
    /// Whether a turn is looked at: that of the side to move now (`true`), and that of the other.
    whose: [bool; 2],
    holds: fn(&Board) -> bool,
}

/// A board of nine squares, the far rank first, and whose turn it is.
struct Board {
    squares: Vec<char>,
    side: char,
}

impl Board {
    fn read(text: &str) -> Self {
        let mut fields = text.split(' ');
        let placement = fields.next().unwrap();
        let squares = placement.chars().filter(|&letter| letter != '/').flat_map(|letter| {
            let empty = letter.to_digit(10).unwrap_or(0) as usize;
            let piece = (empty == 0).then_some(letter);
            std::iter::repeat_n('.', empty).chain(piece)
        });
        let squares: Vec<char> = squares.collect();
        assert_eq!(squares.len(), 9, "{text}");
        Self { squares, side: fields.next().unwrap().chars().next().unwrap() }
    }
}

const CASES: [Case; 4] = [
    Case {
        condition: "repeated 2 times while any Rook on rank 1 at each own turn",
        times: 2,
        whose: [true, false],
        holds: |board| board.squares[6..].iter().any(|piece| "rR".contains(*piece)),
    },
    Case {
        condition: "repeated 3 times while no White on b2 at each enemy turn",
        times: 3,
        whose: [false, true],
        holds: |board| !board.squares[4].is_ascii_uppercase(),
    },
    Case {
        condition: "repeated 3 times while count empty on {a1 b2 c3} >= 1 at each turn",
        times: 3,
        whose: [true, true],
        holds: |board| [2, 4, 6].iter().any(|&square| board.squares[square] == '.'),
    },
    Case {
        condition: "repeated 2 times while Black King is on {a1..b3} or White Rook is on file a at each turn",
        times: 2,
        whose: [true, true],
        holds: |board| {
            let on =
                |piece, squares: &[usize]| squares.iter().any(|&at| board.squares[at] == piece);
            on('k', &[0, 1, 3, 4, 6, 7]) || on('R', &[0, 3, 6])
        },
    },
];

/// Sides do not take turns strictly: whoever moves to b1 moves again.
fn rules(condition: &str) -> String {
    format!(
        "rules 2\ngame \"Small\"\nboard 3x3\nsides White \"w\", Black \"b\"\n\
         piece King \"K\" {{ moves mK }}\npiece Rook \"R\" {{ moves mR }}\n\
         turn {{ move }}\nevent again: when a piece moves {{ if target is b1 {{ next own }} }}\n\
         record back: side to move loses \"back\" when {condition}\n\
         ending stuck: side to move draws \"stuck\" when own cannot move\n\
         setup \"k1r/3/K1R w\"\n"
    )
}

/// Returns what positions are compared by: all but the number of the turn.
fn compared(session: &Session) -> String {
    session.position_text().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Tells whether a game is over at its last position, of which it has all texts.
fn is_over(case: &Case, texts: &[String]) -> bool {
    let now = &texts[texts.len() - 1];
    let same: Vec<usize> = (0..texts.len()).filter(|&at| texts[at] == *now).collect();
    if same.len() < case.times {
        return false;
    }
    let first = same[same.len() - case.times];
    let side = Board::read(now).side;
    let boards = texts[first + 1..].iter().map(|text| Board::read(text));
    let asked: Vec<Board> =
        boards.filter(|board| case.whose[usize::from(board.side != side)]).collect();
    !asked.is_empty() && asked.iter().all(case.holds)
}

#[test]
fn what_has_held_since_a_position_was_there_ends_games_where_it_should() {
    for case in &CASES {
        let text = rules(case.condition);
        let game = load(&text).unwrap();
        let library = fairyring::Game::from_text(&text).unwrap();
        let (mut over, mut open) = (0, 0);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut fast = Session::new(Arc::clone(&game)).unwrap();
            let mut slow = fast.clone().with_executor(Executor::Reference);
            let mut public = library.start();
            let mut texts = vec![compared(&fast)];
            for _ in 0..80 {
                let turns = fast.legal_turns().unwrap();
                if turns.is_empty() {
                    break;
                }
                let turn = &turns[random.below(turns.len())];
                fast.play(turn).unwrap();
                slow.play(turn).unwrap();
                let written = fairyring::notation::turn_text(&game, turn);
                public = public.play(&written).unwrap();
                texts.push(compared(&fast));
                let expected = is_over(case, &texts);
                let told = [
                    fast.result().unwrap().is_some(),
                    slow.result().unwrap().is_some(),
                    public.outcome().unwrap().is_some(),
                ];
                assert_eq!(told, [expected; 3], "{}: {texts:?}", case.condition);
                open += usize::from(
                    !expected && texts[..texts.len() - 1].contains(&texts[texts.len() - 1]),
                );
            }
            over += usize::from(is_over(case, &texts));
        }
        assert!(
            over > 5 && open > 5,
            "{}: {over} games over, {open} repetitions without",
            case.condition
        );
    }
}

#[test]
fn random_games_end_where_the_reference_ends_them() {
    for case in &CASES {
        let verdict = judge(&rules(case.condition), Effort { games: 20, recorded: 20, ..EFFORT });
        assert!(matches!(verdict, Verdict::Same(_)), "{}: {verdict:?}", case.condition);
    }
}

/// What position texts show is compared, and they show how a game has ended.
#[test]
fn a_game_that_is_over_is_no_position_of_before() {
    let text = "rules 2\ngame \"Small\"\nboard 3x3\nsides White \"w\", Black \"b\"\n\
                piece King \"K\" { moves mK }\nturn { own wins \"won\" }\n\
                compare ignoring side to move\nsetup \"k2/3/K2 w\"\n";
    for executor in [Executor::Fast, Executor::Reference] {
        let mut session = Session::new(load(text).unwrap()).unwrap().with_executor(executor);
        let only = session.turn_texts().unwrap().remove(0);
        session.play_text(&only).unwrap();
        assert!(session.result().unwrap().is_some());
        assert_eq!(session.occurrences(), 1, "{executor:?}");
    }
}

use std::sync::Arc;

use super::evaluation::Evaluation;
use super::{Level, Limits, NoControl, Score, Searcher, Thought};
use crate::bundled::{self, Bundled};
use crate::diag::Sink;
use crate::pipeline;
use crate::play::each_size;
use crate::play::search::{Aim, Attackers, NextSteps, Walker};
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::session::{Executor, Session};
use crate::source::{FileError, Files, MemoryFiles, SourceMap};
use crate::state::{Choice, Position, Random, Turn};

const TABLE: usize = 1 << 20;

fn session(name: &str) -> Session {
    session_of(bundled::find_game(name).unwrap_or(name), &Bundled)
}

fn session_of(name: &str, files: &dyn Files) -> Session {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, files, &[], &mut sources, &mut sink).unwrap();
    Session::new(Arc::new(game)).unwrap()
}

fn think(session: &Session, limits: &Limits) -> Thought {
    let mut searcher = Searcher::new(session.engine().unwrap(), TABLE);
    searcher.think(session.positions(), limits, &NoControl, &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays some random turns.
fn stirred(mut session: Session, seed: u64, turns: usize) -> Session {
    let mut random = Random::new(seed);
    for _ in 0..turns {
        let legal = session.legal_turns().unwrap();
        let Some(turn) = legal.get(random.below(legal.len())) else { break };
        session.play(turn).unwrap();
    }
    session
}

#[test]
fn forced_ends_are_found() {
    let chess = session("chess");
    // The second is a problem of Paul Morphy's: the rook gives itself up first.
    for (text, turns) in
        [("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1), ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3)]
    {
        let thought = think(&chess.elsewhere(text).unwrap(), &nodes(20_000));
        assert_eq!(thought.score(), Some(Score::Win(turns)), "{text}");
    }
    let lost = "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1";
    assert!(think(&chess.elsewhere(lost).unwrap(), &nodes(1000)).best().is_none());
}

#[test]
fn a_light_piece_that_nothing_light_can_stop_is_worth_more_and_a_doubled_one_less() {
    let chess = session("chess");
    let searcher = Searcher::new(chess.engine().unwrap(), TABLE);
    let worth = |text: &str| searcher.evaluate(chess.elsewhere(text).unwrap().position());
    // The pawn on h7 guards a square before g5, and none before a5.
    let passed = worth("4k3/7p/8/P7/8/8/7P/4K3 w - - 0 1");
    let stopped = worth("4k3/7p/8/6P1/8/8/7P/4K3 w - - 0 1");
    assert!(passed > stopped + 30, "{passed} {stopped}");
    let doubled = worth("4k3/p7/8/8/8/P7/P7/4K3 w - - 0 1");
    let side_by_side = worth("4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1");
    assert!(side_by_side > doubled + 20, "{side_by_side} {doubled}");
}

#[test]
fn several_threads_find_a_forced_end_and_stop() {
    let chess = session("chess");
    let start = chess.elsewhere("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
    let limits = Limits { threads: 3, ..nodes(60_000) };
    let mut searcher = Searcher::new(start.engine().unwrap(), TABLE);
    let thought = searcher.think(start.positions(), &limits, &NoControl, &mut |_| {});
    assert_eq!(thought.score(), Some(Score::Win(3)));
    // With another number of threads the same searcher goes on.
    for threads in [1, 2] {
        let limits = Limits { threads, ..nodes(4000) };
        let thought = searcher.think(chess.positions(), &limits, &NoControl, &mut |_| {});
        assert!(thought.best().is_some() && thought.nodes <= 4600, "{threads}: {thought:?}");
    }
    // Whoever is to depth 1 is done at once, and so are those who help.
    let at_once = Limits { threads: 2, depth: Some(1), ..Limits::default() };
    let thought = searcher.think(chess.positions(), &at_once, &NoControl, &mut |_| {});
    assert_eq!(thought.depth, 1);
}

#[test]
fn the_token_is_carried_to_its_goal_and_destroyed() {
    let fellowship = session("fellowship");
    let text = "8/8/1P6/8/8/8/7k/3K4 w - - 0 1 Ring:b6 bestowal:done";
    let thought = think(&fellowship.elsewhere(text).unwrap(), &nodes(30_000));
    assert!(matches!(thought.score(), Some(Score::Win(_))), "{:?}", thought.score());
}

#[test]
fn promotions_are_seen_by_both_sides_alike() {
    let chess = session("chess");
    let at_once = Limits { depth: Some(1), ..Limits::default() };
    // Captures and promotions are looked at beyond the depth: the second pawn promotes in its next turn.
    for (text, least) in [
        ("8/P7/8/8/8/8/5k2/7K w - - 0 1", 600),
        ("7k/5K2/8/8/8/8/p7/8 b - - 0 1", 600),
        ("8/8/P7/8/8/8/5k2/7K w - - 0 1", 150),
        ("7k/5K2/8/8/8/p7/8/8 b - - 0 1", 150),
    ] {
        let thought = think(&chess.elsewhere(text).unwrap(), &at_once);
        let Some(Score::Points(points)) = thought.score() else { panic!("{text}") };
        assert!(points >= least, "{text}: {points}");
    }
    let [white, black] = ["w", "b"].map(|side| {
        let text = format!("4k3/2p5/4P3/8/8/4p3/2P5/4K3 {side} - - 0 1");
        let thought = think(&chess.elsewhere(&text).unwrap(), &at_once);
        let Some(Score::Points(points)) = thought.score() else { panic!("{text}") };
        points
    });
    // Mobility is measured on random boards, which differ a little.
    assert!((white - black).abs() < 12, "{white}, {black}");
}

#[test]
fn a_phase_in_which_all_turns_are_choices_is_searched_to_the_depth_that_is_asked() {
    let text = r#"
        rules 1
        game "Setting Up"
        board 8x8
        sides White "w", Black "b"
        piece King "K" { moves K }
        piece Rook "R" { moves R }
        variable purse: per side 0..39 = 30
        turn {
            if purse > 0 {
                choose empty on own (rank 1 or rank 2) as spot { place Rook on spot; set purse to purse - 1 }
            } else { move }
        }
        ending stuck: draw "stuck" when own cannot move
        setup "4k3/8/8/8/8/8/8/4K3 w"
    "#;
    let mut files = MemoryFiles::default();
    files.insert("setting-up.rules", text);
    let session = session_of("setting-up.rules", &files);
    let thought = think(&session, &Limits { depth: Some(1), ..nodes(50_000) });
    assert_eq!(thought.depth, 1);
}

/// Endings by the record that are neither repetition nor a clock with one limit: one number on the other side, two limits, a
/// clock that jumps, and the pieces that are left.
#[test]
fn endings_by_the_record_are_seen_whatever_they_ask_for() {
    let game = |variable: &str, way: &str, record: &str| {
        format!(
            "rules 1\ngame \"Counting\"\nboard 4x4\nsides White \"w\", Black \"b\"\n\
             piece King \"K\" {{ moves W; royal }}\npiece Rook \"R\" {{ moves R }}\n\
             {variable}\nturn {{ either {{ move }} or \"tick\" {{ {way} }} }}\n{record}\n\
             ending stale: draw \"s\" when own cannot move\nsetup \"k3/4/4/K2R w\"\n"
        )
    };
    let (small, great) = ("variable n: 0..99 = 1", "variable n: 0..999 = 50");
    let games = [
        game(small, "set n to n + 1", "record a: enemy wins \"n\" when 2 <= n"),
        game(
            small,
            "set n to n + 1",
            "record a: enemy wins \"n\" when n = 2\nrecord b: draw \"d\" when n = 5",
        ),
        game(great, "set n to n * 3", "record a: enemy wins \"n\" when n >= 90"),
        game(
            small,
            "remove own Rook",
            "record a: enemy wins \"n\" when no Rook\nfield n: number n",
        ),
    ];
    for text in games {
        let mut files = MemoryFiles::default();
        files.insert("game.rules", &text);
        let thought = think(&session_of("game.rules", &files), &nodes(500));
        assert_eq!(thought.score(), Some(Score::Win(1)), "{text}");
    }
}

#[test]
fn best_lines_are_legal_by_the_reference() {
    for name in
        ["mono", "chess", "fellowship", "magic-ring", "ruddigore", "crazyhouse", "minishogi"]
    {
        for seed in 0..2 {
            let session = stirred(session(name), seed, 6);
            let thought = think(&session, &Limits { lines: 2, ..nodes(6000) });
            for line in thought.lines {
                let mut replayed = session.clone().with_executor(Executor::Reference);
                for turn in &line.turns {
                    assert!(replayed.play(turn).is_ok(), "{name}, seed {seed}");
                }
            }
        }
    }
}

#[test]
fn the_same_level_and_seed_play_the_same_game() {
    for number in [1, 3] {
        let level = Limits { level: Some(Level::new(number, 5)), ..Limits::default() };
        let game = || {
            let mut session = session("mono");
            let mut searcher = Searcher::new(session.engine().unwrap(), TABLE);
            for _ in 0..8 {
                let thought = searcher.think(session.positions(), &level, &NoControl, &mut |_| {});
                let Some(turn) = thought.best().cloned() else { break };
                session.play(&turn).unwrap();
            }
            session.position_text()
        };
        assert_eq!(game(), game());
    }
}

#[test]
fn limits_are_kept() {
    let chess = session("chess");
    let thought = think(&chess, &Limits { depth: Some(2), ..Limits::default() });
    assert_eq!(thought.depth, 2);
    let thought = think(&chess, &nodes(700));
    assert!(thought.nodes <= 700 && thought.best().is_some());
    let only = chess.legal_turns().unwrap().split_off(19);
    let thought = think(&chess, &Limits { only: only.clone(), ..nodes(700) });
    assert_eq!(thought.best(), only.first());
}

/// Counts the steps of a position, and how many different words they have.
fn count_words<S: StateSize>(compiled: &Compiled<S>, position: &Position) -> (usize, usize) {
    let mut walker = Walker::new(&compiled.program);
    let state = compiled.state_of(position);
    let (node, mut steps) = (walker.node(&state), NextSteps::default());
    walker.legal_steps(&node, &mut steps);
    let words: std::collections::HashSet<_> = steps.list.iter().map(|step| step.word).collect();
    (steps.list.len(), words.len())
}

/// The same choice can come in two ways of going on that are executed statement by statement.
#[test]
fn each_step_has_a_word_of_its_own() {
    let text = r#"
        rules 1
        game "Two Ways"
        board 4x4
        sides White "w", Black "b"
        piece King "K" { moves W; royal }
        piece Rook "R" { moves R }
        turn {
            either { move }
            or "u" { choose own piece as r or nothing { }; choose own piece as q or nothing { } }
            or "v" {
                choose own piece as r or nothing { }
                choose own piece as q or nothing { if q is Rook { own wins "w" } }
            }
        }
        ending stale: draw "s" when own cannot move
        setup "k1r1/4/4/K2R w"
    "#;
    let mut files = MemoryFiles::default();
    files.insert("two-ways.rules", text);
    let session = session_of("two-ways.rules", &files);
    let engine = session.engine().unwrap();
    let (steps, words) = each_size!(engine, it => count_words(it, session.position()));
    assert!(steps > 6, "{steps}");
    assert_eq!(steps, words);
    assert_eq!(think(&session, &nodes(2000)).score(), Some(Score::Win(1)));
}

/// Counts steps of a position: said to give check and doing so, said wrongly, and doing so unsaid.
fn count_checks<S: StateSize>(compiled: &Compiled<S>, position: &Position) -> [usize; 3] {
    let mut walker = Walker::new(&compiled.program);
    let state = compiled.state_of(position);
    let (mut node, mut steps) = (walker.node(&state), NextSteps::default());
    walker.legal_steps(&node, &mut steps);
    let details = (0..steps.list.len()).map(|number| steps.detail(&node, number));
    let aims: Vec<Option<Aim>> = details.map(|detail| detail.aim()).collect();
    let mut said = Vec::new();
    walker.give_check(&mut node, aims.into_iter(), &mut said);
    let mut counts = [0; 3];
    for (number, said) in said.into_iter().enumerate() {
        let Some(mut next) = walker.make(&node, &steps, number) else { continue };
        match (said, walker.in_check(&mut next) == Some(true)) {
            (true, true) => counts[0] += 1,
            (true, false) => counts[1] += 1,
            (false, true) => counts[2] += 1,
            (false, false) => {}
        }
    }
    counts
}

#[test]
fn steps_that_are_said_to_give_check_do_so() {
    for name in ["chess", "crazyhouse", "minishogi", "xiangqi"] {
        let mut sum = [0; 3];
        for seed in 0..30 {
            let session = stirred(session(name), seed, 30);
            if session.turn_texts().unwrap().is_empty() {
                continue;
            }
            let position = session.positions().last().unwrap();
            let engine = session.engine().unwrap();
            let counts = each_size!(engine, compiled => count_checks(compiled, position));
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let [right, wrong, unsaid] = sum;
        assert!(right > 10 && wrong == 0, "{name}: {sum:?}");
        // Castling and captures in passing change more than two squares.
        assert!(unsaid * 20 <= right, "{name}: {sum:?}");
    }
}

/// Returns what a move wins in the exchange that follows.
fn exchange<S: StateSize>(compiled: &Compiled<S>, position: &Position, turn: &Turn) -> i32 {
    let Choice::Move(made) = &turn.steps[0].choice else { panic!("it is a move") };
    let evaluation = Evaluation::derive(compiled);
    let stakes = evaluation.stakes.as_deref().unwrap();
    let mut walker = Walker::new(&compiled.program);
    let mut node = walker.node(&compiled.state_of(position));
    let [piece, victim] = [made.from.0, made.to.0].map(|square| node.state().code(square));
    let aim = Aim { from: Some(made.from.0), to: made.to.0, piece };
    let wins = stakes[usize::from(victim)];
    walker.exchange(&mut node, &mut Attackers::default(), aim, wins, stakes)
}

#[test]
fn exchanges_are_reckoned_to_their_end() {
    // Both positions are examples that the Chess Programming Wiki gives for static exchange evaluation: a rook wins a pawn
    // that nothing protects; a knight takes one that is protected twice, and is lost for it.
    let chess = session("chess");
    for (text, made, wins) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", true),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", false),
    ] {
        let session = chess.elsewhere(text).unwrap();
        let mut played = session.clone();
        played.play_text(made).unwrap();
        let turn = played.history().last().unwrap().clone();
        let position = session.positions().last().unwrap();
        let engine = session.engine().unwrap();
        let won = each_size!(engine, compiled => exchange(compiled, position, &turn));
        assert_eq!(won > 0, wins, "{made}: {won}");
    }
}

/// A file beside the bundled ones.
struct With(&'static str);

impl Files for With {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name == "it.rules" { Ok(Some(self.0.to_owned())) } else { Bundled.read(name) }
    }
}

#[test]
fn checks_for_ever_save_nobody_where_they_lose() {
    let perpetual = "rules 2\ngame \"It\" from chess\nuse perpetual-check\n";
    let score = |text: &'static str| {
        // White is far behind, and has checks for ever.
        let start = "6k1/5p1p/8/8/8/8/qq6/3Q2K1 w - - 0 1";
        let session = session_of("it.rules", &With(text)).elsewhere(start).unwrap();
        think(&session, &nodes(20_000)).score()
    };
    assert_eq!(score("rules 2\ngame \"It\" from chess\n"), Some(Score::Points(0)));
    let lost = score(perpetual);
    assert!(
        matches!(lost, Some(Score::Points(points)) if points < -300)
            || matches!(lost, Some(Score::Loss(_))),
        "{lost:?}"
    );
}

/// Returns what a position is worth for whoever is to move, seen one turn ahead.
fn points(session: &Session, text: &str) -> i32 {
    let position = session.elsewhere(text).unwrap();
    match think(&position, &Limits { depth: Some(1), ..Limits::default() }).score() {
        Some(Score::Points(points)) => points,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn whoever_is_ahead_in_what_decides_stands_better() {
    let kalah = session("kalah");
    let score = |numbers: &str| points(&kalah, &format!("shhhhhh*/*HHHHHHS s 1 seeds:{numbers}"));
    assert!(score("h1=9,a2=0") > 150 && score("h1=0,a2=9") < -150);
}

#[test]
fn whoever_is_nearer_to_a_row_stands_better() {
    // Five in a row win. Three of White's stones stand in one, or three of Black's, or none.
    let symphony = session("symphony");
    let score = |text: &str| points(&symphony, &format!("{text}[PPPppp] w - - 0 1"));
    let white = score("8/p6p/8/8/2PPP3/8/8/3p4");
    let black = score("8/P6P/8/8/2ppp3/8/8/3P4");
    assert!(white - black > 60, "{white} {black}");
}

#[test]
fn whoever_is_nearer_to_where_pieces_have_to_gather_stands_better() {
    // Nobody wins before all nine knights have arrived.
    let halma = session("knights-halma");
    let near = points(&halma, "5nnn/5nnn/3NNnnn/3NN3/3NN3/3NN3/8/N7 w");
    let far = points(&halma, "5nnn/5nnn/5nnn/8/8/NNN5/NNN5/NNN5 w");
    assert!(near - far > 300, "{near} {far}");
}

#[test]
fn pieces_are_no_burden_where_points_decide() {
    // The sides begin alike, and what is captured counts for the captor.
    let martian = session("martian");
    let start = points(&martian, &martian.game().start.text);
    assert!(start.abs() < 400, "{start}");
}

#[test]
fn what_rules_say_pieces_and_tokens_are_worth_counts() {
    let text = "rules 2\ngame \"It\" from chess\nextend Knight { value 1234 }\n\
                token Crown { at d1; value 40 }\n";
    let (chess, mine) = (session("chess"), session_of("it.rules", &With(text)));
    let values = |session: &Session, name: &str| {
        let searcher = Searcher::new(session.engine().unwrap(), TABLE);
        let game = session.game();
        let mut values = searcher.piece_values(game).into_iter();
        values.find(|value| game.types[value.kind].name == name).unwrap()
    };
    assert_eq!(values(&mine, "Knight").points, 1234);
    let [rook, old] = [&mine, &chess].map(|session| values(session, "Rook"));
    assert_eq!(rook.points, old.points);
    assert_eq!(rook.bearing.len(), 1);
    assert_eq!(rook.bearing[0].on_squares, (40, 40));
}

#[test]
fn what_was_learned_is_the_same_for_both_sides() {
    // The same position with sides changed, where the board is turned upside down, and where it is turned round.
    for (name, one, other) in [
        (
            "crazyhouse",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[Pn] w KQkq - 4 4",
            "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R[Np] b KQkq - 4 4",
        ),
        ("minishogi", "rbsgk/4p/5/1P3/KGSBR[p] w 0 1", "rbsgk/3p1/5/P4/KGSBR[P] b 0 1"),
    ] {
        let session = session(name);
        let mut searcher = Searcher::new(session.engine().unwrap(), TABLE);
        let [one, other] = [one, other].map(|text| session.elsewhere(text).unwrap());
        let learned = [&one, &other].map(|side| searcher.learned(side.position()));
        assert_eq!(learned[0], learned[1], "{name}");
        assert!(learned[0].is_some(), "{name}");
        let sample = searcher.sample(one.position());
        let before = searcher.evaluate(one.position()) - learned[0].unwrap();
        // In debug builds, a search compares all its sums with such as are made anew.
        assert!(think(&one, &nodes(3000)).best().is_some(), "{name}");
        // A search adds what it is worth to have the turn.
        assert!((sample.derived - before).abs() < 50, "{} {before}", sample.derived);
    }
}

//! Variants of Fairy-Stockfish, imported: they count as that program counts them, and the page about it is up to date.

use std::sync::Arc;

use fairyring::bundled::Bundled;
use fairyring::diag::{Sink, short};
use fairyring::import::{self, Configuration, Imported};
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::{FileError, Files, SourceMap};

use super::games::sample;
use super::variants::table;

/// Rows with more nodes than this are left out.
const NODES: u64 = 10_000;

/// The bundled files, and an imported one.
struct With<'a>(&'a Imported);

impl Files for With<'_> {
    fn read(&self, name: &str) -> Result<Option<String>, FileError> {
        if name.trim_end_matches(".rules") == "imported/it" {
            return Ok(Some(self.0.text.clone()));
        }
        Bundled.read(name)
    }
}

fn load(imported: &Imported) -> Result<Session, String> {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load("imported/it", &With(imported), &[], &mut sources, &mut sink);
    let told = || {
        let found = sink.into_vec();
        found.iter().map(|one| short::one_line(one, &sources)).collect::<Vec<_>>().join("\n")
    };
    let game = game.ok_or_else(told)?;
    Session::new(Arc::new(game)).map_err(|error| error.to_string())
}

fn read(text: &str) -> Configuration {
    let configuration = Configuration::read(text);
    assert_eq!(configuration.faults(), []);
    configuration
}

#[test]
fn known_variants_in_settings_count_as_they_should() {
    let path = table::root().join("tests/cases/import/ours.ini");
    let configuration = read(&std::fs::read_to_string(path).expect("our configuration"));
    let rows = table::rows();
    let mut wrong = Vec::new();
    for name in configuration.names() {
        let known = name.strip_prefix("own-").expect("the name of a known variant");
        let imported = configuration.import(name).expect("a variant without faults");
        let session = match load(&imported) {
            Ok(session) => session,
            Err(told) => {
                wrong.push(format!("{name}: {told}\n{}", imported.text));
                continue;
            }
        };
        let rows = rows.iter().filter(|row| row.variant == known && row.nodes <= NODES);
        let mut counted = 0;
        for row in rows.filter(|row| row.option.is_empty() && row.position != "initial") {
            let nodes = session
                .elsewhere(&imported.position(&row.position))
                .map_err(|error| error.to_string())
                .and_then(|there| there.perft(row.depth).map_err(|error| error.to_string()));
            counted += 1;
            if nodes != Ok(row.nodes) {
                wrong.push(format!("{name}: {row:?}: {nodes:?}"));
            }
        }
        assert!(counted > 1, "{name}: {counted} rows");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A section without its heading, a position (or the start), and how many turns there are, by the Python binding of that program.
const COUNTED: [(&str, &str, &str, u64); 54] = [
    ("chess", "passWhite = true", "", 21),
    ("chess", "passWhite = true", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 20),
    ("chess", "wallOrMove = true", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", 4),
    ("chess", "wallOrMove = true", "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", 1),
    ("chess", "castlingWins = KQkq", "", 20),
    ("chess", "castlingWins = KQkq", "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1", 0),
    ("judkins", "castlingWins = kq", "", 0),
    ("chess", "tripleStepRegionWhite = *2", "", 28),
    ("chess", "promotionPieceTypes = qxn", "7k/P7/8/8/8/8/8/K7 w - - 0 1", 4),
    ("makruk", "promotionPieceTypes = rbnq", "7k/8/P7/8/8/8/8/K7 w - - 0 1", 4),
    ("clobber", "petrifyOnCaptureTypes = q", "", 49),
    ("chess", "wallingRule = edge", "", 162),
    ("seirawan", "doubleStep = true", "", 28),
    ("shouse", "doubleStep = true", "", 92),
    ("karouk", "doubleStep = false", "", 25),
    ("torishogi", "castling = false", "", 17),
    ("wolf", "castling = false", "", 23),
    ("omicron", "castling = true", "", 30),
    ("berolina", "castling = true", "", 30),
    (
        "sittuyin",
        "castling = true",
        "rr1s3n/n1fs3k/4p1pp/p1pp1pP1/p3PP1P/1PPP1K1S/2S1NF1N/4R1R1[] w - - 2 13",
        33,
    ),
    ("sittuyin", "castling = true", "4k3/8/2P5/8/8/8/P7/4K3[] w - - 0 1", 11),
    ("sittuyin", "promotionPieceTypes = nf", "4k3/3r4/2P5/8/8/8/P7/4K3[] w - - 0 1", 16),
    ("jesonmor", "castling = true", "n1nn1nn1n/2n6/9/2n6/2n1N4/9/6N2/9/NNN1N1NNN w - - 16 9", 0),
    ("jesonmor", "castling = true", "n1nn1nn1n/2n6/9/2n6/2n1N4/9/6N2/9/NNN1N1NNN b - - 16 9", 40),
    (
        "placement",
        "castlingKingsideFile = g",
        "n1rrnb2/pppppppp/8/8/8/8/PPPPPPPP/NBR1N2Q[KRBkqb] w - - 0 6",
        5,
    ),
    ("clobber", "immobilityIllegal = true", "", 0),
    ("ataxx", "customPiece2 = n:B3", "", 22),
    ("ataxx", "customPiece2 = n:B3", "6p/2p4/3p3/3p3/7/7/p6 w - - 4 4", 0),
    ("torpedo", "passOnStalemate = true\npass = true", "", 20),
    ("losalamos", "wallingRule = arrow", "", 16),
    ("losalamos", "wallingRule = arrow", "1k4/P5/6/6/6/4K1 w - - 0 1", 29),
    ("janus", "makpongRule = true", "", 28),
    ("snailtrail", "petrifyOnCaptureTypes = p", "", 3),
    ("snailtrail", "pass = true", "", 4),
    (
        "berolina",
        "castling = true",
        "rnb1kb1r/1pp4p/1p1pq2n/1p4Bp/2PPQ1P1/P1P4P/2P4P/RN2KBNR b KQkq f3g4 0 12",
        31,
    ),
    (
        "gothic",
        "wallingRule = past",
        "rnbqck*b*r/pp*ppp**p*/2pA1*pn1p/6ap2/1P3*4/2P2PP*1P/P**PP**PP*/RNBQCK*BNR b KQkq - 4 8",
        23,
    ),
    ("ataxx", "dropRegionWhite = *1 *2", "", 13),
    ("seirawan", "passOnStalemate = true", "", 28),
    ("shouse", "pass = true", "", 93),
    ("kyotoshogi", "mandatoryPiecePromotion = false", "", 21),
    ("placement", "wallingRule = duck", "", 40),
    ("minishogi", "petrifyOnCaptureTypes = pnbrq", "1b1g1/1s1k1/rB2*/PG1S1/K4[Pr] w - - 0 5", 25),
    (
        "opulent",
        "wallingRule = past",
        "r*6*r/clbnqknb*a/p*pp*ppppp/wp2p3l*/8*1/5PP2w/1LN7/PPPPP**PP*/C*B***NBLA/RW1Q1K2WR w - - 0 8",
        41,
    ),
    // A kind that is taken out of the game is extinct.
    ("extinction", "customPiece2 = n:B3", "", 0),
    (
        "chancellor",
        "checking = false\nflagMove = true",
        "rnbqk1nbr/1p1pppppp/p5c2/2p6/9/9/2N1C2N1/PPPPPPPPP/1RBQK2BR w Kkq - 0 5",
        34,
    ),
    ("kyotoshogi", "piecePromotionOnCapture = true", "2k2/5/5/2p+p1/2+P1K[-] w 0 1", 5),
    // Who builds on a variant without double steps has to say from where there are some.
    ("courier", "doubleStep = true", "", 26),
    ("courier", "doubleStep = true\ndoubleStepRegionWhite = *2", "", 35),
    ("makruk", "doubleStep = true", "", 23),
    // What a move promotes may stand where walls leave it no square.
    (
        "judkins",
        "wallingRule = past",
        "r****k/**b*g*/*S*+B*p/P*n1+s1/******/KG*+r**[N] w - - 1 14",
        10,
    ),
    ("sittuyin", "capturesToHand = true", "", 88),
    // Checks are counted of kings alone: here, there is none that is royal for good.
    (
        "extinction",
        "extinctionPseudoRoyal = true\ncheckCounting = true",
        "rnb1kbnr/p2ppppp/1q6/1pP5/4P3/8/PPP1BPPP/RNBQK1NR b KQkq - 1+1 0 4",
        10,
    ),
    (
        "atomic",
        "checkCounting = true",
        "rnbqkbnr/ppppp1pp/8/7Q/8/8/PPPPPPPP/RNB1KBNR b KQkq - 1+1 0 1",
        1,
    ),
    (
        "chess",
        "extinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\ncheckCounting = true",
        "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1+1 1 1",
        11,
    ),
];

#[test]
fn settings_count_as_that_program_counts() {
    let mut wrong = Vec::new();
    for (parent, settings, position, nodes) in COUNTED {
        let imported = read(&format!("[a:{parent}]\n{settings}\n")).import("a").expect("a variant");
        let counted = load(&imported).and_then(|session| {
            let there = if position.is_empty() {
                session
            } else {
                session
                    .elsewhere(&imported.position(position))
                    .map_err(|error| error.to_string())?
            };
            there.perft(1).map_err(|error| error.to_string())
        });
        if counted != Ok(nodes) {
            wrong.push(format!("{parent}, {settings}, {position}: {counted:?}\n{}", imported.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A section, a position (or the start), a turn, and the placement and the side to move afterwards, by the Python binding of that
/// program.
const PLAYED: [(&str, &str, &str, &str); 6] = [
    (
        "[a:chess]\npetrifyOnCaptureTypes = n\n",
        "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1",
        "e3d5",
        "4k3/8/8/3*4/8/8/8/4K3 b",
    ),
    // What turns to stone goes to the other side's hand, as what explodes does: as itself, or as the pawn that it was.
    (
        "[a:loop]\npetrifyOnCaptureTypes = pnbrq\n",
        "rnb1kbnr/ppp2np1/3p*P2/4p2p/P3P3/3P3q/1PPN1PPP/R1BQKB1R[] w KQ - 1 10",
        "f6g7",
        "rnb1kbnr/ppp2n*1/3p*3/4p2p/P3P3/3P3q/1PPN1PPP/R1BQKB1R[Pp] b",
    ),
    (
        "[a:crazyhouse]\npetrifyOnCaptureTypes = pnbrq\n",
        "rnb1kbnr/ppp2np1/3p*P2/4p2p/P3P3/3P3Q~/1PPN1PPP/R1BQKB1R[] w KQ - 1 10",
        "h3h5",
        "rnb1kbnr/ppp2np1/3p*P2/4p2*/P3P3/3P4/1PPN1PPP/R1BQKB1R[Pp] b",
    ),
    // What is promoted in place of a move is a pawn again in hand.
    (
        "[a:sittuyin]\ncapturesToHand = true\n",
        "4k3/3r4/8/3P4/2r5/8/P7/4K3[] w - - 0 1",
        "promote:d5e4",
        "4k3/3r4/8/8/2r1F~3/8/P7/4K3[] b",
    ),
    (
        "[a:sittuyin]\ncapturesToHand = true\n",
        "4k3/8/8/8/2r1F~3/8/P7/4K3[] b - - 0 1",
        "c4e4",
        "4k3/8/8/8/4r3/8/P7/4K3[p] w",
    ),
    // Pieces turn over in the zone, and White's has no square of this board.
    ("[a:kyotoshogi]\npromotionRegionWhite = *8\n", "", "e1e2", "p+nks+l/5/5/4P/+LSK+N1[] b"),
];

#[test]
fn turns_lead_where_they_lead_in_that_program() {
    for (section, position, turn, after) in PLAYED {
        let imported = read(section).import("a").expect("a variant");
        let session = load(&imported).expect("a game");
        let mut there = if position.is_empty() {
            session
        } else {
            session.elsewhere(&imported.position(position)).expect("a position")
        };
        there.play_text(turn).expect("a legal turn");
        let text = there.position_text();
        assert!(text.starts_with(after), "{section}: {text}\n{}", imported.text);
    }
}

#[test]
fn what_that_program_overlooks_is_named_as_lost() {
    for (parent, settings, loss) in [
        ("chess", "checking = false\nmobilityRegionWhiteQueen = *4 *5\n", "checking = false: "),
        ("chess", "blastOnCapture = true\n", "blastOnCapture = true: an explosion "),
        ("crazyhouse", "wallingRule = static\n", "wallingRule = static: a drop "),
        ("judkins", "wallingRule = past\n", "wallingRule = past: a move that promotes "),
        ("chess", "wallingRule = edge\npass = true\n", "wallingRule = edge: who passes "),
    ] {
        let imported = read(&format!("[a:{parent}]\n{settings}")).import("a").expect("a variant");
        let losses = &imported.losses;
        assert!(losses.iter().any(|told| told.starts_with(loss)), "{settings}: {losses:?}");
    }
    // A piece in hand that never comes, or none that turns over, changes nothing.
    let imported = read("[a:chess]\nwallingRule = past\n").import("a").expect("a variant");
    assert_eq!(imported.losses, [""; 0]);
}

#[test]
fn what_one_builds_on_comes_from_either_place() {
    let configuration = read("[a:b]\nmaxFile = 7\n[b:crazyhouse]\nmustCapture = true\n");
    let text = configuration.import("b").expect("a variant").text;
    assert!(text.contains("from crazyhouse") && text.contains("use must-capture"), "{text}");
    assert!(configuration.import("a").expect("a variant").text.contains("7x8"));
    assert!(configuration.import("kingofthehill").expect("a built-in one").losses.is_empty());
    assert!(configuration.import("nobody").is_err());
}

#[test]
fn letters_that_mean_nothing_there_mean_nothing_here() {
    let configuration = read("[a:chess]\ncustomPiece1 = a:NxyW\n");
    let imported = configuration.import("a").expect("a variant");
    assert!(load(&imported).is_ok(), "{}", imported.text);
    let text = "[a:chess]\ncustomPiece1 = a:NxyW\nstartFen = 4k3/8/8/8/8/8/8/A3K3 w - - 0 1\n";
    let imported = read(text).import("a").expect("a variant");
    assert!(imported.losses.iter().any(|loss| loss.contains("`xy`")), "{:?}", imported.losses);
    assert!(imported.text.contains("moves NW"), "{}", imported.text);
}

#[test]
fn settings_that_nobody_knows_are_told() {
    let imported = read("[a:chess]\nhopscotch = true\n").import("a").expect("a variant");
    assert!(imported.losses.iter().any(|loss| loss.contains("hopscotch")), "{:?}", imported.losses);
}

#[test]
fn what_is_refused_is_told_with_its_setting_and_line() {
    let text = "[a:karouk]\nmakpongRule = true\npetrifyOnCaptureTypes = q\ncastling = true\n";
    let faults = read(text).import("a").expect_err("a refusal");
    assert!(!faults.is_empty());
    for fault in faults {
        let line = text.lines().nth(fault.line.saturating_sub(1)).unwrap_or_default();
        assert!(line.contains(" = ") && fault.what.contains(line), "{fault:?}");
    }
}

#[test]
fn words_that_a_setting_cannot_have_are_refused_with_those_it_can() {
    for (setting, word) in [
        ("wallingRule = ducks", "`duck`"),
        ("enclosingDrop = foo", "`reversi`"),
        ("materialCounting = jangi", "`janggi`"),
        ("chasingRule = afx", "`axf`"),
        ("countingRule = makrukk", "`makruk`"),
        ("flipEnclosedPieces = true", "`ataxx`"),
        ("stalemateValue = Loss", "`loss`"),
    ] {
        let faults = read(&format!("[a:chess]\n{setting}\n")).import("a").expect_err("a fault");
        assert!(faults.iter().any(|it| it.line == 2 && it.what.contains(word)), "{faults:?}");
    }
}

#[test]
fn every_built_in_variant_can_be_imported() {
    let configuration = read("");
    let mut wrong = Vec::new();
    for name in sample(configuration.built_in()) {
        match configuration.import(&name) {
            Err(faults) => wrong.push(format!("{name}: {faults:?}")),
            Ok(imported) => {
                wrong.extend(load(&imported).err().map(|told| format!("{name}: {told}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_is_made_from_the_tables() {
    let path = table::root().join("docs/fairy-stockfish.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let told =
        "write it again with `cargo run --release -p fairyring-tools --bin bridge -- --page`";
    assert!(page == import::page(), "docs/fairy-stockfish.md is old: {told}");
}

#[test]
fn what_the_page_says_to_write_is_there() {
    let files = || fairyring::bundled::files().map(|(name, text)| (short_name(name), text));
    let defines: Vec<&str> = files().flat_map(|(_, text)| names_after(text, "define ")).collect();
    for key in import::keys() {
        for module in names_after(key.advice, "`use ")
            .into_iter()
            .chain(names_after(key.advice, "the module `"))
        {
            assert!(files().any(|(name, _)| name == module), "{}: no module `{module}`", key.name);
        }
        for game in names_after(key.advice, "the bundled `") {
            assert!(files().any(|(name, _)| name == game), "{}: no game `{game}`", key.name);
        }
        for define in names_after(key.advice, "replace define ") {
            assert!(defines.contains(&define), "{}: no define `{define}`", key.name);
        }
    }
}

fn short_name(name: &str) -> &str {
    let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
    name.strip_suffix(".rules").unwrap_or(name)
}

/// Returns the names that follow a text wherever it stands.
fn names_after<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let end = |rest: &str| {
        rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len())
    };
    text.split(before).skip(1).map(|rest| &rest[..end(rest)]).collect()
}

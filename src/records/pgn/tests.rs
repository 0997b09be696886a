//! The import format with all its oddities: what is read, what survives, and what is refused.

use std::io::{BufReader, Read};

use super::{ItemKind, MAX_COMMENT, MAX_GAME, Number, PgnError, PgnGame, Reader};

fn read(text: &[u8]) -> Vec<Result<PgnGame, PgnError>> {
    Reader::new(text).collect()
}

fn games(text: &str) -> Vec<PgnGame> {
    read(text.as_bytes()).into_iter().map(|game| game.expect(text)).collect()
}

fn turns(game: &PgnGame) -> Vec<&str> {
    game.turns().map(|(_, text)| text).collect()
}

/// A game without its lines, which change when it is written anew.
fn bare(game: &PgnGame) -> (Vec<(String, String)>, Vec<ItemKind>) {
    (game.tags.clone(), game.items.iter().map(|item| item.kind.clone()).collect())
}

const TORTURE: &str = "\u{feff}% a line for some program\r\n\
[Event \"The \"Big\" One\"]\r\n\
  [ Site   \"C:\\\\games\" ] [Round\"1\"]\r\n\
[Quoted \"he said \\\"no\\\"\"]\r\n\
[Bare value]\r\n\
[Empty \"\"]\r\n\
\r\n\
{before the first turn}1.e4{[%clk 0:05:00] [%eval 0.3]}e5 ; to the end; of the line\r\n\
2 . Nf3 Nc6 $1 $146 (2... d6 {Philidor (solid)} 3. d4 (3.Bc4 Be7!?) exd4) 3.Bb5!\r\n\
%escaped { in the middle\r\n\
3...a6?! 4. Ba4 +- Nf6 5. 0-0\r\n\
{several\r\nlines} Be7 6.Re1 b5 7 Bb3 d6 1-0 {resigns}\r\n\
\r\n\
1. d4 d5\r\n\
2. c4 dxc4 1/2\r\n\
[Event \"third\"]\r\n\
[Result \"0-1\"]\r\n\
\r\n\
1. f3 e5 2. g4 Qh4#\r\n\
[Event \"fourth\"]\r\n\
\r\n\
*\r\n\x1a";

#[test]
fn every_oddity_of_the_import_format_is_read() {
    let all = games(TORTURE);
    assert_eq!(all.len(), 4);
    let first = &all[0];
    assert_eq!(first.tag("event"), Some("The \"Big\" One"));
    assert_eq!((first.tag("Site"), first.tag("Round")), (Some("C:\\games"), Some("1")));
    assert_eq!(first.tag("Quoted"), Some("he said \"no\""));
    assert_eq!((first.tag("Bare"), first.tag("Empty")), (Some("value"), Some("")));
    let played =
        "e4 e5 Nf3 Nc6 Bb5! a6?! Ba4 Nf6 0-0 Be7 Re1 b5 Bb3 d6".split(' ').collect::<Vec<_>>();
    assert_eq!(turns(first), played);
    assert_eq!(first.result(), "1-0");
    let has =
        |kind: ItemKind| assert!(first.items.iter().any(|item| item.kind == kind), "{kind:?}");
    has(ItemKind::Escape(" a line for some program".to_owned()));
    has(ItemKind::Escape("escaped { in the middle".to_owned()));
    has(ItemKind::Comment("[%clk 0:05:00] [%eval 0.3]".to_owned()));
    has(ItemKind::LineComment(" to the end; of the line".to_owned()));
    has(ItemKind::Comment("several\nlines".to_owned()));
    has(ItemKind::Comment("resigns".to_owned()));
    has(ItemKind::Nag(146));
    has(ItemKind::Glyph("+-".to_owned()));
    has(ItemKind::Turn(Some(Number { number: 2, goes_on: true }), "d6".to_owned()));
    let lines: Vec<u64> = first.turns().map(|(line, _)| line).collect();
    assert_eq!((first.line, lines[0], lines[13]), (1, 8, 13));
    assert_eq!((turns(&all[1]), all[1].result()), (vec!["d4", "d5", "c4", "dxc4"], "1/2-1/2"));
    assert_eq!((turns(&all[2]).len(), all[2].result(), all[2].has_end()), (4, "0-1", false));
    assert_eq!((turns(&all[3]).len(), all[3].result(), all[3].has_end()), (0, "*", true));
}

#[test]
fn what_is_read_is_written_and_read_again() {
    for text in [TORTURE.to_owned(), TORTURE.replace("\r\n", "\n"), TORTURE.replace("\r\n", "\r")] {
        let all = games(&text);
        let written: String = all.iter().map(PgnGame::to_string).collect();
        let again = games(&written);
        // A game that lacks its end gets it.
        let mut wanted: Vec<_> = all.iter().map(bare).collect();
        wanted[2].1.push(ItemKind::Result("0-1".to_owned()));
        assert_eq!(again.iter().map(bare).collect::<Vec<_>>(), wanted, "{written}");
        let longest = written.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(79), "{written}");
    }
}

#[test]
fn numbers_results_and_signs_are_told_from_turns() {
    let of = |text: &str| games(text).iter().map(|game| turns(game).join(" ")).collect::<Vec<_>>();
    assert_eq!(of("1. e4 1... e5 2.... Nf3 3 . . d4"), ["e4 e5 Nf3 d4"]);
    assert_eq!(of("1.e4… e5"), ["e4… e5"], "what is no number is the reader's");
    assert_eq!(of("exd6 e.p. Kf1 ! ?? = +="), ["exd6 e.p. Kf1"]);
    assert_eq!(of("1. N@e4 Qd2,c3 +Rx5c P*5e 1. -- e4"), ["N@e4 Qd2,c3 +Rx5c P*5e -- e4"]);
    assert_eq!(of("1. e4 * 1. d4 ½-½ 1. c4 0-1"), ["e4", "d4", "c4"]);
    assert_eq!(of("1. e4 (1. d4 1-0) e5 1-0"), ["e4 e5"], "a result in a variation ends nothing");
    assert_eq!(of("[A \"1\"]\n[B \"2\"]\n\n[A \"3\"]\n\n1. e4 *"), ["", "e4"]);
    assert!(of(" \r\n\t\n").is_empty() && of("").is_empty());
}

/// Some programs write what a pawn becomes in brackets, which otherwise begin a variation.
#[test]
fn a_promotion_in_brackets_is_no_variation() {
    let all = games("1. a8(Q) (1. a8=R h1(N)) h1 (1... b1) 2. Qa1 (2. Q) *");
    let written = all[0].to_string();
    assert_eq!(written.trim(), "1. a8=Q (1. a8=R h1=N) h1 (1... b1) 2. Qa1 (2. Q) *");
}

#[test]
fn old_files_are_in_latin_1() {
    let text = b"[White \"Andr\xe9\"]\n\n1. e4 {na\xefve} *\n";
    let game = read(text).remove(0).unwrap();
    assert_eq!(game.tag("White"), Some("Andr\u{e9}"));
    let utf8 = games("[White \"André\"]\n\n*");
    assert_eq!(utf8[0].tag("White"), Some("André"));
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_the_next_game_is_read() {
    let cases: [(&str, u64, &str); 10] = [
        ("1. e4 {no end", 2, "the text ends inside the comment that begins in line 2"),
        ("1. e4 (1. d4", 2, "the variation that begins in line 2 has no end"),
        ("1. e4 (1. d4 *\n", 3, "the variation that begins in line 2 has no end"),
        ("1. e4 ) e5 *", 2, "`)` ends a variation that has not begun"),
        ("1. e4 } e5 *", 2, "`}` ends a comment that has not begun"),
        ("1. e4 ] e5 *", 2, "`]` ends a tag that has not begun"),
        ("(1. e4) *", 2, "a variation stands before the first turn"),
        ("1. e4 $x *", 2, "`$x` is no number of a glyph"),
        ("[White \"Anna]\n*", 2, "the value of a tag has no quote at its end"),
        ("[White Anna\n*", 2, "a tag has no `]` at its end"),
    ];
    for (text, line, message) in cases {
        let whole = format!("1. d4 *\n{text}");
        let mut found = read(whole.as_bytes());
        let error = found.remove(1).unwrap_err();
        assert_eq!((error.game, error.line, error.message.as_str()), (2, line, message), "{text}");
        let more = format!("{whole}\n[Event \"next\"]\n\n1. c4 *\n");
        // What has no end before the next game swallows it.
        if !message.contains("comment that begins") {
            let last = read(more.as_bytes()).pop().unwrap().expect(text);
            assert_eq!(last.tag("Event"), Some("next"), "{text}");
        }
    }
}

#[test]
fn what_is_no_text_is_refused_at_once() {
    let error = |bytes: &[u8]| read(bytes).pop().unwrap().unwrap_err();
    assert!(error(b"\xff\xfe[\0E\0").message.contains("UTF-16"));
    let binary = error(b"\x7fELF\x02\x01");
    assert!(binary.message.contains("0x7f") && binary.is_last, "{binary}");
    let late = error(b"1. e4 e5 *\n\n1. d4 \0\0");
    assert_eq!((late.game, late.line), (2, 3));
}

/// A stream without an end.
struct Endless(u8);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.fill(self.0);
        Ok(buffer.len())
    }
}

#[test]
fn nothing_that_has_no_end_fills_the_memory() {
    let begun = |begin: &str, byte: u8| {
        let stream = BufReader::new(std::io::Cursor::new(begin.to_owned()).chain(Endless(byte)));
        // A few bytes behind the limit are enough to tell.
        let limit = MAX_GAME + u64::try_from(MAX_COMMENT).unwrap();
        let mut reader = Reader::new(BufReader::new(stream.take(limit)));
        reader.next().unwrap().unwrap_err().message
    };
    assert!(begun("1. e4 {", b'x').contains("a comment is longer than"));
    assert!(begun("1. e4 ;", b'x').contains("a comment is longer than"));
    assert!(begun("1. ", b'x').contains("a word is longer than"));
    assert!(begun("[", b'x').contains("the name of a tag is longer than"));
    assert!(begun("[A \"", b'x').contains("the value of a tag is longer than"));
    assert!(begun("1. e4 ", b'(').contains("variations lie in each other"));
    let long = "1. e4 e5 ".repeat(usize::try_from(MAX_GAME).unwrap() / 9 + 9);
    let error = read(long.as_bytes()).remove(0).unwrap_err();
    assert!(error.message.contains("the game is longer than"), "{error}");
}

//! Reading games from a stream.

use std::io::BufRead;

use super::bytes::{Bytes, Trouble, is_line_end, is_space, text};
use super::limits::{MAX_COMMENT, MAX_GAME, MAX_NESTING, MAX_TAGS, MAX_TOKEN};
use super::{Item, ItemKind, Number, PgnError, PgnGame, tags};

/// Reads the games of a stream, one after the other. A game that cannot be read is an error, behind which the next one is
/// looked for.
///
/// ```
/// use fairyring::records::pgn::Reader;
///
/// let text = "[White \"Anna\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 *\n";
/// let games: Result<Vec<_>, _> = Reader::new(text.as_bytes()).collect();
/// let games = games?;
/// let turns: Vec<&str> = games[0].turns().map(|(_, turn)| turn).collect();
/// assert_eq!(turns, ["e4", "e5", "Nf3"]);
/// # Ok::<(), fairyring::records::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    bytes: Bytes<R>,
    /// How many games have begun.
    games: u64,
    /// Whether the first bytes have been looked at.
    begun: bool,
    /// Whether nothing more can be read.
    done: bool,
    /// The first tag of the next game, which was read already, and its line.
    pending: Option<(u64, (String, String))>,
}

/// The game that is being read.
#[derive(Debug, Default)]
struct Open {
    game: PgnGame,
    /// The lines in which the variations begin that have not ended.
    variations: Vec<u64>,
    /// The number that was read last and waits for its turn.
    number: Option<Number>,
    has_turns: bool,
    is_over: bool,
    /// How many bytes of the stream came before it.
    from: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads from a stream.
    pub fn new(stream: R) -> Self {
        Self { bytes: Bytes::new(stream), games: 0, begun: false, done: false, pending: None }
    }

    /// Returns the next game; nothing at the end.
    fn read(&mut self) -> Option<Result<PgnGame, PgnError>> {
        if self.done {
            return None;
        }
        if !std::mem::replace(&mut self.begun, true)
            && let Err(message) = self.begin()
        {
            self.done = true;
            return Some(Err(PgnError { game: 1, line: 1, message, is_last: true }));
        }
        self.bytes.skip_space();
        let pending = self.pending.take();
        if pending.is_none() && self.bytes.peek().is_none() && self.bytes.trouble.is_none() {
            return None;
        }
        self.games += 1;
        let (line, tags) = match pending {
            Some((line, tag)) => (line, vec![tag]),
            None => (self.bytes.line, Vec::new()),
        };
        let game = PgnGame { number: self.games, line, tags, items: Vec::new() };
        let mut open = Open { game, from: self.bytes.read, ..Open::default() };
        let read = self.items(&mut open);
        match self.trouble().map_or(read, Err) {
            // What stands behind the last game is none.
            Ok(()) if open.game.tags.is_empty() && !open.has_turns && !open.is_over => {
                self.games -= 1;
                None
            }
            Ok(()) => Some(Ok(open.game)),
            Err(message) => {
                let line = self.bytes.line;
                self.recover();
                Some(Err(PgnError { game: self.games, line, message, is_last: self.done }))
            }
        }
    }

    /// Looks at the first bytes, which may say that this is no text.
    fn begin(&mut self) -> Result<(), String> {
        match self.bytes.at_hand() {
            [0xfe, 0xff, ..] | [0xff, 0xfe, ..] => {
                Err("the file is in UTF-16; save it as UTF-8".to_owned())
            }
            [0xef, 0xbb, 0xbf, ..] => {
                (0..3).for_each(|_| self.bytes.skip());
                self.bytes.begin_line();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Says what the stream has to say, after which nothing more is read.
    fn trouble(&mut self) -> Option<String> {
        let trouble = self.bytes.trouble.clone()?;
        self.done = true;
        Some(match trouble {
            Trouble::Unreadable(why) => format!("the file cannot be read on: {why}"),
            Trouble::NoText(byte) => {
                format!("the byte 0x{byte:02x} is not part of a text: is this a PGN file?")
            }
        })
    }

    /// Goes to the next line that begins with a tag.
    fn recover(&mut self) {
        if self.done {
            return;
        }
        while let Some(byte) = self.bytes.peek() {
            if byte == b'[' && self.bytes.is_at_line_start() {
                return;
            }
            self.bytes.skip();
        }
        // Trouble on the way has nobody else to tell it to.
        self.done = true;
    }

    /// Reads a game up to its end.
    fn items(&mut self, open: &mut Open) -> Result<(), String> {
        loop {
            self.bytes.skip_space();
            if self.bytes.read - open.from > MAX_GAME {
                return Err(format!("the game is longer than {MAX_GAME} bytes"));
            }
            let line = self.bytes.line;
            let Some(byte) = self.bytes.peek() else { break };
            if open.is_over && !matches!(byte, b'{' | b';' | b'%') {
                break;
            }
            let kind = match byte {
                b'[' if open.has_turns => break,
                b'[' => {
                    if self.tag(open)? {
                        continue;
                    }
                    break;
                }
                b'{' => ItemKind::Comment(self.comment(line)?),
                b';' => ItemKind::LineComment(self.rest_of_line()?),
                b'%' if self.bytes.is_at_line_start() => ItemKind::Escape(self.rest_of_line()?),
                b'(' => self.variation(open, line)?,
                b')' => {
                    self.bytes.skip();
                    open.variations.pop().ok_or("`)` ends a variation that has not begun")?;
                    if open.take_promotion() {
                        continue;
                    }
                    ItemKind::End
                }
                b'}' => return Err("`}` ends a comment that has not begun".to_owned()),
                b']' => return Err("`]` ends a tag that has not begun".to_owned()),
                b'$' => self.nag()?,
                _ => match self.word(open)? {
                    Some(kind) => kind,
                    None => continue,
                },
            };
            open.add(line, kind);
        }
        match open.variations.last() {
            Some(line) => Err(format!("the variation that begins in line {line} has no end")),
            None => Ok(()),
        }
    }

    /// Reads a tag; tells whether it belongs to this game. One that this game has already begins another one.
    fn tag(&mut self, open: &mut Open) -> Result<bool, String> {
        let line = self.bytes.line;
        let (name, value) = tags::read(&mut self.bytes)?;
        let first = open.game.tags.first();
        if first.is_some_and(|(first, _)| first.eq_ignore_ascii_case(&name)) {
            self.pending = Some((line, (name, value)));
            return Ok(false);
        }
        if open.game.tags.len() >= MAX_TAGS {
            return Err(format!("the game has more than {MAX_TAGS} tags"));
        }
        open.game.tags.push((name, value));
        Ok(true)
    }

    fn variation(&mut self, open: &mut Open, line: u64) -> Result<ItemKind, String> {
        self.bytes.skip();
        if open.variations.len() >= MAX_NESTING {
            return Err(format!("variations lie in each other more than {MAX_NESTING} times"));
        }
        if !open.has_turns {
            return Err("a variation stands before the first turn".to_owned());
        }
        open.variations.push(line);
        Ok(ItemKind::Begin)
    }

    fn comment(&mut self, line: u64) -> Result<String, String> {
        self.bytes.skip();
        let mut comment = Vec::new();
        loop {
            match self.bytes.next() {
                // However a file breaks its lines, a break is one character here.
                Some(b'}') => return Ok(text(comment).replace("\r\n", "\n").replace('\r', "\n")),
                Some(byte) => comment.push(byte),
                None => {
                    return Err(format!(
                        "the text ends inside the comment that begins in line {line}"
                    ));
                }
            }
            if comment.len() > MAX_COMMENT {
                return Err(format!("a comment is longer than {MAX_COMMENT} bytes"));
            }
        }
    }

    /// Reads what follows the next byte up to the end of the line.
    fn rest_of_line(&mut self) -> Result<String, String> {
        self.bytes.skip();
        let mut rest = Vec::new();
        while let Some(byte) = self.bytes.peek().filter(|byte| !is_line_end(*byte)) {
            rest.push(byte);
            self.bytes.skip();
            if rest.len() > MAX_COMMENT {
                return Err(format!("a comment is longer than {MAX_COMMENT} bytes"));
            }
        }
        Ok(text(rest))
    }

    fn nag(&mut self) -> Result<ItemKind, String> {
        self.bytes.skip();
        let word = self.raw_word()?;
        let number = word.parse().map_err(|_| format!("`${word}` is no number of a glyph"));
        number.map(ItemKind::Nag)
    }

    /// Reads up to a blank or a sign of the format.
    fn raw_word(&mut self) -> Result<String, String> {
        let mut word = Vec::new();
        while let Some(byte) = self.bytes.peek() {
            if is_space(byte) || b"{}()[];$".contains(&byte) {
                break;
            }
            if word.len() >= MAX_TOKEN {
                return Err(format!("a word is longer than {MAX_TOKEN} bytes"));
            }
            word.push(byte);
            self.bytes.skip();
        }
        Ok(text(word))
    }

    /// Reads a turn, a number, a result or a sign; nothing if it says nothing by itself.
    fn word(&mut self, open: &mut Open) -> Result<Option<ItemKind>, String> {
        let word = self.raw_word()?;
        if let Some(result) = result(&word) {
            return Ok(Some(ItemKind::Result(result.to_owned())));
        }
        let (number, rest) = numbered(&word);
        open.number = number.or(open.number);
        if rest.is_empty() {
            return Ok(None);
        }
        if rest.chars().all(|char| "!?+-=±∓⩲⩱∞□".contains(char)) && rest != "--" {
            return Ok(Some(ItemKind::Glyph(rest.to_owned())));
        }
        if matches!(rest, "e.p." | "ep" | "ep.")
            && let Some(Item { kind: ItemKind::Turn(_, turn), .. }) = open.game.items.last_mut()
        {
            turn.push_str(" e.p.");
            return Ok(None);
        }
        Ok(Some(ItemKind::Turn(open.number.take(), rest.to_owned())))
    }
}

impl Open {
    /// Takes a letter in brackets behind a square for what a piece becomes, as in `a8(Q)`; tells whether it is one.
    fn take_promotion(&mut self) -> bool {
        let [.., before, begin, letter] = &mut self.game.items[..] else { return false };
        let (ItemKind::Turn(_, turn), ItemKind::Begin) = (&mut before.kind, &begin.kind) else {
            return false;
        };
        let ItemKind::Turn(None, letter) = &letter.kind else { return false };
        let is_letter = letter.len() == 1 && letter.chars().all(|char| char.is_ascii_uppercase());
        if !is_letter || !turn.ends_with(|char: char| char.is_ascii_digit()) {
            return false;
        }
        turn.push('=');
        turn.push_str(letter);
        self.game.items.truncate(self.game.items.len() - 2);
        true
    }

    fn add(&mut self, line: u64, kind: ItemKind) {
        self.has_turns |= matches!(kind, ItemKind::Turn(..));
        // A result inside a variation says what somebody thinks of it.
        self.is_over |= matches!(kind, ItemKind::Result(_)) && self.variations.is_empty();
        self.game.items.push(Item { line, kind });
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read()
    }
}

/// Returns the result that a word tells, as it is written.
fn result(word: &str) -> Option<&'static str> {
    Some(match word {
        "1-0" | "1–0" | "1:0" => "1-0",
        "0-1" | "0–1" | "0:1" => "0-1",
        "1/2-1/2" | "1/2" | "½-½" | "½" | "1/2–1/2" | "0.5-0.5" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// Tells whether a text is how a game can end.
pub(super) fn is_result(text: &str) -> bool {
    result(text) == Some(text)
}

/// Takes the number away that stands before a turn: digits, and points behind them.
fn numbered(word: &str) -> (Option<Number>, &str) {
    let digits = word.find(|char: char| !char.is_ascii_digit()).unwrap_or(word.len());
    let (number, rest) = word.split_at(digits);
    let points = |char: char| char == '.' || char == '…';
    let turn = rest.trim_start_matches(points);
    let dots = rest.len() - turn.len();
    if !rest.is_empty() && dots == 0 {
        return (None, word);
    }
    let goes_on = dots > 1;
    (number.parse().ok().map(|number| Number { number, goes_on }), turn)
}

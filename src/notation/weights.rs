//! Files of weights: what was learned about a game, as text.
//!
//! ```text
//! weights 1
//! # comments, as many as there are
//! rules 0123456789abcdef0123456789abcdef
//! views one
//! inputs 330
//! (numbers in base 64, on lines of any length)
//! ```
//!
//! The numbers are, lowest byte first: the bias of each unit (one byte), what the units count (two bytes each, those of the
//! side to move first), the constant (two bytes); then for each input its number (four bytes), its points (two), and what it
//! adds to each unit (one byte each), in the view of each side where there are `both`.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::ir::weights::{InputWeights, Row, WIDTH};
use crate::ir::{BySide, Inputs, SideId, Weights};

/// The version of the format.
const FIRST_LINE: &str = "weights 1";

/// How many characters of numbers a line has.
const LINE: usize = 120;

/// Writes weights; the comment may have several lines.
pub fn write_weights(weights: &Weights, comment: &str) -> String {
    let views = if weights.is_even { "one" } else { "both" };
    let mut text = format!("{FIRST_LINE}\n");
    for line in comment.lines() {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "# {line}");
    }
    let count = weights.inputs.len();
    let _ = writeln!(text, "rules {}\nviews {views}\ninputs {count}", weights.rules);
    let encoded = STANDARD.encode(bytes_of(weights));
    for line in encoded.as_bytes().chunks(LINE) {
        text.extend(line.iter().map(|&letter| char::from(letter)));
        text.push('\n');
    }
    text
}

fn bytes_of(weights: &Weights) -> Vec<u8> {
    let mut bytes: Vec<u8> = row_bytes(&weights.bias).collect();
    bytes.extend(weights.out.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(weights.constant.to_le_bytes());
    let views = if weights.is_even { 1 } else { SideId::COUNT };
    for input in &weights.inputs {
        bytes.extend(input.number.to_le_bytes());
        bytes.extend(input.points.to_le_bytes());
        bytes.extend(input.rows.iter().take(views).flat_map(row_bytes));
    }
    bytes
}

fn row_bytes(row: &Row) -> impl Iterator<Item = u8> {
    row.iter().map(|weight| weight.cast_unsigned())
}

/// Returns for which rules the weights in a text were learned.
///
/// # Errors
/// If it does not begin as such a text does.
pub fn rules_of_weights(text: &str) -> Result<&str, String> {
    head(text).map(|(head, _)| head.rules)
}

/// Reads the weights of a game with such inputs.
///
/// # Errors
/// Says what is wrong with the text.
pub fn read_weights(text: &str, inputs: Inputs) -> Result<Weights, String> {
    let (head, numbers) = head(text)?;
    let packed: String = numbers.split_whitespace().collect();
    let bytes = STANDARD.decode(packed).map_err(|error| format!("its numbers: {error}"))?;
    let mut bytes = Bytes(&bytes);
    let short = || format!("its numbers end before those of {} inputs are told", head.count);
    let weights = bytes.weights(&head, inputs.count()).ok_or_else(short)?;
    if !bytes.0.is_empty() {
        return Err(format!("there are {} bytes behind its numbers", bytes.0.len()));
    }
    match weights.inputs.iter().find(|input| input.number as usize >= inputs.count()) {
        Some(input) => Err(format!("the game has no input {}", input.number)),
        None => Ok(weights),
    }
}

/// What stands before the numbers.
struct Head<'a> {
    rules: &'a str,
    is_even: bool,
    count: usize,
}

/// Reads what stands before the numbers; returns the rest too.
fn head(text: &str) -> Result<(Head<'_>, &str), String> {
    let mut rest = text;
    let mut next = || loop {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let is_end = rest.is_empty();
        rest = after;
        if is_end || !line.starts_with('#') {
            return line.trim_end();
        }
    };
    let first = next();
    if first != FIRST_LINE {
        return Err(format!("it begins with `{}`, not with `{FIRST_LINE}`", super::shown(first)));
    }
    let rules = word(next(), "rules")?;
    let is_even = match word(next(), "views")? {
        "one" => true,
        "both" => false,
        other => return Err(format!("`views` are `one` or `both`, not `{}`", super::shown(other))),
    };
    let count = word(next(), "inputs")?;
    let count =
        count.parse().map_err(|_| format!("`inputs` is no number: `{}`", super::shown(count)))?;
    Ok((Head { rules, is_even, count }, rest))
}

/// Returns what stands behind the word with which a line has to begin.
fn word<'a>(line: &'a str, name: &str) -> Result<&'a str, String> {
    let found = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    found.map(str::trim).ok_or_else(|| {
        format!("a line that begins with `{name}` is missing before `{}`", super::shown(line))
    })
}

/// What is left to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn row(&mut self) -> Option<Row> {
        self.take::<WIDTH>().map(|bytes| bytes.map(u8::cast_signed))
    }

    fn weights(&mut self, head: &Head<'_>, most: usize) -> Option<Weights> {
        let bias = self.row()?;
        let mut out = BySide::same([0; WIDTH]);
        for weight in out.iter_mut().flatten() {
            *weight = i16::from_le_bytes(self.take()?);
        }
        let constant = i16::from_le_bytes(self.take()?);
        let mut inputs = Vec::new();
        for _ in 0..head.count.min(most) {
            let number = u32::from_le_bytes(self.take()?);
            let points = i16::from_le_bytes(self.take()?);
            let first = self.row()?;
            let rows = BySide::new([first, if head.is_even { first } else { self.row()? }]);
            inputs.push(InputWeights { number, points, rows });
        }
        let (rules, is_even) = (head.rules.to_owned(), head.is_even);
        Some(Weights { rules, is_even, bias, out, constant, inputs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(is_even: bool) -> Weights {
        let row = |by: i8| std::array::from_fn(|unit| i8::try_from(unit).unwrap_or(0) - by);
        let second = if is_even { row(3) } else { row(-3) };
        Weights {
            rules: "0123456789abcdef".to_owned(),
            is_even,
            bias: row(0),
            out: BySide::new([[-300; WIDTH], [12_672; WIDTH]]),
            constant: -7,
            inputs: vec![InputWeights {
                number: 70,
                points: -5,
                rows: BySide::new([row(3), second]),
            }],
        }
    }

    /// A game of one kind of piece on 36 squares.
    fn inputs() -> Inputs {
        let mut game = crate::ir::Game::default();
        let (nameless, span) = ([None, None, None], crate::source::Span::NONE);
        game.types.push(crate::ir::PieceType::new(String::new(), nameless, span));
        for _ in 0..36 {
            let at = crate::ir::Coordinates { x: 0, y: 0, z: 0 };
            game.board.squares.push(crate::ir::Square { name: String::new(), at });
        }
        Inputs::of(&game)
    }

    #[test]
    fn what_is_written_is_read() {
        for is_even in [true, false] {
            let text = write_weights(&weights(is_even), "first\nsecond");
            assert_eq!(read_weights(&text, inputs()), Ok(weights(is_even)));
            assert_eq!(rules_of_weights(&text), Ok("0123456789abcdef"));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let good = write_weights(&weights(true), "");
        let told = |text: &str| read_weights(text, inputs()).unwrap_err();
        assert_eq!(told(""), "it begins with ``, not with `weights 1`");
        assert!(told(&good.replace("views one", "views two")).contains("`one` or `both`"));
        assert!(told(&good.replace("inputs 1", "inputs x")).contains("no number"));
        assert!(told(&good.replace("inputs 1", "inputs 2")).contains("end before"));
        assert!(told(&good.replace("inputs 1", "inputs 0")).contains("bytes behind"));
        assert!(told(&good.replace("rules ", "rulez ")).contains("`rules` is missing"));
        assert!(told(&format!("{good}!")).contains("its numbers"));
        let mut far = weights(true);
        far.inputs[0].number = 108;
        assert!(told(&write_weights(&far, "")).contains("no input 108"));
    }
}

//! Where a brace is missing or too much, as far as the indents of the lines tell.

/// Which brace is wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blame {
    /// The block that opens at the first place should have ended at the second: at the end of a line.
    Unclosed(usize, usize),
    /// A block should begin at the end of the line that ends at this place.
    Unopened(usize),
    /// The brace at this place closes a block that goes on.
    TooMuch(usize),
    /// The brace at this place opens a block on a line that opens another one, which is all that there is.
    Doubled(usize),
}

/// A brace that is open.
#[derive(Clone, Copy)]
struct Open {
    at: usize,
    line: usize,
    /// Another brace that its line leaves open.
    doubled: Option<usize>,
}

/// A line without its comment, with the texts in quotes left blank.
struct Line {
    start: usize,
    indent: usize,
    code: String,
}

/// Finds the first place where braces and indents disagree.
pub(super) fn blame(text: &str) -> Option<Blame> {
    let lines = lines(text);
    let mut open: Vec<Open> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if line.code.trim().is_empty() {
            continue;
        }
        let closes = line.code.trim_start().starts_with('}');
        // A block whose line is not indented more than this one is over.
        if let Some(last) = open.last().filter(|last| last.line < number) {
            let head = lines.get(last.line).map_or(0, |head| head.indent);
            let over = if closes { line.indent < head } else { line.indent <= head };
            if over && !is_continued(line) {
                return Some(unclosed(&lines, &open, number));
            }
        }
        if let Some(found) = follow(&lines, number, &mut open) {
            return Some(found);
        }
        if let [.., first, second] = open.as_mut_slice()
            && first.line == number
            && second.line == number
        {
            first.doubled = Some(second.at);
        }
    }
    open.last()?;
    Some(unclosed(&lines, &open, lines.len()))
}

/// Says what is wrong with the last of the open braces, whose block is over before a line.
fn unclosed(lines: &[Line], open: &[Open], before: usize) -> Blame {
    let Some(last) = open.last() else { return Blame::TooMuch(0) };
    if let Some(at) = last.doubled {
        return Blame::Doubled(at);
    }
    // A block that is all on one line should have ended there.
    let head = lines.get(last.line);
    match head.filter(|line| !line.code.trim_end().ends_with('{')) {
        Some(line) => Blame::Unclosed(last.at, line.start + line.code.trim_end().len()),
        None => Blame::Unclosed(last.at, end_of_block(lines, before)),
    }
}

/// Follows the braces of a line.
fn follow(lines: &[Line], number: usize, open: &mut Vec<Open>) -> Option<Blame> {
    let line = lines.get(number)?;
    let mut first = true;
    for (offset, char) in line.code.char_indices() {
        let at = line.start + offset;
        match char {
            '{' => open.push(Open { at, line: number, doubled: None }),
            '}' => {
                let head = open
                    .last()
                    .map(|last| (last.line, lines.get(last.line).map_or(0, |head| head.indent)));
                match head {
                    Some((of, _)) if of == number => {}
                    Some((_, indent)) if first && indent == line.indent => {}
                    _ if first => return Some(unopened(lines, number, at)),
                    _ => return Some(Blame::TooMuch(at)),
                }
                open.pop();
            }
            _ => {}
        }
        first &= char.is_whitespace();
    }
    None
}

/// The line that should have opened the block that a brace at the beginning of a line closes: the nearest above that is
/// indented as it is, and before lines that are indented more.
fn unopened(lines: &[Line], number: usize, at: usize) -> Blame {
    let Some(line) = lines.get(number) else { return Blame::TooMuch(at) };
    let above = lines.get(..number).unwrap_or_default().iter();
    let mut inside = false;
    for other in above.rev().filter(|other| !other.code.trim().is_empty()) {
        if other.indent > line.indent {
            inside = true;
        } else if other.indent == line.indent && inside && !other.code.trim_end().ends_with('}') {
            return Blame::Unopened(other.start + other.code.trim_end().len());
        } else {
            break;
        }
    }
    Blame::TooMuch(at)
}

/// Where a block ends before a line: at the first empty line behind its last, or at the end of that.
fn end_of_block(lines: &[Line], before: usize) -> usize {
    let head = lines.get(..before).unwrap_or_default();
    let last = head.iter().rposition(|line| !line.code.trim().is_empty()).unwrap_or(0);
    match (lines.get(last + 1), lines.get(last)) {
        (Some(empty), _) if last + 1 < before => empty.start,
        (_, Some(line)) => line.start + line.code.trim_end().len(),
        _ => 0,
    }
}

/// Tells whether a line goes on with the one before, however it is indented.
fn is_continued(line: &Line) -> bool {
    let first = line.code.trim_start();
    ["and ", "or ", "when ", "then ", ")"].iter().any(|word| first.starts_with(word))
}

/// Tells whether a line goes on with the next.
fn goes_on(line: &Line) -> bool {
    let code = line.code.trim_end();
    code.ends_with(',') || code.ends_with('=') || code.split(' ').next_back() == Some("in")
}

fn lines(text: &str) -> Vec<Line> {
    let mut start = 0;
    let mut found: Vec<Line> = Vec::new();
    let mut round = 0_usize;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        let width = |char: char| if char == '\t' { 4 } else { 1 };
        let indent = line.chars().take_while(|char| char.is_whitespace()).map(width).sum();
        let mut line = Line { start, indent, code: code(line) };
        // What goes on with the line before belongs where that begins.
        if let Some(before) = found.iter().rfind(|line| !line.code.trim().is_empty())
            && (round > 0 || is_continued(&line) || goes_on(before))
        {
            line.indent = before.indent;
        }
        round =
            (round + line.code.matches('(').count()).saturating_sub(line.code.matches(')').count());
        found.push(line);
        start += whole.len();
    }
    found
}

/// Blanks what stands in quotes and behind `#`, byte by byte, so that places stay the same.
fn code(line: &str) -> String {
    let mut code = String::with_capacity(line.len());
    let mut quoted = false;
    for char in line.chars() {
        match char {
            '"' => quoted = !quoted,
            '#' if !quoted => break,
            _ => {}
        }
        if quoted || char == '"' || !char.is_ascii() {
            code.extend(std::iter::repeat_n('_', char.len_utf8()));
        } else {
            code.push(char);
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::{Blame, blame};

    #[test]
    fn the_inner_block_is_told() {
        let text = "turn {\n    if a {\n        move\n    else {\n        move\n    }\n}\n";
        assert_eq!(blame(text), Some(Blame::Unclosed(16, 30)));
    }

    #[test]
    fn the_head_without_a_brace_is_told() {
        let text = "test \"x\"\n    play e2e4\n}\n";
        assert_eq!(blame(text), Some(Blame::Unopened(8)));
    }

    #[test]
    fn a_doubled_brace_is_told() {
        assert_eq!(blame("turn { {\n    move\n}\n\nsides\n"), Some(Blame::Doubled(7)));
        assert_eq!(blame("turn { { move }\n\nsides\n"), Some(Blame::Unclosed(5, 15)));
    }

    #[test]
    fn a_brace_too_much_is_told() {
        assert_eq!(blame("turn { move } }\n"), Some(Blame::TooMuch(14)));
        assert_eq!(blame("turn {\n    either { move } }\n    move\n}\n"), Some(Blame::TooMuch(27)));
    }

    #[test]
    fn a_list_that_goes_on_belongs_to_its_head() {
        let text =
            "each A in\n    b, c,\n    d {\n    piece A \"A\" { moves K }\n}\nturn { move } }\n";
        assert_eq!(blame(text), Some(Blame::TooMuch(text.rfind('}').unwrap_or(0))));
    }

    #[test]
    fn what_is_in_order_is_left_alone() {
        let text = "event a: when own Pawn moves\n              and target is e4 {\n    remove target\n}\nsides\n";
        assert_eq!(blame(text), None);
        assert_eq!(blame("turn {\n    move # }\n}\nsummary \"{\"\n"), None);
    }
}

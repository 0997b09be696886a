//! Turns typed in full or in part.

/// What a typed text comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Exactly one turn is meant.
    Turn(String),
    /// There are several ways to go on from `so_far`, or one that is not typed far enough to be played.
    Open {
        /// What is settled.
        so_far: String,
        /// What the step at hand can be, in order: whole steps, also if a part of one is settled.
        choices: Vec<String>,
    },
    /// No turn begins like that.
    Unknown,
}

/// Where a turn is being typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The texts of the legal turns.
    pub texts: &'a [String],
    /// What is settled of the turn.
    pub so_far: &'a str,
    /// The names of the squares.
    pub squares: &'a [String],
}

impl Place<'_> {
    /// Finds the turn that is meant by `typed`.
    ///
    /// A text stands for the turn with that text, or else for the only turn that begins with it, if it ends with a whole
    /// square or step: a slip of the finger plays nothing. It may go on from what is settled, without the word that all
    /// choices begin with (`a2` for `sac:a2`), or begin anew. Capitals do not matter if that leaves one meaning.
    pub(super) fn resolve(self, typed: &str) -> Entry {
        let typed = typed.trim();
        let so_far = self.so_far;
        let label = shared_label(self.texts, so_far);
        let step = so_far.rfind(',').map_or("", |end| so_far.get(..=end).unwrap_or(""));
        let tries = [
            format!("{so_far}{typed}"),
            format!("{so_far}{label}{typed}"),
            // Where some ways to go on are written behind a comma, and others are not.
            if so_far.is_empty() { typed.to_owned() } else { format!("{so_far},{typed}") },
            format!("{step}{typed}"),
            typed.to_owned(),
        ];
        for fold in [false, true] {
            let case = |text: &str| if fold { text.to_lowercase() } else { text.to_owned() };
            for text in &tries {
                let wanted = case(text);
                let same: Vec<&String> =
                    self.texts.iter().filter(|turn| case(turn) == wanted).collect();
                if let [only] = same.as_slice() {
                    return Entry::Turn((*only).clone());
                }
                let found: Vec<&String> =
                    self.texts.iter().filter(|turn| case(turn).starts_with(&wanted)).collect();
                if !found.is_empty() {
                    return self.narrow(found, text.len());
                }
            }
        }
        Entry::Unknown
    }

    /// Goes on with some turns that are meant together: plays the only one, or tells what can follow.
    pub(super) fn of_several(self, found: &[String]) -> Entry {
        match found {
            [] => Entry::Unknown,
            [only] => Entry::Turn(only.clone()),
            several => {
                let several: Vec<&String> = several.iter().collect();
                self.open(&several, self.so_far.len())
            }
        }
    }

    /// Goes on with the turns that begin with so many bytes of what was typed.
    fn narrow(self, mut found: Vec<&String>, typed: usize) -> Entry {
        // `1` means the square 1 where there is one, and not the 10.
        let whole: Vec<&String> =
            found.iter().copied().filter(|turn| self.is_whole(turn, typed)).collect();
        let ends_whole = !whole.is_empty();
        if ends_whole {
            found = whole;
        }
        match found.as_slice() {
            [] => Entry::Unknown,
            [only] if ends_whole => Entry::Turn((*only).clone()),
            several => self.open(several, if ends_whole { typed } else { 0 }),
        }
    }

    fn open(self, found: &[&String], typed: usize) -> Entry {
        let Some(first) = found.first() else { return Entry::Unknown };
        let settled = settled(found, typed.max(self.kept(first)));
        let so_far = first.get(..settled).unwrap_or("").to_owned();
        let step = so_far.rfind(',').map_or(0, |end| end + 1);
        Entry::Open { so_far, choices: next_parts(found, step) }
    }

    /// Returns how much of what is settled already a turn begins with.
    fn kept(self, turn: &str) -> usize {
        if turn.starts_with(self.so_far) { self.so_far.len() } else { 0 }
    }

    /// Tells whether the first bytes of a turn's text end with a whole square, piece or step.
    fn is_whole(self, turn: &str, end: usize) -> bool {
        let Some(typed) = turn.get(..end) else { return false };
        let step = typed.rfind(',').map_or(0, |at| at + 1);
        let part_end =
            turn.get(step..).and_then(|rest| rest.find(',')).map_or(turn.len(), |at| step + at);
        if end == part_end || (end == step && end > 0) {
            return true;
        }
        let part = turn.get(step..part_end).unwrap_or("");
        let mut at = step + part.rfind(':').map_or(0, |at| at + 1);
        let mut squares = 0;
        while at < end {
            let rest = turn.get(at..part_end).unwrap_or("");
            let names = self.squares.iter().filter(|name| rest.starts_with(name.as_str()));
            let name = names.map(String::len).max();
            squares += usize::from(name.is_some());
            let next = rest.chars().next().map_or(1, char::len_utf8);
            at += name.unwrap_or(next);
        }
        at == end && squares > 0
    }
}

/// Returns what the next step of a turn can be, if all turns begin with the same word.
pub(super) fn first_step(texts: &[String]) -> Option<Vec<String>> {
    (texts.len() > 1 && !shared_label(texts, "").is_empty()).then(|| {
        let all: Vec<&String> = texts.iter().collect();
        next_parts(&all, 0)
    })
}

/// Returns what the step at hand can be once so much is settled.
pub(super) fn choices(texts: &[String], so_far: &str) -> Vec<String> {
    let found: Vec<&String> = texts.iter().filter(|text| text.starts_with(so_far)).collect();
    next_parts(&found, so_far.rfind(',').map_or(0, |end| end + 1))
}

/// Returns what can be typed at the end of `typed` for the step that is asked for, and from which byte on.
///
/// Where a step has many forms and not even its first square is typed, the first squares are offered.
pub(super) fn complete(
    texts: &[String],
    so_far: &str,
    squares: &[String],
    typed: &str,
) -> (usize, Vec<String>) {
    let start = typed.rfind(',').map_or(0, |end| end + 1);
    let settled = format!("{so_far}{}", &typed[..start]);
    let typed = &typed[start..];
    let label = shared_label(texts, &settled);
    let mut parts: Vec<&str> = Vec::new();
    for rest in texts.iter().filter_map(|text| text.strip_prefix(&settled)) {
        let end = rest.find(',').unwrap_or(rest.len());
        let part = &rest[..end];
        let bare = part.strip_prefix(&label).unwrap_or(part);
        let fitting = if part.starts_with(typed) && !typed.is_empty() { part } else { bare };
        if fitting.starts_with(typed) && !fitting.is_empty() && !parts.contains(&fitting) {
            parts.push(fitting);
        }
    }
    let mut heads: Vec<&str> = Vec::new();
    for part in &parts {
        let names = squares.iter().filter(|name| part.starts_with(name.as_str()));
        let head = names.map(|name| &part[..name.len()]).max_by_key(|name| name.len());
        let head = head.filter(|head| head.len() > typed.len()).unwrap_or(part);
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    let shown = if heads.len() > 1 && parts.len() > heads.len() { heads } else { parts };
    (start, shown.into_iter().map(str::to_owned).collect())
}

/// Returns how much of the text is settled: what was typed, and the end of a step that all share.
fn settled(found: &[&String], typed: usize) -> usize {
    let Some(first) = found.first() else { return 0 };
    let common = found.iter().map(|text| common_length(first, text)).min().unwrap_or(0);
    let boundary = first.get(..common).and_then(|text| text.rfind(',')).map_or(0, |at| at + 1);
    let typed = if first.is_char_boundary(typed) { typed.min(common) } else { 0 };
    typed.max(boundary)
}

/// Returns the steps that begin at `start`, each once, in order.
fn next_parts(found: &[&String], start: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for text in found {
        let rest = text.get(start..).unwrap_or("");
        let end =
            rest.match_indices(',').map(|(at, _)| at).find(|at| *at > 0).unwrap_or(rest.len());
        let part = rest.get(..end).unwrap_or(rest).to_owned();
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// Returns the word with its colon that every way to go on begins with; nothing if there is none.
fn shared_label(texts: &[String], so_far: &str) -> String {
    let mut rests = texts.iter().filter_map(|text| text.strip_prefix(so_far));
    let Some(first) = rests.next() else { return String::new() };
    let label = first.split(',').next().and_then(|part| part.rfind(':')).map_or(0, |at| at + 1);
    let label = first.get(..label).unwrap_or("");
    if rests.all(|rest| rest.starts_with(label)) { label.to_owned() } else { String::new() }
}

fn common_length(a: &str, b: &str) -> usize {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    same.map(|(char, _)| char.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(texts: &[String], so_far: &str, typed: &str) -> Entry {
        let squares: Vec<String> = ('a'..='h')
            .flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")))
            .chain((1..=10).map(|number| number.to_string()))
            .collect();
        Place { texts, so_far, squares: &squares }.resolve(typed)
    }

    fn texts(texts: &str) -> Vec<String> {
        texts.split_whitespace().map(str::to_owned).collect()
    }

    fn open(so_far: &str, choices: &str) -> Entry {
        Entry::Open { so_far: so_far.to_owned(), choices: texts(choices) }
    }

    #[test]
    fn whole_turns_and_unique_beginnings() {
        let all = texts("a2a3 a2a4 g1f3");
        assert_eq!(resolve(&all, "", "a2a3"), Entry::Turn("a2a3".to_owned()));
        assert_eq!(resolve(&all, "", "g"), open("", "g1f3"));
        assert_eq!(resolve(&all, "", "g1"), Entry::Turn("g1f3".to_owned()));
        assert_eq!(resolve(&all, "", "g1f"), open("", "g1f3"));
        assert_eq!(resolve(&all, "", "G1F3"), Entry::Turn("g1f3".to_owned()));
        assert_eq!(resolve(&all, "", "h"), Entry::Unknown);
        assert_eq!(resolve(&all, "", "a2"), open("a2", "a2a3 a2a4"));
        assert_eq!(resolve(&all, "a2", "a4"), Entry::Turn("a2a4".to_owned()));
        assert_eq!(resolve(&all, "a2", "g1f3"), Entry::Turn("g1f3".to_owned()));
    }

    #[test]
    fn a_choice_at_the_end() {
        let all = texts("e7e8b e7e8n e7e8q e1e2");
        assert_eq!(resolve(&all, "", "e7e8"), open("e7e8", "e7e8b e7e8n e7e8q"));
        assert_eq!(resolve(&all, "e7e8", "Q"), Entry::Turn("e7e8q".to_owned()));
    }

    #[test]
    fn steps_one_by_one() {
        let all = texts("e2e4,sac:a2 e2e4,sac:@P d2d4,sac:a2");
        assert_eq!(resolve(&all, "", "e2e4"), open("e2e4,", "sac:a2 sac:@P"));
        assert_eq!(resolve(&all, "e2e4,", "a2"), Entry::Turn("e2e4,sac:a2".to_owned()));
        assert_eq!(resolve(&all, "e2e4,", "sac:@P"), Entry::Turn("e2e4,sac:@P".to_owned()));
        assert_eq!(first_step(&all), None);
        assert_eq!(resolve(&all, "e2e4,", "sac:"), open("e2e4,", "sac:a2 sac:@P"));
        assert_eq!(resolve(&all, "e2e4,sac:", "sac:@P"), Entry::Turn("e2e4,sac:@P".to_owned()));
        let all = texts("give:a2,a2a3 give:a2,b2b3 give:b2,a2a3 give:b2,b2b3");
        assert_eq!(first_step(&all), Some(texts("give:a2 give:b2")));
        assert_eq!(resolve(&all, "", "a2"), open("give:a2,", "a2a3 b2b3"));
        assert_eq!(resolve(&all, "give:a2,", "b"), open("give:a2,", "b2b3"));
        assert_eq!(resolve(&all, "give:a2,", "b2"), Entry::Turn("give:a2,b2b3".to_owned()));
    }

    #[test]
    fn a_square_that_is_typed_is_not_the_beginning_of_another() {
        let all = texts("1-2 10-9");
        assert_eq!(resolve(&all, "", "1"), Entry::Turn("1-2".to_owned()));
        assert_eq!(resolve(&all, "", "10"), Entry::Turn("10-9".to_owned()));
    }

    #[test]
    fn the_step_that_is_asked_for_is_completed() {
        let all = texts("e2e4,sac:a2 e2e4,sac:@P e2e3,sac:a2 e2e3,sac:@P d2d4,sac:a2");
        let squares = texts("a2 d2 d4 e2 e3 e4");
        let words = |so_far: &str, typed: &str| complete(&all, so_far, &squares, typed);
        assert_eq!(words("", ""), (0, texts("e2 d2")));
        assert_eq!(words("", "e2"), (0, texts("e2e4 e2e3")));
        assert_eq!(words("", "e2e4,"), (5, texts("a2 @P")));
        assert_eq!(words("e2e4,", ""), (0, texts("a2 @P")));
        assert_eq!(words("e2e4,", "sac:"), (0, texts("sac:a2 sac:@P")));
    }

    #[test]
    fn any_text_is_answered() {
        let all = texts("ä1ö2 ä1ö3,x");
        for typed in ["", "ä", ",", "Ä1", "\u{0}", "ä1ö"] {
            for so_far in ["", "ä", "ä1ö3,"] {
                let _answer = resolve(&all, so_far, typed);
            }
        }
    }
}

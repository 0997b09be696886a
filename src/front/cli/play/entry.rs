//! Turns typed in full or in part.

/// What a typed text comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Exactly one turn is meant.
    Turn(String),
    /// There are several ways to go on from `so_far`.
    Open {
        /// What is settled.
        so_far: String,
        /// What the step at hand can be, in order: whole steps, also if a part of one is settled.
        choices: Vec<String>,
    },
    /// No turn begins like that.
    Unknown,
}

/// Finds the turn that is meant by `typed`, typed after `so_far`.
///
/// A text stands for the turn with that text, or else for the only turn that begins with it. It may go
/// on from what is settled, without the word that all choices begin with (`a2` for `sac:a2`), or
/// begin anew. Capitals do not matter if that leaves one meaning.
pub(super) fn resolve(texts: &[String], so_far: &str, typed: &str) -> Entry {
    let typed = typed.trim();
    let label = shared_label(texts, so_far);
    let step = so_far.rfind(',').map_or("", |end| so_far.get(..=end).unwrap_or(""));
    let tries = [
        format!("{so_far}{typed}"),
        format!("{so_far}{label}{typed}"),
        format!("{step}{typed}"),
        typed.to_owned(),
    ];
    for text in &tries {
        if texts.contains(text) {
            return Entry::Turn(text.clone());
        }
        let found: Vec<&String> =
            texts.iter().filter(|turn| turn.starts_with(text.as_str())).collect();
        if !found.is_empty() {
            return narrow(&found, text.len());
        }
    }
    let small = |text: &str| text.to_lowercase();
    for text in &tries {
        let wanted = small(text);
        let same: Vec<&String> = texts.iter().filter(|turn| small(turn) == wanted).collect();
        if let [only] = same.as_slice() {
            return Entry::Turn((*only).clone());
        }
        let found: Vec<&String> =
            texts.iter().filter(|turn| small(turn).starts_with(&wanted)).collect();
        if !found.is_empty() {
            return narrow(&found, text.len());
        }
    }
    Entry::Unknown
}

/// Returns what the next step of a turn can be, if all turns begin with the same word.
pub(super) fn first_step(texts: &[String]) -> Option<Vec<String>> {
    (texts.len() > 1 && !shared_label(texts, "").is_empty()).then(|| {
        let all: Vec<&String> = texts.iter().collect();
        next_parts(&all, 0)
    })
}

/// Goes on with the turns that fit: plays the only one, or tells what can follow.
fn narrow(found: &[&String], typed: usize) -> Entry {
    let Some(first) = found.first() else { return Entry::Unknown };
    if found.len() == 1 {
        return Entry::Turn((*first).clone());
    }
    let settled = settled(found, typed);
    let so_far = first.get(..settled).unwrap_or("").to_owned();
    let step = so_far.rfind(',').map_or(0, |end| end + 1);
    Entry::Open { so_far, choices: next_parts(found, step) }
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
        assert_eq!(resolve(&all, "", "g"), Entry::Turn("g1f3".to_owned()));
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
        assert_eq!(resolve(&all, "e2e4,", "sac:"), open("e2e4,sac:", "sac:a2 sac:@P"));
        assert_eq!(resolve(&all, "e2e4,sac:", "sac:@P"), Entry::Turn("e2e4,sac:@P".to_owned()));
        let all = texts("give:a2,a2a3 give:a2,b2b3 give:b2,a2a3 give:b2,b2b3");
        assert_eq!(first_step(&all), Some(texts("give:a2 give:b2")));
        assert_eq!(resolve(&all, "", "a2"), open("give:a2,", "a2a3 b2b3"));
        assert_eq!(resolve(&all, "give:a2,", "b"), Entry::Turn("give:a2,b2b3".to_owned()));
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

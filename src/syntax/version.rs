//! The versions of the language: what `rules 1` could also say, and how `rules 2` says it.
//!
//! Everything that `rules 2` can say, `rules 1` says with the same meaning. Of several ways to say one thing `rules 2`
//! has kept one; files of both can build on one another.

use std::ops::Range;

use pest::iterators::Pair;

use super::parser::{self, Rule, looks_like_a_square};
use super::scan;
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::{SourceId, Span};

/// The versions that this program reads, the newest last.
pub const VERSIONS: [u32; 2] = [1, 2];

/// The version that new files are written in.
pub const NEWEST: u32 = 2;

/// Words of `rules 1` that have gone, and what is written for them.
const SYNONYMS: [(&str, &str); 3] =
    [("mover", "own"), ("opponent", "enemy"), ("neither", "neutral")];

/// The words for sides that depend on whose turn it is, those of `rules 1` last.
pub(crate) const PRONOUNS: [&str; 4] = ["own", "enemy", "mover", "opponent"];

/// Names of sets after which a place cannot be meant as a side sees it.
const NO_SIDES: [&str; 7] =
    ["empty", "occupied", "piece", "pieces", "royal", "neutral", "everywhere"];

/// What is said of a place beside another set, `Pawn rank 2`, and how it is written.
pub(crate) const BESIDE: (&str, &str) = (
    "a place stands beside another set",
    "write `on` between them for what is in both, or `or` for what is in any of them",
);

/// Something that `rules 2` says in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OldForm {
    /// The place, in bytes.
    pub at: Range<usize>,
    /// What is to be put where, if that is known without asking anybody.
    pub edits: Vec<(Range<usize>, String)>,
    /// What is more likely to be meant than what the edits keep.
    meant: Option<(Range<usize>, String)>,
    /// What is wrong.
    message: String,
    /// How it is to be written.
    help: String,
}

impl OldForm {
    fn new(
        at: Range<usize>,
        edits: Vec<(Range<usize>, String)>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { at, edits, meant: None, message: message.into(), help: help.into() }
    }

    /// Returns the error that a file of `rules 2` gets for it.
    pub(crate) fn diagnostic(&self, source: SourceId) -> Diagnostic {
        let span = |range: &Range<usize>| {
            let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            Span::new(source, narrow(range.start), narrow(range.end))
        };
        let found = codes::OLD_FORM.at(span(&self.at), self.message.clone());
        if let Some((place, put)) = &self.meant {
            return found.suggest(span(place), put.clone(), self.help.clone());
        }
        match self.edits.as_slice() {
            [(place, put)] => found.suggest(span(place), put.clone(), self.help.clone()),
            _ => found.help(self.help.clone()),
        }
    }
}

/// What became of a file that was to be brought to the newest version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Migrated {
    /// It was in that version before.
    Already,
    /// Its text in the newest version; comments and layout are as they were.
    Text(String),
    /// Somebody has to say what is meant here first.
    Asks(Vec<OldForm>),
    /// It does not follow the grammar.
    Broken,
}

/// Brings a file to the newest version.
pub(crate) fn migrate(text: &str) -> Migrated {
    // What the grammar is given has everything at the same place.
    let Some(scanned) = scan::scan(SourceId(0), text, &mut Sink::new()) else {
        return Migrated::Broken;
    };
    let Some(file) = parser::read(Rule::file, &scanned).ok().and_then(|mut pairs| pairs.next())
    else {
        return Migrated::Broken;
    };
    let Some(number) = version(file.clone()) else { return Migrated::Broken };
    let is_newest = text.get(number.clone()) == Some(NEWEST.to_string().as_str());
    let forms = old_forms(file);
    if is_newest && forms.is_empty() {
        return Migrated::Already;
    }
    let (clear, unclear): (Vec<OldForm>, Vec<OldForm>) =
        forms.into_iter().partition(|form| !form.edits.is_empty());
    if !unclear.is_empty() {
        return Migrated::Asks(unclear);
    }
    let mut edits: Vec<_> = clear.into_iter().flat_map(|form| form.edits).collect();
    edits.push((number, NEWEST.to_string()));
    // Later places first, so that earlier ones stay where they are; at one place what is put before it last.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut migrated = text.to_owned();
    for (range, put) in edits.into_iter().rev() {
        migrated.replace_range(range, &put);
    }
    Migrated::Text(migrated)
}

/// Returns where a file has the number of its version.
fn version(file: Pair<'_, Rule>) -> Option<Range<usize>> {
    let version = file.into_inner().find(|pair| pair.as_rule() == Rule::version)?;
    let number = version.into_inner().find(|pair| pair.as_rule() == Rule::number)?;
    Some(place(&number))
}

/// Finds what `rules 2` says in another way in a file, in the order of the text.
pub(super) fn old_forms(file: Pair<'_, Rule>) -> Vec<OldForm> {
    let mut found = Vec::new();
    // What stands in the head of an ending goes with it, and so does whose a hand is; it comes right behind.
    let (mut head, mut hand) = (0..0, 0..0);
    for pair in file.into_inner().flatten() {
        let start = pair.as_span().start();
        let is_in_head = head.contains(&start);
        match pair.as_rule() {
            Rule::ending => {
                if let Some(form) = head_of_ending(pair) {
                    head = form.at.clone();
                    found.push(form);
                }
            }
            Rule::name if !is_in_head && !hand.contains(&start) => found.extend(synonym(&pair)),
            Rule::combination if !is_in_head => combination(pair, &mut found),
            Rule::of | Rule::add_to_hand | Rule::take_from_hand => {
                if let Some(form) = old_hand(pair) {
                    hand = form.at.clone();
                    found.push(form);
                }
            }
            Rule::move_statement | Rule::drop_statement | Rule::choose | Rule::alternative => {
                found.extend(quoted_label(pair));
            }
            _ => {}
        }
    }
    found.sort_by_key(|form| form.at.start);
    found
}

/// Returns the place of something, without the white space behind it.
fn place(pair: &Pair<'_, Rule>) -> Range<usize> {
    let start = pair.as_span().start();
    start..start + pair.as_str().trim_end().len()
}

fn synonym(name: &Pair<'_, Rule>) -> Option<OldForm> {
    let (old, new) = SYNONYMS.iter().find(|(old, _)| *old == name.as_str())?;
    let edits = vec![(place(name), (*new).to_owned())];
    let message = format!("`{old}` is written `{new}` in `rules 2`");
    Some(OldForm::new(place(name), edits, message, "there is one word for it"))
}

/// `hand of own`, `add Pawn to hand of own`
fn old_hand(pair: Pair<'_, Rule>) -> Option<OldForm> {
    if pair.as_rule() == Rule::of {
        let whole = place(&pair);
        let words: Vec<&str> = pair.as_str().split_whitespace().collect();
        return match words[..] {
            ["hand", "of", side] => Some(whose_hand(whole, side)),
            _ => None,
        };
    }
    let parts: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
    let [.., hand, of, side] = parts.as_slice() else { return None };
    let is_old = hand.as_rule() == Rule::kw_hand && of.as_rule() == Rule::kw_of;
    let word = side.as_str().trim_end();
    let is_name = !word.is_empty() && !word.contains(char::is_whitespace);
    (is_old && is_name).then(|| whose_hand(hand.as_span().start()..place(side).end, word))
}

fn whose_hand(at: Range<usize>, told: &str) -> OldForm {
    let side = SYNONYMS.iter().find(|(old, _)| *old == told).map_or(told, |(_, new)| new);
    let edits = vec![(at.clone(), format!("{side} hand"))];
    let message = format!("`hand of {told}` is written `{side} hand` in `rules 2`");
    OldForm::new(at, edits, message, "a side stands before what it has")
}

/// `choose "sac" …`, `or "pass" { … }`
fn quoted_label(labelled: Pair<'_, Rule>) -> Option<OldForm> {
    let start = labelled.as_span().start();
    let is_alternative = labelled.as_rule() == Rule::alternative;
    let verb = labelled.as_str().split_whitespace().next().unwrap_or_default();
    let verb = verb.to_owned();
    let label = labelled.into_inner().find(|part| part.as_rule() == Rule::string)?;
    let at = place(&label);
    // A word of an `each` around stands in braces in a text.
    let word = label.as_str().trim_end().trim_matches('"').replace(['{', '}'], "");
    let is_part = |part: &str| {
        let letters =
            part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        letters && part.split('-').all(|part| !part.is_empty())
    };
    let edits = if !word.split(':').all(is_part) {
        Vec::new()
    } else if is_alternative {
        vec![(at.clone(), format!("{word}:"))]
    } else {
        vec![(start..start, format!("{word}: ")), (at.start - 1..at.end, String::new())]
    };
    let message =
        "the label of a part of a turn is a name in `rules 2`: bare, first, and with a colon";
    let behind = if is_alternative { "{ … }".to_owned() } else { format!("{verb} …") };
    Some(OldForm::new(at, edits, message, format!("`{word}: {behind}`")))
}

fn within(word: &Pair<'_, Rule>) -> OldForm {
    let message = "sets have their squares in common by `on` in `rules 2`, not by `in`";
    let edits = vec![(place(word), "on".to_owned())];
    OldForm::new(place(word), edits, message, "there is one word for it")
}

/// `own loses "stalemate" when …`, `draw "…" when own …`.
fn head_of_ending(ending: Pair<'_, Rule>) -> Option<OldForm> {
    let mut parts = ending.into_inner();
    let outcome = parts.find(|part| part.as_rule() == Rule::outcome)?;
    let condition = parts.find(|part| part.as_rule() == Rule::expression)?;
    let asks_own = condition
        .into_inner()
        .flatten()
        .any(|part| part.as_rule() == Rule::name && PRONOUNS.contains(&part.as_str()));
    let words = outcome.as_str().trim_end();
    let fate = match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["draw"] if asks_own => Some("draws"),
        ["own" | "mover", "wins"] | ["enemy" | "opponent", "loses"] => Some("wins"),
        ["own" | "mover", "loses"] | ["enemy" | "opponent", "wins"] => Some("loses"),
        ["draw"] | ["a" | "the", "side", ..] | ["side", "to", ..] => return None,
        _ if asks_own => None,
        _ => return None,
    };
    let at = place(&outcome);
    Some(match fate {
        Some(fate) => OldForm::new(
            at.clone(),
            vec![(at, format!("side to move {fate}"))],
            "an ending says first whose it is: in its condition `own` is that side",
            "name the side whose turn it is, or write `a side` to ask both after every turn",
        ),
        None => OldForm::new(
            at,
            Vec::new(),
            "nothing says which side `own` is in this ending",
            "name it in the condition too, or begin with `side to move` or `a side`, for which `own` is that side",
        ),
    })
}

/// `own Pawn in centre`, and the chains of which it consists.
fn combination(combination: Pair<'_, Rule>, found: &mut Vec<OldForm>) {
    let (mut is_left_out, mut is_line) = (false, false);
    let mut parts = combination.into_inner().peekable();
    while let Some(part) = parts.next() {
        match part.as_rule() {
            Rule::chain => {
                is_line = speaks_of_a_line(&part);
                chain(part, is_left_out, found);
            }
            Rule::outside => is_left_out = true,
            Rule::within => {
                is_left_out = false;
                // What is in a hand is on no square.
                let is_hand = parts.peek().is_some_and(|next| {
                    let mut words = next.as_str().split_whitespace();
                    let (first, second) = (words.next(), words.next());
                    first == Some("hand") && second == Some("of") || second == Some("hand")
                });
                // A line lies in a direction.
                let is_name = |next: &Pair<'_, Rule>| next.as_str().split_whitespace().count() == 1;
                let is_direction = is_line && parts.peek().is_some_and(is_name);
                if part.as_str().trim_end() == "in" && !is_hand && !is_direction {
                    found.push(within(&part));
                }
            }
            rule => is_left_out = rule == Rule::except,
        }
    }
}

/// Tells whether `line of` is in a chain.
fn speaks_of_a_line(chain: &Pair<'_, Rule>) -> bool {
    let words: Vec<&str> = chain.as_str().split_whitespace().collect();
    words.windows(2).any(|pair| pair == ["line", "of"])
}

fn chain(chain: Pair<'_, Rule>, is_left_out: bool, found: &mut Vec<OldForm>) {
    let whole = place(&chain);
    let terms: Vec<Pair<'_, Rule>> =
        chain.into_inner().filter(|term| !parser::is_keyword(term.as_rule())).collect();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (index, pair) in terms.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        // A side goes with the place behind it.
        let first = if is_place(after) && is_side(&terms, index) { index } else { index + 1 };
        let splits = if first == index {
            index > 0 && !is_place(&terms[index - 1])
        } else {
            is_place(before) || is_place(after)
        };
        if splits {
            let at = terms[first].as_span().start();
            edits.push((at..at, "on ".to_owned()));
        }
    }
    if edits.is_empty() {
        return;
    }
    let meant = squares_in_a_row(&terms);
    if is_left_out {
        edits.insert(0, (whole.start..whole.start, "(".to_owned()));
        edits.push((whole.end..whole.end, ")".to_owned()));
    }
    found.push(OldForm {
        at: whole,
        edits,
        help: if meant.is_some() {
            "several squares stand in braces".to_owned()
        } else {
            BESIDE.1.to_owned()
        },
        meant,
        message: BESIDE.0.to_owned(),
    });
}

/// `own a8 b8`: nothing is on both squares, so that they are put in braces.
fn squares_in_a_row(terms: &[Pair<'_, Rule>]) -> Option<(Range<usize>, String)> {
    let is_one =
        |term: &Pair<'_, Rule>| term.as_rule() == Rule::name && looks_like_a_square(term.as_str());
    let first = terms.iter().position(is_one)?;
    let squares: Vec<&str> =
        terms[first..].iter().take_while(|term| is_one(term)).map(Pair::as_str).collect();
    let is_rest = squares.len() > 1 && first + squares.len() == terms.len();
    let whole = terms[first].as_span().start()..place(terms.last()?).end;
    is_rest.then(|| (whole, format!("{{{}}}", squares.join(" "))))
}

/// Tells whether a term before a place can be a side: a name that is neither a place nor a set, with no other side
/// before it.
fn is_side(terms: &[Pair<'_, Rule>], index: usize) -> bool {
    let may_be = |term: &Pair<'_, Rule>| {
        let word = term.as_str();
        term.as_rule() == Rule::name && !NO_SIDES.contains(&word) && !looks_like_a_square(word)
    };
    let is_pronoun = PRONOUNS.contains(&terms[index].as_str());
    may_be(&terms[index]) && (is_pronoun || index == 0 || !may_be(&terms[index - 1]))
}

/// Tells whether a term can be nothing but a place: squares whatever stands on them.
fn is_place(term: &Pair<'_, Rule>) -> bool {
    match term.as_rule() {
        Rule::square_set | Rule::rank | Rule::file_term | Rule::parenthesis => true,
        Rule::call => {
            ["between(", "reach(", "passed("].iter().any(|name| term.as_str().starts_with(name))
        }
        Rule::name => looks_like_a_square(term.as_str()),
        _ => false,
    }
}

//! What a variant says that is probably not meant so: misspelt settings, and settings without an effect.

use super::Fault;
use super::area::Area;
use super::ini::Entry;
use super::settings::{REGION, Settings};
use super::tables::{self, Kind, Type};
use super::variant::Variant;
use crate::diag::suggest::closest;

/// Tells what is doubtful, line by line.
pub(super) fn doubts(variant: &Variant) -> Vec<Fault> {
    let settings = &variant.settings;
    let mut found = misspelt(settings);
    for entry in &settings.given {
        let told = without_squares(variant, entry)
            .or_else(|| of_kind(variant, entry))
            .or_else(|| unread(settings, entry))
            .or_else(|| uncounted_checks(variant, entry));
        found.extend(told.map(|what| Fault::new(entry.line, what)));
    }
    for (kind, entry) in &settings.anew {
        if !settings.is_promoted_to(*kind) && settings.coats.contains_key(kind) {
            let what = format!(
                "a kind that gets a letter is none any more that others are promoted to: name it in \
                 `promotionPieceTypes` if it should be (`{}`)",
                entry.key
            );
            found.push(Fault::new(entry.line, what));
        }
    }
    found.sort_by_key(|fault| fault.line);
    found
}

/// Tells of the settings that nobody knows, with what each was probably meant to be.
pub(super) fn misspelt(settings: &Settings) -> Vec<Fault> {
    let public = tables::keys().iter().filter(|key| !key.is_internal()).map(|key| key.name);
    let names: Vec<&str> = public.chain(tables::kinds().iter().map(|kind| kind.key)).collect();
    let told = |entry: &Entry| {
        let mut what = format!("no setting `{}` is known", entry.key);
        if let Some(name) = closest(&entry.key, names.iter().copied()) {
            what = format!("{what}; did you mean `{name}`?");
        }
        Fault::new(entry.line, what)
    };
    settings.unknown.iter().map(told).collect()
}

/// Tells of a region without a square of the board, unless `-` says that it has none.
fn without_squares(variant: &Variant, entry: &Entry) -> Option<String> {
    let is_region = entry.key.starts_with(REGION)
        || tables::keys().iter().any(|key| key.name == entry.key && key.kind == Type::Area);
    let area = Area::parse(&entry.value).filter(|_| is_region && entry.value != "-")?;
    area.and(variant.board.all())
        .is_empty()
        .then(|| format!("no square of the board is in `{} = {}`", entry.key, entry.value))
}

/// Tells that checks are counted where nobody can give any: only those of what is royal for good are counted.
fn uncounted_checks(variant: &Variant, entry: &Entry) -> Option<String> {
    let key = tables::keys().iter().find(|key| key.name == entry.key)?;
    let counts = key.sets.contains(&"checks") && variant.settings.flag("checks");
    (counts && variant.royal_for_good().next().is_none()).then(|| {
        format!(
            "`{} = {}` has no effect: only checks of what is royal for good are counted, and nothing is",
            entry.key, entry.value
        )
    })
}

/// Says which letter stands for no piece, since Fairy-Stockfish ignores the rest of a list from there on.
fn unread(settings: &Settings, entry: &Entry) -> Option<String> {
    let key = tables::keys().iter().find(|key| key.name == entry.key)?;
    let is_known = |letter: char| letter == '*' || settings.kind(letter).is_some();
    let unknown = match key.kind {
        Type::Kinds => {
            let letters = entry.value.chars().filter(|letter| !letter.is_whitespace());
            letters.take_while(|letter| *letter != '-').find(|letter| !is_known(*letter))
        }
        Type::Pairs | Type::Numbers => {
            let words = entry.value.split_whitespace().take_while(|word| *word != "-");
            let letters = words.flat_map(|word| {
                let into = word.split_once(':').and_then(|(_, into)| into.chars().next());
                [word.chars().next(), into.filter(char::is_ascii_alphabetic)]
            });
            letters.flatten().find(|letter| !is_known(*letter))
        }
        _ => None,
    }?;
    Some(format!(
        "`{unknown}` in `{} = {}` is not the letter of a piece; Fairy-Stockfish ignores the rest of the list from there on",
        entry.key, entry.value
    ))
}

/// Tells of a kind that never comes to the board, and of moves that are not taken from where they stand.
fn of_kind(variant: &Variant, entry: &Entry) -> Option<String> {
    let number = tables::kinds().iter().position(|row| row.key == entry.key)?;
    let (row, kind) = (tables::kinds().get(number)?, Kind::Row(number));
    let (letter, rest) = entry.value.split_at(entry.value.chars().next()?.len_utf8());
    if letter != "-" && !row.takes_moves() && !rest.trim().is_empty() {
        let moves = rest.trim().trim_start_matches(':');
        return Some(format!(
            "`{}` has moves of its own, and `{moves}` is passed over; `customPiece1 = {letter}:{moves}` has those",
            entry.key
        ));
    }
    let is_dressed = variant.settings.coats.contains_key(&kind);
    (is_dressed
        && !variant.seen.contains(&kind)
        && !variant.turned.values().any(|into| *into == kind))
    .then(|| format!("`{}` never comes to the board and is left out", entry.key))
}

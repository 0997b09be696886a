//! Options: what they can be, what the caller wants, and what that makes of `if option`.

use indexmap::IndexMap;

use super::Wanted;
use super::context::OptionSetting;
use super::merge::Options;
use crate::diag::{Diagnostic, Sink, codes, suggest};
use crate::ir::OptionInfo;
use crate::source::{SourceId, Span};
use crate::syntax::{
    self,
    ast::{Expr, ExprKind, Name, OptionItem, OptionType, OptionValue},
};

/// An option with the value this game is made with.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Its name.
    pub name: Name,
    /// What it can be.
    pub kind: OptionType,
    /// The value.
    pub value: OptionSetting,
    /// What is told about it.
    pub info: OptionInfo,
    /// Whether it was removed again, so that the game does not have it.
    pub removed: bool,
}

/// The options by name, in order.
pub(crate) type Settings = IndexMap<String, Setting>;

/// The most entries that a list of movers may have.
const MAX_MOVERS: usize = 256;

/// Gives every option its value: what the caller wants, or else its default.
pub(crate) fn settle(options: &Options, wanted: &[Wanted], sink: &mut Sink) -> Settings {
    let mut settings = Settings::new();
    for item in &options.offered {
        let asked = wanted.iter().rev().find(|wanted| wanted.name == item.name.text);
        settings.insert(item.name.text.clone(), setting(item, asked, false, sink));
    }
    for Wanted { name, value, source } in wanted {
        if settings.contains_key(name) {
            continue;
        }
        let message = format!("the game has no option `{name}`");
        let known: Vec<&str> = settings.keys().map(String::as_str).collect();
        let mut found = codes::UNKNOWN_OPTION.at(whole(*source, value), message);
        if let Some(close) = suggest::closest(name, known.iter().copied()) {
            found = found.help(format!("did you mean `{close}`?"));
        } else if let Some(list) = suggest::short_list(known.iter().copied()) {
            found = found.help(format!("it has {list}"));
        }
        sink.push(found);
    }
    for item in &options.removed {
        let name = item.name.text.clone();
        settings.entry(name).or_insert_with(|| setting(item, None, true, sink));
    }
    settings
}

fn setting(item: &OptionItem, asked: Option<&Wanted>, removed: bool, sink: &mut Sink) -> Setting {
    let default = default(item, sink);
    let value = asked.map_or_else(|| default.clone(), |wanted| value(item, wanted, sink));
    let info = OptionInfo {
        name: item.name.text.clone(),
        kind: kind_in_words(&item.kind),
        default: text_of(&default, &item.kind),
        value: text_of(&value, &item.kind),
        summary: item.summary.as_ref().map(|text| text.text.clone()),
    };
    Setting { name: item.name.clone(), kind: item.kind.clone(), value, info, removed }
}

/// Tells whether `if option NAME = VALUE` holds, or complains.
pub(crate) fn holds(
    settings: &Settings,
    name: &Name,
    value: Option<&Expr>,
    sink: &mut Sink,
) -> Option<bool> {
    let Some(setting) = settings.get(&name.text) else {
        let message = format!("there is no option `{}`", name.text);
        let close = suggest::closest(&name.text, settings.keys().map(String::as_str));
        return codes::UNKNOWN_OPTION.at(name.span, message).did_you_mean(close).fail(sink);
    };
    let holds = match (&setting.value, value.map(|value| &value.kind)) {
        (OptionSetting::Number(number), None) => Some(*number != 0),
        (OptionSetting::Number(_), Some(ExprKind::Number(other))) => {
            from_number(&setting.kind, *other).map(|other| other == setting.value)
        }
        (OptionSetting::Number(_) | OptionSetting::Word(_), Some(ExprKind::Name(other))) => {
            from_word(&setting.kind, other).map(|other| other == setting.value)
        }
        _ => None,
    };
    if holds.is_none() {
        sink.push(incomparable(setting, name, value));
    }
    holds
}

/// Says that an option can never be what it is compared with.
fn incomparable(setting: &Setting, name: &Name, value: Option<&Expr>) -> Diagnostic {
    let span = value.map_or(name.span, |value| value.span);
    let message = format!("`{}` cannot be compared so: it is {}", name.text, setting.info.kind);
    let found = codes::WRONG_TYPE.at(span, message);
    match (&setting.kind, value.map(|value| &value.kind)) {
        (OptionType::Words(words), Some(ExprKind::Name(other))) => {
            let known = words.iter().map(|word| word.text.as_str());
            found.did_you_mean(suggest::closest(&other.text, known))
        }
        _ => found,
    }
}

fn switch(word: &str) -> Option<i64> {
    match word {
        "on" => Some(1),
        "off" => Some(0),
        _ => None,
    }
}

/// Reads the default, which the file tells.
fn default(item: &OptionItem, sink: &mut Sink) -> OptionSetting {
    let (found, span) = match &item.default {
        OptionValue::Number(number) => (from_number(&item.kind, *number), item.name.span),
        OptionValue::Word(word) => (from_word(&item.kind, word), word.span),
        OptionValue::Movers(names) => (
            from_movers(&item.kind, names.clone()),
            names.first().map_or(item.name.span, |n| n.span),
        ),
    };
    found.unwrap_or_else(|| {
        complain(item, span, "the default", sink);
        fallback(&item.kind)
    })
}

/// Reads a value that the caller wants.
fn value(item: &OptionItem, wanted: &Wanted, sink: &mut Sink) -> OptionSetting {
    let (text, span) = (wanted.value.trim(), whole(wanted.source, &wanted.value));
    let found = match &item.kind {
        OptionType::Range(..) => text.parse().ok().and_then(|n| from_number(&item.kind, n)),
        OptionType::Switch | OptionType::Words(_) => {
            from_word(&item.kind, &Name { text: text.to_owned(), span })
        }
        OptionType::Movers => syntax::parse_movers(wanted.source, &wanted.value, sink)
            .and_then(|names| from_movers(&item.kind, names)),
    };
    found.unwrap_or_else(|| {
        complain(item, span, &format!("`{text}`"), sink);
        fallback(&item.kind)
    })
}

fn whole(source: SourceId, text: &str) -> Span {
    Span::new(source, 0, u32::try_from(text.len()).unwrap_or(u32::MAX))
}

fn from_number(kind: &OptionType, number: i64) -> Option<OptionSetting> {
    match kind {
        OptionType::Range(low, high) if (*low..=*high).contains(&number) => {
            Some(OptionSetting::Number(number))
        }
        OptionType::Switch if number == 0 || number == 1 => Some(OptionSetting::Number(number)),
        _ => None,
    }
}

fn from_word(kind: &OptionType, word: &Name) -> Option<OptionSetting> {
    match kind {
        OptionType::Switch => switch(&word.text).map(OptionSetting::Number),
        OptionType::Words(words) if words.iter().any(|known| known.text == word.text) => {
            Some(OptionSetting::Word(word.text.clone()))
        }
        OptionType::Movers => from_movers(kind, vec![word.clone()]),
        OptionType::Words(_) | OptionType::Range(..) => None,
    }
}

fn from_movers(kind: &OptionType, names: Vec<Name>) -> Option<OptionSetting> {
    let fits = (1..=MAX_MOVERS).contains(&names.len()) && names.iter().all(|n| !n.text.is_empty());
    match kind {
        OptionType::Movers if fits => Some(OptionSetting::Movers(names)),
        OptionType::Words(_) | OptionType::Switch if names.len() == 1 => {
            names.first().and_then(|name| from_word(kind, name))
        }
        _ => None,
    }
}

fn fallback(kind: &OptionType) -> OptionSetting {
    match kind {
        OptionType::Range(low, _) => OptionSetting::Number(*low),
        OptionType::Switch => OptionSetting::Number(0),
        OptionType::Words(words) => {
            OptionSetting::Word(words.first().map(|word| word.text.clone()).unwrap_or_default())
        }
        OptionType::Movers => OptionSetting::Movers(Vec::new()),
    }
}

fn complain(item: &OptionItem, span: Span, what: &str, sink: &mut Sink) {
    let kind = kind_in_words(&item.kind);
    let message = format!("{what} does not fit the option `{}`, which is {kind}", item.name.text);
    sink.push(codes::BAD_OPTION_VALUE.at(span, message));
}

fn kind_in_words(kind: &OptionType) -> String {
    match kind {
        OptionType::Range(low, high) => format!("a number from {low} to {high}"),
        OptionType::Switch => "`on` or `off`".to_owned(),
        OptionType::Words(words) => suggest::list(words.iter().map(|word| word.text.as_str())),
        OptionType::Movers => "a list of pieces or Betza strings".to_owned(),
    }
}

fn text_of(value: &OptionSetting, kind: &OptionType) -> String {
    match (value, kind) {
        (OptionSetting::Number(number), OptionType::Switch) => {
            if *number != 0 { "on" } else { "off" }.to_owned()
        }
        (OptionSetting::Number(number), _) => number.to_string(),
        (OptionSetting::Word(word), _) => word.clone(),
        (OptionSetting::Movers(names), _) => {
            let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
            names.join(",")
        }
    }
}

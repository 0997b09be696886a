//! Files and their items.

use super::{Builder, Built, Pair, Part, Parts};
use crate::diag::codes;
use crate::syntax::ast::{
    Category, Expr, File, FileKind, Header, Item, ItemKind, Mode, Name, OptionItem, OptionType,
    OptionValue, Removable, TokenMemberKind, VariableType,
};
use crate::syntax::parser::Rule;
use crate::syntax::recover::MAX_PER_FILE;
use crate::syntax::version::{self, NEWEST};

impl Builder<'_> {
    /// A whole file.
    pub(super) fn file(&mut self, pair: Pair<'_>) -> Option<File> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair.clone());
        let version = parts.accept(Rule::version)?;
        let version = i64::of(self, Parts::of(version).next()?)?;
        let version = u32::try_from(version).ok()?;
        let header = self.header(parts.accept(Rule::header)?)?;
        let mut items = Vec::new();
        for item in parts.accept_all(Rule::item) {
            self.item(item, &mut items)?;
        }
        if version == NEWEST {
            self.tell_old_forms(pair);
        }
        let families = std::mem::take(&mut self.families);
        let copies = std::mem::take(&mut self.copies);
        Some(File { version, header, items, families, copies, span })
    }

    /// Complains about what only earlier versions of the language say so.
    fn tell_old_forms(&mut self, file: Pair<'_>) {
        for form in version::old_forms(file).into_iter().take(MAX_PER_FILE) {
            self.sink.push(form.diagnostic(self.source));
        }
    }

    /// The item of `lone_item`.
    pub(super) fn lone_item(&mut self, pair: Pair<'_>) -> Option<Built> {
        let mut items = Vec::new();
        self.item(Parts::of(pair).next()?, &mut items)?;
        let families = std::mem::take(&mut self.families);
        Some(Built { items, families, copies: std::mem::take(&mut self.copies) })
    }

    pub(super) fn header(&mut self, pair: Pair<'_>) -> Option<Header> {
        let span = self.span(&pair);
        let inner = Parts::of(pair).next()?;
        let kind = match inner.as_rule() {
            Rule::game_header => FileKind::Game,
            _ => FileKind::Module,
        };
        let mut parts = Parts::of(inner);
        let title = Part::next(self, &mut parts)?;
        Some(Header { kind, title, parent: Part::next(self, &mut parts)?, span })
    }

    /// Adds what is written: one item, or those of a family.
    fn item(&mut self, pair: Pair<'_>, items: &mut Vec<Item>) -> Option<()> {
        let span = self.span(&pair);
        self.deeper(1, span, |this| {
            let mut inner = Parts::of(pair).next()?;
            if inner.as_rule() == Rule::family {
                return this.family(inner, items);
            }
            let mut mode = Mode::Add;
            if inner.as_rule() == Rule::replacing {
                mode = Mode::Replace;
                inner = Parts::of(inner).next()?;
            }
            let kind = Part::of(this, inner)?;
            items.push(Item { kind, mode, span });
            Some(())
        })
    }

    /// `NAME = A`, given to a module: what is given takes the place of a define.
    pub(in crate::syntax) fn given_define(&mut self, pair: Pair<'_>) -> Option<Item> {
        let span = self.span(&pair);
        let kind = ItemKind::Define(Part::of(self, pair)?);
        Some(Item { kind, mode: Mode::Replace, span })
    }

    /// `power of SET: moves …`, `power of SET: cycle powers`
    pub(in crate::syntax) fn token_power(&mut self, pair: Pair<'_>) -> Option<TokenMemberKind> {
        let mut parts = Parts::of(pair);
        let bearer = Part::next(self, &mut parts)?;
        let gives = parts.next()?;
        Some(if gives.as_rule() == Rule::cycle {
            TokenMemberKind::Cycle { bearer, option: Part::of(self, gives)? }
        } else {
            TokenMemberKind::Power { bearer, clause: Part::of(self, gives)? }
        })
    }

    fn kind(&mut self, pair: &Pair<'_>) -> Option<Kind> {
        let Some(inner) = Parts::of(pair.clone()).next() else {
            return Some(match pair.as_str() {
                "switch" => Kind::Switch,
                "squares" => Kind::Squares,
                _ => Kind::Movers,
            });
        };
        if inner.as_rule() == Rule::one_of {
            return Part::of(self, inner).map(Kind::Words);
        }
        let (least, greatest) = Part::of(self, inner)?;
        Some(Kind::Range(least, greatest))
    }

    /// The only value; more are reported.
    fn single(&mut self, values: Vec<Name>) -> Option<Name> {
        let mut values = values.into_iter();
        let first = values.next();
        if let Some(second) = values.next() {
            self.sink.push(codes::SYNTAX.at(second.span, "this option has one value, not a list"));
        }
        first
    }

    fn option_number(&mut self, values: Vec<Name>) -> Option<OptionValue> {
        let value = self.single(values)?;
        let number = value.text.parse::<i32>();
        if number.is_err() {
            let message = format!("expected a number, found `{}`", value.text);
            self.sink.push(codes::SYNTAX.at(value.span, message));
        }
        Some(OptionValue::Number(number.map_or(0, i64::from)))
    }

    /// `says piece Queen "…"`, `says turn "…"`, `says result "…" "…"`.
    pub(in crate::syntax) fn says(&mut self, pair: Pair<'_>) -> Option<ItemKind> {
        let mut parts = Parts::of(pair);
        let subject = parts.next()?;
        if subject.as_rule() == Rule::said_result {
            let reason = Part::of(self, subject.into_inner().next_back()?)?;
            return Some(ItemKind::SaysResult(reason, Part::next(self, &mut parts)?));
        }
        let (kind, name) = if subject.as_rule() == Rule::said_turn {
            (Removable::Item(Category::Turn), Part::of(self, subject)?)
        } else {
            (Part::of(self, subject)?, Part::next(self, &mut parts)?)
        };
        Some(ItemKind::Says(kind, name, Part::next(self, &mut parts)?))
    }

    /// `if option A { … } else if option B { … } else { … }`: read from the end.
    pub(in crate::syntax) fn if_item(&mut self, pair: Pair<'_>) -> Option<ItemKind> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let cases = parts.accept_all(Rule::case);
        self.deeper(cases.len(), span, |this| {
            let mut built =
                this.each(cases, |this, case| Some((this.span(&case), this.case(case)?)))?;
            let mut otherwise = match parts.next() {
                Some(block) => this.item_block(block)?,
                None => Vec::new(),
            };
            let mut last = built.pop()?;
            while let Some(before) = built.pop() {
                let (place, (option, value, then)) = std::mem::replace(&mut last, before);
                let span = otherwise.last().map_or(place, |item: &Item| place.join(item.span));
                let kind = ItemKind::If { option, value, then, otherwise };
                otherwise = vec![Item { kind, mode: Mode::Add, span }];
            }
            let (_, (option, value, then)) = last;
            Some(ItemKind::If { option, value, then, otherwise })
        })
    }

    fn case(&mut self, pair: Pair<'_>) -> Option<(Name, Option<Expr>, Vec<Item>)> {
        let mut parts = Parts::of(pair);
        let option = Part::next(self, &mut parts)?;
        let value = Part::accept(self, &mut parts, &[Rule::number, Rule::name])?;
        Some((option, value, self.item_block(parts.next()?)?))
    }

    fn item_block(&mut self, pair: Pair<'_>) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        for item in Parts::of(pair) {
            self.item(item, &mut items)?;
        }
        Some(items)
    }

    /// `each NAMES in ROWS { … }` among items.
    fn family(&mut self, pair: Pair<'_>, items: &mut Vec<Item>) -> Option<()> {
        let mut parts = Parts::of(pair);
        let rows = parts.accept(Rule::rows)?;
        let block = parts.next()?;
        let copied = self.for_each_row(rows, &block, |this, block| this.item_block(block))?;
        items.extend(copied.into_iter().flatten());
        Some(())
    }
}

/// What a variable or an option can hold.
enum Kind {
    Range(i64, i64),
    Switch,
    Words(Vec<Name>),
    Squares,
    Movers,
}

impl Part for VariableType {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Some(match from.kind(&pair)? {
            Kind::Range(least, greatest) => Self::Range(least, greatest),
            Kind::Switch => Self::Switch,
            Kind::Words(words) => Self::Words(words),
            Kind::Squares => Self::Squares,
            Kind::Movers => {
                let message = "a variable cannot hold movers; only an option can";
                from.sink.push(codes::SYNTAX.at(from.span(&pair), message));
                Self::Switch
            }
        })
    }
}

/// `option NAME: KIND = VALUE "…"`
impl Part for OptionItem {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        let mut parts = Parts::of(pair);
        let name = Part::next(from, &mut parts)?;
        let kind = parts.next()?;
        let place = from.span(&kind);
        let values = from.movers(parts.next()?)?;
        let (kind, default) = match from.kind(&kind)? {
            Kind::Movers => (OptionType::Movers, OptionValue::Movers(values)),
            Kind::Range(least, greatest) => {
                (OptionType::Range(least, greatest), from.option_number(values)?)
            }
            Kind::Switch => (OptionType::Switch, OptionValue::Word(from.single(values)?)),
            Kind::Words(words) => {
                (OptionType::Words(words), OptionValue::Word(from.single(values)?))
            }
            Kind::Squares => {
                let message = "an option cannot hold squares; only a variable can";
                from.sink.push(codes::SYNTAX.at(place, message));
                (OptionType::Switch, OptionValue::Word(from.single(values)?))
            }
        };
        Some(Self { name, kind, default, summary: Part::next(from, &mut parts)? })
    }
}

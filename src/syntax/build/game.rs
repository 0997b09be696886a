//! Files and their items.

use pest::iterators::Pair;

use super::{Builder, Built, Parts};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{
    AboutKind, Bearer, Category, DefineBody, DefineItem, Expr, ExprKind, File, FileKind, Header,
    Item, ItemKind, Mode, Name, OptionItem, OptionType, OptionValue, Removable, TokenItem,
    TokenMember, TokenMemberKind, UntilLeft, VariableItem, VariableType,
};
use crate::syntax::parser::Rule;
use crate::syntax::recover::MAX_PER_FILE;
use crate::syntax::version::{self, NEWEST};

impl Builder<'_> {
    /// A whole file.
    pub(super) fn file(&mut self, pair: Pair<'_, Rule>) -> Option<File> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair.clone());
        let version = parts.accept(Rule::version)?;
        let version = u32::try_from(self.integer(Parts::of(version).next())?).ok()?;
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
    fn tell_old_forms(&mut self, file: Pair<'_, Rule>) {
        for form in version::old_forms(file).into_iter().take(MAX_PER_FILE) {
            self.sink.push(form.diagnostic(self.source));
        }
    }

    /// The header of `lone_header`.
    pub(super) fn lone_header(&mut self, pair: Pair<'_, Rule>) -> Option<Header> {
        let inner = Parts::of(pair).next()?;
        self.header(inner)
    }

    /// The item of `lone_item`.
    pub(super) fn lone_item(&mut self, pair: Pair<'_, Rule>) -> Option<Built> {
        let mut items = Vec::new();
        self.item(Parts::of(pair).next()?, &mut items)?;
        let families = std::mem::take(&mut self.families);
        Some(Built { items, families, copies: std::mem::take(&mut self.copies) })
    }

    fn header(&mut self, pair: Pair<'_, Rule>) -> Option<Header> {
        let span = self.span(&pair);
        let inner = Parts::of(pair).next()?;
        let kind = match inner.as_rule() {
            Rule::game_header => FileKind::Game,
            _ => FileKind::Module,
        };
        let mut parts = Parts::of(inner);
        let title = self.text(parts.next())?;
        Some(Header { kind, title, parent: self.name(parts.next()), span })
    }

    /// Adds what is written: one item, or those of a family.
    fn item(&mut self, pair: Pair<'_, Rule>, items: &mut Vec<Item>) -> Option<()> {
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
            let kind = this.item_kind(inner)?;
            items.push(Item { kind, mode, span });
            Some(())
        })
    }

    fn item_kind(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let rule = pair.as_rule();
        Some(match rule {
            Rule::board_item => ItemKind::Board(self.board(pair)?),
            Rule::token_item => ItemKind::Token(self.token(pair)?),
            Rule::variable => ItemKind::Variable(self.variable(pair)?),
            Rule::option => ItemKind::Option(self.option(pair)?),
            Rule::event => ItemKind::Event(self.event(pair)?),
            Rule::forbid => ItemKind::Forbid(self.rule_item(pair)?),
            Rule::prefer => ItemKind::Prefer(self.prefer(pair)?),
            Rule::ending => ItemKind::Ending(self.ending(pair)?),
            Rule::field => ItemKind::Field(self.field(pair)?),
            Rule::compare => ItemKind::Compare(self.compare(pair)?),
            Rule::test => ItemKind::Test(self.test(pair)?),
            Rule::use_item => self.use_item(pair)?,
            Rule::if_item => self.if_item(pair)?,
            Rule::remove_item => self.remove_item(pair)?,
            Rule::sides => ItemKind::Sides(self.named_texts(pair)?),
            _ => self.short_item(rule, Parts::of(pair))?,
        })
    }

    /// Items that have only a few parts.
    fn short_item(&mut self, rule: Rule, mut parts: Parts<'_>) -> Option<ItemKind> {
        Some(match rule {
            Rule::inventor => ItemKind::About(AboutKind::Inventor, self.text(parts.next())?),
            Rule::source => ItemKind::About(AboutKind::Source, self.text(parts.next())?),
            Rule::summary => ItemKind::About(AboutKind::Summary, self.text(parts.next())?),
            Rule::aim => ItemKind::About(AboutKind::Aim, self.text(parts.next())?),
            Rule::about => ItemKind::About(AboutKind::About, self.text(parts.next())?),
            Rule::says => self.says(&mut parts)?,
            Rule::ask => {
                let name = self.name(parts.next())?;
                ItemKind::Ask(name, self.text(parts.next())?)
            }
            Rule::write_item => self.write_item(parts)?,
            Rule::ruling => {
                let name = self.name(parts.next())?;
                ItemKind::Ruling(name, self.text(parts.next())?)
            }
            Rule::allow => ItemKind::Allow(self.name(parts.next())?),
            Rule::piece_item => ItemKind::Piece(self.piece(parts.next()?, None)?),
            Rule::piece_instead => {
                let old = self.name(parts.next())?;
                ItemKind::Piece(self.piece(parts.next()?, Some(old))?)
            }
            Rule::extend_item => {
                let name = self.name(parts.next())?;
                ItemKind::Extend(name, self.piece_members(parts.next()?)?)
            }
            Rule::property => {
                let name = self.name(parts.next())?;
                ItemKind::Property(name, self.next_expression(&mut parts)?)
            }
            Rule::define => ItemKind::Define(self.define(&mut parts)?),
            Rule::mark_item => {
                let name = self.name(parts.next())?;
                ItemKind::Mark(name, self.text(parts.next())?)
            }
            Rule::setup => ItemKind::Setup(self.text(parts.next())?),
            Rule::turn_item => ItemKind::Turn(self.block(parts.next()?)?),
            Rule::threat_item => ItemKind::Threat(self.block(parts.next()?)?),
            _ => return None,
        })
    }

    /// `use NAMES with NAME = A`: what is given takes the place of defines of the modules.
    fn use_item(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let mut parts = Parts::of(pair);
        let modules = parts.accept_all(Rule::label);
        let modules = self.each(modules, |this, name| this.name(Some(name)))?;
        let given = self.each(parts, |this, define| {
            let span = this.span(&define);
            let define = this.define(&mut Parts::of(define))?;
            Some(Item { kind: ItemKind::Define(define), mode: Mode::Replace, span })
        })?;
        Some(ItemKind::Use(modules, given))
    }

    fn define(&mut self, parts: &mut Parts<'_>) -> Option<DefineItem> {
        let name = self.name(parts.next())?;
        let parameters = self.optional(parts, Rule::parameters, Self::names)?;
        let body = match parts.peek()? {
            Rule::ways_block => DefineBody::Ways(self.piece_members(parts.next()?)?),
            Rule::block => DefineBody::Block(self.block(parts.next()?)?),
            _ => DefineBody::Expr(self.next_expression(parts)?),
        };
        Some(DefineItem { name, parameters, body })
    }

    fn token(&mut self, pair: Pair<'_, Rule>) -> Option<TokenItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let per_side = parts.accept(Rule::per_side).is_some();
        let members = self.placed(parts, |this, inner, span| {
            Some(TokenMember { kind: this.token_member(inner)?, span })
        })?;
        Some(TokenItem { name, per_side, members })
    }

    fn token_member(&mut self, pair: Pair<'_, Rule>) -> Option<TokenMemberKind> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        Some(match rule {
            Rule::token_at => TokenMemberKind::At(self.name(parts.next())?),
            Rule::token_level => TokenMemberKind::Level(self.next_expression(&mut parts)?),
            Rule::worth => TokenMemberKind::Value(self.next_expression(&mut parts)?),
            _ => {
                let bearer = self.next_expression(&mut parts)?;
                let gives = parts.next()?;
                if gives.as_rule() == Rule::cycle {
                    TokenMemberKind::Cycle { bearer, option: self.only_name(gives)? }
                } else {
                    TokenMemberKind::Power { bearer, clause: self.clause(gives, None)? }
                }
            }
        })
    }

    fn variable(&mut self, pair: Pair<'_, Rule>) -> Option<VariableItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let per_side = parts.accept(Rule::per_side).is_some();
        let per = if parts.accept(Rule::per_square).is_some() {
            Some(Bearer::Square)
        } else {
            parts.accept(Rule::per_piece).map(|_| Bearer::Piece)
        };
        let kind = parts.next()?;
        let place = self.span(&kind);
        let kind = match self.kind(&kind)? {
            Kind::Range(least, greatest) => VariableType::Range(least, greatest),
            Kind::Switch => VariableType::Switch,
            Kind::Words(words) => VariableType::Words(words),
            Kind::Squares => VariableType::Squares,
            Kind::Movers => {
                let message = "a variable cannot hold movers; only an option can";
                self.sink.push(Diagnostic::error(codes::SYNTAX, place, message));
                VariableType::Switch
            }
        };
        let until_left = self.optional(&mut parts, Rule::until_left, Self::until_left)?;
        let start = self.next_expression(&mut parts)?;
        let second_start = self.last(&mut parts, Self::expression)?;
        Some(VariableItem { name, per_side, per, kind, until_left, start, second_start })
    }

    /// `until left by Rook`
    fn until_left(&mut self, pair: Pair<'_, Rule>) -> Option<UntilLeft> {
        let span = self.span(&pair);
        Some(UntilLeft { by: self.last(&mut Parts::of(pair), Self::expression)?, span })
    }

    fn kind(&mut self, pair: &Pair<'_, Rule>) -> Option<Kind> {
        let text = pair.as_str();
        let Some(inner) = Parts::of(pair.clone()).next() else {
            return Some(match text {
                "switch" => Kind::Switch,
                "squares" => Kind::Squares,
                _ => Kind::Movers,
            });
        };
        if inner.as_rule() == Rule::one_of {
            return Some(Kind::Words(self.names(inner)?));
        }
        let mut ends = Parts::of(inner);
        let least = self.integer(ends.next())?;
        Some(Kind::Range(least, self.integer(ends.next())?))
    }

    fn option(&mut self, pair: Pair<'_, Rule>) -> Option<OptionItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.next())?;
        let kind = parts.next()?;
        let place = self.span(&kind);
        let values = self.movers(parts.next()?)?;
        let (kind, default) = match self.kind(&kind)? {
            Kind::Movers => (OptionType::Movers, OptionValue::Movers(values)),
            Kind::Range(least, greatest) => {
                (OptionType::Range(least, greatest), self.option_number(values)?)
            }
            Kind::Switch => (OptionType::Switch, OptionValue::Word(self.single(values)?)),
            Kind::Words(words) => {
                (OptionType::Words(words), OptionValue::Word(self.single(values)?))
            }
            Kind::Squares => {
                let message = "an option cannot hold squares; only a variable can";
                self.sink.push(Diagnostic::error(codes::SYNTAX, place, message));
                (OptionType::Switch, OptionValue::Word(self.single(values)?))
            }
        };
        Some(OptionItem { name, kind, default, summary: self.text(parts.next()) })
    }

    /// The only value; more are reported.
    fn single(&mut self, values: Vec<Name>) -> Option<Name> {
        let mut values = values.into_iter();
        let first = values.next();
        if let Some(second) = values.next() {
            let message = "this option has one value, not a list";
            self.sink.push(Diagnostic::error(codes::SYNTAX, second.span, message));
        }
        first
    }

    fn option_number(&mut self, values: Vec<Name>) -> Option<OptionValue> {
        let value = self.single(values)?;
        let number = value.text.parse::<i32>();
        if number.is_err() {
            let message = format!("expected a number, found `{}`", value.text);
            self.sink.push(Diagnostic::error(codes::SYNTAX, value.span, message));
        }
        Some(OptionValue::Number(number.map_or(0, i64::from)))
    }

    /// `says piece Queen "…"`, `says turn "…"`, `says result "…" "…"`.
    fn says(&mut self, parts: &mut Parts<'_>) -> Option<ItemKind> {
        let subject = parts.next()?;
        if subject.as_rule() == Rule::said_turn {
            let name = self.name(Some(subject))?;
            let kind = Removable::Item(Category::Turn);
            return Some(ItemKind::Says(kind, name, self.text(parts.next())?));
        }
        if subject.as_rule() == Rule::said_result {
            let reason = self.text(subject.into_inner().next_back());
            return Some(ItemKind::SaysResult(reason?, self.text(parts.next())?));
        }
        let kind = Removable::of_word(subject.as_str())?;
        let name = self.name(parts.next())?;
        Some(ItemKind::Says(kind, name, self.text(parts.next())?))
    }

    /// `write piece Dragon "D"`, `write capture "x{victim}"`.
    fn write_item(&mut self, mut parts: Parts<'_>) -> Option<ItemKind> {
        let what = self.name(parts.next())?;
        let next = parts.next()?;
        if next.as_rule() == Rule::label {
            let name = self.name(Some(next))?;
            return Some(ItemKind::Write(what, Some(name), self.text(parts.next())?));
        }
        Some(ItemKind::Write(what, None, self.text(Some(next))?))
    }

    fn remove_item(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let mut parts = Parts::of(pair);
        let kind = Removable::of_word(parts.next()?.as_str())?;
        Some(ItemKind::Remove(kind, self.name(parts.next())?))
    }

    /// `if option A { … } else if option B { … } else { … }`: read from the end.
    fn if_item(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let cases = parts.accept_all(Rule::case);
        self.deeper(cases.len(), span, |this| {
            let mut built =
                this.each(cases, |this, case| Some((this.span(&case), this.case(case)?)))?;
            let mut otherwise = this.last(&mut parts, Self::item_block)?.unwrap_or_default();
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

    fn case(&mut self, pair: Pair<'_, Rule>) -> Option<(Name, Option<Expr>, Vec<Item>)> {
        let mut parts = Parts::of(pair);
        let option = self.name(parts.next())?;
        let mut value = None;
        if parts.peek()? != Rule::item_block {
            let pair = parts.next()?;
            let span = self.span(&pair);
            let kind = match pair.as_rule() {
                Rule::number => ExprKind::Number(self.integer(Some(pair))?),
                _ => ExprKind::Name(self.name(Some(pair))?),
            };
            value = Some(Expr { kind, span });
        }
        Some((option, value, self.item_block(parts.next()?)?))
    }

    fn item_block(&mut self, pair: Pair<'_, Rule>) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        for item in Parts::of(pair) {
            self.item(item, &mut items)?;
        }
        Some(items)
    }

    /// `each NAMES in ROWS { … }` among items.
    fn family(&mut self, pair: Pair<'_, Rule>, items: &mut Vec<Item>) -> Option<()> {
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

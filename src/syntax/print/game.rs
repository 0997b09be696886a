//! Items.

use super::expression::{Level, at, names, set, squares, whole};
use super::piece::numbers;
use super::{Printer, after_space, quoted, rule};
use crate::syntax::ast::{
    AboutKind, Bearer, BoardItem, BoardMemberKind, BoardShape, Category, DefineBody, DefineItem,
    Expr, Item, ItemKind, Mode, Name, OptionItem, OptionType, OptionValue, Removable, Text,
    TokenItem, TokenMemberKind, VariableItem, VariableType,
};

impl Printer {
    /// Prints an item and ends its line.
    pub(super) fn item(&mut self, item: &Item) {
        if item.mode == Mode::Replace {
            self.put("replace ");
        }
        match &item.kind {
            ItemKind::Board(board) => self.board(board),
            ItemKind::Piece(piece) => self.piece(piece),
            ItemKind::Extend(name, members) => {
                self.put(&format!("extend {} ", name.text));
                self.piece_members(members);
            }
            ItemKind::Define(define) => self.define(define),
            ItemKind::Token(token) => self.token(token),
            ItemKind::Turn(block) => {
                self.put("turn ");
                self.block(block);
            }
            ItemKind::Threat(block) => {
                self.put("threat ");
                self.block(block);
            }
            ItemKind::Event(event) => self.event(event),
            ItemKind::Test(test) => self.test(test),
            ItemKind::If { option, value, then, otherwise } => {
                self.if_item(option, value.as_ref(), then, otherwise);
            }
            _ => self.put(&short(&item.kind)),
        }
        self.end_line();
    }

    fn define(&mut self, define: &DefineItem) {
        self.put(&format!("define {}", define.name.text));
        if let Some(parameters) = &define.parameters {
            self.put(&format!("({})", names(parameters, ", ")));
        }
        match &define.body {
            DefineBody::Expr(value) => self.put(&format!(" = {}", whole(value))),
            DefineBody::Block(block) => {
                self.put(" ");
                self.block(block);
            }
            DefineBody::Ways(members) => {
                self.put(" ");
                self.piece_members(members);
            }
        }
    }

    fn board(&mut self, board: &BoardItem) {
        self.put("board");
        match board.shape {
            Some(BoardShape::Rectangle { files, ranks, layers: 1 }) => {
                self.put(&format!(" {files}x{ranks}"));
            }
            Some(BoardShape::Rectangle { files, ranks, layers }) => {
                self.put(&format!(" {files}x{ranks}x{layers}"));
            }
            Some(BoardShape::Line(squares)) => self.put(&format!(" line {squares}")),
            None => {}
        }
        if board.members.is_empty() {
            return;
        }
        self.put(" ");
        self.braces(&board.members, |this, member| this.line(&board_member(&member.kind)));
    }

    fn token(&mut self, token: &TokenItem) {
        let side = if token.per_side { "per side " } else { "" };
        self.put(&format!("token {} {side}", token.name.text));
        self.braces(&token.members, |this, member| {
            match &member.kind {
                TokenMemberKind::At(square) => this.put(&format!("at {}", square.text)),
                TokenMemberKind::Level(level) => {
                    this.put(&format!("level {}", at(level, Level::Sum)));
                }
                TokenMemberKind::Value(value) => {
                    this.put(&format!("value {}", at(value, Level::Sum)));
                }
                TokenMemberKind::Power { bearer, clause } => {
                    this.put(&format!("power of {}: ", set(bearer)));
                    this.clause(clause);
                }
                TokenMemberKind::Cycle { bearer, option } => {
                    this.put(&format!("power of {}: cycle {}", set(bearer), option.text));
                }
            }
            this.end_line();
        });
    }

    fn if_item(&mut self, option: &Name, value: Option<&Expr>, then: &[Item], otherwise: &[Item]) {
        let value = value.map_or_else(String::new, |value| format!(" = {}", whole(value)));
        self.put(&format!("if option {}{value} ", option.text));
        self.braces(then, Self::item);
        if !otherwise.is_empty() {
            self.put(" else ");
            self.braces(otherwise, Self::item);
        }
    }
}

fn board_member(member: &BoardMemberKind) -> String {
    match member {
        BoardMemberKind::Squares(ranges) => format!("squares {}", squares(ranges)),
        BoardMemberKind::Without(ranges) => format!("without {}", squares(ranges)),
        BoardMemberKind::View(name) => format!("view {}", name.text),
        BoardMemberKind::Wrap(name) => format!("wrap {}", name.text),
        BoardMemberKind::Direction(name, offset) if offset.is_empty() => {
            format!("direction {}", name.text)
        }
        BoardMemberKind::Direction(name, offset) => {
            format!("direction {} {}", name.text, numbers(offset))
        }
        BoardMemberKind::Link { from, direction, to } => {
            format!("link {} {} {}", from.text, direction.text, to.text)
        }
    }
}

/// Prints a define that a module is given.
fn given_define(item: &Item) -> Option<String> {
    let ItemKind::Define(DefineItem { name, body: DefineBody::Expr(value), .. }) = &item.kind
    else {
        return None;
    };
    Some(format!("{} = {}", name.text, whole(value)))
}

/// Prints an item that fits on a line.
fn short(item: &ItemKind) -> String {
    match item {
        ItemKind::About(kind, text) => {
            let word = match kind {
                AboutKind::Inventor => "inventor",
                AboutKind::Source => "source",
                AboutKind::Summary => "summary",
                AboutKind::Aim => "aim",
                AboutKind::About => "about",
            };
            format!("{word} {}", quoted(text))
        }
        ItemKind::Ruling(name, text) => format!("ruling {} {}", name.text, quoted(text)),
        ItemKind::Says(kind, name, text) => says(*kind, name, text),
        ItemKind::SaysResult(reason, text) => {
            format!("says result {} {}", quoted(reason), quoted(text))
        }
        ItemKind::Ask(name, text) => format!("ask {} {}", name.text, quoted(text)),
        ItemKind::Write(what, name, text) => {
            let name = name.as_ref().map_or(String::new(), |name| format!(" {}", name.text));
            format!("write {}{name} {}", what.text, quoted(text))
        }
        ItemKind::Allow(name) => format!("allow {}", name.text),
        ItemKind::Use(modules, given) => {
            let given: Vec<String> = given.iter().filter_map(given_define).collect();
            let with = if given.is_empty() { "" } else { " with " };
            format!("use {}{with}{}", names(modules, " "), given.join(", "))
        }
        ItemKind::Sides(sides) => {
            let texts: Vec<String> = sides
                .iter()
                .map(|(name, text)| format!("{} {}", name.text, quoted(text)))
                .collect();
            format!("sides {}", texts.join(", "))
        }
        ItemKind::Property(name, value) => format!("property {} = {}", name.text, whole(value)),
        ItemKind::Mark(name, text) => format!("mark {} {}", name.text, quoted(text)),
        ItemKind::Variable(item) => variable(item),
        ItemKind::Option(item) => option(item),
        ItemKind::Forbid(item) => format!("forbid {}", rule::rule(item)),
        ItemKind::Prefer(item) => format!("prefer {}", rule::prefer(item)),
        ItemKind::Ending(item) => rule::ending(item),
        ItemKind::Field(item) => rule::field(item),
        ItemKind::Compare(item) => rule::compare(item),
        ItemKind::Setup(text) => format!("setup {}", quoted(text)),
        ItemKind::Remove(kind, name) => format!("remove {} {}", kind.word(), name.text),
        ItemKind::Board(_)
        | ItemKind::Piece(_)
        | ItemKind::Extend(..)
        | ItemKind::Define(_)
        | ItemKind::Token(_)
        | ItemKind::Turn(_)
        | ItemKind::Threat(_)
        | ItemKind::Event(_)
        | ItemKind::Test(_)
        | ItemKind::If { .. } => String::new(),
    }
}

fn says(kind: Removable, name: &Name, text: &Text) -> String {
    if kind == Removable::Item(Category::Turn) {
        return format!("says turn {}", quoted(text));
    }
    format!("says {} {} {}", kind.word(), name.text, quoted(text))
}

fn variable(variable: &VariableItem) -> String {
    let side = match variable.per {
        _ if variable.per_side => "per side ",
        Some(Bearer::Square) => "per square ",
        Some(Bearer::Piece) => "per piece ",
        None => "",
    };
    let kind = match &variable.kind {
        VariableType::Range(least, greatest) => format!("{least}..{greatest}"),
        VariableType::Switch => "switch".to_owned(),
        VariableType::Words(words) => format!("one of {}", names(words, ", ")),
        VariableType::Squares => "squares".to_owned(),
    };
    let until = variable.until_left.as_ref().map(|until| {
        let by = until.by.as_ref().map(|by| format!(" by {}", set(by)));
        format!(" until left{}", by.unwrap_or_default())
    });
    let until = until.unwrap_or_default();
    let second = variable.second_start.as_ref().map(whole);
    let second = second.map_or_else(String::new, |second| format!(", {second}"));
    format!(
        "variable {}: {side}{kind}{until} = {}{second}",
        variable.name.text,
        whole(&variable.start)
    )
}

fn option(option: &OptionItem) -> String {
    let kind = match &option.kind {
        OptionType::Range(least, greatest) => format!("{least}..{greatest}"),
        OptionType::Switch => "switch".to_owned(),
        OptionType::Words(words) => format!("one of {}", names(words, ", ")),
        OptionType::Movers => "movers".to_owned(),
    };
    let default = match &option.default {
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.text.clone(),
        OptionValue::Movers(movers) => {
            let texts: Vec<String> = movers.iter().map(|name| rule::mover(&name.text)).collect();
            texts.join(", ")
        }
    };
    let summary = after_space(option.summary.as_ref().map(quoted));
    format!("option {}: {kind} = {default}{summary}", option.name.text)
}

//! Statements.

use super::expression::{Level, amount, at, call, closed, hand, names, set, types, whole};
use super::{Printer, after_space, quoted};
use crate::syntax::ast::{
    Among, Block, ChooseItem, Expr, ExprKind, Fate, Name, OutcomeItem, Piece, StmtKind, Text,
};

impl Printer {
    pub(super) fn statement(&mut self, statement: &StmtKind) {
        match statement {
            StmtKind::Choose(choice) => self.choose(choice),
            StmtKind::Either(alternatives) => {
                for (index, (label, block)) in alternatives.iter().enumerate() {
                    self.put(if index == 0 { "either" } else { " or" });
                    self.put(" ");
                    self.put(&labelled(label.as_ref()));
                    self.block(block);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.if_statement(condition, then, otherwise.as_ref());
            }
            StmtKind::ForEach { name, over, order, body } => {
                let over: Vec<String> = over.iter().map(set).collect();
                self.put(&format!("for each {} in {}", name.text, over.join(", ")));
                self.put(&after_word("from", order.as_ref(), whole));
                self.put(" ");
                self.block(body);
            }
            StmtKind::ForEachDirection { name, directions, body } => {
                let directions = names(directions, ", ");
                self.put(&format!("for each direction {} in {directions} ", name.text));
                self.block(body);
            }
            StmtKind::Repeat { times, condition, body } => {
                self.put(&format!("repeat up to {}", at(times, Level::Sum)));
                self.put(&after_word("while", condition.as_ref(), whole));
                self.put(" ");
                self.block(body);
            }
            _ => self.put(&short(statement)),
        }
    }

    /// Prints `if`, and an `else if` for an else-block that is one `if`.
    fn if_statement(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Block>) {
        let (mut condition, mut then, mut otherwise) = (condition, then, otherwise);
        loop {
            self.put(&format!("if {} ", whole(condition)));
            self.block(then);
            let Some(rest) = otherwise else { return };
            self.put(" else ");
            match rest.statements.as_slice() {
                [only] => match &only.kind {
                    StmtKind::If { condition: c, then: t, otherwise: o } => {
                        (condition, then, otherwise) = (c, t, o.as_ref());
                    }
                    _ => return self.block(rest),
                },
                _ => return self.block(rest),
            }
        }
    }

    fn choose(&mut self, choice: &ChooseItem) {
        self.put(&labelled(choice.label.as_ref()));
        self.put("choose");
        self.put(&after_word("by", choice.by.as_ref(), amount));
        self.put(&format!(" {} as {} ", among(&choice.among), choice.name.text));
        if choice.optional {
            self.put("or nothing ");
        }
        self.block(&choice.body);
        if let Some(otherwise) = &choice.otherwise {
            self.put(" otherwise ");
            self.block(otherwise);
        }
    }
}

/// Prints a word and an expression with a space before them, or nothing.
pub(super) fn after_word(
    word: &str,
    expr: Option<&Expr>,
    print: impl Fn(&Expr) -> String,
) -> String {
    expr.map_or_else(String::new, |expr| format!(" {word} {}", print(expr)))
}

/// Prints a statement without a block.
fn short(statement: &StmtKind) -> String {
    match statement {
        StmtKind::Move { label, pieces, only, name } => {
            let pieces = after_space(pieces.as_ref().map(set));
            let only = after_word("only", only.as_ref(), whole);
            format!("{}move{pieces}{only}{}", labelled(label.as_ref()), binding(name.as_ref()))
        }
        StmtKind::Drop { label, types: kinds, on, name } => {
            let kinds = after_space(kinds.as_ref().map(types));
            let on = after_word("on", on.as_ref(), set);
            format!("{}drop{kinds}{on}{}", labelled(label.as_ref()), binding(name.as_ref()))
        }
        StmtKind::Effect(effect) => {
            effect.written().into_iter().map(piece).collect::<Vec<_>>().join(" ")
        }
        StmtKind::End(result, reason) => format!("{} {}", outcome(result), quoted(reason)),
        StmtKind::Next(side) => format!("next {}", at(side, Level::Chain)),
        StmtKind::Refuse(reason) => format!("refuse {}", quoted(reason)),
        StmtKind::Call(name, arguments) => call(name, arguments),
        StmtKind::Choose(_)
        | StmtKind::Either(_)
        | StmtKind::If { .. }
        | StmtKind::ForEach { .. }
        | StmtKind::ForEachDirection { .. }
        | StmtKind::Repeat { .. } => String::new(),
    }
}

fn labelled(label: Option<&Text>) -> String {
    label.map_or_else(String::new, |label| format!("{}: ", label.text))
}

fn binding(name: Option<&Name>) -> String {
    name.map_or_else(String::new, |name| format!(" as {}", name.text))
}

/// Prints a part of a statement that changes something.
fn piece(piece: Piece<'_>) -> String {
    match piece {
        Piece::Word(word) => word.to_owned(),
        Piece::Set(expr) => set(expr),
        Piece::Chain(expr) => at(expr, Level::Chain),
        Piece::Combination(expr) => at(expr, Level::Combination),
        Piece::Any(expr) => at(expr, Level::Or),
        Piece::Whole(expr) => whole(expr),
        Piece::Count(count) => match count.kind {
            ExprKind::Number(0..) => whole(count),
            _ => closed(count),
        },
        Piece::Name(name) => name.text.clone(),
        Piece::Hand(side) => hand(side),
    }
}

fn among(among: &Among) -> String {
    match among {
        Among::Squares { squares, hand } => {
            let mut texts: Vec<String> = squares.as_ref().map(candidates).into_iter().collect();
            if *hand {
                texts.push("in hand".to_owned());
            }
            texts.join(", ")
        }
        Among::Types(types) => format!("type among {}", set(types)),
        Among::TypesInHand(None) => "type in hand".to_owned(),
        Among::TypesInHand(Some(types)) => format!("type in hand among {}", set(types)),
        Among::Numbers(first, last) => {
            format!("number from {} to {}", at(first, Level::Sum), at(last, Level::Sum))
        }
    }
}

/// Prints a set of squares; one that begins like the other choices needs brackets.
fn candidates(squares: &Expr) -> String {
    let text = set(squares);
    let first = text.split(' ').next().unwrap_or("");
    if matches!(first, "type" | "number") { closed(squares) } else { text }
}

/// Prints `own wins`, `draw`.
pub(super) fn outcome(outcome: &OutcomeItem) -> String {
    match outcome {
        OutcomeItem::Wins(side) => format!("{} wins", at(side, Level::Chain)),
        OutcomeItem::Loses(side) => format!("{} loses", at(side, Level::Chain)),
        OutcomeItem::ASide { wins: true } => "a side wins".to_owned(),
        OutcomeItem::ASide { wins: false } => "a side loses".to_owned(),
        OutcomeItem::SideToMove(Fate::Wins) => "side to move wins".to_owned(),
        OutcomeItem::SideToMove(Fate::Loses) => "side to move loses".to_owned(),
        OutcomeItem::SideToMove(Fate::Draws) => "side to move draws".to_owned(),
        OutcomeItem::Draw => "draw".to_owned(),
    }
}

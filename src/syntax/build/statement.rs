//! Statements that are not built of their parts alone.

use super::{Builder, Pair, Part, Parts};
use crate::syntax::ast::{Block, EffectItem, Expr, Stmt, StmtKind, Text};
use crate::syntax::parser::Rule;

impl Builder<'_> {
    /// A statement that changes something.
    pub(in crate::syntax) fn effect(&mut self, pair: Pair<'_>) -> Option<StmtKind> {
        EffectItem::of(self, pair).map(StmtKind::Effect)
    }

    /// `hand-over(ring, captor)`
    pub(in crate::syntax) fn call_statement(&mut self, pair: Pair<'_>) -> Option<StmtKind> {
        let (name, arguments) = self.call(Parts::of(pair).next()?)?;
        Some(StmtKind::Call(name, arguments))
    }

    /// `either A { … } or each … { … }`: an alternative for each row.
    pub(in crate::syntax) fn either(&mut self, pair: Pair<'_>) -> Option<StmtKind> {
        let mut alternatives = Vec::new();
        for pair in Parts::of(pair) {
            match Parts::of(pair.clone()).accept(Rule::rows) {
                None => alternatives.push(self.alternative(pair)?),
                Some(rows) => {
                    alternatives.extend(self.for_each_row(rows, &pair, Self::alternative)?);
                }
            }
        }
        Some(StmtKind::Either(alternatives))
    }

    fn alternative(&mut self, pair: Pair<'_>) -> Option<(Option<Text>, Block)> {
        let mut parts = Parts::of(pair);
        parts.accept(Rule::rows);
        let label = Part::accept(self, &mut parts, &[Rule::labelled, Rule::string])?;
        Some((label, Part::next(self, &mut parts)?))
    }

    /// `sac:`
    pub(super) fn label(&mut self, pair: Pair<'_>) -> Option<Text> {
        let label = Parts::of(pair).next()?;
        let span = self.span(&label);
        let words = label.as_str().split(':').map(|word| self.with_words(word, span));
        let words: Option<Vec<String>> = words.collect();
        Some(Text { text: words?.join(":"), span })
    }

    /// `if A { … } else if B { … } else { … }`: read from the end.
    pub(in crate::syntax) fn if_statement(&mut self, pair: Pair<'_>) -> Option<StmtKind> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let branches = parts.accept_all(Rule::branch);
        self.deeper(branches.len(), span, |this| {
            let mut built = this.each(branches, |this, branch| {
                let (condition, then): (Expr, Block) = Part::of(this, branch.clone())?;
                Some((this.span(&branch), condition, then))
            })?;
            let mut otherwise: Option<Block> = Part::next(this, &mut parts)?;
            let mut last = built.pop()?;
            while let Some(before) = built.pop() {
                let (place, condition, then) = std::mem::replace(&mut last, before);
                let span = otherwise.as_ref().map_or(place, |block| place.join(block.span));
                let kind = StmtKind::If { condition, then, otherwise };
                otherwise = Some(Block { statements: vec![Stmt { kind, span }], span });
            }
            let (_, condition, then) = last;
            Some(StmtKind::If { condition, then, otherwise })
        })
    }
}

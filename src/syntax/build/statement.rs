//! Statements.

use pest::iterators::Pair;

use super::{Builder, Parts};
use crate::syntax::ast::{
    Among, Block, Build, ChooseItem, EffectItem, Expr, Fate, Name, OutcomeItem, Source, Stmt,
    StmtKind, Text,
};
use crate::syntax::parser::Rule;

/// The parts of a statement that changes something.
struct EffectParts<'b, 'a, 'i> {
    builder: &'b mut Builder<'a>,
    parts: Parts<'i>,
}

impl Source for EffectParts<'_, '_, '_> {
    fn expression(&mut self) -> Option<Expr> {
        self.builder.next_expression(&mut self.parts)
    }

    fn optional(&mut self, rule: Rule) -> Build<Option<Expr>> {
        self.builder.maybe(&mut self.parts, rule)
    }

    fn name(&mut self) -> Option<Name> {
        self.builder.name(self.parts.next())
    }
}

impl Builder<'_> {
    /// `{ … }`
    pub(super) fn block(&mut self, pair: Pair<'_, Rule>) -> Option<Block> {
        let span = self.span(&pair);
        self.deeper(1, span, |this| {
            let statements = this.placed(Parts::of(pair), |this, inner, span| {
                Some(Stmt { kind: this.statement(inner)?, span })
            })?;
            Some(Block { statements, span })
        })
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Option<StmtKind> {
        let rule = pair.as_rule();
        if matches!(rule, Rule::choose) {
            return self.choose(pair).map(StmtKind::Choose);
        }
        if matches!(rule, Rule::if_statement) {
            return self.if_statement(pair);
        }
        let mut parts = Parts::of(pair);
        self.structure(rule, &mut parts).or_else(|| self.judgement(rule, &mut parts)).or_else(
            || {
                let mut source = EffectParts { builder: self, parts };
                EffectItem::build(rule, &mut source).map(StmtKind::Effect)
            },
        )
    }

    /// Statements that a turn consists of.
    fn structure(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Option<StmtKind> {
        Some(match rule {
            Rule::move_statement => StmtKind::Move {
                label: self.label(parts)?,
                pieces: self.optional(parts, Rule::set, Self::expression)?,
                only: self.maybe(parts, Rule::only)?,
                name: self.binding(parts),
            },
            Rule::drop_statement => StmtKind::Drop {
                label: self.label(parts)?,
                types: self.optional(parts, Rule::types, Self::expression)?,
                on: self.maybe(parts, Rule::on)?,
                name: self.binding(parts),
            },
            Rule::either => {
                let mut alternatives = Vec::new();
                for alternative in parts {
                    self.alternative(alternative, &mut alternatives)?;
                }
                StmtKind::Either(alternatives)
            }
            Rule::for_each_direction => StmtKind::ForEachDirection {
                name: self.name(parts.accept(Rule::name))?,
                directions: self.directions(parts.next()?)?,
                body: self.block(parts.next()?)?,
            },
            Rule::for_each => StmtKind::ForEach {
                name: self.name(parts.accept(Rule::name))?,
                over: self.each(parts.accept_all(Rule::set), Self::expression)?,
                order: self.maybe(parts, Rule::order)?,
                body: self.block(parts.next()?)?,
            },
            Rule::repeat => StmtKind::Repeat {
                times: self.next_expression(parts)?,
                condition: self.optional(parts, Rule::expression, Self::expression)?,
                body: self.block(parts.next()?)?,
            },
            _ => return None,
        })
    }

    /// An alternative of `either`, or one for each row.
    fn alternative(
        &mut self,
        pair: Pair<'_, Rule>,
        alternatives: &mut Vec<(Option<Text>, Block)>,
    ) -> Option<()> {
        let mut parts = Parts::of(pair.clone());
        let Some(rows) = parts.accept(Rule::rows) else {
            alternatives.push(self.labelled_block(pair)?);
            return Some(());
        };
        alternatives.extend(self.for_each_row(rows, &pair, Self::labelled_block)?);
        Some(())
    }

    fn labelled_block(&mut self, alternative: Pair<'_, Rule>) -> Option<(Option<Text>, Block)> {
        let mut parts = Parts::of(alternative);
        parts.accept(Rule::rows);
        let label = self.label(&mut parts)?;
        Some((label, self.block(parts.next()?)?))
    }

    /// `sac:`, and `"sac"` of `rules 1`.
    fn label(&mut self, parts: &mut Parts<'_>) -> Build<Option<Text>> {
        let Some(pair) = parts.accept(Rule::labelled) else {
            return Some(self.text(parts.accept(Rule::string)));
        };
        let label = Parts::of(pair).next()?;
        let span = self.span(&label);
        let words = label.as_str().split(':').map(|word| self.with_words(word, span));
        let words: Option<Vec<String>> = words.collect();
        Some(Some(Text { text: words?.join(":"), span }))
    }

    /// What comes of a turn.
    fn judgement(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Option<StmtKind> {
        Some(match rule {
            Rule::next => StmtKind::Next(self.next_expression(parts)?),
            Rule::call_statement => {
                let (name, arguments) = self.call(parts.next()?)?;
                StmtKind::Call(name, arguments)
            }
            Rule::refuse => StmtKind::Refuse(self.text(parts.next())?),
            Rule::end => {
                let outcome = self.outcome(parts.next()?)?;
                StmtKind::End(outcome, self.text(parts.next())?)
            }
            _ => return None,
        })
    }

    fn binding(&mut self, parts: &mut Parts<'_>) -> Option<Name> {
        parts.accept(Rule::binding).and_then(|pair| self.only_name(pair))
    }

    fn choose(&mut self, pair: Pair<'_, Rule>) -> Option<ChooseItem> {
        let mut parts = Parts::of(pair);
        let label = self.label(&mut parts)?;
        let by = self.maybe(&mut parts, Rule::chooser)?;
        let among = self.among(parts.next()?)?;
        let name = self.binding(&mut parts)?;
        let optional = parts.accept(Rule::or_nothing).is_some();
        let body = self.block(parts.next()?)?;
        let otherwise = self.last(&mut parts, Self::block)?;
        Some(ChooseItem { label, by, among, name, optional, body, otherwise })
    }

    fn among(&mut self, pair: Pair<'_, Rule>) -> Option<Among> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        Some(match rule {
            Rule::among_types => Among::Types(self.next_expression(&mut parts)?),
            Rule::among_types_in_hand => {
                Among::TypesInHand(self.last(&mut parts, Self::expression)?)
            }
            Rule::among_numbers => {
                let first = self.next_expression(&mut parts)?;
                Among::Numbers(first, self.next_expression(&mut parts)?)
            }
            Rule::among_hand => Among::Squares { squares: None, hand: true },
            Rule::among_squares => Among::Squares {
                squares: Some(self.next_expression(&mut parts)?),
                hand: parts.accept(Rule::in_hand).is_some(),
            },
            _ => return None,
        })
    }

    /// `if A { … } else if B { … } else { … }`: read from the end.
    fn if_statement(&mut self, pair: Pair<'_, Rule>) -> Option<StmtKind> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let branches = parts.accept_all(Rule::branch);
        self.deeper(branches.len(), span, |this| {
            let mut built = Vec::new();
            for branch in branches {
                let span = this.span(&branch);
                let mut inner = Parts::of(branch);
                let condition = this.next_expression(&mut inner)?;
                built.push((span, condition, this.block(inner.next()?)?));
            }
            let mut otherwise = this.last(&mut parts, Self::block)?;
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

    /// `own wins`, `draw`
    pub(super) fn outcome(&mut self, pair: Pair<'_, Rule>) -> Option<OutcomeItem> {
        let mut parts = Parts::of(pair);
        if parts.accept(Rule::draw).is_some() {
            return Some(OutcomeItem::Draw);
        }
        if parts.accept(Rule::a_side).is_some() {
            let wins = matches!(parts.next()?.as_rule(), Rule::wins);
            return Some(OutcomeItem::ASide { wins });
        }
        if parts.accept(Rule::side_to_move).is_some() {
            return Some(OutcomeItem::SideToMove(match parts.next()?.as_rule() {
                Rule::wins => Fate::Wins,
                Rule::loses => Fate::Loses,
                _ => Fate::Draws,
            }));
        }
        let side = self.next_expression(&mut parts)?;
        Some(match parts.next()?.as_rule() {
            Rule::wins => OutcomeItem::Wins(side),
            _ => OutcomeItem::Loses(side),
        })
    }
}

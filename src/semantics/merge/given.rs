//! `use X with A = B`: what takes the place of defines of a module.

use super::Merger;
use crate::diag::{codes, suggest};
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOperator, Category, DefineBody, DefineItem, Expr, ExprKind, Item, ItemKind,
    LogicOperator, Name,
};

impl Merger<'_> {
    /// Puts what is given in the place of defines, or complains.
    pub(super) fn given(&mut self, modules: &[Name], given: &[Item]) {
        for item in given {
            let ItemKind::Define(define) = &item.kind else { continue };
            if self.position(&(Category::Define, define.name.text.clone())).is_none() {
                self.no_define(modules, &define.name);
            } else if let Some((joined, span)) = self.joined_by_and(define) {
                let message = "a comma joins what stands behind `with`, not `and`";
                let found = codes::SYNTAX.at(span, message);
                let found = found.label(format!("`{}` is a define, too", joined.text));
                self.sink.push(found.suggest(span, ", ", "put a comma in its place"));
            } else {
                self.declaration(item);
            }
        }
    }

    /// Complains about a define that there is not, and tells which ones the modules have.
    fn no_define(&mut self, modules: &[Name], name: &Name) {
        let entries = &self.merged.entries;
        let of_modules = || {
            let brought = entries.iter().filter(|entry| {
                entry.via.iter().any(|via| modules.iter().any(|module| module.text == *via))
            });
            let keys = brought.filter_map(|entry| entry.key.as_ref());
            keys.filter(|key| key.0 == Category::Define).map(|key| key.1.as_str())
        };
        let known = entries.iter().filter_map(|entry| entry.key.as_ref());
        let known = known.filter(|key| key.0 == Category::Define).map(|key| key.1.as_str());
        let close = self.sink.closest(&name.text, of_modules());
        let close = close.or_else(|| self.sink.closest(&name.text, known));
        let message = format!("there is no define `{}` that could be replaced", name.text);
        let found = codes::NOTHING_TO_CHANGE.at(name.span, message);
        let listed: Vec<&str> = of_modules().collect();
        let module = modules.first().map_or("", |module| module.text.as_str());
        let found = if listed.is_empty() {
            found.help(format!("`{module}` has no defines: leave `with` out"))
        } else {
            let what = if listed.len() == 1 { "define" } else { "defines" };
            found.help(format!("`{module}` has the {what} {}", suggest::all(listed)))
        };
        self.sink.push(found.did_you_mean(close));
    }

    /// Finds in `A = X and B = Y` the second define, and what joins it to the first.
    fn joined_by_and(&self, define: &DefineItem) -> Option<(Name, Span)> {
        let DefineBody::Expr(Expr { kind: ExprKind::Logic(LogicOperator::And, parts), .. }) =
            &define.body
        else {
            return None;
        };
        parts.windows(2).find_map(|pair| {
            let [before, after] = pair else { return None };
            let ExprKind::Binary(BinaryOperator::Equal, left, _) = &after.kind else { return None };
            let name = crate::semantics::expression::name_of(left)?;
            self.position(&(Category::Define, name.text.clone()))?;
            let span = Span::new(before.span.source, before.span.end, after.span.start);
            Some((name.clone(), span))
        })
    }
}

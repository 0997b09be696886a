//! From the parser's pairs to the tree.
//!
//! Most nodes say themselves of which rule they are built, and their parts follow from the types of these
//! ([`Part`], and `tree!` in `syntax/ast`); here is what is built otherwise. Every function takes the pair of one rule. The grammar says which parts a rule has, so that a part
//! that should be there and is not can only be a mistake in this program: the functions answer
//! `None` then, and [`Builder::finish`] turns that into a report instead of a crash.

mod board;
mod expression;
mod family;
mod game;
mod part;
mod piece;
mod rule;
mod statement;

use std::iter::Peekable;

use pest::iterators::Pairs;

use super::ast::{Family, File, Header, Item, Name, Text};
use super::expected;
use super::parser::{self, Rule, is_keyword};
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::{Copied, SourceId, Span};

pub(super) use part::Part;

/// What the parser hands out for a rule.
pub(super) type Pair<'i> = pest::iterators::Pair<'i, Rule>;

/// How deep the tree of an expression or of statements may become.
const MAX_DEPTH: usize = 256;

/// A text that is to be read: a whole file or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excerpt<'t> {
    /// The file.
    pub(super) source: SourceId,
    /// Where the text begins in it.
    pub(super) base: usize,
    /// The text, as the scan left it.
    pub(super) text: &'t str,
}

/// What an item is built into.
#[derive(Debug)]
pub(super) struct Built {
    /// The item, or the copies of a family's.
    pub(super) items: Vec<Item>,
    /// The families in it.
    pub(super) families: Vec<Family>,
    /// What they were written out with.
    pub(super) copies: Vec<Copied>,
}

/// Why a text could not be read: the place in the excerpt, and what to tell.
pub(super) type Refusal = (usize, Box<Diagnostic>);

/// Reads a whole file.
pub(super) fn file(excerpt: Excerpt<'_>, sink: &mut Sink) -> Result<Option<File>, Refusal> {
    read(excerpt, Rule::file, sink, Builder::file)
}

/// Reads the header of a file.
pub(super) fn header(excerpt: Excerpt<'_>, sink: &mut Sink) -> Result<Option<Header>, Refusal> {
    read(excerpt, Rule::lone_header, sink, |builder, pair| builder.header(Parts::of(pair).next()?))
}

/// Reads one item, which may stand for several.
pub(super) fn item(excerpt: Excerpt<'_>, sink: &mut Sink) -> Result<Option<Built>, Refusal> {
    read(excerpt, Rule::lone_item, sink, Builder::lone_item)
}

/// Reads a list of movers.
pub(super) fn movers(excerpt: Excerpt<'_>, sink: &mut Sink) -> Result<Option<Vec<Name>>, Refusal> {
    read(excerpt, Rule::lone_movers, sink, |builder, pair| builder.movers(Parts::of(pair).next()?))
}

/// Reads a text by one rule of the grammar and builds its tree.
fn read<'a, T>(
    excerpt: Excerpt<'_>,
    rule: Rule,
    sink: &'a mut Sink,
    build: impl FnOnce(&mut Builder<'a>, Pair<'_>) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    match parser::read(rule, excerpt.text) {
        Ok(mut pairs) => {
            let mut builder = Builder::new(excerpt.source, excerpt.base, sink);
            let built = pairs.next().and_then(|pair| build(&mut builder, pair));
            Ok(builder.finish(built, excerpt.text.len()))
        }
        Err(_) => Err(expected::explain(excerpt, rule)),
    }
}

/// What building needs to know: where the text comes from, and where to report.
pub(super) struct Builder<'a> {
    source: SourceId,
    /// The place of the text in its file.
    base: usize,
    sink: &'a mut Sink,
    /// How deep in the tree the next node will be.
    depth: usize,
    /// Whether the reason why there is no tree has been told.
    reported: bool,
    /// The names of the families around, the innermost last.
    bound: Vec<family::Bound>,
    /// How many bytes families may still write out.
    room: usize,
    /// The families met so far.
    families: Vec<Family>,
    /// What families were written out with.
    copies: Vec<Copied>,
    /// The copy that is being built, from 1; 0 outside of families.
    copy: u32,
}

impl<'a> Builder<'a> {
    /// Makes a builder for a text that begins at `base` in its file.
    fn new(source: SourceId, base: usize, sink: &'a mut Sink) -> Self {
        let (bound, families, copies) = (Vec::new(), Vec::new(), Vec::new());
        let room = family::MAX_WRITTEN_OUT;
        Self {
            source,
            base,
            sink,
            depth: 0,
            reported: false,
            bound,
            room,
            families,
            copies,
            copy: 0,
        }
    }

    /// Hands out what was built, or reports that nothing was.
    fn finish<T>(&mut self, built: Option<T>, len: usize) -> Option<T> {
        if built.is_none() && !self.reported {
            let place = Span::new(self.source, self.offset(0), self.offset(len));
            let message = "this cannot be read, which is a mistake in this program";
            self.sink.push(codes::SYNTAX.at(place, message));
        }
        built
    }

    /// Translates a place of the parser.
    fn span(&self, pair: &Pair<'_>) -> Span {
        self.place(pair.as_span())
    }

    fn place(&self, place: pest::Span<'_>) -> Span {
        Span::new(self.source, self.offset(place.start()), self.offset(place.end()))
            .in_copy(self.copy)
    }

    fn offset(&self, at: usize) -> u32 {
        u32::try_from(self.base.saturating_add(at)).unwrap_or(u32::MAX)
    }

    /// Runs `build` for something that lies `levels` deeper in the tree.
    fn deeper<T>(
        &mut self,
        levels: usize,
        place: Span,
        build: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.depth.saturating_add(levels) > MAX_DEPTH {
            self.too_deep(place);
            return None;
        }
        self.depth += levels;
        let built = build(self);
        self.depth -= levels;
        built
    }

    fn too_deep(&mut self, place: Span) {
        if !self.reported {
            self.reported = true;
            self.sink.push(
                codes::NESTING_TOO_DEEP
                    .at(place, "this is built of too many parts")
                    .help("give the parts names with `define`"),
            );
        }
    }

    /// Builds what is in the next part if that is of this rule, and else what is empty.
    pub(super) fn inside<T: Part + Default>(
        &mut self,
        parts: &mut Parts<'_>,
        rule: Rule,
    ) -> Option<T> {
        parts.accept(rule).map_or_else(|| Some(T::default()), |pair| T::of(self, pair))
    }

    /// Builds all parts in the same way.
    fn each<'i, T>(
        &mut self,
        parts: impl IntoIterator<Item = Pair<'i>>,
        mut build: impl FnMut(&mut Self, Pair<'i>) -> Option<T>,
    ) -> Option<Vec<T>> {
        parts.into_iter().map(|pair| build(self, pair)).collect()
    }

    fn name(&mut self, pair: &Pair<'_>) -> Option<Name> {
        let span = self.span(pair);
        let mut text = self.with_words(pair.as_str(), span)?;
        if matches!(pair.as_rule(), Rule::token_name | Rule::token_square | Rule::any_way) {
            // `own ring` and `in any direction`, however far the words are apart.
            text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        Some(Name { text, span })
    }

    fn text(&mut self, pair: &Pair<'_>) -> Option<Text> {
        let span = self.span(pair);
        let text = pair.as_str();
        let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        Some(Text { text: self.with_words_in_text(inner.unwrap_or(text), span)?, span })
    }

    /// Reads a number for a count, at most `most`.
    fn count(&mut self, pair: &Pair<'_>, most: i64) -> Option<u64> {
        u64::try_from(self.bounded(pair, most)).ok()
    }

    /// Reads a whole number; one that is too large is reported.
    fn bounded(&mut self, pair: &Pair<'_>, most: i64) -> i64 {
        match pair.as_str().parse::<i64>() {
            Ok(number) if (-most..=most).contains(&number) => number,
            _ => {
                let place = self.span(pair);
                let message = format!("the number is too large; the greatest here is {most}");
                self.sink.push(codes::NUMBER_TOO_LARGE.at(place, message));
                1
            }
        }
    }
}

/// The parts of a pair, without keywords.
pub(super) struct Parts<'i> {
    /// The rule of the pair.
    pub(super) rule: Rule,
    place: pest::Span<'i>,
    pairs: Peekable<Pairs<'i, Rule>>,
}

impl<'i> Parts<'i> {
    pub(super) fn of(pair: Pair<'i>) -> Self {
        Self { rule: pair.as_rule(), place: pair.as_span(), pairs: pair.into_inner().peekable() }
    }

    /// Hands out what was built of the parts, unless some of them are left.
    pub(super) fn end<T>(&mut self, built: T) -> Option<T> {
        self.peek().is_none().then_some(built)
    }

    fn skip_keywords(&mut self) {
        let is_word = |rule| is_keyword(rule) || rule == Rule::types_word;
        while self.pairs.next_if(|pair| is_word(pair.as_rule())).is_some() {}
    }

    /// Takes the next part if it is of one of these rules, and all of them that follow if there are several rules.
    fn accept_any(&mut self, rules: &[Rule]) -> Option<Pair<'i>> {
        let taken = rules.iter().find_map(|rule| self.accept(*rule))?;
        while rules.len() > 1 && rules.iter().any(|rule| self.accept(*rule).is_some()) {}
        Some(taken)
    }

    /// Takes the next part if it is of this rule.
    fn accept(&mut self, rule: Rule) -> Option<Pair<'i>> {
        self.skip_keywords();
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }

    /// Takes all parts of this rule that come next.
    fn accept_all(&mut self, rule: Rule) -> Vec<Pair<'i>> {
        std::iter::from_fn(|| self.accept(rule)).collect()
    }

    /// Looks at the rule of the next part.
    fn peek(&mut self) -> Option<Rule> {
        self.skip_keywords();
        self.pairs.peek().map(Pair::as_rule)
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Pair<'i>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_keywords();
        self.pairs.next()
    }
}

//! What a node consists of, and how each is built: nodes that `tree!` declares build themselves of these.

use super::{Builder, Pair, Parts};
use crate::diag::Worded;
use crate::source::Span;
use crate::syntax::ast::{
    AboutKind, Bearer, BinaryOperator, Block, Expr, Name, Removable, Text, Verb,
};
use crate::syntax::parser::Rule;

/// The greatest depth that a test may ask for.
const MAX_DEPTH: i64 = 1000;

/// A part of the tree that can be built.
pub(in crate::syntax) trait Part: Sized {
    /// The rules of which it is built, if there are several.
    const RULES: &'static [Rule] = &[];

    /// Builds it of a pair.
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self>;

    /// Builds it of what comes next.
    fn next(from: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        Self::of(from, parts.next()?)
    }

    /// Builds it of what comes next and is of one of these rules.
    fn accept(from: &mut Builder<'_>, parts: &mut Parts<'_>, rules: &[Rule]) -> Option<Self> {
        Self::of(from, parts.accept_any(rules)?)
    }
}

/// Nothing, where nothing is there to build it of.
impl<T: Part> Part for Option<T> {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        T::of(from, pair).map(Some)
    }

    fn next(from: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        parts.next().map_or(Some(None), |pair| Self::of(from, pair))
    }

    fn accept(from: &mut Builder<'_>, parts: &mut Parts<'_>, rules: &[Rule]) -> Option<Self> {
        parts.accept_any(rules).map_or(Some(None), |pair| Self::of(from, pair))
    }
}

/// All that come next.
impl<T: Part> Part for Vec<T> {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Self::next(from, &mut Parts::of(pair))
    }

    fn next(from: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        parts.map(|pair| T::of(from, pair)).collect()
    }

    fn accept(from: &mut Builder<'_>, parts: &mut Parts<'_>, rules: &[Rule]) -> Option<Self> {
        std::iter::from_fn(|| parts.accept_any(rules)).map(|pair| T::of(from, pair)).collect()
    }
}

impl<T: Part> Part for Box<T> {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        T::of(from, pair).map(Self::new)
    }
}

/// The two parts of a pair.
impl<A: Part, B: Part> Part for (A, B) {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        let mut parts = Parts::of(pair);
        Some((A::next(from, &mut parts)?, B::next(from, &mut parts)?))
    }
}

/// Whether something of that rule is there; without a rule, which of two words it is.
impl Part for bool {
    fn of(_: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Some(matches!(pair.as_str().trim_end(), "every" | "record"))
    }

    fn accept(_: &mut Builder<'_>, parts: &mut Parts<'_>, rules: &[Rule]) -> Option<Self> {
        Some(parts.accept_any(rules).is_some())
    }
}

impl Part for i64 {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Some(from.bounded(&pair, Self::from(i32::MAX)))
    }
}

/// A count.
impl Part for u64 {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        from.count(&pair, i64::MAX)
    }
}

/// A depth.
impl Part for u32 {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        from.count(&pair, MAX_DEPTH).and_then(|depth| Self::try_from(depth).ok())
    }
}

impl Part for Span {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Some(from.span(&pair))
    }

    /// The place of the node itself.
    fn next(from: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        Some(from.place(parts.place))
    }
}

/// A name, or the one that stands behind keywords.
impl Part for Name {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        if pair.as_rule() == Rule::some_directions {
            let span = from.span(&pair);
            let words: Vec<Self> = Part::of(from, pair)?;
            let words: Vec<String> = words.into_iter().map(|word| word.text).collect();
            let text = if words.is_empty() { "any".to_owned() } else { words.join(" ") };
            return Some(Self { text, span });
        }
        match Parts::of(pair.clone()).next() {
            Some(inner) => Self::of(from, inner),
            None => from.name(&pair),
        }
    }
}

impl Part for Text {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        if pair.as_rule() == Rule::labelled { from.label(pair) } else { from.text(&pair) }
    }
}

impl Part for String {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        from.text(&pair).map(|text| text.text)
    }
}

impl Part for Expr {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        from.expression(pair)
    }
}

impl Part for Block {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        let span = from.span(&pair);
        from.deeper(1, span, |from| Some(Self { statements: Part::of(from, pair)?, span }))
    }
}

/// Builds what is called by a word.
macro_rules! called {
    ($($kind:ty),*) => {$(
        impl Part for $kind {
            fn of(_: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
                Self::of_word(pair.as_str())
            }
        }
    )*};
}

called!(BinaryOperator, Removable, Verb);

impl Part for Bearer {
    fn of(_: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Some(if pair.as_rule() == Rule::per_square { Self::Square } else { Self::Piece })
    }
}

impl Part for AboutKind {
    fn of(from: &mut Builder<'_>, pair: Pair<'_>) -> Option<Self> {
        Self::next(from, &mut Parts::of(pair))
    }

    /// By the word that the line begins with.
    fn next(_: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        Self::of_word(&format!("{:?}", parts.rule))
    }
}

//! What a node of the tree consists of: [`tree!`] declares it once, for building it and for walking over it.
//!
//! How the parts are built and visited follows from their types, and from the rules and marks that stand with those that
//! are built or visited otherwise.

use super::{
    AboutKind, Bearer, BinaryOperator, Block, Expr, Fate, LogicOperator, Mode, Name, PieceMember,
    Removable, Text, VariableType, Verb,
};
use crate::source::Span;

/// What is done with the parts of a declaration. Each of them looks into what it is given by itself.
pub(crate) trait Visitor: Sized {
    /// An expression.
    fn expr(&mut self, expr: &mut Expr);
    /// A name of something declared that is no expression: a token, a mark, a direction, a piece.
    fn name(&mut self, _: &mut Name) {}
    /// A name that is given here: by `as`, `each`, `some`.
    fn given(&mut self, _: &mut Name) {}
    /// Statements.
    fn block(&mut self, block: &mut Block) {
        block.statements.visit(self);
    }
    /// The lines of a piece's block.
    fn members(&mut self, members: &mut Vec<PieceMember>) {
        members.visit(self);
    }
}

/// A part of the tree that may name something.
pub(crate) trait Visit {
    /// Hands its parts to a visitor.
    fn visit(&mut self, visitor: &mut impl Visitor);
    /// Hands it over as a name that is given here.
    fn visit_given(&mut self, _: &mut impl Visitor) {}
}

impl Visit for Expr {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.expr(self);
    }
}

impl Visit for Name {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.name(self);
    }

    fn visit_given(&mut self, visitor: &mut impl Visitor) {
        visitor.given(self);
    }
}

impl Visit for Block {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.block(self);
    }
}

impl<T: Visit> Visit for Vec<T> {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        for part in self {
            part.visit(visitor);
        }
    }
}

impl<T: Visit> Visit for Option<T> {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        if let Some(part) = self {
            part.visit(visitor);
        }
    }

    fn visit_given(&mut self, visitor: &mut impl Visitor) {
        if let Some(part) = self {
            part.visit_given(visitor);
        }
    }
}

impl<T: Visit> Visit for Box<T> {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        (**self).visit(visitor);
    }
}

impl<A: Visit, B: Visit> Visit for (A, B) {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.0.visit(visitor);
        self.1.visit(visitor);
    }
}

/// What names nothing.
macro_rules! nameless {
    ($($type:ty)*) => {
        $(impl Visit for $type {
            fn visit(&mut self, _: &mut impl Visitor) {}
        })*
    };
}

nameless! {
    AboutKind Bearer BinaryOperator Fate LogicOperator Mode Removable Span String Text VariableType Verb bool i64 u32 u64
}

/// Declares nodes of the tree.
///
/// Parts are visited in order. `@skip` marks those that are not, `@given` names that are given here, `@members` the lines of
/// a piece's block.
///
/// Parts are built in order, too, each of the next part of the pair. With `= RULE` that has to be of this rule: what may be
/// missing is `None` otherwise, and a list ends before it. What stands in a pair of its own is `[RULE]`: empty without that.
/// `=> RULE` is true if the node itself is of this rule. An alternative says behind it of which rules it is built: `= RULE` of
/// their parts, `=> RULE` of the whole, `=> RULE using METHOD` by a method of the builder, which also builds all of a node
/// declared with `by METHOD`. A pair of none of these rules is around one that is of one of them.
macro_rules! tree {
    ($($(#[$about:meta])* pub $sort:ident $name:ident $(by $method:ident)? $(else $other:ident)? { $($parts:tt)* })*) => {
        $(
            $crate::syntax::ast::visit::node! { $sort $(#[$about])* $name [$($method)?] [$($other)?] { $($parts)* } }
        )*
    };
}

/// Declares one of them, and how it is visited and built.
macro_rules! node {
    (struct $(#[$about:meta])* $name:ident [$($by:ident)?] [] {
        $(
            $(#[$of_part:meta])* $(@$mark:ident)? pub $part:ident: $type:ty
            $([$inside:ident])? $(= $($rule:ident)|+)? $(=> $own:ident)?
        ),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$of_part])* pub $part: $type,)*
        }

        impl $crate::syntax::ast::Visit for $name {
            fn visit(&mut self, visitor: &mut impl $crate::syntax::ast::Visitor) {
                $($crate::syntax::ast::visit::part!(visitor, &mut self.$part, $($mark)?);)*
            }
        }

        impl $crate::syntax::build::Part for $name {
            fn of(
                from: &mut $crate::syntax::build::Builder<'_>,
                pair: $crate::syntax::build::Pair<'_>,
            ) -> Option<Self> {
                $crate::syntax::ast::visit::built!(from, pair, [$($by)?] {
                    let parts = &mut $crate::syntax::build::Parts::of(pair);
                    let built = Self {
                        $($part: $crate::syntax::ast::visit::take!(
                            from, parts, $([$inside])? $(= $($rule)|+)? $(=> $own)?
                        ),)*
                    };
                    parts.end(built)
                })
            }
        }
    };
    (enum $(#[$about:meta])* $name:ident [$($by:ident)?] [$($other:ident)?] {
        $(
            $(#[$of_variant:meta])* $variant:ident
            $(($(
                $(@$tuple_mark:ident)? $tuple_type:ty $([$tuple_inside:ident])? $(= $($tuple_rule:ident)|+)?
            ),*))?
            $({ $(
                $(#[$of_part:meta])* $(@$mark:ident)? $part:ident: $type:ty
                $([$inside:ident])? $(= $($rule:ident)|+)? $(=> $own:ident)?
            ),* $(,)? })?
            $(= $($of:ident)|+)? $(=> $($whole:ident)|+ $(using $method:ident)?)?
        ),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $(
                $(#[$of_variant])*
                $variant $(($($tuple_type),*))? $({ $($(#[$of_part])* $part: $type),* })?
            ),*
        }

        impl $crate::syntax::ast::Visit for $name {
            fn visit(&mut self, visitor: &mut impl $crate::syntax::ast::Visitor) {
                $(
                    $($crate::syntax::ast::visit::tuple!(self, visitor, $variant $(($($tuple_mark)?))*);)?
                    $(if let Self::$variant { $($part),* } = self {
                        $($crate::syntax::ast::visit::part!(visitor, $part, $($mark)?);)*
                    })?
                )*
            }
        }

        impl $crate::syntax::build::Part for $name {
            const RULES: &'static [$crate::syntax::parser::Rule] = &[
                $($($($crate::syntax::parser::Rule::$of,)+)? $($($crate::syntax::parser::Rule::$whole,)+)?)*
            ];

            fn of(
                from: &mut $crate::syntax::build::Builder<'_>,
                pair: $crate::syntax::build::Pair<'_>,
            ) -> Option<Self> {
                $crate::syntax::ast::visit::built!(from, pair, [$($by)?] {
                    let rule = pair.as_rule();
                    $(
                        if [$($($crate::syntax::parser::Rule::$of),+)?].contains(&rule) {
                            let parts = &mut $crate::syntax::build::Parts::of(pair);
                            let built = Self::$variant
                                $(($($crate::syntax::ast::visit::take!(
                                    from, parts, $([$tuple_inside])? $(= $($tuple_rule)|+)?
                                )),*))?
                                $({ $($part: $crate::syntax::ast::visit::take!(
                                    from, parts, $([$inside])? $(= $($rule)|+)? $(=> $own)?
                                )),* })?;
                            return parts.end(built);
                        }
                        $(if [$($crate::syntax::parser::Rule::$whole),+].contains(&rule) {
                            return $crate::syntax::ast::visit::whole!(from, pair, $variant $($method)?);
                        })?
                    )*
                    $crate::syntax::ast::visit::otherwise!(from, pair, $($other)?)
                })
            }
        }
    };
}

/// How one of them is built: by a method, or of its parts.
macro_rules! built {
    ($from:ident, $pair:ident, [$method:ident] $made:tt) => {
        $from.$method($pair)
    };
    ($from:ident, $pair:ident, [] $made:tt) => {
        $made
    };
}

/// Builds a part of a node of the parts that are left.
macro_rules! take {
    ($from:ident, $parts:ident,) => {
        $crate::syntax::build::Part::next($from, $parts)?
    };
    ($from:ident, $parts:ident, = $($rule:ident)|+) => {
        $crate::syntax::build::Part::accept($from, $parts, &[$($crate::syntax::parser::Rule::$rule),+])?
    };
    ($from:ident, $parts:ident, [$rule:ident]) => {
        $from.inside($parts, $crate::syntax::parser::Rule::$rule)?
    };
    ($from:ident, $parts:ident, => $rule:ident) => {
        $parts.rule == $crate::syntax::parser::Rule::$rule
    };
}

/// Builds an alternative of a whole pair.
macro_rules! whole {
    ($from:ident, $pair:ident, $variant:ident) => {
        $crate::syntax::build::Part::of($from, $pair).map(Self::$variant)
    };
    ($from:ident, $pair:ident, $variant:ident $method:ident) => {
        $from.$method($pair)
    };
}

/// Builds what is of no rule of an alternative.
macro_rules! otherwise {
    ($from:ident, $pair:ident,) => {
        $crate::syntax::build::Parts::of($pair).next().and_then(|inner| Self::of($from, inner))
    };
    ($from:ident, $pair:ident, $method:ident) => {
        $from.$method($pair)
    };
}

/// Visits the parts of an alternative that have no names.
macro_rules! tuple {
    ($self:ident, $visitor:ident, $variant:ident ($($one:ident)?)) => {
        if let Self::$variant(one) = $self {
            $crate::syntax::ast::visit::part!($visitor, one, $($one)?);
        }
    };
    ($self:ident, $visitor:ident, $variant:ident ($($one:ident)?) ($($two:ident)?)) => {
        if let Self::$variant(one, two) = $self {
            $crate::syntax::ast::visit::part!($visitor, one, $($one)?);
            $crate::syntax::ast::visit::part!($visitor, two, $($two)?);
        }
    };
    ($self:ident, $visitor:ident, $variant:ident ($($one:ident)?) ($($two:ident)?) ($($three:ident)?)) => {
        if let Self::$variant(one, two, three) = $self {
            $crate::syntax::ast::visit::part!($visitor, one, $($one)?);
            $crate::syntax::ast::visit::part!($visitor, two, $($two)?);
            $crate::syntax::ast::visit::part!($visitor, three, $($three)?);
        }
    };
}

/// Visits a part as it is marked.
macro_rules! part {
    ($visitor:ident, $part:expr,) => {
        $crate::syntax::ast::Visit::visit($part, $visitor)
    };
    ($visitor:ident, $part:expr, given) => {
        $crate::syntax::ast::Visit::visit_given($part, $visitor)
    };
    ($visitor:ident, $part:expr, members) => {
        $crate::syntax::ast::Visitor::members($visitor, $part)
    };
    ($visitor:ident, $part:expr, skip) => {
        let _ = $part;
    };
}

pub(super) use {built, node, otherwise, part, take, tree, tuple, whole};

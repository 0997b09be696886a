//! One walk over everything that names something, for whoever puts something else there.
//!
//! [`tree!`] declares nodes; how their parts are visited follows from the types of the parts, and from the marks of those
//! that are to be visited otherwise.

use super::{
    AboutKind, Bearer, BinaryOperator, Block, Expr, Fate, LogicOperator, Mode, Name, PieceMember,
    Removable, Text, Verb,
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
    AboutKind Bearer BinaryOperator Fate LogicOperator Mode Removable Span String Text Verb bool i64 u32 u64
}

/// Declares nodes of the tree. Their parts are visited in order; `@skip` marks those that are not, `@given` names that are
/// given here, `@members` the lines of a piece's block.
macro_rules! tree {
    ($($(#[$about:meta])* pub $sort:ident $name:ident { $($parts:tt)* })*) => {
        $($crate::syntax::ast::visit::node! { $sort $(#[$about])* $name { $($parts)* } })*
    };
}

/// Declares one of them.
macro_rules! node {
    (struct $(#[$about:meta])* $name:ident {
        $($(#[$of_part:meta])* $(@$mark:ident)? pub $part:ident: $type:ty),* $(,)?
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
    };
    (enum $(#[$about:meta])* $name:ident {
        $(
            $(#[$of_variant:meta])* $variant:ident
            $(($($(@$tuple_mark:ident)? $tuple_type:ty),*))?
            $({ $($(#[$of_part:meta])* $(@$mark:ident)? $part:ident: $type:ty),* $(,)? })?
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

pub(super) use {node, part, tree, tuple};

//! The body of a define with what it is called with put in place of its parameters.

use super::{MAX_DEPTH, name_in};
use crate::syntax::ast::{
    Block, DefineBody, Expr, ExprKind, Name, PieceMember, PieceMemberKind, StmtKind, Visit, Visitor,
};

/// The names in something: those it uses and those it gives by `as`, `each`, `some`.
#[derive(Default)]
pub(super) struct Names {
    /// Those it uses, the given ones among them.
    pub(super) used: Vec<Name>,
    /// Those it gives.
    pub(super) given: Vec<Name>,
    /// Those it uses where nothing but a name can stand.
    bare: Vec<Name>,
    /// Those it calls.
    pub(super) called: Vec<Name>,
}

impl Names {
    /// Collects the names that a walk meets.
    pub(super) fn of(walk: impl FnOnce(&mut Self)) -> Self {
        let mut names = Self::default();
        walk(&mut names);
        names
    }

    /// Tells whether a name is given.
    pub(super) fn gives(&self, text: &str) -> bool {
        self.given.iter().any(|name| name.text == text)
    }

    /// Tells whether a name stands where nothing but a name can.
    pub(super) fn needs(&self, text: &str) -> bool {
        self.bare.iter().any(|name| name.text == text)
    }

    fn note(known: &mut Vec<Name>, name: &Name) {
        if !known.iter().any(|other| other.text == name.text) {
            known.push(name.clone());
        }
    }
}

impl Visitor for Names {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &expr.kind {
            Self::note(&mut self.used, name);
        }
        if let ExprKind::Call(name, _) = &expr.kind {
            Self::note(&mut self.called, name);
        }
        expr.kind.visit(self);
    }

    fn name(&mut self, name: &mut Name) {
        Self::note(&mut self.used, name);
        Self::note(&mut self.bare, name);
    }

    fn given(&mut self, name: &mut Name) {
        Self::note(&mut self.given, name);
    }
}

/// A body with its arguments put in.
pub(super) struct Written {
    pub(super) body: DefineBody,
    /// Of how many parts it is made.
    pub(super) size: usize,
    /// How deep they lie in one another.
    pub(super) depth: usize,
}

/// Puts arguments in place of parameters. Names that the body gives are changed if an argument has the same.
pub(super) fn put(
    body: &DefineBody,
    parameters: &[Name],
    arguments: &[Expr],
    names: &Names,
) -> Written {
    let mut used = Names::default();
    let mut puts = Vec::new();
    for (parameter, argument) in parameters.iter().zip(arguments) {
        let mut argument = argument.clone();
        used.expr(&mut argument);
        let (size, depth) = measured(&mut argument);
        puts.push(Put { name: parameter.text.clone(), argument, size, depth });
    }
    let clash = |name: &&Name| used.used.iter().any(|other| other.text == name.text);
    let renamed = names.given.iter().filter(clash).map(|name| {
        // No name that is written has this sign, and calls inside one another add more of them.
        (name.text.clone(), format!("{}'", name.text))
    });
    let mut putter = Putter { puts, renamed: renamed.collect(), size: 0, depth: 0, deepest: 0 };
    let mut body = body.clone();
    body.visit(&mut putter);
    Written { body, size: putter.size, depth: putter.deepest }
}

/// Counts the parts of an expression, and how deep they lie in one another.
fn measured(expr: &mut Expr) -> (usize, usize) {
    let mut putter =
        Putter { puts: Vec::new(), renamed: Vec::new(), size: 0, depth: 0, deepest: 0 };
    putter.expr(expr);
    (putter.size, putter.deepest)
}

/// What stands in place of a parameter.
struct Put {
    name: String,
    argument: Expr,
    size: usize,
    depth: usize,
}

struct Putter {
    puts: Vec<Put>,
    renamed: Vec<(String, String)>,
    size: usize,
    depth: usize,
    deepest: usize,
}

impl Putter {
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.size = self.size.saturating_add(1);
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        visit(self);
        self.depth -= 1;
    }

    fn rename(&self, name: &mut Name) -> bool {
        let renamed = self.renamed.iter().find(|(from, _)| *from == name.text);
        if let Some((_, to)) = renamed {
            name.text.clone_from(to);
        }
        renamed.is_some()
    }
}

impl Visitor for Putter {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &mut expr.kind
            && !self.rename(name)
            && let Some(put) = self.puts.iter().find(|put| put.name == name.text)
        {
            self.size = self.size.saturating_add(put.size);
            self.deepest = self.deepest.max(self.depth + put.depth);
            // What would be too deep is refused as a whole.
            if self.deepest <= MAX_DEPTH {
                *expr = as_argument(&put.argument);
            }
            return;
        }
        self.inside(|this| expr.kind.visit(this));
    }

    fn name(&mut self, name: &mut Name) {
        if self.rename(name) {
            return;
        }
        let put = self.puts.iter().find(|put| put.name == name.text);
        // That nothing but a name can stand here has been looked at.
        if let Some(given) = put.and_then(|put| name_in(&put.argument)) {
            *name = Name { text: given.text.clone(), span: given.span.as_argument() };
        }
    }

    fn given(&mut self, name: &mut Name) {
        self.rename(name);
    }

    fn block(&mut self, block: &mut Block) {
        self.inside(|this| {
            for statement in &mut block.statements {
                this.size = this.size.saturating_add(1);
                statement.kind.visit(this);
            }
        });
    }

    fn members(&mut self, members: &mut Vec<PieceMember>) {
        self.inside(|this| {
            for member in members {
                this.size = this.size.saturating_add(1);
                member.kind.visit(this);
            }
        });
    }
}

/// Returns an argument as what it is in a body, where nothing that is quoted reaches from the one to the other.
fn as_argument(argument: &Expr) -> Expr {
    let mut expr = argument.clone();
    Marker.expr(&mut expr);
    expr
}

/// Marks the places of an argument.
struct Marker;

impl Visitor for Marker {
    fn expr(&mut self, expr: &mut Expr) {
        expr.span = expr.span.as_argument();
        if let ExprKind::Name(name) = &mut expr.kind {
            name.span = name.span.as_argument();
        }
        expr.kind.visit(self);
    }

    fn name(&mut self, name: &mut Name) {
        name.span = name.span.as_argument();
    }

    fn given(&mut self, name: &mut Name) {
        name.span = name.span.as_argument();
    }

    fn block(&mut self, _: &mut Block) {}

    fn members(&mut self, _: &mut Vec<PieceMember>) {}
}

/// Returns a body of nothing but calls as statements, which it may be as well as lines of a piece.
pub(super) fn as_statements(members: &[PieceMember]) -> Option<Block> {
    let span = members.first()?.span.join(members.last()?.span);
    let statements = members.iter().map(|member| match &member.kind {
        PieceMemberKind::Call { name: None, define, arguments } => {
            let kind = StmtKind::Call(define.clone(), arguments.clone());
            Some(crate::syntax::ast::Stmt { kind, span: member.span })
        }
        _ => None,
    });
    Some(Block { statements: statements.collect::<Option<Vec<_>>>()?, span })
}

/// Collects the names of what is called in a body.
pub(super) fn calls(body: &DefineBody) -> Vec<Name> {
    let mut calls = Calls(Vec::new());
    body.clone().visit(&mut calls);
    calls.0
}

struct Calls(Vec<Name>);

impl Visitor for Calls {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Call(name, _) = &expr.kind {
            self.0.push(name.clone());
        }
        expr.kind.visit(self);
    }

    fn block(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            if let StmtKind::Call(name, _) = &statement.kind {
                self.0.push(name.clone());
            }
            statement.kind.visit(self);
        }
    }

    fn members(&mut self, members: &mut Vec<PieceMember>) {
        for member in members {
            if let PieceMemberKind::Call { define, .. } = &member.kind {
                self.0.push(define.clone());
            }
            member.kind.visit(self);
        }
    }
}

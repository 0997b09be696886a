//! Defines that are called: `hand-over(ring, captor)` is written out before anything gets its meaning.
//!
//! What is put in place of a parameter keeps its own place in the file, and what the define says keeps that
//! of the define, so that a mistake is shown where it was written. Names that the define gives by itself are
//! other names than those of whoever calls it.

mod body;
mod check;

use indexmap::IndexMap;

use self::body::Names;
use super::expression;
use super::merge::Merged;
use crate::diag::{Sink, codes, suggest, worded};
use crate::ir::limits;
use crate::source::Span;
use crate::syntax::ast::{
    Argument, Block, DefineBody, DefineItem, Expr, ExprKind, ItemKind, Name, PieceMember,
    PieceMemberKind, Stmt, StmtKind, Visit, Visitor,
};

/// How deep an expression or statements may become by writing out.
const MAX_DEPTH: usize = 256;

/// A define that is called.
struct Template {
    name: Name,
    parameters: Vec<Name>,
    /// Which parameters stand where only a name can.
    named: Vec<bool>,
    body: DefineBody,
    /// The parameters of the define in whose place it stands.
    before: Option<Vec<Name>>,
    state: State,
    /// Whether anything calls it.
    used: bool,
    /// What it names and gives by itself, once all is written out in it.
    names: Names,
}

impl Template {
    /// Tells whether it stands in the place of a define that a file calls which knows nothing of it.
    fn is_elsewhere(&self, call: Span) -> bool {
        self.before.is_some() && self.name.span.source != call.source
    }
}

/// How far a define is written out itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unread,
    Busy,
    Done,
}

/// Writes out what is called in all declarations, and returns the names of the defines that are called anywhere.
pub(super) fn expand(merged: &mut Merged, sink: &mut Sink) -> Vec<String> {
    let templates = templates(merged, sink);
    let mut expander = Expander {
        templates,
        sink,
        given: Names::default(),
        room: limits::MAX_EXPRESSIONS,
        refused: false,
    };
    expander.prepare_all();
    for entry in &mut merged.entries {
        if let ItemKind::Define(DefineItem { parameters: Some(_), .. }) = &entry.item.kind {
            continue;
        }
        expander.given = Names::of(|names| entry.item.kind.visit(names));
        entry.item.kind.visit(&mut expander);
    }
    let used = expander.templates.into_values().filter(|template| template.used);
    used.map(|template| template.name.text).collect()
}

/// Takes down the defines that are called, and complains about parameters that cannot be.
fn templates(merged: &Merged, sink: &mut Sink) -> IndexMap<String, Template> {
    let mut templates = IndexMap::new();
    for entry in &merged.entries {
        let ItemKind::Define(item) = &entry.item.kind else { continue };
        let Some(parameters) = &item.parameters else { continue };
        check::parameters(item, parameters, sink);
        let template = Template {
            name: item.name.clone(),
            parameters: parameters.clone(),
            named: Vec::new(),
            body: item.body.clone(),
            before: entry.parameters_before(),
            state: State::Unread,
            used: false,
            names: Names::default(),
        };
        templates.insert(item.name.text.clone(), template);
    }
    as_what_they_call(&mut templates);
    templates
}

/// Reads blocks of nothing but calls as statements, if that is what they call.
fn as_what_they_call(templates: &mut IndexMap<String, Template>) {
    for index in 0..templates.len() {
        let mut next = index;
        // Whoever goes round in a circle is told so elsewhere.
        for _ in 0..templates.len() {
            let Some((_, template)) = templates.get_index(next) else { break };
            let DefineBody::Ways(members) = &template.body else { break };
            let called = members.first().and_then(|member| match &member.kind {
                PieceMemberKind::Call { name: None, define, .. } => Some(define),
                _ => None,
            });
            let called = called.and_then(|called| templates.get_index_of(&called.text));
            let Some(called) = called else { break };
            next = called;
        }
        let leads = templates.get_index(next).map(|(_, template)| Form::of(&template.body));
        if let (Some(Form::Statements), Some((_, template))) =
            (leads, templates.get_index_mut(index))
            && let DefineBody::Ways(members) = &template.body
            && let Some(block) = body::as_statements(members)
        {
            template.body = DefineBody::Block(block);
        }
    }
}

/// What writes out calls where they stand.
struct Expander<'s> {
    templates: IndexMap<String, Template>,
    sink: &'s mut Sink,
    /// The names that the declaration at hand gives.
    given: Names,
    /// How many parts may still be written out.
    room: usize,
    /// Whether it was told that there is no room left.
    refused: bool,
}

impl Visitor for Expander<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        expr.kind.visit(self);
        let ExprKind::Call(name, arguments) = &expr.kind else { return };
        let (name, arguments) = (name.clone(), arguments.clone());
        if !self.templates.contains_key(&name.text) {
            // Other functions, and those that there are not, are looked at where they are lowered.
            return;
        }
        if let Some(DefineBody::Expr(written)) =
            self.written(&name, &arguments, expr.span, Form::Expression)
        {
            *expr = written;
        }
    }

    fn block(&mut self, block: &mut Block) {
        let mut written = Vec::with_capacity(block.statements.len());
        for mut statement in std::mem::take(&mut block.statements) {
            statement.kind.visit(self);
            let StmtKind::Call(name, arguments) = &statement.kind else {
                written.push(statement);
                continue;
            };
            match self.written(name, arguments, statement.span, Form::Statements) {
                Some(DefineBody::Block(inner)) => written.extend(inner.statements),
                // What has been complained about says nothing more.
                _ => written.push(nothing(statement.span)),
            }
        }
        block.statements = written;
    }

    fn members(&mut self, members: &mut Vec<PieceMember>) {
        let mut written = Vec::with_capacity(members.len());
        for mut member in std::mem::take(members) {
            member.kind.visit(self);
            let PieceMemberKind::Call { name, define, arguments } = &member.kind else {
                written.push(member);
                continue;
            };
            if let Some(DefineBody::Ways(mut inner)) =
                self.written(define, arguments, member.span, Form::Ways)
            {
                if let Some(name) = name {
                    check::one_way(name, define, &mut inner, self.sink);
                }
                written.extend(inner);
            }
        }
        *members = written;
    }
}

/// A statement that does nothing.
fn nothing(span: Span) -> Stmt {
    let condition = Expr { kind: ExprKind::Any(Box::new(Expr::name("none", span))), span };
    let then = Block { statements: Vec::new(), span };
    Stmt { kind: StmtKind::If { condition, then, otherwise: None }, span }
}

worded! {
/// What a call stands for.
enum Form {
    Expression = "an expression",
    Statements = "statements",
    Ways = "lines of a piece",
}
}

impl Form {
    fn of(body: &DefineBody) -> Self {
        match body {
            DefineBody::Expr(_) => Self::Expression,
            DefineBody::Block(_) => Self::Statements,
            DefineBody::Ways(_) => Self::Ways,
        }
    }
}

impl Expander<'_> {
    /// Returns what a call comes to, or complains.
    fn written(
        &mut self,
        name: &Name,
        arguments: &[Argument],
        span: Span,
        form: Form,
    ) -> Option<DefineBody> {
        let Some(index) = self.templates.get_index_of(&name.text) else {
            self.unknown(name, form);
            return None;
        };
        let (_, template) = self.templates.get_index_mut(index)?;
        template.used = true;
        if template.state != State::Done || self.refused {
            // That it is defined by itself, or that all is too long, has been told.
            return None;
        }
        let arguments = check::arguments(template, arguments, span, self.sink)?;
        check::form(template, name, form, self.sink)?;
        check::captured(template, &self.given, name, self.sink)?;
        let written = body::put(&template.body, &template.parameters, &arguments, &template.names);
        let room = self.room.checked_sub(written.size);
        self.room = room.unwrap_or(0);
        if room.is_some() && written.depth <= MAX_DEPTH {
            return Some(written.body);
        }
        self.refused = room.is_none();
        let what = if self.refused {
            "all these calls together are too long"
        } else {
            "this is nested too deep"
        };
        let found = codes::NESTING_TOO_DEEP.at(span, format!("written out, {what}"));
        found.help("let defines that call defines be short").fail(self.sink)
    }

    /// Writes out what is called in the defines, in those that are called first.
    fn prepare_all(&mut self) {
        for start in 0..self.templates.len() {
            let mut open = vec![(start, self.begin(start))];
            while let Some((index, calls)) = open.last_mut() {
                let index = *index;
                let Some(call) = calls.pop() else {
                    open.pop();
                    self.prepare(index);
                    continue;
                };
                let Some((called, _, template)) = self.templates.get_full(&call.text) else {
                    continue;
                };
                match template.state {
                    State::Unread => open.push((called, self.begin(called))),
                    State::Busy => self.circle(&call, template.name.span),
                    State::Done => {}
                }
            }
        }
    }

    /// Begins to look at a define, and returns what it calls.
    fn begin(&mut self, index: usize) -> Vec<Name> {
        let Some((_, template)) = self.templates.get_index_mut(index) else { return Vec::new() };
        if template.state != State::Unread {
            return Vec::new();
        }
        template.state = State::Busy;
        body::calls(&template.body)
    }

    fn circle(&mut self, call: &Name, declared: Span) {
        let message = format!("`{}` is defined by itself", call.text);
        let found = codes::DEFINED_BY_ITSELF.at(call.span, message);
        let found = found.secondary(declared, "defined here");
        let help = "write out what it stands for in one of the defines of the circle";
        self.sink.push(found.help(help));
    }

    /// Writes out what is called in a define.
    fn prepare(&mut self, index: usize) {
        let Some((_, template)) = self.templates.get_index_mut(index) else { return };
        if template.state != State::Busy {
            return;
        }
        let empty = Expr { kind: ExprKind::Number(0), span: Span::NONE };
        let mut body = std::mem::replace(&mut template.body, DefineBody::Expr(empty));
        let names = Names::of(|names| body.visit(names));
        let outer = std::mem::replace(&mut self.given, names);
        body.visit(self);
        self.given = outer;
        let names = Names::of(|names| body.visit(names));
        let Some((_, template)) = self.templates.get_index_mut(index) else { return };
        template.named = template.parameters.iter().map(|name| names.needs(&name.text)).collect();
        (template.body, template.names, template.state) = (body, names, State::Done);
    }

    fn unknown(&mut self, name: &Name, form: Form) {
        let message = format!("there is no define `{}` with brackets", name.text);
        let found = codes::UNKNOWN_NAME.at(name.span, message);
        let fits = self.templates.values().filter(|other| Form::of(&other.body) == form);
        let known = fits.map(|template| template.name.text.as_str());
        let close = suggest::closest(&name.text, known);
        self.sink.push(if close.is_some() {
            found.did_you_mean(close)
        } else {
            let form = match form {
                Form::Ways => "{ moves … }",
                Form::Statements | Form::Expression => "{ … }",
            };
            found.help(format!("declare it: `define {}(NAME) {form}`", name.text))
        });
    }
}

/// Returns the names that an expression uses.
pub(super) fn names_in(expr: &Expr) -> Vec<Name> {
    Names::of(|names| names.expr(&mut expr.clone())).used
}

/// Returns the only name that an argument is, if it is one.
fn name_in(argument: &Expr) -> Option<&Name> {
    expression::name_of(argument)
}

//! What is wrong with defines that are called, and with their calls.

use super::body::Names;
use super::{Form, Template, name_in};
use crate::diag::{Diagnostic, Sink, codes, suggest};
use crate::semantics::{declare, directions};
use crate::source::Span;
use crate::syntax::ast::{Argument, DefineItem, Expr, Name, PieceMember, PieceMemberKind, Visit};

/// Complains about parameters that are words of the language, stand twice or are not used.
pub(super) fn parameters(item: &DefineItem, parameters: &[Name], sink: &mut Sink) {
    let names = Names::of(|names| item.body.clone().visit(names));
    for (index, parameter) in parameters.iter().enumerate() {
        let text = &parameter.text;
        let found = if let Some(first) =
            parameters[..index].iter().find(|other| other.text == *text)
        {
            let message = format!("`{text}` is already a parameter of this define");
            let found = codes::DUPLICATE_NAME.at(parameter.span, message);
            found.secondary(first.span, "it is declared here")
        } else if declare::is_reserved(text) || directions::is_word(text) {
            let message = format!("`{text}` is a word of the language and cannot be a parameter");
            codes::RESERVED_NAME.at(parameter.span, message)
        } else if let Some(given) = names.given.iter().find(|name| name.text == *text) {
            codes::DUPLICATE_NAME.at(given.span, format!(
                "`{text}` is a parameter of this define and cannot mean something else in it"
            )).secondary(parameter.span, "it is declared here")
        } else if let Some(called) = names.called.iter().find(|name| name.text == *text) {
            let message = format!("`{text}` is a parameter, and no define can be put in its place");
            let found = codes::WRONG_ARGUMENTS.at(called.span, message);
            sink.push(found.secondary(parameter.span, "it is declared here").help(
                "call the define that is meant by its own name; only what it is called with can be put in",
            ));
            continue;
        } else if names.used.iter().all(|name| name.text != *text) {
            let message = format!("the parameter `{text}` is used nowhere in the define");
            codes::WRONG_ARGUMENTS.at(parameter.span, message)
        } else {
            continue;
        };
        sink.push(found.help("choose another name, or leave the parameter out"));
    }
}

/// Returns the arguments of a call, or complains about their number or kind.
pub(super) fn arguments(
    template: &Template,
    arguments: &[Argument],
    span: Span,
    sink: &mut Sink,
) -> Option<Vec<Expr>> {
    let told: Vec<&str> = template.parameters.iter().map(|name| name.text.as_str()).collect();
    let form = format!("{}({})", template.name.text, told.join(", "));
    if arguments.len() != template.parameters.len() && template.is_elsewhere(span) {
        return replaced(template, arguments.len(), span).fail(sink);
    }
    if arguments.len() != template.parameters.len() {
        let counted = counted(template.parameters.len(), "argument");
        let message = format!(
            "`{}` has {counted}, and here it is given {}",
            template.name.text,
            arguments.len()
        );
        let found = codes::WRONG_ARGUMENTS.at(span, message);
        let found = found.secondary(template.name.span, "it is declared here");
        return found.help(format!("write it as `{form}`")).fail(sink);
    }
    let mut given = Vec::new();
    let parameters = template.parameters.iter().zip(&template.named);
    for (argument, (parameter, is_named)) in arguments.iter().zip(parameters) {
        let expr = match argument {
            Argument::Expr(expr) => expr,
            Argument::Pattern(way) => {
                let message = "a way over the board cannot be put in place of a parameter";
                let found = codes::WRONG_ARGUMENTS.at(way.span, message);
                let help = "put in the squares that it leads to: `reach(A, by WAY)`";
                return found.secondary(parameter.span, "of this one").help(help).fail(sink);
            }
        };
        if *is_named && name_in(expr).is_none() {
            let found = codes::WRONG_ARGUMENTS.at(expr.span, format!(
                "`{}` stands where `{}` needs a name: of a token, a piece, a direction or the like",
                parameter.text, template.name.text
            )).secondary(parameter.span, "the parameter");
            return found.help("give this a name with `define`, and put in that name").fail(sink);
        }
        given.push(expr.clone());
    }
    Some(given)
}

/// Returns how many there are of something, of which there may be none.
fn counted(many: usize, what: &str) -> String {
    if many == 0 { format!("no {what}s") } else { suggest::counted(many, what) }
}

/// Says of a define that took the place of another that it is not called as that one was.
fn replaced(template: &Template, given: usize, call: Span) -> Diagnostic {
    let message = format!(
        "`{}` has {} here, and is called with {given}",
        template.name.text,
        counted(template.parameters.len(), "parameter")
    );
    let found = codes::WRONG_ARGUMENTS.at(template.name.span, message);
    let found = found.secondary(call, "called here");
    match &template.before {
        Some(before) => {
            let before: Vec<&str> = before.iter().map(|name| name.text.as_str()).collect();
            found.help(format!("it replaces `{}({})`", template.name.text, before.join(", ")))
        }
        None => found,
    }
}

/// Complains if a define does not stand for what is wanted.
pub(super) fn form(template: &Template, call: &Name, wanted: Form, sink: &mut Sink) -> Option<()> {
    let found = Form::of(&template.body);
    if found == wanted {
        return Some(());
    }
    let message = format!(
        "`{}` stands for {}; {} wanted here",
        call.text,
        found.name(),
        match wanted {
            Form::Expression => "an expression is",
            Form::Statements => "statements are",
            Form::Ways => "lines of a piece are",
        }
    );
    let found = if template.is_elsewhere(call.span) {
        codes::WRONG_TYPE
            .at(template.name.span, message)
            .secondary(call.span, "called here")
            .help("it must stand for what the one that it replaces stands for")
    } else {
        codes::WRONG_TYPE
            .at(call.span, message)
            .secondary(template.name.span, "it is declared here")
    };
    found.fail(sink)
}

/// Complains if a name of the define would mean here what somebody else gave that name to.
pub(super) fn captured(
    template: &Template,
    given: &Names,
    call: &Name,
    sink: &mut Sink,
) -> Option<()> {
    let names = &template.names;
    let own = |name: &Name| {
        names.gives(&name.text) || template.parameters.iter().any(|other| other.text == name.text)
    };
    let captured = names.used.iter().find(|name| given.gives(&name.text) && !own(name));
    let Some(name) = captured else { return Some(()) };
    let message = format!(
        "`{0}` speaks of `{1}`, and `{1}` is a name that this rule gives to something",
        call.text, name.text
    );
    let found = codes::NOT_IN_SCOPE.at(call.span, message).secondary(name.span, "it is used here");
    found
        .help(format!(
            "make it a parameter of `{}`, or give the name in this rule another spelling",
            call.text
        ))
        .fail(sink)
}

/// Gives the only way of moving among lines its name, or complains.
pub(super) fn one_way(name: &Name, call: &Name, members: &mut [PieceMember], sink: &mut Sink) {
    let mut ways = members.iter_mut().filter_map(|member| match &mut member.kind {
        PieceMemberKind::Clause(way) => Some(way),
        _ => None,
    });
    if let (Some(way), None) = (ways.next(), ways.next())
        && way.name.is_none()
    {
        way.name = Some(name.clone());
        return;
    }
    let named: Vec<Option<&Name>> = members
        .iter()
        .filter_map(|member| match &member.kind {
            PieceMemberKind::Clause(way) => Some(way.name.as_ref()),
            _ => None,
        })
        .collect();
    let message = match named.as_slice() {
        [] => format!("`{}` has no way of moving that could be called `{}`", call.text, name.text),
        [_] => format!("the way of moving in `{}` has a name already", call.text),
        many => format!(
            "`{}` stands for {} ways of moving, and `{}` can be the name of one only",
            call.text,
            many.len(),
            name.text
        ),
    };
    let found = codes::WRONG_ARGUMENTS.at(name.span, message);
    let found = match named.as_slice() {
        [Some(first)] => found.secondary(first.span, "this one"),
        _ => found,
    };
    sink.push(found.help("leave the name out; names can stand before the ways in the define"));
}

//! Functions of sets: `forward of target`, `row of X`, `between(A, B)`, `reach(A, by …)`.

use super::super::context::{Context, Entity, Heading};
use super::super::order::{End, Order};
use super::super::{directions, expand, order, walk};
use super::complaints::{self, Wanted};
use super::kinds::{Kind, kind, kind_of_property, kind_of_variable};
use super::names::{Meaning, Word, meaning, name_of};
use super::{types, values};
use crate::diag::{Diagnostic, codes, habits, suggest};
use crate::ir::{
    Board, BySide, Coordinates, DirectionId, Limit, Number, Side, SideId, SquareId, SquareSet,
    Squares, Walk,
};
use crate::source::Span;
use crate::syntax::ast::{Argument, Expr, Name, Pattern};

/// The words that make a set of a set, besides directions.
const OF_SETS: [&str; 9] =
    ["neighbours", "row", "column", "line", "colour", "first", "last", "ahead", "rear"];

/// The other words that can stand before `of`.
const OF_OTHERS: [&str; 8] = ["type", "types", "owner", "hand", "level", "rank", "file", "length"];

/// The words for directions, for did-you-mean alone: what they mean is told elsewhere.
const STEPS: &str =
    "forward backward left right north south east west northeast northwest southeast southwest";

/// Lowers `WORD of A` to a set of squares.
pub(super) fn of(cx: &mut Context<'_>, expr: &Expr, word: &Name, of: &Expr) -> Option<Squares> {
    match word.text.as_str() {
        "neighbours" => {
            let steps = directions::adjacent_steps(cx);
            let walk = Walk::either(steps.into_iter().map(Walk::step).collect());
            super::squares(cx, of).map(|from| reach(from, walk))
        }
        "row" => lines(cx, of, |at| (at.y, at.z)),
        "column" => lines(cx, of, |at| (at.x, at.z)),
        // The squares that a bishop could ever reach from there on a board without holes.
        "colour" => lines(cx, of, |at| ((at.x + at.y + at.z).rem_euclid(2), 0)),
        "ahead" | "rear" => along(cx, word, of),
        "line" if cx.find(&word.text).is_none_or(|found| !is_of_declared(found.entity)) => {
            line(cx, word, of)
        }
        "first" | "last" => {
            let order = Order::of_mover(cx);
            picked(cx, word, of, order)
        }
        "type" => types::type_ref(cx, expr).map(Squares::OfType),
        "types" if cx.find(&word.text).is_none() => types::squares_of_types(cx, of, expr.span),
        "owner" => super::side(cx, expr).map(Squares::OwnedBy),
        "hand" | "level" | "length" | "rank" | "file" => {
            complaints::mismatch(cx, expr, Wanted::Squares)
        }
        _ => of_declared(cx, expr, word, of),
    }
}

/// Lowers `first of A` and `last of A`, with the squares in that order.
pub(super) fn picked(
    cx: &mut Context<'_>,
    word: &Name,
    of: &Expr,
    order: Order,
) -> Option<Squares> {
    let end = if word.text == "first" { End::First } else { End::Last };
    super::squares(cx, of).map(|of| order::pick(cx, of, order, end))
}

/// Lowers `ahead of A` and `rear of A`: one step on, or back, in the direction of the move.
fn along(cx: &mut Context<'_>, word: &Name, of: &Expr) -> Option<Squares> {
    let from = super::squares(cx, of)?;
    let direction = match cx.heading {
        Heading::Asked { .. } => {
            cx.heading = Heading::Asked { yes: true };
            return Some(from);
        }
        Heading::Known { rear, ahead } => match word.text.as_str() {
            "ahead" => ahead,
            _ => rear,
        },
        Heading::Unknown => None,
    };
    if let Some(direction) = direction {
        return Some(reach(from, Walk::step(direction)));
    }
    let message = format!("`{} of` looks along a move, and there is none here", word.text);
    let help = "it can stand in the limits of a way of moving that goes in a direction, as `when any enemy on ahead of target`";
    codes::NOT_IN_SCOPE.at(word.span, message).help(help).fail(cx.sink)
}

/// Tells whether the name of something declared can stand before `of`.
fn is_of_declared(entity: Entity) -> bool {
    matches!(entity, Entity::Variable(_) | Entity::Property(_) | Entity::Direction(_))
}

/// Returns the direction of the lines in `line of A in north`, if that is what is said.
pub(super) fn line_in(cx: &mut Context<'_>, left: &Expr, right: &Expr) -> Option<DirectionId> {
    let name = name_of(right)?;
    let is_direction = match meaning(cx, &name.text) {
        Meaning::Entity(Entity::Direction(_)) => true,
        Meaning::Unknown => directions::is_word(&name.text),
        _ => false,
    };
    let is_line = is_direction && expand::names_in(left).iter().any(|name| name.text == "line");
    if is_line { directions::named(cx, &name.text) } else { None }
}

/// Lowers `line of A`: all squares that lie with a square of the set on a line in a direction, there and back.
fn line(cx: &mut Context<'_>, word: &Name, of: &Expr) -> Option<Squares> {
    let told = cx.lines_in.take();
    let from = super::squares(cx, of);
    cx.lines_in = told;
    let from = from?;
    let direction = match (told, cx.heading) {
        (Some(direction), _) | (None, Heading::Known { ahead: Some(direction), .. }) => direction,
        (None, Heading::Asked { .. }) => {
            cx.heading = Heading::Asked { yes: true };
            return Some(from);
        }
        (None, Heading::Known { .. } | Heading::Unknown) => {
            let found = codes::NOT_IN_SCOPE.at(word.span, "`line of` needs a direction here");
            let help = "write it as `line of A in north`; in the limits of a way of moving, `line of origin` is the line along which the piece goes";
            return found.help(help).fail(cx.sink);
        }
    };
    let back = directions::reverse(cx, direction);
    if let Squares::Fixed(start) = from {
        let board = &cx.game.board;
        let views = BySide::from_fn(|side| {
            let ends = start.iter().flat_map(|at| [(at, direction), (at, back)]);
            start.union(ends.flat_map(|(at, step)| on_line(board, at, step, side)).collect())
        });
        return Some(Squares::seen(Some(Side::Own), views));
    }
    let away = |direction| Walk::repeat(Walk::step(direction), 0, Limit::Unlimited);
    Some(reach(from, Walk::either(vec![away(direction), away(back)])))
}

/// Returns the squares of a line from a square on, in order, without the square.
fn on_line(board: &Board, from: SquareId, step: DirectionId, side: SideId) -> Vec<SquareId> {
    let (mut line, mut at) = (Vec::new(), from);
    while let Some(next) = board.step(at, step, side).filter(|next| !line.contains(next)) {
        line.push(next);
        at = next;
    }
    line
}

fn of_declared(cx: &mut Context<'_>, expr: &Expr, word: &Name, of: &Expr) -> Option<Squares> {
    match cx.entity(&word.text) {
        Some(Entity::Variable(_)) => {
            let variable = values::variable_ref(cx, expr)?;
            if kind_of_variable(cx, variable.id) == Kind::Squares {
                return Some(Squares::Variable(variable));
            }
            complaints::mismatch(cx, expr, Wanted::Squares)
        }
        Some(Entity::Tally(_)) => complaints::mismatch(cx, expr, Wanted::Squares),
        Some(Entity::Property(id)) => match kind_of_property(cx, id) {
            Kind::Type => types::type_ref(cx, expr).map(Squares::OfType),
            _ => complaints::mismatch(cx, expr, Wanted::Squares),
        },
        _ => match directions::named(cx, &word.text) {
            Some(direction) => step(cx, direction, of),
            None => unknown(cx, word, of),
        },
    }
}

fn step(cx: &mut Context<'_>, direction: DirectionId, of: &Expr) -> Option<Squares> {
    let from = super::squares(cx, of)?;
    let Squares::Fixed(start) = from else { return Some(reach(from, Walk::step(direction))) };
    // Steps between places lead to places.
    let board = &cx.game.board;
    let views = BySide::from_fn(|side| {
        start.iter().filter_map(|square| board.step(square, direction, side)).collect()
    });
    Some(Squares::seen(Some(Side::Own), views))
}

/// Complains about a word before `of` that means nothing there.
pub(super) fn unknown<T>(cx: &mut Context<'_>, word: &Name, of: &Expr) -> Option<T> {
    unknown_word(cx, word, of).fail(cx.sink)
}

/// Tells whether a word of the language can stand before `of`.
pub(crate) fn is_before_of(word: &str) -> bool {
    OF_SETS.contains(&word) || OF_OTHERS.contains(&word)
}

/// Says that a word before `of` means nothing there.
pub(super) fn unknown_word(cx: &Context<'_>, word: &Name, of: &Expr) -> Diagnostic {
    let declared = cx.names.iter().filter(|(_, declared)| {
        matches!(
            declared.entity,
            Entity::Direction(_) | Entity::Property(_) | Entity::Variable(_) | Entity::Tally(_)
        )
    });
    let words = OF_SETS.into_iter().chain(OF_OTHERS).chain(STEPS.split(' '));
    let known = words.chain(declared.map(|(name, _)| name.as_str()));
    let close = suggest::closest(&word.text, known);
    let found = codes::UNKNOWN_NAME.at(word.span, format!("`{} of` means nothing", word.text));
    if let Some(side) = side_of_pieces(cx, word, of) {
        let help = "the side of pieces stands before them";
        return found.suggest(word.span.join(of.span), format!("{side} {}", word.text), help);
    }
    if close.is_some() {
        return found.did_you_mean(close);
    }
    if let Some(habit) = habits::find(&word.text, habits::Place::Expression) {
        return found.help(habit.help);
    }
    found.note("before `of` stands a direction, a property of pieces, a variable that each side has, or a word such as `type`, `row` or `neighbours`")
}

/// Returns the side in `Queen of enemy`, as it is written now.
fn side_of_pieces<'a>(cx: &Context<'_>, word: &Name, of: &'a Expr) -> Option<&'a str> {
    let pieces = Expr::name(&word.text, word.span);
    let is_set = matches!(kind(cx, &pieces), Kind::Pieces | Kind::Type | Kind::Squares);
    let side = name_of(of).filter(|_| is_set && kind(cx, of) == Kind::Side)?;
    Some(match meaning(cx, &side.text) {
        Meaning::Word(Word::Own) => "own",
        Meaning::Word(Word::Opponent) => "enemy",
        _ => side.text.as_str(),
    })
}

/// Returns where a walk leads from a set.
fn reach(from: Squares, walk: Walk) -> Squares {
    Squares::reach(from, walk, Side::Own)
}

/// Returns all squares that have the key in common with a square of the set.
///
/// Each line is a jump that only squares of the line can begin.
fn lines(cx: &mut Context<'_>, of: &Expr, key: fn(Coordinates) -> (i16, i16)) -> Option<Squares> {
    let from = super::squares(cx, of)?;
    let mut lines: Vec<((i16, i16), SquareSet)> = Vec::new();
    for (id, square) in cx.game.board.squares.enumerate() {
        let key = key(square.at);
        match lines.iter_mut().find(|(known, _)| *known == key) {
            Some((_, line)) => line.insert(id),
            None => lines.push((key, SquareSet::one(id))),
        }
    }
    let along = |line| {
        let line = Squares::from(line);
        Walk::sequence(vec![Walk::test(line.clone()), Walk::jump(line)])
    };
    Some(reach(from, Walk::either(lines.into_iter().map(|(_, line)| along(line)).collect())))
}

/// Tells whether a function gives a number.
pub(super) fn is_number(name: &str) -> bool {
    name == "distance"
}

/// Lowers a function to a set of squares.
pub(super) fn call(
    cx: &mut Context<'_>,
    expr: &Expr,
    name: &Name,
    arguments: &[Argument],
) -> Option<Squares> {
    match name.text.as_str() {
        "between" => {
            let (from, to) = two_sets(cx, name, arguments, expr.span)?;
            between(cx, from, &to, expr.span)
        }
        "reach" | "passed" => {
            let (from, pattern) = set_and_pattern(cx, name, arguments, expr.span)?;
            let from = super::squares(cx, from);
            let walk = walk::plain_walk(cx, pattern);
            let (from, walk) = (Box::new(from?), Box::new(walk?));
            let side = Side::Own;
            Some(match name.text.as_str() {
                "reach" => Squares::Reach { from, walk, side },
                _ => Squares::Passed { from, walk, side },
            })
        }
        "square" => square(cx, arguments, expr.span),
        "distance" => complaints::mismatch(cx, expr, Wanted::Squares),
        _ => unknown_function(cx, name),
    }
}

/// The functions.
const FUNCTIONS: [&str; 5] = ["between", "reach", "passed", "square", "distance"];

/// Complains about a function that does not exist.
pub(super) fn unknown_function<T>(cx: &mut Context<'_>, name: &Name) -> Option<T> {
    // What is wrong with a parameter that is called was told where it is declared.
    let is_told = |other: &Diagnostic| {
        other.code == codes::WRONG_ARGUMENTS && other.primary.span == name.span
    };
    if cx.sink.iter().any(is_told) {
        return None;
    }
    no_function(cx, name)?.fail(cx.sink)
}

/// Says that there is no such function, if there is none.
pub(super) fn no_function(cx: &Context<'_>, name: &Name) -> Option<Diagnostic> {
    if FUNCTIONS.contains(&name.text.as_str()) {
        return None;
    }
    let found = codes::UNKNOWN_NAME.at(name.span, format!("there is no function `{}`", name.text));
    let called = cx.defines.iter().filter(|define| define.call.is_some());
    let called = called.map(|define| define.name.text.as_str());
    let close = suggest::closest(&name.text, FUNCTIONS.into_iter().chain(called));
    if let Some(Entity::Define(index)) = cx.entity(&name.text) {
        // What is wrong with a call was told when it should have been written out.
        let define = cx.defines.get(index).filter(|define| define.call.is_none())?;
        if define.name.span.source != name.span.source {
            // The file that calls it is another's: it speaks of the define in whose place this one stands.
            let message =
                format!("`{}` is called with brackets, and has no parameters here", name.text);
            let found = codes::WRONG_ARGUMENTS.at(define.name.span, message);
            let found = found.secondary(name.span, "called here");
            return Some(
                found.help("declare it with as many names in brackets as it is called with"),
            );
        }
        let found = found.secondary(define.name.span, "declared here");
        return Some(
            found.help(format!("leave the brackets out: `{}` is declared without", name.text)),
        );
    }
    Some(match close {
        Some(_) => found.did_you_mean(close),
        None => found.help(format!("the functions are {}", suggest::list(FUNCTIONS))),
    })
}

/// Returns the square with a file, rank and layer, as the first side sees the board; without a layer where there is but one.
fn square(cx: &mut Context<'_>, arguments: &[Argument], span: Span) -> Option<Squares> {
    let (low, high) = cx.game.board.bounds();
    let (form, what) = if low.z < high.z {
        ("square(F, R, L)", "the numbers of a file, a rank and a layer")
    } else {
        ("square(F, R)", "the numbers of a file and a rank")
    };
    let (file, rank, layer) = match arguments {
        [Argument::Expr(file), Argument::Expr(rank)] if low.z == high.z => (file, rank, None),
        [Argument::Expr(file), Argument::Expr(rank), Argument::Expr(layer)] if low.z < high.z => {
            (file, rank, Some(layer))
        }
        _ => return wrong_arguments(cx, form, what, span),
    };
    let file = super::number(cx, file);
    let rank = super::number(cx, rank);
    let layer =
        layer.map_or_else(|| Some((i32::from(low.z) + 1).into()), |layer| super::number(cx, layer));
    let place = [file?, rank?, layer?];
    if let [Number::Fixed(file), Number::Fixed(rank), Number::Fixed(layer)] = place {
        let found = cx.game.board.square_at([file, rank, layer], SideId::FIRST);
        return Some(Squares::Fixed(found.map(SquareSet::one).unwrap_or_default()));
    }
    Some(Squares::At { place: Box::new(place), side: Side::Fixed(SideId::FIRST) })
}

/// Returns the squares strictly between two sets, along straight lines.
fn between(cx: &mut Context<'_>, from: Squares, to: &Squares, span: Span) -> Option<Squares> {
    let steps = directions::adjacent_steps(cx);
    if let (Some(from), Some(to)) = (from.as_own_sees(), to.as_own_sees()) {
        let views = BySide::from_fn(|side| {
            let lines = steps.iter().flat_map(|&step| from[side].iter().map(move |at| (at, step)));
            // What lies on a line before the last square of it that is in the set.
            let passed = lines.flat_map(|(at, step)| {
                let mut line = on_line(&cx.game.board, at, step, side);
                line.truncate(line.iter().rposition(|next| to[side].contains(*next)).unwrap_or(0));
                line
            });
            passed.collect()
        });
        return Some(Squares::seen(Some(Side::Own), views));
    }
    cx.charge(steps.len().saturating_mul(to.size()), span)?;
    let ways = steps.into_iter().map(|direction| {
        let line = Walk::repeat(Walk::step(direction), 1, Limit::Unlimited);
        Walk::sequence(vec![line, Walk::test(to.clone())])
    });
    Some(Squares::passed(from, Walk::either(ways.collect()), Side::Own))
}

/// Lowers the two sets that a function is about.
pub(super) fn two_sets(
    cx: &mut Context<'_>,
    name: &Name,
    arguments: &[Argument],
    span: Span,
) -> Option<(Squares, Squares)> {
    let [Argument::Expr(first), Argument::Expr(second)] = arguments else {
        let form = format!("{}(A, B)", name.text);
        return wrong_arguments(cx, &form, "two sets of squares", span);
    };
    super::squares(cx, first).zip(super::squares(cx, second))
}

fn set_and_pattern<'a>(
    cx: &mut Context<'_>,
    name: &Name,
    arguments: &'a [Argument],
    span: Span,
) -> Option<(&'a Expr, &'a Pattern)> {
    let [Argument::Expr(from), Argument::Pattern(pattern)] = arguments else {
        let form = format!("{}(A, by slide diagonally)", name.text);
        return wrong_arguments(cx, &form, "a set of squares and a way over the board", span);
    };
    Some((from, pattern))
}

fn wrong_arguments<T>(cx: &mut Context<'_>, form: &str, what: &str, span: Span) -> Option<T> {
    let message = format!("this function is about {what}");
    codes::WRONG_ARGUMENTS.at(span, message).help(format!("write it as `{form}`")).fail(cx.sink)
}

/// Tells whether a word before `of` makes a set of a set.
pub(super) fn is_of_sets(word: &str) -> bool {
    OF_SETS.contains(&word)
}

//! Sets of squares and sides in words.

use super::{MORE, SLOT, Words, listed, with_article};
use crate::ir::{
    BySide, Coordinates, Number, ORDER, Owner, Part, Role, Side, SideId, SlotId, SquareSet,
    Squares, TypeRef, Walk, slots,
};

/// The most squares that are named one by one.
const MAX_NAMES: usize = 12;

/// What a set says of the squares in it: `own Pawn on rank 2 that carries the mark spent`.
#[derive(Default)]
struct Noun {
    owner: String,
    kind: String,
    places: Vec<String>,
    rest: Vec<String>,
}

impl Noun {
    fn text(self) -> String {
        let has_piece = !self.owner.is_empty() || !self.kind.is_empty();
        let mut text = match (self.owner.as_str(), self.kind.as_str()) {
            ("", "") => String::new(),
            ("", kind) => kind.to_owned(),
            (owner, "") => format!("{owner} piece"),
            (owner, kind) => format!("{owner} {kind}"),
        };
        for (at, place) in self.places.iter().enumerate() {
            if !has_piece && at == 0 {
                text.push_str(place);
            } else {
                text.push_str(if has_piece && at == 0 { " on " } else { " within " });
                text.push_str(place);
            }
        }
        if text.is_empty() {
            "piece".clone_into(&mut text);
        }
        for rest in &self.rest {
            text.push(' ');
            text.push_str(rest);
        }
        text
    }
}

impl Words<'_> {
    /// Who it is: `the mover`, `White`, `the owner of the victim`.
    pub(super) fn side(self, side: Side) -> String {
        match side {
            Side::Fixed(side) => self.name(side).to_owned(),
            Side::Own => self.own.to_owned(),
            Side::Opponent => self.enemy.to_owned(),
            Side::OwnerOf(slot) => format!("the owner of {}", slot_name(slot)),
        }
    }

    /// Whose piece it is, before the piece: `own`, `enemy`, `White`.
    pub(super) fn adjective(self, side: Side) -> String {
        match side {
            Side::Fixed(side) => self.name(side).to_owned(),
            Side::Own => "own".to_owned(),
            Side::Opponent => "enemy".to_owned(),
            Side::OwnerOf(slot) => format!("friendly (to {})", slot_name(slot)),
        }
    }

    pub(super) fn owner(self, owner: Owner) -> String {
        match owner {
            Owner::Side(side) => self.side(side),
            Owner::Neutral => "neither side".to_owned(),
        }
    }

    /// Names a fixed set: `e4`, `rank 8`, `any square`.
    pub(super) fn places(self, set: SquareSet) -> String {
        if set.is_empty() {
            return "no square at all".to_owned();
        }
        if set == self.game.board.all() {
            return "any square".to_owned();
        }
        let rank = |at: Coordinates| at.y;
        let file = |at: Coordinates| at.x;
        let ranks = self.lines(set, rank).map(|lines| {
            let names: Vec<String> = lines.iter().map(|y| (y + 1).to_string()).collect();
            lines_named("rank", &names)
        });
        let files = || {
            self.lines(set, file).map(|lines| {
                let names: Vec<String> = lines.iter().map(|x| self.file_name(*x)).collect();
                lines_named("file", &names)
            })
        };
        ranks.or_else(files).unwrap_or_else(|| self.names(set))
    }

    /// Returns the ranks or files that a set consists of, if it consists of whole ones.
    fn lines(self, set: SquareSet, of: impl Fn(Coordinates) -> i16) -> Option<Vec<i16>> {
        let squares = &self.game.board.squares;
        let line = |line: i16| -> SquareSet {
            squares
                .enumerate()
                .filter(|(_, square)| of(square.at) == line)
                .map(|(id, _)| id)
                .collect()
        };
        let mut lines: Vec<i16> =
            set.iter().filter_map(|id| squares.get(id)).map(|square| of(square.at)).collect();
        lines.sort_unstable();
        lines.dedup();
        let whole = lines.iter().fold(SquareSet::EMPTY, |all, at| all.union(line(*at)));
        let is_useful = lines.iter().all(|at| line(*at).len() > 1);
        (whole == set && is_useful).then_some(lines)
    }

    fn file_name(self, x: i16) -> String {
        let square = self.game.board.squares.iter().find(|square| square.at.x == x);
        square.map_or_else(
            || MORE.to_owned(),
            |square| square.name.trim_end_matches(|char: char| char.is_ascii_digit()).to_owned(),
        )
    }

    fn names(self, set: SquareSet) -> String {
        let mut names: Vec<String> =
            set.iter().take(MAX_NAMES).map(|id| self.name(id).to_owned()).collect();
        if set.len() > MAX_NAMES {
            names.push(format!("{} more squares", set.len() - MAX_NAMES));
        }
        listed(&names, "and")
    }

    /// A place as a side sees it: `rank 8 (for Black rank 1)`.
    fn seen(self, by: Side, views: &BySide<SquareSet>) -> String {
        let [first, second] = views.map(|view| self.places(view)).into_array();
        match by {
            Side::Fixed(SideId::FIRST) => first,
            Side::Fixed(_) => second,
            _ if first == second => first,
            Side::Own | Side::OwnerOf(_) => {
                format!("{first} ({second} for {})", self.name(SideId::LAST))
            }
            Side::Opponent => format!("{second} ({first} for {})", self.name(SideId::LAST)),
        }
    }

    /// Tells what is in a set, with an article: `an own Pawn on rank 2`, `e4`.
    pub(super) fn one_of(self, set: &Squares) -> String {
        let set = self.implied(set);
        let text = self.squares(set);
        if is_name(set) { text } else { with_article(&text) }
    }

    /// Tells what is in a set, without an article.
    pub(super) fn squares(self, set: &Squares) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        match set {
            Squares::Intersection(parts) => {
                let mut noun = Noun::default();
                for part in parts {
                    inside.describe(part, &mut noun);
                }
                noun.text()
            }
            Squares::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| inside.squares(part)).collect();
                listed(&parts, "or")
            }
            Squares::Except(from, what) => {
                format!("{} except {}", inside.squares(from), inside.one_of(what))
            }
            _ => {
                let mut noun = Noun::default();
                inside.describe(set, &mut noun);
                noun.text()
            }
        }
    }

    /// Adds to a noun what one more set says.
    fn describe(self, set: &Squares, noun: &mut Noun) {
        match set {
            Squares::Fixed(set) if *set == self.game.board.all() => {
                if noun.places.is_empty() {
                    noun.places.push("any square".to_owned());
                }
            }
            Squares::Fixed(set) => noun.places.push(self.places(*set)),
            Squares::Seen { by, views } => noun.places.push(self.seen(*by, views)),
            Squares::Empty => noun.places.insert(0, "empty square".to_owned()),
            Squares::Occupied if noun.kind.is_empty() => "piece".clone_into(&mut noun.kind),
            Squares::Occupied => {}
            Squares::OwnedBy(side) if noun.owner.is_empty() => noun.owner = self.adjective(*side),
            Squares::OwnedBy(side) => noun.rest.push(format!("of {}", self.side(*side))),
            Squares::Neutral if noun.owner.is_empty() => "neutral".clone_into(&mut noun.owner),
            Squares::OfTypes(types) if matches!(noun.kind.as_str(), "" | "piece") => {
                noun.kind = self.types(*types);
            }
            Squares::Neutral => noun.rest.push("of neither side".to_owned()),
            Squares::OfTypes(types) => noun.rest.push(format!("that is {}", self.types(*types))),
            Squares::OfType(kind) => noun.rest.push(format!("that is {}", self.kind(kind))),
            Squares::Marked(mark) => noun.rest.push(format!("marked as {}", self.name(*mark))),
            Squares::Bearing(token) => {
                noun.rest.push(format!("bearing the {}", self.name(*token)));
            }
            Squares::Slot(slot) => noun.places.push(slot_name(*slot)),
            Squares::Variable(variable) => {
                noun.places.push(format!("the squares of {}", self.variable(*variable)));
            }
            Squares::Except(from, what) => {
                self.describe_inside(from, noun);
                noun.rest.push(format!("except {}", self.one_of(what)));
            }
            Squares::Intersection(parts) => {
                for part in parts {
                    self.describe_inside(part, noun);
                }
            }
            Squares::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.squares(part)).collect();
                noun.places.push(listed(&parts, "or"));
            }
            // Renumbered for an order, of which `first` and `last` tell enough.
            Squares::Reach { from, walk, .. } if self.is_order(walk) => {
                self.describe_inside(from, noun);
            }
            Squares::Reach { from, walk, .. } => {
                let from = self.one_of(from);
                noun.places.push(self.reached(walk).map_or_else(
                    || format!("the squares that can be reached from {from} ({})", self.way(walk)),
                    |near| format!("{near} {from}"),
                ));
            }
            Squares::Passed { from, walk, .. } => noun.places.push(self.passed(from, walk)),
            Squares::First(of) => noun.places.push(format!("the first of {}", self.squares(of))),
            Squares::Last(of) => noun.places.push(format!("the last of {}", self.squares(of))),
            Squares::At { place, side } => noun.places.push(self.square_at(place, *side)),
        }
    }

    fn passed(self, from: &Squares, walk: &Walk) -> String {
        self.between(from, walk).unwrap_or_else(|| {
            let (way, from) = (self.way(walk), self.one_of(from));
            format!("the squares passed from {from} ({way})")
        })
    }

    /// Returns what a set is where only its first square can be meant, which goes without saying.
    pub(super) fn implied(self, set: &Squares) -> &Squares {
        let Squares::Reach { from, walk, .. } = set else { return set };
        let Squares::First(of) = &**from else { return set };
        match &**of {
            Squares::Reach { from, .. } if self.is_order(walk) => from,
            _ => set,
        }
    }

    fn is_order(self, walk: &Walk) -> bool {
        let directions = &self.game.board.directions;
        let direction = walk.as_step().and_then(|direction| directions.get(direction));
        direction.is_some_and(|direction| direction.name == ORDER)
    }

    fn square_at(self, place: &[Number; 3], side: Side) -> String {
        let (low, high) = self.game.board.bounds();
        let [file, rank, layer] = place.each_ref().map(|number| self.number(number));
        let told = if low.z < high.z {
            format!("the square on file {file}, rank {rank} and layer {layer}")
        } else {
            format!("the square on file {file} and rank {rank}")
        };
        if side == Side::Fixed(SideId::FIRST) {
            return told;
        }
        format!("{told} as {} sees the board", self.side(side))
    }

    fn describe_inside(self, set: &Squares, noun: &mut Noun) {
        if let Some(inside) = self.inside() {
            inside.describe(set, noun);
        }
    }

    /// A kind of piece: `a Queen`, `the kind of choice A`.
    pub(super) fn kind(self, kind: &TypeRef) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        match kind {
            TypeRef::Fixed(id) => with_article(self.name(*id)),
            TypeRef::OfSlot(slot) => format!("the kind of {}", slot_name(*slot)),
            TypeRef::Property(property, of) => {
                let of = match of.as_ref() {
                    TypeRef::OfSlot(slot) => slot_name(*slot),
                    of => inside.kind(of),
                };
                format!("the `{}` kind of {of}", self.name(*property))
            }
            TypeRef::At(squares) => {
                format!("the kind of the piece on {}", inside.squares(inside.implied(squares)))
            }
        }
    }

    /// Tells what there are several of: `own Pawns on rank 2`.
    pub(super) fn several_of(self, set: &Squares) -> String {
        let mut noun = Noun::default();
        match set {
            Squares::Union(_) => return self.squares(set),
            set => self.describe_inside(set, &mut noun),
        }
        if noun.kind.is_empty() && !noun.owner.is_empty() {
            "piece".clone_into(&mut noun.kind);
        }
        if !noun.kind.is_empty() {
            noun.kind = plural(&noun.kind);
        }
        for place in noun.places.iter_mut().filter(|place| *place == "empty square") {
            "empty squares".clone_into(place);
        }
        noun.text()
    }
}

/// Tells whether a set is only about where, not about what stands there.
pub(super) fn is_place(set: &Squares) -> bool {
    !set.any_part(|part| match part {
        Part::Reads(_) | Part::Token(_) => true,
        Part::Squares(part, Role::Member) => !is_place(part),
        _ => false,
    })
}

/// What a statement has named.
pub(super) fn slot_name(slot: SlotId) -> String {
    match slot {
        slots::FROM => "the start square".to_owned(),
        slots::TO => "the target square".to_owned(),
        slots::HERE => "the square in question".to_owned(),
        slots::VICTIM => "the captured piece".to_owned(),
        slots::CAPTOR => "the capturing piece".to_owned(),
        slots::DROPPED => "the dropped piece".to_owned(),
        SlotId(number) => format!("choice {SLOT}{number}{SLOT}"),
    }
}

/// Tells whether the set needs no article: it is a square or what has been named.
fn is_name(set: &Squares) -> bool {
    match set {
        Squares::Slot(_)
        | Squares::Variable(_)
        | Squares::Fixed(_)
        | Squares::Seen { .. }
        | Squares::First(_)
        | Squares::Last(_)
        | Squares::Reach { .. }
        | Squares::Passed { .. }
        | Squares::At { .. } => true,
        Squares::Except(from, _) => matches!(
            **from,
            Squares::Slot(_) | Squares::Variable(_) | Squares::Fixed(_) | Squares::Seen { .. }
        ),
        Squares::Intersection(parts) => parts
            .first()
            .is_some_and(|part| matches!(part, Squares::Slot(_) | Squares::Variable(_))),
        _ => false,
    }
}

fn lines_named(word: &str, names: &[String]) -> String {
    let plural = if names.len() > 1 { "s" } else { "" };
    format!("{word}{plural} {}", listed(names, "and"))
}

/// Makes the kind of a piece plural: `Pawns or Rooks`.
fn plural(kind: &str) -> String {
    if let Some(rest) = kind.strip_prefix("piece") {
        return format!("pieces{rest}");
    }
    let parts: Vec<String> =
        kind.split(" or ").map(|part| part.replace(", ", "s, ") + "s").collect();
    parts.join(" or ")
}

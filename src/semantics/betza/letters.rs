//! The letters of the notation: what each atom leaps and what each modifier asks for.
//!
//! This is the only place that knows the letters. It is also the only source file that may name
//! parts of games, because the notation has letters for some of them and authors who use those
//! deserve a hint at what to write instead.

/// The leaps of an atom, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Leaps along the eight straight lines, of these lengths; at least one is there.
    Straight {
        /// The length along ranks and files: `W` has 1, `D` has 2.
        orthogonal: Option<i16>,
        /// The length along diagonals: `F` has 1, `A` has 2.
        diagonal: Option<i16>,
    },
    /// The eight leaps of a shorter and a longer part, in this order: `N` is 1 and 2.
    Oblique(i16, i16),
}

impl Shape {
    /// Returns the shape of the leaps by `x` and `y` squares, or `None` for no leap at all.
    pub(super) fn of(x: i16, y: i16) -> Option<Self> {
        let (short, long) = (x.min(y), x.max(y));
        match (short, long) {
            (_, 0) => None,
            (0, long) => Some(Self::Straight { orthogonal: Some(long), diagonal: None }),
            (short, long) if short == long => {
                Some(Self::Straight { orthogonal: None, diagonal: Some(long) })
            }
            (short, long) => Some(Self::Oblique(short, long)),
        }
    }
}

/// A capital letter.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomLetter {
    /// The letter.
    letter: char,
    /// What it leaps.
    pub(super) shape: Shape,
    /// Whether it goes any number of leaps when no range is written.
    pub(super) slides: bool,
}

/// Returns what a capital letter stands for.
pub(super) fn atom(letter: char) -> Option<&'static AtomLetter> {
    ATOMS.iter().find(|atom| atom.letter == letter)
}

/// An atom of straight leaps, if a length along ranks and files or one along diagonals is given.
const fn straight(
    letter: char,
    orthogonal: Option<i16>,
    diagonal: Option<i16>,
    slides: bool,
) -> AtomLetter {
    AtomLetter { letter, shape: Shape::Straight { orthogonal, diagonal }, slides }
}

const fn oblique(letter: char, short: i16, long: i16) -> AtomLetter {
    AtomLetter { letter, shape: Shape::Oblique(short, long), slides: false }
}

const ATOMS: &[AtomLetter] = &[
    straight('W', Some(1), None, false),
    straight('F', None, Some(1), false),
    straight('K', Some(1), Some(1), false),
    straight('R', Some(1), None, true),
    straight('B', None, Some(1), true),
    straight('Q', Some(1), Some(1), true),
    straight('D', Some(2), None, false),
    oblique('N', 1, 2),
    straight('A', None, Some(2), false),
    straight('H', Some(3), None, false),
    oblique('C', 1, 3),
    oblique('L', 1, 3),
    oblique('Z', 2, 3),
    oblique('J', 2, 3),
    straight('G', None, Some(3), false),
];

/// A word of direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// `f`
    Forward,
    /// `b`
    Backward,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `v`: forward or backward.
    Vertical,
    /// `s`: left or right.
    Sideways,
    /// `z` in a later leg: to the other side than the bend before.
    Zigzag,
    /// `q` in a later leg: to the same side as the bend before.
    Round,
}

impl Way {
    /// Tells whether it is about forward and backward rather than left and right.
    pub(super) fn is_vertical(self) -> bool {
        matches!(self, Self::Forward | Self::Backward | Self::Vertical)
    }

    /// Tells whether it is one of the four that name a single side.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Self::Forward | Self::Backward | Self::Left | Self::Right)
    }
}

/// A small letter before an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modifier {
    /// A direction.
    Toward(Way),
    /// `z` and `q`: a bent path in the first leg, a direction in later ones.
    Bend(Way),
    /// `h`: half of something.
    Half,
    /// `m`: to an empty square.
    Quiet,
    /// `c`: capturing an enemy.
    Captures,
    /// `d`: capturing a piece of its own side.
    Friendly,
    /// `p`: over one piece.
    Hop,
    /// `g`: over one piece, and down right behind it.
    HopShort,
    /// `n`: never over a piece.
    Lame,
    /// `j`: always over something.
    Jump,
    /// `i`: as the first move of the piece.
    Initial,
    /// `y`: from here on one step becomes a slide, and a slide one step.
    Toggle,
    /// `e`: capturing a piece by going to the square that it has just passed.
    Passing,
    /// `k`: capturing a royal enemy.
    Royal,
    /// `t`: sparing royal pieces; on the way, hopping over pieces of its own side only.
    Tame,
    /// `u`: what stood there goes to where the piece came from, instead of being captured.
    Unload,
    /// `o`: round the sides of the board, as if they touched.
    Around,
}

/// Returns what a small letter asks for, if it is one that can be used.
pub(super) fn modifier(letter: char) -> Option<Modifier> {
    Some(match letter {
        'f' => Modifier::Toward(Way::Forward),
        'b' => Modifier::Toward(Way::Backward),
        'l' => Modifier::Toward(Way::Left),
        'r' => Modifier::Toward(Way::Right),
        'v' => Modifier::Toward(Way::Vertical),
        's' => Modifier::Toward(Way::Sideways),
        'z' => Modifier::Bend(Way::Zigzag),
        'q' => Modifier::Bend(Way::Round),
        'h' => Modifier::Half,
        'm' => Modifier::Quiet,
        'c' => Modifier::Captures,
        'd' => Modifier::Friendly,
        'p' => Modifier::Hop,
        'g' => Modifier::HopShort,
        'n' => Modifier::Lame,
        'j' => Modifier::Jump,
        'i' => Modifier::Initial,
        'y' => Modifier::Toggle,
        'e' => Modifier::Passing,
        'k' => Modifier::Royal,
        't' => Modifier::Tame,
        'u' => Modifier::Unload,
        'o' => Modifier::Around,
        _ => return None,
    })
}

/// The letter that joins two legs.
pub(super) const AGAIN: char = 'a';

/// A capital, or the like, that is no leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// `U`: to any square.
    Anywhere,
    /// `O2`: two squares to the side, and a partner to the other side of the piece.
    Aside,
    /// `@`: from the hand.
    Drop,
}

/// Returns what a character stands for that is written like an atom but is no leap.
pub(super) fn special(letter: char) -> Option<Special> {
    match letter {
        'U' => Some(Special::Anywhere),
        'O' => Some(Special::Aside),
        '@' => Some(Special::Drop),
        _ => None,
    }
}

/// Something that a letter needs and the rules have to define, because the notation only names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hook {
    /// The name under which the rules define it.
    pub(crate) name: &'static str,
    /// What is missing where it is not defined.
    pub(crate) missing: &'static str,
    /// What to do then.
    pub(crate) help: &'static str,
}

/// `i`: the squares of pieces that have not moved.
pub(crate) const UNMOVED: Hook = Hook {
    name: "unmoved",
    missing: "`i` needs to know which pieces have not moved",
    help: "write `use initial`, or say it yourself, for example `define unmoved = own rank 2`",
};

/// `e`: the squares that have just been passed.
pub(crate) const PASSED: Hook = Hook {
    name: "en-passant",
    missing: "`e` needs to know which square has just been passed",
    help: "write `use en-passant`, or define a set of squares `en-passant`",
};

/// `e`: what is captured by going to such a square, which is `target`.
pub(crate) const PASSER: Hook = Hook {
    name: "en-passant-victim",
    missing: "`e` needs to know what is captured by going to a square that has been passed",
    help: "write `use en-passant`, or for example `define en-passant-victim = backward of target`",
};

/// `O`: the pieces that may be castled with.
pub(crate) const PARTNERS: Hook = Hook {
    name: "castling-partners",
    missing: "`O` needs to know which pieces may be castled with",
    help: "write `use initial`, or say it yourself, for example \
           `define castling-partners = own Rook on {a1 h1 a8 h8}`",
};

/// What a way of moving is called that `in` describes, unless its clause has a name: a piece that moved so can be
/// captured by `e`.
pub(crate) const DOUBLE_STEP: &str = "double-step";

/// A character that means something elsewhere but cannot be used here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absent {
    /// The character.
    letter: char,
    /// What it would mean.
    pub(super) meaning: &'static str,
    /// What to do instead.
    pub(super) help: &'static str,
}

/// Returns why a known character cannot be used, at the beginning of a text or further on.
pub(super) fn absent(letter: char, first: bool) -> Option<&'static Absent> {
    let known = ABSENT.iter().find(|absent| absent.letter == letter);
    known.filter(|absent| !(first && SUFFIXES.contains(&absent.letter)))
}

/// Letters that mean something only behind others.
const SUFFIXES: [char; 2] = ['X', 'Y'];

const ABSENT: &[Absent] = &[
    Absent {
        letter: 'x',
        meaning: "borrowing or bringing about moves of other pieces",
        help: "write the effect after `then` in a clause of its own",
    },
    Absent {
        letter: 'X',
        meaning: "leaps that different readers of the notation measure differently",
        help: "write the leap as numbers, such as `(1,4)`",
    },
    Absent {
        letter: 'Y',
        meaning: "leaps that only some readers of the notation know",
        help: "write the leap as numbers, such as `(2,4)`",
    },
    Absent {
        letter: 'w',
        meaning: "something only some readers of the notation know",
        help: "say it in words in a clause of its own",
    },
    Absent {
        letter: 'T',
        meaning: "different leaps for different authors",
        help: "write `G` for the leap (3,3)",
    },
    Absent {
        letter: 'I',
        meaning: "different things for different authors",
        help: "write `H` for the leap (3,0)",
    },
];

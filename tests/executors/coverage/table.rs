//! The table of what is covered: the parts of a state, the statements that write them, and what reads them.

/// A part of the state of a turn, which rules read and statements write.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    pub name: &'static str,
    /// Statements that write it. `@` stands for the piece that the moment is about.
    pub written: &'static [&'static str],
    /// Conditions that read it.
    pub truths: &'static [&'static str],
    /// Sets that hang on it; none if there is no natural one.
    pub sets: &'static [&'static str],
    /// Numbers that hang on it.
    pub numbers: &'static [&'static str],
}

/// All of them.
pub const LOCATIONS: &[Location] = &[
    Location {
        name: "occupancy",
        written: &[
            "capture enemy Pawn",
            "capture b2",
            "remove @",
            "remove b2",
            "place Stone for neutral on b2",
            "place Rook on {b2 b3}",
            "place type of @ for enemy on b3",
            "relocate @ to b3",
            "relocate own Rook to @",
            "swap @ with b2",
            "swap b2 with own King",
        ],
        truths: &[
            "any piece on b2",
            "b3 is empty",
            "any Stone",
            "own King is in neighbours of own Rook",
            "no piece in between(own King, enemy King)",
            "any Pawn in passed(own Rook, by slide orthogonally over everywhere)",
        ],
        sets: &[
            "empty",
            "neighbours of (Stone or Pawn)",
            "last of occupied",
            "reach(own King, by slide orthogonally)",
            "passed(own Rook, by slide orthogonally onto enemy)",
        ],
        numbers: &["count occupied - 5", "rank of last of own", "distance(own King, own Rook)"],
    },
    Location {
        name: "types",
        written: &[
            "change @ into Queen",
            "change @ into Hunter",
            "change enemy Pawn into Rook",
            "change b2 into type of own King",
            "change own King into Rook",
        ],
        truths: &["any own Queen", "type of b2 is Rook", "no own Pawn", "any enemy Hunter"],
        sets: &["own Queen", "(Pawn or Hunter)", "type of b2", "neighbours of Queen"],
        numbers: &["count Queen", "count (Rook or Hunter)", "worth of b2", "total worth of own"],
    },
    Location {
        name: "owners",
        written: &[
            "convert @ to enemy",
            "convert b2 to own",
            "convert enemy Pawn to neither",
            "convert Rook to own",
        ],
        truths: &["any own on b2", "any neutral", "count own > count enemy"],
        sets: &["own", "enemy", "neighbours of neutral", "first of enemy"],
        numbers: &["count own - count enemy", "count neutral"],
    },
    Location {
        name: "mark",
        written: &[
            "mark @ as tired",
            "unmark own as tired",
            "mark b2 as tired",
            "mark enemy as tired",
        ],
        truths: &["any own marked tired", "no marked tired", "b2 is marked tired"],
        sets: &["marked tired", "own except marked tired"],
        numbers: &["count marked tired"],
    },
    Location {
        name: "token place",
        written: &[
            "give Ring to @",
            "give Ring to b2",
            "give Ring to first of own Pawn",
            "withdraw Ring",
            "give Ring to own King",
        ],
        truths: &["any own bearing Ring", "b2 is bearing Ring", "no bearing Ring"],
        sets: &["bearing Ring", "neighbours of bearing Ring", "own except bearing Ring"],
        numbers: &["rank of bearing Ring", "count own bearing Ring"],
    },
    Location {
        name: "token level",
        written: &[
            "set level of Ring to 2",
            "set level of Ring to (level of Ring + 1) mod 3",
            "set level of Ring to 0",
        ],
        truths: &["level of Ring = 2", "level of Ring = 0"],
        sets: &["reach(own King, slide forward up to (level of Ring) over everywhere)"],
        numbers: &["level of Ring"],
    },
    Location {
        name: "squares",
        written: &[
            "set zone to none",
            "set zone to @",
            "set zone to zone or {b2 b3}",
            "set zone to neighbours of enemy King",
            "set zone to own rank 2",
        ],
        truths: &["b2 is in zone", "any own in zone", "no zone"],
        sets: &["zone", "neighbours of zone", "(everywhere except zone)"],
        numbers: &["count zone", "rank of zone"],
    },
    Location {
        name: "number",
        written: &[
            "set n to n + 1",
            "set n to 0",
            "set n to 2",
            "set n to count own",
            "set n to 3 - n",
        ],
        truths: &["n = 2", "n > 0", "n = 0", "n != 1"],
        sets: &["reach(own King, slide forward up to (n) over everywhere)"],
        numbers: &["n", "3 - n", "1 if n > 1 else 2"],
    },
    Location {
        name: "number of a side",
        written: &["set w to w + 1", "set w of enemy to 2", "set w of White to 0"],
        truths: &["w = 2", "w of enemy > 0", "w of White = 0"],
        sets: &["reach(own King, slide forward up to (w) over everywhere)"],
        numbers: &["w", "w of enemy"],
    },
    Location {
        name: "switch",
        written: &[
            "set flag to on",
            "set flag to off",
            "set flag to not flag",
            "set flag to any Queen",
        ],
        truths: &["flag", "flag is off"],
        sets: &[],
        numbers: &["1 if flag else 2"],
    },
    Location {
        name: "word",
        written: &["set mood to fierce", "set mood to calm"],
        truths: &["mood is calm", "mood is fierce"],
        sets: &[],
        numbers: &["1 if mood is calm else 2"],
    },
    Location {
        name: "hands",
        written: &[
            "add Pawn to hand of own",
            "add 2 Rook to hand of enemy",
            "take (1) Pawn from hand of own",
            "take Pawn from hand of enemy",
        ],
        truths: &[
            "count hand of own > 0",
            "count Pawn in hand of own = 1",
            "count hand of enemy = 0",
        ],
        sets: &["reach(own King, slide forward up to (count hand of own) over everywhere)"],
        numbers: &["count hand of own", "count hand of enemy"],
    },
    Location {
        name: "turn number",
        written: &["next own", ""],
        truths: &["turn number > 1", "turn number mod 2 = 0"],
        sets: &[],
        numbers: &["turn number", "turn number mod 2"],
    },
    Location {
        name: "captures",
        written: &["capture enemy Pawn", "capture b2", ""],
        truths: &["captures this turn > 0", "captures this turn = 0", "captures this turn > 1"],
        sets: &[],
        numbers: &["captures this turn"],
    },
    Location {
        name: "moved by",
        written: &[""],
        truths: &["moved by jump", "moved by a power", "moved by shove", "not moved by jump"],
        sets: &[],
        numbers: &["2 if moved by jump else 1"],
    },
    Location {
        name: "next",
        written: &["next own", "next White", "next enemy"],
        truths: &["own is White", "own is Black"],
        sets: &[],
        numbers: &["2 if own is White else 1"],
    },
    Location {
        name: "over",
        written: &[
            "draw \"over\"",
            "own wins \"won\"",
            "enemy loses \"lost\"",
            "Black loses \"b\"",
        ],
        truths: &["own can move", "any own Pawn"],
        sets: &["own Pawn"],
        numbers: &["count Pawn"],
    },
    Location {
        name: "refused",
        written: &["refuse \"no\""],
        truths: &["own can move", "own cannot move so that any own Queen"],
        sets: &[],
        numbers: &[],
    },
    Location {
        name: "slot",
        written: &[
            "choose own Pawn as x or nothing { change x into Rook }",
            "choose number from 0 to 2 as k { set n to k }",
            "choose type among Rook or Queen as kind { change @ into kind }",
            "choose \"spare\" enemy Pawn as x { remove x } otherwise { }",
            "either { set n to 1 } or \"two\" { set n to 2 }",
            "for each s in own Pawn { relocate s to forward of s }",
        ],
        truths: &[
            "some s in own: s is on b2",
            "n = 2",
            "every s in own Pawn: forward of s is empty",
        ],
        sets: &["(Rook or Queen)"],
        numbers: &["n"],
    },
    Location {
        name: "events",
        written: &[
            "repeat up to 249 { place Stone for neutral on {a1..d4}; capture neutral }",
            "repeat up to 124 { place Stone for neutral on {b2 b3}; capture neutral }",
        ],
        truths: &["no neutral"],
        sets: &["neutral"],
        numbers: &["count neutral"],
    },
    Location {
        name: "choices",
        written: &["repeat up to 255 { choose number from 1 to 1 as k { set n to k } }"],
        truths: &["n = 1"],
        sets: &[],
        numbers: &["n"],
    },
    Location {
        name: "work",
        written: &["repeat up to 12490 { set n to 1; set n to 2 }"],
        truths: &["n = 2"],
        sets: &[],
        numbers: &["n"],
    },
];

/// When a statement is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    TurnBegins,
    ChoiceBefore,
    Captured,
    Then,
    Moved,
    Dropped,
    BetweenSteps,
    RestOfTurn,
    InsteadOfMove,
    TurnEnds,
    Threat,
}

impl Moment {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::TurnBegins,
        Self::ChoiceBefore,
        Self::Captured,
        Self::Then,
        Self::Moved,
        Self::Dropped,
        Self::BetweenSteps,
        Self::RestOfTurn,
        Self::InsteadOfMove,
        Self::TurnEnds,
        Self::Threat,
    ];

    /// Returns the set of the piece that the moment is about.
    pub fn piece(self) -> &'static str {
        match self {
            Self::TurnBegins | Self::TurnEnds | Self::InsteadOfMove => "first of own Pawn",
            Self::ChoiceBefore | Self::Threat => "q",
            Self::Captured => "captor",
            Self::Then | Self::Moved | Self::Dropped => "target",
            Self::BetweenSteps | Self::RestOfTurn => "hero",
        }
    }
}

/// Where something is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    CaptureGuard,
    MoveGuard,
    CaptureEnd,
    CaptureWhom,
    Range,
    Bearer,
    Taking,
    Only,
    TurnIf,
    TurnRepeat,
    TurnChoose,
    ThreatIf,
    ThreatChoose,
    RestIf,
    ThenIf,
    BeginIf,
    CapturedIf,
    MovedIf,
    MovedSet,
    CapturedSet,
    DroppedIf,
    DropOn,
    EndIf,
    Forbid,
    ForbidSet,
    Prefer,
    Ending,
    CanMoveSoThat,
    Safe,
    Record,
    Compare,
}

impl Site {
    /// Tells whether tables that are made in advance may hang on what is read here.
    pub fn is_hot(self) -> bool {
        matches!(
            self,
            Self::CaptureGuard
                | Self::CaptureEnd
                | Self::Bearer
                | Self::ThreatIf
                | Self::ThreatChoose
                | Self::MovedSet
                | Self::MovedIf
                | Self::Forbid
        )
    }

    /// All of them.
    pub const ALL: &[Self] = &[
        Self::CaptureGuard,
        Self::MoveGuard,
        Self::CaptureEnd,
        Self::CaptureWhom,
        Self::Range,
        Self::Bearer,
        Self::Taking,
        Self::Only,
        Self::TurnIf,
        Self::TurnRepeat,
        Self::TurnChoose,
        Self::ThreatIf,
        Self::ThreatChoose,
        Self::RestIf,
        Self::ThenIf,
        Self::BeginIf,
        Self::CapturedIf,
        Self::MovedIf,
        Self::MovedSet,
        Self::CapturedSet,
        Self::DroppedIf,
        Self::DropOn,
        Self::EndIf,
        Self::Forbid,
        Self::ForbidSet,
        Self::Prefer,
        Self::Ending,
        Self::CanMoveSoThat,
        Self::Safe,
        Self::Record,
        Self::Compare,
    ];
}

/// What follows where a condition holds; what decides about turns comes more often.
pub const CONSEQUENCES: &[&str] = &[
    "refuse \"so\"",
    "refuse \"so\"",
    "refuse \"so\"",
    "set zone to {a1..b2}",
    "set zone to none",
    "set zone to {a1..b2}",
    "set zone to none",
    "draw \"so\"",
    "draw \"so\"",
    "change own Pawn into Queen",
    "change own Rook into Hunter",
    "set n to (n + 1) mod 4",
    "capture b3",
    "remove enemy Pawn",
    "give Ring to own King",
    "withdraw Ring",
    "mark own as tired",
    "convert b3 to enemy",
    "next own",
    "relocate own Rook to c2",
    "choose own Pawn as y or nothing { remove y }",
    "enemy wins \"so\"",
    "set flag to on",
];

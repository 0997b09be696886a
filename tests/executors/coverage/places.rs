//! When statements are done, and where something is read.

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

/// What is put at a place where something is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    Truth,
    Set,
    Number,
    /// What positions are compared by.
    Comparison,
}

/// When something is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reading {
    TurnBegins,
    ChoiceBefore,
    /// When moves are listed, for a turn or to see what is attacked.
    Listing,
    Captured,
    Then,
    Moved,
    Dropped,
    RestOfTurn,
    TurnEnds,
    Threat,
    /// When the turn is judged.
    Judging,
    Ending,
    Record,
}

/// Declares the places with what is put there, when it is read, and whether tables that are made in advance may hang on it.
macro_rules! sites {
    ($($site:ident: $asks:ident at $moment:ident $($hot:ident)?;)*) => {
        /// Where something is read.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Site {
            $($site,)*
        }

        impl Site {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$site,)*];

            /// Returns what is put there.
            pub fn asks(self) -> Asks {
                match self {
                    $(Self::$site => Asks::$asks,)*
                }
            }

            /// Returns when it is read.
            pub fn moment(self) -> Reading {
                match self {
                    $(Self::$site => Reading::$moment,)*
                }
            }

            /// Tells whether tables that are made in advance may hang on what is read here.
            pub fn is_hot(self) -> bool {
                match self {
                    $(Self::$site => [$(stringify!($hot),)?].contains(&"hot"),)*
                }
            }
        }
    };
}

sites! {
    CaptureGuard: Truth at Listing hot;
    MoveGuard: Truth at Listing;
    CaptureEnd: Set at Listing hot;
    CaptureWhom: Set at Listing;
    Range: Number at Listing;
    Bearer: Set at Listing hot;
    Taking: Set at Listing;
    Only: Truth at Listing;
    TurnIf: Truth at ChoiceBefore;
    TurnRepeat: Number at ChoiceBefore;
    TurnChoose: Set at ChoiceBefore;
    ThreatIf: Truth at Threat hot;
    ThreatChoose: Set at Threat hot;
    RestIf: Truth at RestOfTurn;
    ThenIf: Truth at Then;
    BeginIf: Truth at TurnBegins;
    CapturedIf: Truth at Captured;
    CapturedSet: Set at Captured;
    MovedIf: Truth at Moved hot;
    MovedSet: Set at Moved hot;
    DroppedIf: Truth at Dropped;
    DropOn: Set at Dropped;
    EndIf: Truth at TurnEnds;
    Forbid: Truth at Judging hot;
    ForbidSet: Set at Judging;
    Prefer: Truth at Judging;
    PreferNumber: Number at Judging;
    CanMoveSoThat: Truth at Judging;
    Safe: Set at Listing;
    Ending: Truth at Ending;
    Record: Truth at Record;
    CompareNumber: Number at Record;
    Compare: Comparison at Record;
}

//! Habits from elsewhere: words and signs of other languages, and what is said here instead.
//!
//! This is the one place for them. Stages look a word up when it is none of theirs.

/// Where a word was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the beginning of an item.
    Item,
    /// At the beginning of a statement.
    Statement,
    /// At the beginning of a line about a piece.
    Member,
    /// Where a way of moving begins.
    Pattern,
    /// Behind a way of moving, where its limits are.
    Limit,
    /// Where the kind of a variable or an option is told.
    Kind,
    /// Between the title of a game and its parent.
    Header,
    /// Before the condition of a rule.
    Condition,
    /// In an expression.
    Expression,
}

/// A word from elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// What to do instead, as a help line.
    pub help: &'static str,
    /// What to put in its place, where that is certain.
    pub put: Option<&'static str>,
}

/// Looks up a word of elsewhere, whatever its case.
pub fn find(word: &str, place: Place) -> Option<Habit> {
    let small = word.to_lowercase();
    TABLES
        .iter()
        .filter(|(at, _)| *at == place)
        .flat_map(|(_, rows)| *rows)
        .find(|(words, ..)| words.contains(&small.as_str()))
        .map(|(_, put, help)| Habit { help, put: (!put.is_empty()).then_some(*put) })
}

/// Looks up a key of a Fairy-Stockfish `variants.ini`, whatever its case.
pub fn ini_key(word: &str) -> Option<&'static str> {
    let small = word.to_lowercase();
    let bare = small.trim_end_matches(|char: char| char.is_ascii_digit());
    INI_KEYS.iter().find(|(keys, _)| keys.contains(&bare)).map(|(_, help)| *help)
}

/// Finds the sign of elsewhere that a text begins with: the sign, what to put instead, and help.
pub fn sign(text: &str) -> Option<(&'static str, Habit)> {
    SIGNS
        .iter()
        .find(|(sign, ..)| text.starts_with(sign))
        .map(|(sign, put, help)| (*sign, Habit { help, put: put.then_put() }))
}

/// What a sign is replaced by.
#[derive(Clone, Copy, Debug)]
enum Put {
    With(&'static str),
    Nothing,
}

impl Put {
    fn then_put(self) -> Option<&'static str> {
        match self {
            Self::With(text) => Some(text),
            Self::Nothing => None,
        }
    }
}

/// Words, what to put instead (nothing if that is uncertain), and help.
type Row = (&'static [&'static str], &'static str, &'static str);

const TABLES: &[(Place, &[Row])] = &[
    (Place::Item, ITEMS),
    (Place::Statement, STATEMENTS),
    (Place::Member, MEMBERS),
    (Place::Pattern, PATTERNS),
    (Place::Limit, LIMITS),
    (Place::Kind, KINDS),
    (Place::Header, HEADER),
    (Place::Condition, CONDITIONS),
    (Place::Expression, EXPRESSIONS),
];

const ITEMS: &[Row] = &[
    (
        &["const", "constant", "let", "val", "def", "zone", "region", "area", "macro", "alias"],
        "define",
        "a name for squares, a number or a condition is made by `define NAME = EXPRESSION`",
    ),
    (
        &["var", "int", "number", "counter", "flag", "bool", "state", "global"],
        "variable",
        "what changes in play is written `variable NAME: 0..9 = 0`",
    ),
    (
        &["import", "include", "require", "load", "using", "with"],
        "use",
        "a module of rules is brought in by `use NAME`",
    ),
    (
        &["rule", "trigger", "on", "when", "whenever", "after", "every"],
        "",
        "what happens by itself is written `event NAME: when … { … }`",
    ),
    (
        &["players", "player", "colors", "colours", "color", "colour", "armies"],
        "sides",
        "the two sides are told by `sides White \"w\", Black \"b\"`",
    ),
    (
        &["fen", "start", "startpos", "position", "array", "start-position"],
        "setup",
        "the start position is written `setup \"…\"`, and that of a parent is replaced by `replace setup \"…\"`",
    ),
    (
        &[
            "win",
            "goal",
            "lose",
            "loss",
            "victory",
            "draw",
            "end",
            "winner",
            "stalemate",
            "checkmate",
            "win-condition",
            "loss-condition",
            "draw-condition",
        ],
        "",
        "how a game ends is written `ending NAME: a side wins \"why\" when …`",
    ),
    (
        &["equipment", "dimension", "dimensions", "grid", "size"],
        "board",
        "the board is given by its size, such as `board 8x8`",
    ),
    (
        &["unit", "class", "figure", "man", "piecetype", "type", "add"],
        "",
        "a piece is written `piece NAME \"N\" { moves … }`",
    ),
    (
        &["title", "name", "variant"],
        "",
        "the name of a game stands in the second line: `game \"Title\" from parent`",
    ),
    (&["author", "designer", "creator"], "inventor", "the inventor is written `inventor \"…\"`"),
    (
        &["description", "comment", "about", "note"],
        "summary",
        "what the game is about is written `summary \"…\"`; a comment begins with `#`",
    ),
    (
        &["promotion", "castling", "royalty", "repetition", "drops", "en-passant"],
        "",
        "rules that many games share are modules: `use NAME`, or `remove module NAME`",
    ),
    (
        &["no", "without", "delete", "disable", "drop"],
        "",
        "what the parent has is taken out by `remove KIND NAME`, such as `remove module NAME`",
    ),
    (
        &["modify", "change", "override", "redefine", "set", "instead"],
        "",
        "a piece of the parent is added to by `extend NAME { … }`; `replace` puts an item in place of another",
    ),
    (
        &["moves", "captures"],
        "",
        "ways of moving stand in the block of a piece: `piece NAME \"N\" { moves … }` or `extend NAME { moves … }`",
    ),
];

const STATEMENTS: &[Row] = &[
    (
        &["destroy", "kill", "eliminate", "explode", "captures"],
        "capture",
        "`capture SET` takes pieces with the events of captures, `remove SET` without",
    ),
    (&["delete", "erase", "clear"], "remove", "`remove SET` takes pieces off without an event"),
    (
        &["promote", "transform", "become", "upgrade", "demote", "turn"],
        "change",
        "a piece becomes another by `change SET into PIECE`",
    ),
    (
        &["put", "spawn", "create", "summon", "add-piece", "addpiece", "add"],
        "place",
        "a new piece is put on the board by `place PIECE on SQUARE`",
    ),
    (
        &["teleport", "shift", "moves", "send"],
        "relocate",
        "a piece is moved by `relocate SET to SQUARE`",
    ),
    (&["foreach"], "for each", "`for each NAME in SET { … }`"),
    (
        &["each"],
        "",
        "something is done for each square of a set by `for each NAME in SET { … }`; `each NAME in WORDS` writes out declarations, and ways behind `or`",
    ),
    (&["while", "loop"], "", "a loop is bounded: `repeat up to NUMBER while CONDITION { … }`"),
    (&["elif", "elsif", "elseif"], "else if", "`else if CONDITION { … }`"),
    (&["let", "var", "assign"], "set", "a variable is set by `set NAME to VALUE`"),
    (&["win", "wins"], "", "the game ends with `own wins \"why\"`"),
    (&["lose", "loses"], "", "the game ends with `own loses \"why\"`"),
    (&["steal", "flip", "recruit"], "convert", "a piece changes sides by `convert SET to SIDE`"),
    (
        &["move-again", "moveagain", "again", "add-partial"],
        "next own",
        "the same side has the next turn by `next own`; several moves in a turn are several `move` statements",
    ),
    (
        &["score", "addscore", "add-score", "points"],
        "",
        "a score is a variable: `variable score: per side 0..99 = 0`, and `set score to score + 1`",
    ),
    (
        &["verify", "assert", "check", "require", "ensure"],
        "",
        "what must hold is written `if not … { refuse \"why\" }`",
    ),
    (
        &["return", "break", "stop", "exit"],
        "",
        "there is no such statement: put what may follow into `if … { … }`",
    ),
    (&["may", "can", "optionally"], "", "what may be done or not is written `either { … } or { }`"),
    (&["must"], "", "every statement must be done: leave the word out"),
    (
        &["pass", "skip", "wait", "nothing", "stay", "noop"],
        "",
        "to do nothing is a way of its own, with a label: `either { move } or pass: { }`",
    ),
    (
        &["forbid", "disallow", "cancel", "illegal"],
        "refuse",
        "`refuse \"why\"` makes this way no turn",
    ),
];

const MEMBERS: &[Row] = &[
    (
        &[
            "walks", "goes", "jumps", "leaps", "slides", "steps", "rides", "betza", "can",
            "movement",
        ],
        "",
        "a way of moving begins with `moves`, `captures` or `swaps`: `moves leap (1,2)`, `moves fmW`",
    ),
    (
        &["attacks", "attack", "takes", "take", "eats"],
        "captures",
        "a way that only captures begins with `captures`",
    ),
    (
        &["symbol", "letter", "char"],
        "",
        "the symbol stands behind the name: `piece NAME \"N\" { … }`",
    ),
    (
        &["points", "worth"],
        "",
        "declare a property first, `property worth = 1`, then set it: `worth = 3`",
    ),
    (
        &["castles", "castle", "castling"],
        "",
        "castling is a module: `use castling`; what belongs to a single piece is given by its ways of moving",
    ),
    (
        &["promotes", "promotion", "promote"],
        "",
        "promotion is a module: see what it defines with `fairyring show`, and `replace define` that",
    ),
];

const PATTERNS: &[Row] = &[
    (&["like", "like-a"], "as", "a piece that moves as another one: `as NAME`"),
    (&["jump", "hop", "jumps", "leaps"], "leap", "a leap is given by its offset: `leap (1,2)`"),
    (
        &["fly", "run", "glide", "slides"],
        "slide",
        "any number of squares in a line: `slide diagonally`, `slide orthogonally up to 3`",
    ),
    (
        &["any", "line", "lines", "all"],
        "",
        "any number of squares in a line: `slide diagonally`, `slide orthogonally up to 3`",
    ),
    (
        &["walk", "go", "steps"],
        "step",
        "one square in a direction: `step diagonally`, `step forward`",
    ),
    (
        &["one", "1", "move", "moves"],
        "",
        "one square in a direction: `step diagonally`, `step forward`",
    ),
    (
        &["forward", "forwards", "backward", "backwards", "diagonally", "orthogonally", "sideways"],
        "",
        "begin with `step` or `slide`: `step forward`",
    ),
    (
        &["two", "three", "2", "3"],
        "",
        "several squares in a line: `slide forward up to 2` or `exactly 2`",
    ),
    (&["everywhere", "teleport"], "anywhere", "to any square: `moves anywhere`"),
];

const LIMITS: &[Row] = &[
    (&["on", "at", "starting"], "from", "where a way begins is written `from SET`"),
    (
        &["if", "unless", "while", "where", "only"],
        "when",
        "a condition is written `when CONDITION`",
    ),
    (&["into", "onto", "ending", "landing"], "to", "where a way ends is written `to SET`"),
    (
        &["except"],
        "",
        "say where it may begin or end: `from everywhere except SET`, `to everywhere except SET`",
    ),
    (&["and", "or"], "", "ways are listed with commas between: `moves W, F`"),
    (&["capturing", "takes", "takes-only"], "of", "whom a way may capture is written `of SET`"),
];

const KINDS: &[Row] = &[
    (
        &["bool", "boolean", "flag", "true", "false", "bit"],
        "switch",
        "what is on or off is a `switch`",
    ),
    (
        &["int", "integer", "number", "count", "counter", "nat", "u8", "byte"],
        "0..9",
        "a number is given by its range, such as `0..9`",
    ),
    (&["string", "text", "enum", "word", "words"], "", "words are listed: `one of calm, angry`"),
    (&["square", "zone", "set", "region"], "squares", "a set of squares is written `squares`"),
    (
        &["piece", "pieces", "type", "types"],
        "",
        "a variable holds a number, a switch, a word or squares; an option can hold `movers`",
    ),
];

const HEADER: &[Row] = &[(
    &["inherits", "extends", "is", "of", "based", "like", "on", "parent", "extending", "in"],
    "from",
    "the parent is named by `from`: `game \"Title\" from parent`",
)];

const CONDITIONS: &[Row] = &[
    (&["if", "where", "while", "once"], "when", "the condition of a rule begins with `when`"),
    (&["unless"], "when not", "there is no `unless`: write `when not …`"),
];

const EXPRESSIONS: &[Row] = &[
    (
        &["captured"],
        "",
        "only events can wait for it: `event NAME: when SET is captured { … }`; `captures this turn > 0` asks whether this turn has captured anything",
    ),
    (&["taken", "eaten", "killed"], "captured", "a capture is written `is captured`"),
    (&["dropped"], "", "only events can wait for it: `event NAME: when SET is dropped { … }`"),
    (
        &[
            "player", "me", "my", "mine", "us", "our", "self", "friend", "friendly", "ally",
            "allied",
        ],
        "own",
        "whose turn it is, and that side's pieces, are called `own`",
    ),
    (
        &["them", "their", "foe", "his", "hostile", "rival", "other", "theirs", "opposing"],
        "enemy",
        "the other side and its pieces are called `enemy`",
    ),
    (
        &["true", "yes", "always"],
        "",
        "a switch starts `on` or `off`; in a condition, say what must hold, such as `turn number > 0`",
    ),
    (
        &["false", "never"],
        "",
        "a switch starts `on` or `off`; a condition can be turned round by `not`",
    ),
    (
        &["check", "in-check", "checkmate", "mate", "checked"],
        "",
        "check is `own royal is attacked`, and checkmate that and `own cannot move`",
    ),
    (&["stalemate", "stuck"], "", "nobody can move: `own cannot move`"),
    (&["there", "exists"], "", "`any SET` asks whether there is one: `any own piece on e5`"),
    (&["equals", "equal", "eq"], "=", "numbers are compared with `=`"),
    (
        &["more", "greater", "above", "gt", "exceeds"],
        "",
        "numbers are compared with `>`: `count own pieces > 8`",
    ),
    (
        &["less", "fewer", "below", "lt"],
        "",
        "numbers are compared with `<`: `count own pieces < 8`",
    ),
    (&["has", "have", "owns"], "", "`any SET` asks whether a side has some: `any own piece on e5`"),
    (&["all", "each", "forall"], "", "`every s in SET: CONDITION` asks it of each"),
    (&["vacant", "free", "unoccupied", "blank"], "empty", "squares without a piece are `empty`"),
    (
        &["adjacent", "neighbors", "neighbor", "neighbour", "around", "near"],
        "neighbours",
        "the squares around are `neighbours of SET`",
    ),
    (
        &["attacker", "taker", "capturer"],
        "captor",
        "in events about captures, who captures is `captor`",
    ),
    (&["destination", "dest"], "target", "where a move ends is `target`"),
    (&["start", "source", "departure"], "origin", "where a move begins is `origin`"),
    (&["horizontally", "horizontal"], "sideways", "along a rank is `sideways`"),
    (&["vertically", "vertical"], "", "along a file is `forward` and `backward`"),
    (&["board", "anywhere", "squares"], "everywhere", "all squares are `everywhere`"),
    (&["current", "active"], "own", "whose turn it is is called `own`"),
    (&["null", "nil", "nobody", "nothing"], "none", "no square at all is `none`"),
];

/// Keys of Fairy-Stockfish, without the number that some end with.
const INI_KEYS: &[(&[&str], &str)] = &[
    (
        &["piecetochartable"],
        "symbols stand with the pieces: `piece NAME \"N\" { … }`; a table is not needed",
    ),
    (
        &[
            "custompiece",
            "pawn",
            "knight",
            "bishop",
            "rook",
            "queen",
            "king",
            "commoner",
            "centaur",
        ],
        "a piece is written `piece NAME \"N\" { moves W }`, with its Betza notation behind `moves`",
    ),
    (&["startfen"], "the start position is written `setup \"…\"`, or `replace setup \"…\"`"),
    (
        &["maxfile", "maxrank"],
        "the size of the board is written `board 10x8`, or `replace board 10x8`",
    ),
    (
        &["piecedrops", "capturestohand", "freedrops", "firstrankpawndrops", "pocketsize"],
        "captured pieces that may be dropped are a module: `use captures-to-hand`",
    ),
    (
        &["castling", "castlingkingsidefile", "castlingqueensidefile", "castlingrank"],
        "castling is a module: `use castling`, or `remove module castling`",
    ),
    (
        &[
            "promotedpiecetype",
            "promotionpiecetypes",
            "promotionregionwhite",
            "promotionregionblack",
            "mandatorypiecepromotion",
        ],
        "promotion is a module: look at what it defines and `replace define` that",
    ),
    (
        &[
            "stalematevalue",
            "checkmatevalue",
            "extinctionvalue",
            "nmovevalue",
            "nfoldvalue",
            "flagpiece",
        ],
        "ends of the game are told by `ending NAME: a side loses \"why\" when …`; one of the parent by `replace ending NAME: …`",
    ),
    (
        &["extinctionpiecetypes", "extinctionpseudoroyal", "extinctionclaim"],
        "when the last of a kind is gone: `ending NAME: a side loses \"why\" when no own PIECE`",
    ),
    (&["checkcounting"], "counting checks is a module: `use check-counting`"),
    (
        &["doublestep", "doublesteprank"],
        "a double step is a way of moving: `double-step: moves fmnD from own rank 2`",
    ),
    (
        &["nfoldrule", "nmoverule"],
        "repetition and the move counter are modules: `use repetition move-counter`",
    ),
    (&["mustcapture"], "compulsory capture is a module: `use must-capture`"),
];

/// Signs, longest first where one begins with another.
const SIGNS: &[(&str, Put, &str)] = &[
    ("==", Put::With("="), "equal is `=`, not equal `!=`"),
    ("<>", Put::With("!="), "not equal is `!=`"),
    ("≠", Put::With("!="), "not equal is `!=`"),
    ("≤", Put::With("<="), "at most is `<=`"),
    ("≥", Put::With(">="), "at least is `>=`"),
    ("&&", Put::With("and"), "conditions are joined by `and`"),
    ("||", Put::With("or"), "conditions are joined by `or`"),
    ("&", Put::Nothing, "conditions are joined by `and`, sets meet by `in`"),
    ("|", Put::Nothing, "conditions and sets are joined by `or`"),
    ("!", Put::With("not "), "a condition is turned round by `not`"),
    ("%", Put::With("mod"), "what is left of a division is written `mod`"),
    ("//", Put::With("#"), "a comment begins with `#`"),
    ("/*", Put::Nothing, "a comment begins with `#` and goes to the end of the line"),
    ("--", Put::With("#"), "a comment begins with `#`"),
    ("[", Put::Nothing, "squares are listed in braces: `{d4 e4}`; a text stands in quotes"),
    ("'", Put::Nothing, "a text stands in double quotes: `\"…\"`"),
    ("`", Put::Nothing, "a text stands in double quotes: `\"…\"`"),
    ("“", Put::Nothing, "a text stands in plain double quotes: `\"…\"`"),
    ("”", Put::Nothing, "a text stands in plain double quotes: `\"…\"`"),
    ("„", Put::Nothing, "a text stands in plain double quotes: `\"…\"`"),
    ("‘", Put::Nothing, "a text stands in plain double quotes: `\"…\"`"),
    ("’", Put::Nothing, "a text stands in plain double quotes: `\"…\"`"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_their_places() {
        assert_eq!(find("Zone", Place::Item).and_then(|habit| habit.put), Some("define"));
        assert!(find("zone", Place::Statement).is_none());
        assert!(ini_key("customPiece12").is_some_and(|help| help.contains("moves")));
        assert!(ini_key("piece").is_none());
    }

    #[test]
    fn longer_signs_come_first() {
        assert_eq!(sign("&& x").map(|(sign, _)| sign), Some("&&"));
        assert_eq!(sign("!= x").map(|(sign, _)| sign), Some("!"), "a caller looks at `!=` first");
        assert!(sign("= x").is_none());
    }
}

//! The typed tree of a rules file: faithful to what is written, every node with its place.
//!
//! Nothing is resolved here: a name is a name, and `own Pawn or Rook` is an `or` of two chains. What
//! the words mean is the business of `semantics`.

mod effect;
mod expression;
mod piece;
mod rule;
mod statement;
mod visit;

pub(in crate::syntax) use effect::EFFECT_WORDS;
pub use effect::EffectItem;
pub use expression::*;
pub use piece::*;
pub use rule::*;
pub use statement::*;
pub(crate) use visit::{Visit, Visitor};

use crate::diag::worded;
use crate::source::{Copied, Span};
use visit::tree;

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// `rules 1`: the version of the language.
    pub version: u32,
    /// `game "Title" from parent` or `module "Title"`.
    pub header: Header,
    /// Everything else, in order; families (`each … in …`) are written out.
    pub items: Vec<Item>,
    /// The families, for messages about what was written out.
    pub families: Vec<Family>,
    /// What they were written out with, as the spans count the copies.
    pub copies: Vec<Copied>,
    /// The whole text.
    pub span: Span,
}

/// `each (Side, home) in (White, e1), (Black, e8) { … }`: what is written out once for each row.
///
/// The tree has the copies. Each of their nodes has the place of what it is a copy of, and which copy it is of, so that
/// a name may be another than the text at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The names that words are put in place of.
    pub names: Vec<Name>,
    /// From `each` to the end of the block.
    pub span: Span,
}

/// The first statement of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Whether the file is a game or a module.
    pub kind: FileKind,
    /// The title in quotes.
    pub title: Text,
    /// `from chess`: the parent.
    pub parent: Option<Name>,
    /// Its place.
    pub span: Span,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// It can be played.
    Game,
    /// Games use it.
    Module,
}

/// A name as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The characters.
    pub text: String,
    /// Their place.
    pub span: Span,
}

/// A text in quotes, without them.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The characters.
    pub text: String,
    /// Their place, quotes included.
    pub span: Span,
}

tree! {
/// One declaration.
pub struct Item by given_define {
    /// What it declares.
    pub kind: ItemKind,
    /// Whether it is new or stands for one that is there.
    pub mode: Mode,
    /// Its place.
    pub span: Span,
}
}

/// Whether a declaration is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It must not be there yet.
    Add,
    /// `replace …`: it stands for the one that is there.
    Replace,
}

tree! {
/// The declarations of the language.
pub enum ItemKind {
    /// `inventor "…"`, `source "…"`, `summary "…"`, `aim "…"`, `about "…"`.
    About(AboutKind, Text) = inventor | source | summary | aim | about,
    /// `ruling F1 "…"`.
    Ruling(@skip Name, Text) = ruling,
    /// `says piece Queen "…"`, `says turn "…"`: what the page about the game says of a declaration.
    Says(Removable, @skip Name, Text) => says using says,
    /// `says result "checkmate" "{loser} is mated."`: what people read where a game ends for that reason.
    SaysResult(Text, Text),
    /// `ask bestow "…"`: how people are asked for the choice with that label.
    Ask(@skip Name, Text) = ask,
    /// `write piece Dragon "D"`, `write capture "x{victim}"`: how turns are written, by the word and the name.
    Write(@skip Name, @skip Option<Name> = label, Text) = write_item,
    /// `allow start-in-check`: a piece of advice that is not wanted.
    Allow(@skip Name) = allow,
    /// `use castling en-passant`, `use promotion with promotes-to = Queen`: modules, and defines that take the place of theirs.
    Use(@skip Vec<Name> = label, @skip Vec<Item>) = use_item,
    /// `board 8x8 { … }`.
    Board(@skip BoardItem) => board_item,
    /// `sides White "w", Black "b"`.
    Sides(@skip Vec<(Name, Text)>) = sides,
    /// `piece Queen "Q" { … }`; with `replace Knight with Gentleman "G" { … }` the old name goes in `instead_of`.
    Piece(PieceItem) => piece_item | piece_instead,
    /// `extend Pawn { … }`.
    Extend(@skip Name, @members Vec<PieceMember> [piece_block]) = extend_item,
    /// `property value = 0`, `property base = none`.
    Property(@skip Name, Expr) = property,
    /// `mark unmoved "'"`.
    Mark(@skip Name, Text) = mark_item,
    /// `token Ring { … }`.
    Token(TokenItem) => token_item,
    /// `variable clock: 0..200 = 0`.
    Variable(VariableItem) => variable,
    /// `define minor = Bishop or Knight`, `define hand-over(ring, taker) { … }`.
    Define(DefineItem) => define,
    /// `option powers: movers = Queen, Knight "what it is"`.
    Option(@skip OptionItem) => option,
    /// `turn { … }`.
    Turn(Block) = turn_item,
    /// `threat { … }`: the turn that is imagined where attacks are asked for.
    Threat(Block) = threat_item,
    /// `event promotion: when … { … }`.
    Event(EventItem) => event,
    /// `forbid check: "reason" when …`.
    Forbid(RuleItem) => forbid,
    /// `prefer captures: "reason" when …`.
    Prefer(PreferItem) => prefer,
    /// `ending mate: own loses "checkmate" when …`; `record …` for endings by the game's record.
    Ending(EndingItem) => ending,
    /// `field clock: number clock`.
    Field(FieldItem) => field,
    /// `compare …`.
    Compare(CompareItem) = compare,
    /// `setup "…"`.
    Setup(Text) = setup,
    /// `test "…" cites F1 { … }`.
    Test(TestItem) => test,
    /// `remove piece Queen`, `remove module castling`, `remove ending stalemate`.
    Remove(Removable, @skip Name) = remove_item,
    /// `if option chess960 { … } else { … }`; with `= value` or `= NUMBER` for other than switches.
    If {
        /// The option.
        @skip option: Name,
        /// The value it is compared with; `None` for a switch that is on.
        @skip value: Option<Expr>,
        /// Items that count if so.
        @skip then: Vec<Item>,
        /// Items that count if not.
        @skip otherwise: Vec<Item>,
    } => if_item using if_item,
}

/// `define centre = {d4 e4}`, `define hand-over(ring, taker) { … }`.
pub struct DefineItem {
    /// The name.
    @skip pub name: Name,
    /// What it is called with, if it is called: `name(A, B)`, or `name()`.
    @skip pub parameters: Option<Vec<Name>> = parameters,
    /// What it stands for.
    pub body: DefineBody,
}

/// What a define stands for.
pub enum DefineBody {
    /// `= EXPRESSION`
    Expr(Expr) => expression,
    /// `{ statements }`
    Block(Block) => block,
    /// `{ moves … }`: lines of the block of a piece.
    Ways(@members Vec<PieceMember>) => ways_block,
}
}

worded! {
/// Which line about the game.
pub enum AboutKind {
    /// Who invented it.
    Inventor = "inventor",
    /// Where its rules are described.
    Source = "source",
    /// A line about it.
    Summary = "summary",
    /// What it is played for.
    Aim = "aim",
    /// A paragraph about it.
    About = "about",
}
}

/// What `remove` takes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removable {
    /// `remove module`: everything it brought.
    Module,
    /// `remove piece`, `remove ending` (endings and records) and so on: one declaration.
    Item(Category),
}

worded! {
/// Kinds of declarations, each with names of their own.
pub enum Category {
    /// The board.
    Board = "board",
    /// The sides.
    Sides = "sides",
    /// The turn.
    Turn = "turn",
    /// The threat.
    Threat = "threat",
    /// The setup.
    Setup = "setup",
    /// A piece.
    Piece = "piece",
    /// A property of pieces.
    Property = "property",
    /// A mark.
    Mark = "mark",
    /// A token.
    Token = "token",
    /// A variable.
    Variable = "variable",
    /// A define.
    Define = "define",
    /// An option.
    Option = "option",
    /// An event.
    Event = "event",
    /// A prohibition.
    Forbid = "forbid",
    /// A preference.
    Prefer = "prefer",
    /// An ending or a record.
    Ending = "ending",
    /// A field of the position text.
    Field = "field",
    /// A comparison.
    Compare = "compare",
}
}

impl Category {
    /// What `remove` can take out.
    const REMOVABLE: [Self; 12] = [
        Self::Piece,
        Self::Property,
        Self::Mark,
        Self::Token,
        Self::Variable,
        Self::Define,
        Self::Option,
        Self::Event,
        Self::Forbid,
        Self::Prefer,
        Self::Ending,
        Self::Field,
    ];

    /// Returns the word with its article.
    pub fn with_article(self) -> String {
        let word = self.name();
        let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {word}")
    }
}

impl Removable {
    /// Returns what a word behind `remove` means; a record is removed like an ending.
    pub fn of_word(word: &str) -> Option<Self> {
        let word = if word == "record" { Category::Ending.name() } else { word };
        if word == Self::Module.word() {
            return Some(Self::Module);
        }
        Category::REMOVABLE.into_iter().find(|category| category.name() == word).map(Self::Item)
    }

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Item(category) => category.name(),
        }
    }
}

tree! {
/// `board 8x8 without {a1} { … }`, `board line 10`, `board { squares {a1..e8 c0 c9} }`.
pub struct BoardItem by board {
    /// The outline; `None` if `squares` lists them.
    pub shape: Option<BoardShape>,
    /// What the block says, if there is one.
    pub members: Vec<BoardMember>,
}

/// The outline of a board.
pub enum BoardShape by board_shape {
    /// `8x8`: files by ranks; `8x8x2` with layers.
    Rectangle {
        /// How many files.
        files: u32,
        /// How many ranks.
        ranks: u32,
        /// How many layers, 1 unless told.
        layers: u32,
    },
    /// `line 10`: squares with plain numbers.
    Line(u32),
}

/// One line of a board's block.
pub struct BoardMember by board_member {
    /// What it says.
    pub kind: BoardMemberKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a board's block says.
pub enum BoardMemberKind {
    /// `squares {a1..e8 c0 c9}`: exactly these.
    Squares(Vec<SquareRange> [square_set]) = board_squares,
    /// `without {a1 h8}`: holes.
    Without(Vec<SquareRange> [square_set]) = board_without,
    /// `view mirrored`, `view rotated`, `view shared`.
    View(Name) = board_view,
    /// `wrap files`, `wrap ranks`.
    Wrap(Name) = board_wrap,
    /// `direction northeast (1,0)`: a name for an offset; `direction up`: only links give it steps.
    Direction(Name, Vec<i64> [offset]) = board_direction,
    /// `link a1 up b2`: one more step of a direction.
    Link {
        /// From where.
        from: Name,
        /// In which direction.
        direction: Name,
        /// To where.
        to: Name,
    } = board_link,
}

/// `e4` or `a1..h2` in a set of squares.
pub struct SquareRange {
    /// One corner.
    pub first: Name,
    /// The other corner.
    pub last: Option<Name>,
}

/// `token Ring { … }`.
pub struct TokenItem {
    /// The name.
    @skip pub name: Name,
    /// Whether each side has one: `per side`.
    pub per_side: bool = per_side,
    /// What the block says.
    pub members: Vec<TokenMember>,
}

/// One line of a token's block.
pub struct TokenMember {
    /// What it says.
    pub kind: TokenMemberKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a token's block says.
pub enum TokenMemberKind {
    /// `at e1`, `at own e1`: where it is at the start.
    At(Name) = token_at,
    /// `level 0`: that it has levels, and its first.
    Level(Expr) = token_level,
    /// `value 300`: what a bearer is worth more to the computer, in points.
    Value(Expr) = worth,
    /// `power of SET: moves …`
    Power {
        /// Which bearers.
        bearer: Expr,
        /// What they can do.
        clause: ClauseItem,
    } => token_power using token_power,
    /// `power of SET: cycle powers`: entry `(level - 1) mod length` of an option that lists movers.
    Cycle {
        /// Which bearers.
        bearer: Expr,
        /// The option.
        option: Name,
    },
}

/// `variable clock: 0..200 = 0`.
pub struct VariableItem {
    /// The name.
    @skip pub name: Name,
    /// Whether each side has its own: `per side`.
    pub per_side: bool = per_side,
    /// What else has its own: `per square`, `per piece`.
    pub per: Option<Bearer> = per_square | per_piece,
    /// What it holds.
    @skip pub kind: VariableType,
    /// `until left`: that squares leave it when what stands there does.
    pub until_left: Option<UntilLeft> = until_left,
    /// What it holds at the start.
    pub start: Expr,
    /// What it holds for the second side at the start, if that differs: `= 3, 5`.
    pub second_start: Option<Expr>,
}
}

/// What a number is borne by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// `per square`
    Square,
    /// `per piece`
    Piece,
}

tree! {
/// `until left`, `until left by Rook`: how long squares stay in a variable.
pub struct UntilLeft {
    /// Which pieces must stand there; any piece if nothing is said.
    pub by: Option<Expr>,
    /// Its place.
    pub span: Span,
}
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq)]
pub enum VariableType {
    /// `0..200`
    Range(i64, i64),
    /// `switch`
    Switch,
    /// `one of hidden, due, out`
    Words(Vec<Name>),
    /// `squares`
    Squares,
}

/// `option powers: movers = Queen, Knight "what it is"`.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionItem {
    /// The name.
    pub name: Name,
    /// What it can be.
    pub kind: OptionType,
    /// Its value unless told.
    pub default: OptionValue,
    /// A line about it.
    pub summary: Option<Text>,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionType {
    /// `1..8`
    Range(i64, i64),
    /// `switch`
    Switch,
    /// `one of small, large`
    Words(Vec<Name>),
    /// `movers`: at least one piece type or Betza string.
    Movers,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// A number.
    Number(i64),
    /// `on`, `off` or a word.
    Word(Name),
    /// Movers: `as`-less piece names or Betza strings.
    Movers(Vec<Name>),
}

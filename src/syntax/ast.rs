//! The typed tree of a rules file: faithful to what is written, every node with its place.
//!
//! Nothing is resolved here: a name is a name, and `own Pawn or Rook` is an `or` of two chains. What
//! the words mean is the business of `semantics`.

use crate::source::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// `rules 1`: the version of the language.
    pub version: u32,
    /// `game "Title" from parent` or `module "Title"`.
    pub header: Header,
    /// Everything else, in order.
    pub items: Vec<Item>,
    /// The whole text.
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

/// One declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it declares.
    pub kind: ItemKind,
    /// Whether it is new or stands for one that is there.
    pub mode: Mode,
    /// Its place.
    pub span: Span,
}

/// Whether a declaration is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It must not be there yet.
    Add,
    /// `replace …`: it stands for the one that is there.
    Replace,
}

/// The declarations of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `inventor "…"`, `source "…"`, `summary "…"`.
    About(AboutKind, Text),
    /// `ruling F1 "…"`.
    Ruling(Name, Text),
    /// `use castling en-passant`.
    Use(Vec<Name>),
    /// `board 8x8 { … }`.
    Board(BoardItem),
    /// `sides White "w", Black "b"`.
    Sides(Vec<(Name, Text)>),
    /// `piece Queen "Q" { … }`; with `replace Knight with Gentleman "G" { … }` the old name goes in `instead_of`.
    Piece(PieceItem),
    /// `extend Pawn { … }`.
    Extend(Name, Vec<PieceMember>),
    /// `property value = 0`, `property base = none`.
    Property(Name, Expr),
    /// `mark unmoved "'"`.
    Mark(Name, Text),
    /// `token Ring { … }`.
    Token(TokenItem),
    /// `variable clock: 0..200 = 0`.
    Variable(VariableItem),
    /// `define minor = Bishop or Knight`.
    Define(Name, Expr),
    /// `option powers: movers = Queen, Knight "what it is"`.
    Option(OptionItem),
    /// `turn { … }`.
    Turn(Block),
    /// `event promotion: when … { … }`.
    Event(EventItem),
    /// `forbid check: "reason" when …`.
    Forbid(RuleItem),
    /// `prefer captures: "reason" when …`.
    Prefer(RuleItem),
    /// `ending mate: own loses "checkmate" when …`; `record …` for endings by the game's record.
    Ending(EndingItem),
    /// `field clock: number clock`.
    Field(FieldItem),
    /// `compare …`.
    Compare(CompareItem),
    /// `setup "…"`.
    Setup(Text),
    /// `test "…" cites F1 { … }`.
    Test(TestItem),
    /// `remove piece Queen`, `remove module castling`, `remove ending stalemate`.
    Remove(RemoveKind, Name),
    /// `if option chess960 { … } else { … }`; with `= value` or `= NUMBER` for other than switches.
    If {
        /// The option.
        option: Name,
        /// The value it is compared with; `None` for a switch that is on.
        value: Option<Expr>,
        /// Items that count if so.
        then: Vec<Item>,
        /// Items that count if not.
        otherwise: Vec<Item>,
    },
}

/// Which line about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboutKind {
    /// `inventor`
    Inventor,
    /// `source`
    Source,
    /// `summary`
    Summary,
}

/// What kind of thing `remove` takes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveKind {
    /// `remove module`: everything it brought.
    Module,
    /// `remove piece`
    Piece,
    /// `remove mark`
    Mark,
    /// `remove token`
    Token,
    /// `remove variable`
    Variable,
    /// `remove define`
    Define,
    /// `remove option`
    Option,
    /// `remove event`
    Event,
    /// `remove forbid`
    Forbid,
    /// `remove prefer`
    Prefer,
    /// `remove ending` (endings and records)
    Ending,
    /// `remove field`
    Field,
    /// `remove property`
    Property,
}

/// `board 8x8 without {a1} { … }`, `board line 10`, `board { squares {a1..e8 c0 c9} }`.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardItem {
    /// The outline; `None` if `squares` lists them.
    pub shape: Option<BoardShape>,
    /// What the block says, if there is one.
    pub members: Vec<BoardMember>,
}

/// The outline of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardShape {
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
#[derive(Clone, Debug, PartialEq)]
pub struct BoardMember {
    /// What it says.
    pub kind: BoardMemberKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a board's block says.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardMemberKind {
    /// `squares {a1..e8 c0 c9}`: exactly these.
    Squares(Vec<SquareRange>),
    /// `without {a1 h8}`: holes.
    Without(Vec<SquareRange>),
    /// `view mirrored`, `view rotated`, `view shared`.
    View(Name),
    /// `wrap files`, `wrap ranks`.
    Wrap(Name),
    /// `direction northeast (1,0)`: a name for an offset.
    Direction(Name, Vec<i64>),
    /// `link a1 up b2`: one more step of a direction.
    Link {
        /// From where.
        from: Name,
        /// In which direction.
        direction: Name,
        /// To where.
        to: Name,
    },
}

/// `e4` or `a1..h2` in a set of squares.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareRange {
    /// One corner.
    pub first: Name,
    /// The other corner.
    pub last: Option<Name>,
}

/// `piece Queen "Q" { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceItem {
    /// The piece it stands in for: `replace Knight with Gentleman …`.
    pub instead_of: Option<Name>,
    /// The name.
    pub name: Name,
    /// One symbol (capitals for the first side, small letters for the second), or one for each side
    /// and, third, for pieces of neither; `"-"` for none.
    pub symbols: Vec<Text>,
    /// What the block says.
    pub members: Vec<PieceMember>,
}

/// One line of a piece's block.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceMember {
    /// What it says.
    pub kind: PieceMemberKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a piece's block says.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceMemberKind {
    /// `royal`
    Royal,
    /// `[name:] moves …`
    Clause(ClauseItem),
    /// `replace name: moves …`
    ReplaceClause(ClauseItem),
    /// `remove name`
    RemoveClause(Name),
    /// `drops on empty except own rank 8`
    DropsOn(Expr),
    /// `value = 9`: a property.
    Property(Name, Expr),
}

/// One way of moving.
#[derive(Clone, Debug, PartialEq)]
pub struct ClauseItem {
    /// `double-step:`
    pub name: Option<Name>,
    /// What it does at the end.
    pub verb: Verb,
    /// The ways there (one of them).
    pub patterns: Vec<Pattern>,
    /// What limits it or adds to it.
    pub modifiers: Vec<Modifier>,
    /// Its place.
    pub span: Span,
}

/// What a way of moving does at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `moves`: to an empty square, or capturing an enemy (Betza's `m` and `c` count).
    Moves,
    /// `captures`: only capturing.
    Captures,
    /// `swaps`: changes places with a piece (own, unless `with` says otherwise).
    Swaps,
}

/// A way over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Its place.
    pub span: Span,
}

/// How a way over the board is told.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// `fmWfcF`, `hhNN`: Betza's notation.
    Betza(String),
    /// `as Queen`: the plain moves of another piece.
    As(Name),
    /// `anywhere`: any square (with `to` to say which).
    Anywhere,
    /// `step orthogonally then step diagonally outward`.
    Legs(Vec<Leg>),
}

/// One leg of a way in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// How it goes.
    pub gait: Gait,
    /// Whither, for `step` and `slide`: direction words; empty for leaps.
    pub ways: Vec<Name>,
    /// `onward`, `outward`: how it relates to the leg before.
    pub relation: Option<Name>,
    /// `exactly 2`, `up to 3`, `at least 2`, `2 to 4`, `half way`.
    pub limit: Option<LegLimit>,
    /// `over SET`: what it may pass (empty squares unless told).
    pub over: Option<Expr>,
    /// `onto SET`: where it must end (for a leg that is not the last: an empty square unless told).
    pub onto: Option<Expr>,
    /// `taking`: the piece where it ends is captured along the way.
    pub taking: bool,
    /// `via`: where it ends is a part of the move's name.
    pub via: bool,
    /// Its place.
    pub span: Span,
}

/// How a leg goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Gait {
    /// `step`: one square.
    Step,
    /// `slide`: any number of squares in one direction.
    Slide,
    /// `leap (1,2)`: in all eight mirror images.
    Leap(Vec<i64>),
    /// `ride (1,2)`: the leap any number of times in one direction.
    Ride(Vec<i64>),
}

/// How far a leg goes.
#[derive(Clone, Debug, PartialEq)]
pub enum LegLimit {
    /// `exactly N`
    Exactly(Expr),
    /// `up to N`
    UpTo(Expr),
    /// `at least N`
    AtLeast(Expr),
    /// `half way`
    Half,
}

/// What limits a way of moving or adds to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// What it says.
    pub kind: ModifierKind,
    /// Its place.
    pub span: Span,
}

/// The modifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum ModifierKind {
    /// `of SET`: which pieces may be captured.
    Of(Expr),
    /// `with SET`: which pieces it may change places with.
    With(Expr),
    /// `without capturing`
    WithoutCapturing,
    /// `without moving`: it captures from afar.
    WithoutMoving,
    /// `from SET`: only from there.
    From(Expr),
    /// `to SET`: only to there.
    To(Expr),
    /// `taking SET`: these are captured too.
    Taking(Expr),
    /// `for White`: only that side has it.
    For(Name),
    /// `when TRUTH`
    When(Expr),
    /// `then { … }`
    Then(Block),
}

/// `token Ring { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenItem {
    /// The name.
    pub name: Name,
    /// What the block says.
    pub members: Vec<TokenMember>,
}

/// One line of a token's block.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenMember {
    /// What it says.
    pub kind: TokenMemberKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a token's block says.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenMemberKind {
    /// `at e1`: where it is at the start.
    At(Name),
    /// `level 0`: that it has levels, and its first.
    Level(Expr),
    /// `power of SET: moves …`
    Power {
        /// Which bearers.
        bearer: Expr,
        /// What they can do.
        clause: ClauseItem,
    },
    /// `power of SET: cycle powers`: entry `(level - 1) mod length` of an option that lists movers.
    Cycle {
        /// Which bearers.
        bearer: Expr,
        /// The option.
        option: Name,
    },
}

/// `variable clock: 0..200 = 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableItem {
    /// The name.
    pub name: Name,
    /// Whether each side has its own: `per side`.
    pub per_side: bool,
    /// What it holds.
    pub kind: VariableType,
    /// What it holds at the start.
    pub start: Expr,
    /// What it holds for the second side at the start, if that differs: `= 3, 5`.
    pub second_start: Option<Expr>,
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

/// `event promotion: when a Pawn moves to promotion-zone { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct EventItem {
    /// The name.
    pub name: Name,
    /// What it waits for.
    pub event: EventPattern,
    /// `and …` after it.
    pub condition: Option<Expr>,
    /// What it does.
    pub body: Block,
}

/// What an event waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum EventPattern {
    /// `when SET is captured [by SET]`
    Captured {
        /// Which victims.
        victim: Expr,
        /// Which captors.
        by: Option<Expr>,
    },
    /// `when SET moves [by …] [from SET] [to SET]`
    Moved {
        /// Which pieces (judged where they stand afterwards).
        mover: Expr,
        /// By which way of moving.
        by: Option<MovedBy>,
        /// From where.
        from: Option<Expr>,
        /// To where.
        to: Option<Expr>,
    },
    /// `when SET is dropped [on SET]`
    Dropped {
        /// Which pieces.
        piece: Expr,
        /// Where.
        on: Option<Expr>,
    },
    /// `when a turn begins`
    TurnBegins,
    /// `when a turn ends`
    TurnEnds,
}

/// Which way of moving: `by double-step`, `by a power`, `by power of Ring`, `by a drop`.
#[derive(Clone, Debug, PartialEq)]
pub enum MovedBy {
    /// The clause of that name.
    Named(Name),
    /// `a power`
    AnyPower,
    /// `power of Ring`
    PowerOf(Name),
    /// `a drop`
    Drop,
}

/// `forbid check: "reason" when …`.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleItem {
    /// The name.
    pub name: Name,
    /// The reason in words.
    pub reason: Option<Text>,
    /// When.
    pub condition: Expr,
}

/// `ending mate: own loses "checkmate" when …`.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingItem {
    /// The name.
    pub name: Name,
    /// Whether it is `record`.
    pub by_record: bool,
    /// Who wins.
    pub outcome: OutcomeItem,
    /// The reason in words.
    pub reason: Text,
    /// When.
    pub condition: Expr,
}

/// `own wins`, `White loses`, `draw`.
#[derive(Clone, Debug, PartialEq)]
pub enum OutcomeItem {
    /// `SIDE wins`
    Wins(Expr),
    /// `SIDE loses`
    Loses(Expr),
    /// `draw`
    Draw,
}

/// `field castling: letters …`.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldItem {
    /// The name.
    pub name: Name,
    /// What it says.
    pub kind: FieldType,
}

/// What a field of the position text says.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldType {
    /// `letters K = h1 in rights, …`; `reads H = …` for letters that are understood and never written.
    Letters(Vec<LetterItem>),
    /// `squares ep`
    Squares(Expr),
    /// `number clock`
    Number(Expr),
    /// `turn number`
    TurnNumber,
    /// `form "{left of White}+{left of Black}"`, several for more forms that are understood.
    Forms(Vec<Vec<FormPart>>),
    /// `text "-"`
    Fixed(Text),
}

/// One letter of a `letters` field.
#[derive(Clone, Debug, PartialEq)]
pub struct LetterItem {
    /// The letter.
    pub letter: Text,
    /// The square.
    pub square: Expr,
    /// The variable.
    pub variable: Name,
    /// Whether it is only understood and never written.
    pub read_only: bool,
}

/// A part of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPart {
    /// Text that stands for itself.
    Text(Text),
    /// `variable`, `variable of White`, `3 - variable of White`.
    Number {
        /// The variable.
        variable: Expr,
        /// What it is subtracted from.
        minus: Option<i64>,
        /// Its place.
        span: Span,
    },
}

/// What counts when positions are compared.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareItem {
    /// `compare ignoring clock`
    Ignoring(Name),
    /// `compare ep while used`
    WhileUsed(Name),
    /// `compare number EXPR`
    Number(Expr),
    /// `compare level of Ring as EXPR`
    Level(Name, Expr),
}

/// `test "…" cites F1 with powers = Queen { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct TestItem {
    /// What it shows.
    pub title: Text,
    /// The rulings it is about.
    pub cites: Vec<Name>,
    /// Options it sets, values as written.
    pub options: Vec<(Name, Text)>,
    /// Its lines.
    pub lines: Vec<TestLine>,
}

/// One line of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestLine {
    /// What it says.
    pub kind: TestLineKind,
    /// Its place.
    pub span: Span,
}

/// What a line of a test says.
#[derive(Clone, Debug, PartialEq)]
pub enum TestLineKind {
    /// `position "…"`
    Position(Text),
    /// `play e2e4 e7e5`
    Play(Vec<Text>),
    /// `legal e2e4`
    Legal(Vec<Text>),
    /// `illegal e2e4`
    Illegal(Vec<Text>),
    /// `turns 20`
    Turns(u64),
    /// `perft 3 8902`
    Perft(u32, u64),
    /// `result White "reason"` / `result draw`
    Result(Name, Option<Text>),
    /// `ongoing`
    Ongoing,
    /// `expect TRUTH`
    Expect(Expr),
    /// `becomes "…"`
    Becomes(Text),
}

/// Statements in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The place, braces included.
    pub span: Span,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it says.
    pub kind: StmtKind,
    /// Its place.
    pub span: Span,
}

/// The statements of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `move ["label"] [SET] [only TRUTH] [as name]`
    Move {
        /// The label.
        label: Option<Text>,
        /// Which pieces; own pieces unless told.
        pieces: Option<Expr>,
        /// Which moves count.
        only: Option<Expr>,
        /// A name for the piece afterwards.
        name: Option<Name>,
    },
    /// `drop ["label"] [TYPES] [on SET] [as name]`
    Drop {
        /// The label.
        label: Option<Text>,
        /// Which types; all unless told.
        types: Option<Expr>,
        /// Where.
        on: Option<Expr>,
        /// A name for the piece afterwards.
        name: Option<Name>,
    },
    /// `choose ["label"] [by SIDE] WHAT as name [or nothing] { … } otherwise { … }`
    Choose(ChooseItem),
    /// `either ["label"] { … } or ["label"] { … }`
    Either(Vec<(Option<Text>, Block)>),
    /// `if TRUTH { … } else { … }`
    If {
        /// What decides.
        condition: Expr,
        /// If it holds.
        then: Block,
        /// If not; an `else if` is a block with one statement.
        otherwise: Option<Block>,
    },
    /// `for each name in SET { … }`
    ForEach {
        /// The name.
        name: Name,
        /// The set.
        over: Expr,
        /// What is done.
        body: Block,
    },
    /// `repeat up to N [while TRUTH] { … }`
    Repeat {
        /// At most so many times.
        times: Expr,
        /// As long as this holds.
        condition: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// `capture SET`
    Capture(Expr),
    /// `remove SET` (a chosen piece in hand too)
    Remove(Expr),
    /// `place TYPE [for SIDE | for neither] on SET`
    Place {
        /// The type.
        kind: Expr,
        /// The owner; the side to move unless told.
        owner: Option<Expr>,
        /// Where.
        on: Expr,
    },
    /// `relocate SET to SET`
    Relocate(Expr, Expr),
    /// `swap SET and SET`: written `swap A with B`
    Swap(Expr, Expr),
    /// `change SET into TYPE`
    Change(Expr, Expr),
    /// `convert SET to SIDE` / `to neither`
    Convert(Expr, Expr),
    /// `mark SET as NAME` / `unmark SET as NAME`
    Mark {
        /// Which pieces.
        on: Expr,
        /// Which mark.
        mark: Name,
        /// Set or cleared.
        set: bool,
    },
    /// `give Ring to SET`
    Give(Name, Expr),
    /// `withdraw Ring`
    Withdraw(Name),
    /// `add [N] TYPE to hand of SIDE`
    AddToHand {
        /// How many; 1 unless told.
        count: Option<Expr>,
        /// The type.
        kind: Expr,
        /// Whose hand.
        side: Expr,
    },
    /// `take [N] TYPE from hand of SIDE`
    TakeFromHand {
        /// How many; 1 unless told.
        count: Option<Expr>,
        /// The type.
        kind: Expr,
        /// Whose hand.
        side: Expr,
    },
    /// `set clock to 0`, `set level of Ring to 2`
    Set(Expr, Expr),
    /// `own wins "reason"`, `White loses "reason"`, `draw "reason"`
    End(OutcomeItem, Text),
    /// `next White`: who has the next turn.
    Next(Expr),
    /// `refuse "reason"`
    Refuse(Text),
}

/// `choose "sac" own except royal, in hand as it { … } otherwise { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct ChooseItem {
    /// The label.
    pub label: Option<Text>,
    /// `by SIDE`: who chooses; the side to move unless told.
    pub by: Option<Expr>,
    /// Among what.
    pub among: Among,
    /// Its name.
    pub name: Name,
    /// `or nothing`: the choice may be left out.
    pub optional: bool,
    /// What is done.
    pub body: Block,
    /// What is done if there is no candidate.
    pub otherwise: Option<Block>,
}

/// What can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Among {
    /// `SET [, in hand]` or `in hand`: squares, and types in the hand of the side to move.
    Squares {
        /// The squares.
        squares: Option<Expr>,
        /// Whether pieces in hand can be chosen too.
        hand: bool,
    },
    /// `type among TYPES`
    Types(Expr),
    /// `type in hand [among TYPES]`
    TypesInHand(Option<Expr>),
    /// `number from A to B`
    Numbers(Expr, Expr),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// The expressions of the language, sets of squares, numbers and truths alike.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `3`
    Number(i64),
    /// `Pawn`, `own`, `e4`, `clock`, `empty`, `none`
    Name(Name),
    /// `{a1..h2 e4}`
    SquareSet(Vec<SquareRange>),
    /// `rank 2`
    Rank(i64),
    /// `file c`
    File(Name),
    /// `own Pawn`: one word after another.
    Chain(Vec<Expr>),
    /// `A in B`, `A on B`: in both.
    In(Box<Expr>, Box<Expr>),
    /// `A except B`, `except B`.
    Except(Option<Box<Expr>>, Box<Expr>),
    /// `bearing Ring`
    Bearing(Name),
    /// `marked spent`
    Marked(Name),
    /// `WORD of A`: `level of Ring`, `type of victim`, `forward of target`, `hand of own`, `clock of White`.
    Of(Name, Box<Expr>),
    /// `count A`
    Count(Box<Expr>),
    /// `between(A, B)`, `reach(A, pattern)`: a function.
    Call(Name, Vec<Argument>),
    /// `turn number`
    TurnNumber,
    /// `captures this turn`
    CapturesThisTurn,
    /// `A + B`, `A = B`, …
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `A and B`, `A or B`
    Logic(LogicOperator, Vec<Expr>),
    /// `not A`
    Not(Box<Expr>),
    /// `any A`
    Any(Box<Expr>),
    /// `no A`
    No(Box<Expr>),
    /// `A is [not] [in|on] B`
    Is {
        /// What.
        subject: Box<Expr>,
        /// With `not`.
        negated: bool,
        /// In what.
        predicate: Box<Expr>,
    },
    /// `A is [not] attacked [by SIDE]`
    Attacked {
        /// Which pieces.
        subject: Box<Expr>,
        /// With `not`.
        negated: bool,
        /// By whom.
        by: Option<Box<Expr>>,
    },
    /// `A is safe on B`
    Safe(Box<Expr>, Box<Expr>),
    /// `SIDE can move`, `SIDE cannot move`
    CanMove {
        /// Who.
        side: Box<Expr>,
        /// `cannot`
        negated: bool,
    },
    /// `some s in A: COND`, `every s in A: COND`
    Quantified {
        /// `every` instead of `some`.
        every: bool,
        /// The name.
        name: Name,
        /// The set (a chain).
        over: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// `moved by double-step`, `moved by a power`
    MovedBy(MovedBy),
    /// `repeated 3 times`
    Repeated(i64),
    /// `A if COND else B`, numbers only
    Conditional {
        /// What decides.
        condition: Box<Expr>,
        /// If it holds.
        then: Box<Expr>,
        /// If not.
        otherwise: Box<Expr>,
    },
}

/// An argument of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// An expression.
    Expr(Expr),
    /// A way over the board: `by slide diagonally over enemy`.
    Pattern(Pattern),
}

/// `and` or `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOperator {
    /// `and`
    And,
    /// `or`
    Or,
}

/// Operators between two numbers (and `=` between other things).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`
    Remainder,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

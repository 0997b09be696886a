//! The table at which a game is played: the board, the players and how far they are.

use super::computer::Computer;
use super::keep::Keeper;
use super::players::{Opponent, Player};
use super::screen::Screen;
use super::thinker::Strength;
use crate::author::account;
use crate::front::draw::board::{self, Look, Marks};
use crate::front::draw::text;
use crate::ir::{BySide, Game, PieceTypeId, SideId, SquareSet, Variable};
use crate::library::{Record, RecordLine};
use crate::notation;
use crate::reference::LegalTurn;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::Random;
use crate::state::{Choice, GameResult, Piece, TooMuch, Turn};

/// A game as far as it was played when it comes to the table.
pub(super) struct Resumed {
    /// How it began and what was played.
    pub record: Record,
    /// The game as it stands.
    pub session: Session,
    /// The files it was made from.
    pub sources: SourceMap,
    /// The side that has resigned.
    pub resigned: Option<SideId>,
    /// Whether the players have agreed on a draw.
    pub agreed: bool,
}

/// How records tell of a draw on which the players have agreed.
pub(super) const AGREED: &str = "the players have agreed";

/// A game that is being played.
pub(super) struct Table {
    /// How the game began and what was played.
    pub record: Record,
    /// The game as it stands.
    pub session: Session,
    /// The files it was made from.
    pub sources: SourceMap,
    /// Who plays the sides.
    pub players: BySide<Player>,
    /// The side that has resigned.
    pub resigned: Option<SideId>,
    /// Whether the players have agreed on a draw.
    agreed: bool,
    /// The part of a turn that is settled.
    pub so_far: String,
    /// The legal turns with their texts, sorted by these; none if the game is over.
    pub turns: Vec<(String, LegalTurn)>,
    /// The limit that was met where the turns, or the result, are more than can be worked out.
    pub too_much: Option<TooMuch>,
    /// The royal pieces of the side to move that stand in check, as far as that is known.
    pub checked: SquareSet,
    /// How the game has ended by its rules, if it has.
    ended: Option<GameResult>,
    /// The seed of the computer's choices.
    pub seed: u64,
    /// Whether the computer waits to be told to play, as its turn was taken back.
    pub waits: bool,
    /// What the terminal can show.
    pub screen: Screen,
    /// The signs that have been explained.
    explained: Vec<String>,
    /// What went wrong in keeping the game and has not been told yet.
    pub trouble: Option<String>,
    /// Whether games are to be kept.
    pub keeps: bool,
    keeper: Keeper,
    opponent: Box<dyn Opponent>,
    strength: Strength,
}

impl Table {
    /// Sets up the table for a game that may have begun.
    pub(super) fn new(
        resumed: Resumed,
        players: BySide<Player>,
        (seed, strength): (u64, Strength),
    ) -> Self {
        let Resumed { mut record, session, sources, resigned, agreed } = resumed;
        let so_far = record.so_far().to_owned();
        for (side, player) in players.enumerate() {
            record = record.with_player(side, &player.told(strength));
        }
        record = record.with_seed(seed);
        let opponent = strength.player(&session);
        let opponent = opponent.unwrap_or_else(|| Box::new(Computer::new(session.game())));
        let mut table = Self {
            record,
            session,
            sources,
            players,
            resigned,
            agreed,
            so_far: String::new(),
            turns: Vec::new(),
            too_much: None,
            checked: SquareSet::EMPTY,
            ended: None,
            seed,
            waits: false,
            screen: Screen::default(),
            explained: Vec::new(),
            trouble: None,
            keeps: false,
            keeper: Keeper::Off,
            opponent,
            strength,
        };
        table.refresh();
        if table.turns.iter().any(|(text, _)| text.starts_with(&so_far)) {
            table.so_far = so_far;
        } else {
            table.add_line(RecordLine::Step(String::new()));
        }
        table
    }

    /// Has the game kept from here on.
    pub(super) fn keep(&mut self, keeper: Keeper) {
        self.keeps = true;
        self.keeper = keeper;
    }

    /// Returns the game.
    pub(super) fn game(&self) -> &Game {
        self.session.game()
    }

    /// Returns the side to move.
    pub(super) fn side(&self) -> SideId {
        self.session.position().to_move
    }

    /// Tells who is to move.
    pub(super) fn player(&self) -> Player {
        self.players[self.side()]
    }

    /// Tells whether the computer plays both sides.
    pub(super) fn is_unattended(&self) -> bool {
        self.players == BySide::same(Player::Computer)
    }

    /// Tells whether the game is kept, so that it can be gone on with.
    pub(super) fn is_kept(&self) -> bool {
        self.keeper.has_kept()
    }

    /// Returns the texts of the legal turns, in order.
    pub(super) fn texts(&self) -> Vec<String> {
        self.turns.iter().map(|(text, _)| text.clone()).collect()
    }

    /// Returns how the game has ended, if it has.
    pub(super) fn result(&self) -> Option<GameResult> {
        let agreed = || self.agreed.then(|| GameResult::of(None, AGREED.to_owned()));
        let Some(loser) = self.resigned else { return self.ended.clone().or_else(agreed) };
        let reason = format!("{} has resigned", self.game().side_name(loser));
        Some(GameResult::of(Some(loser.opponent()), reason))
    }

    /// Tells whether nobody can go on, and no rule says what that means: there is no legal turn and no result.
    pub(super) fn is_stuck(&self) -> bool {
        self.turns.is_empty() && self.too_much.is_none() && self.result().is_none()
    }

    /// Tells whether there is nothing more to be played.
    pub(super) fn has_stopped(&self) -> bool {
        self.result().is_some() || self.too_much.is_some() || self.is_stuck()
    }

    /// Plays a turn and returns what is to be said of it.
    ///
    /// # Errors
    ///
    /// Says why the turn cannot be played.
    pub(super) fn play(&mut self, text: &str) -> Result<String, String> {
        let side = self.game().side_name(self.side()).to_owned();
        self.session.play_text(text).map_err(|error| error.to_string())?;
        self.waits = false;
        self.refresh();
        let last = self.session.history().last();
        let text = last.map_or_else(String::new, |turn| notation::turn_text(self.game(), turn));
        let said = format!("{side} plays {text}. {}", self.last_turn().join(" "));
        self.note(RecordLine::Turn { turn: text, side: Some(side) });
        self.note_result();
        Ok(said)
    }

    /// Settles a part of a turn.
    pub(super) fn settle(&mut self, so_far: String) {
        if self.so_far != so_far {
            self.so_far.clone_from(&so_far);
            self.note(RecordLine::Step(so_far));
        }
    }

    /// Returns the turn that the computer would play.
    pub(super) fn advice(&self) -> Option<String> {
        let (game, so_far) = (self.game(), self.so_far.as_str());
        let wanted = |turn: &Turn| notation::turn_text(game, turn).starts_with(so_far);
        let turn = self.opponent.choose(&self.session, &wanted, self.chance());
        Some(notation::turn_text(game, &turn?))
    }

    /// Returns what the computer makes of the position, if it is one that searches.
    pub(super) fn judgement(&self) -> Option<String> {
        self.opponent.judge(&self.session, self.chance())
    }

    /// Returns the chances of the computer in this place of the game.
    fn chance(&self) -> Random {
        let played = u64::try_from(self.session.history().len()).unwrap_or(0);
        Random::stream(self.seed, played)
    }

    /// Says how the computer plays.
    pub(super) fn opponent(&self) -> String {
        self.opponent.description()
    }

    /// Takes back the last turn of a person, and those of the computer after it; returns how many turns that are, or
    /// nothing if there is none.
    pub(super) fn undo(&mut self) -> Option<usize> {
        if self.goes_on_again() {
            self.refresh();
            self.note(RecordLine::Back(0));
            return Some(0);
        }
        let mut undone = usize::from(self.session.undo());
        while undone > 0 && !self.is_unattended() && self.player() == Player::Computer {
            if !self.session.undo() {
                break;
            }
            undone += 1;
        }
        self.taken_back(undone)
    }

    /// Takes back so many turns, of whichever side; the computer waits if it is to move then.
    pub(super) fn undo_turns(&mut self, count: usize) -> Option<usize> {
        let resigned = self.goes_on_again();
        let undone = (0..count).take_while(|_| self.session.undo()).count();
        if resigned && undone == 0 {
            self.refresh();
            self.note(RecordLine::Back(0));
            return Some(0);
        }
        let undone = self.taken_back(undone);
        self.waits = undone.is_some() && self.player() == Player::Computer;
        undone
    }

    /// Takes back that somebody has resigned, or that a draw was agreed; tells whether it was so.
    fn goes_on_again(&mut self) -> bool {
        self.resigned.take().is_some() | std::mem::take(&mut self.agreed)
    }

    fn taken_back(&mut self, undone: usize) -> Option<usize> {
        self.refresh();
        if undone == 0 {
            return None;
        }
        self.note(RecordLine::Back(undone));
        Some(undone)
    }

    /// Goes on with another game; who plays is what it says, or else as before.
    pub(super) fn change(&mut self, resumed: Resumed, keeper: Keeper) {
        let players = Player::of_record(&resumed.record).unwrap_or(self.players);
        let seed = resumed.record.seed().unwrap_or(self.seed);
        let strength = Strength::of_record(&resumed.record).or(self.strength);
        let (keeps, screen) = (self.keeps, self.screen);
        *self = Self::new(resumed, players, (seed, strength));
        (self.keeps, self.keeper, self.screen) = (keeps, keeper, screen);
    }

    /// Returns what has been played: each turn's number, the side and the text.
    pub(super) fn history(&self) -> Vec<(u32, &str, String)> {
        let game = self.game();
        let turns = self.session.positions().iter().zip(self.session.history());
        let told = turns.map(|(before, turn)| {
            let text = notation::turn_text(game, turn);
            (before.turn_number, game.side_name(before.to_move), text)
        });
        told.collect()
    }

    /// Returns the names of the squares.
    pub(super) fn square_names(&self) -> Vec<String> {
        self.game().board.squares.iter().map(|square| square.name.clone()).collect()
    }

    /// Returns the side of the one person who plays, if there is just one.
    pub(super) fn you(&self) -> Option<SideId> {
        let mut people = self.players.enumerate().filter(|(_, who)| **who == Player::Person);
        match (people.next(), people.next()) {
            (Some((side, _)), None) => Some(side),
            _ => None,
        }
    }

    /// Tells the last turn in words.
    pub(super) fn last_turn(&self) -> Vec<String> {
        let (positions, turns) = (self.session.positions(), self.session.history());
        match (positions, turns) {
            ([.., before, after], [.., turn]) => {
                account::account(self.game(), before, turn, after, self.you())
            }
            _ => Vec::new(),
        }
    }

    /// Tells the rule that asks for the next step, the first time that it does.
    pub(super) fn asked(&mut self) -> Option<String> {
        let (_, legal) = self.turns.iter().find(|(text, _)| text.starts_with(&self.so_far))?;
        let (game, position) = (self.session.game(), self.session.position());
        let told = account::asked(game, position, &legal.turn, &self.so_far)?;
        if self.explained.contains(&told) {
            return None;
        }
        self.explained.push(told.clone());
        Some(told)
    }

    /// Returns what the terminal can show now: it may have been made wider or narrower.
    pub(super) fn look(&self) -> Look {
        self.screen.look()
    }

    /// Returns what is marked on the board.
    fn marks(&self) -> Marks {
        let changed = match self.session.positions() {
            [.., before, after] => after.changed_since(before),
            _ => SquareSet::EMPTY,
        };
        Marks { alarm: self.checked, changed, ..Marks::default() }
    }

    /// Tells whether a text is a legal turn, or the next step of one, whole or without its label or what follows that.
    pub(super) fn is_offered(&self, typed: &str) -> bool {
        let is_step = |rest: &str| {
            let step = rest.split(',').next().unwrap_or(rest);
            step == typed || step.split(':').any(|part| part == typed)
        };
        self.turns
            .iter()
            .any(|(text, _)| text == typed || text.strip_prefix(&self.so_far).is_some_and(is_step))
    }

    /// Draws the board and what there is besides; signs are explained when they first come.
    pub(super) fn drawing(&mut self) -> String {
        let (game, position) = (self.session.game(), self.session.position());
        let (look, marks) = (self.look(), self.marks());
        let drawn = board::board(game, position, look, marks);
        // What a module remembers is its own matter, but for numbers.
        let is_own = |info: &Variable| {
            let mut lines = self.sources.text(info.span.source).lines();
            !lines.any(|line| line.starts_with("module "))
        };
        let besides = text::hands(game, position)
            + &text::tokens(game, position)
            + &text::variables(game, position, is_own);
        let mut told: Vec<String> = besides
            .lines()
            .flat_map(|line| text::wrap(line, look.width.saturating_sub(1)))
            .collect();
        // What colours show needs no words.
        let changed = if look.colours { SquareSet::EMPTY } else { marks.changed };
        let mut signs = Marks { changed, ..marks }.legend(game, position);
        signs.retain(|sign| !self.explained.contains(sign));
        told.extend(text::wrap(&signs.join("   "), look.width.saturating_sub(1)));
        self.explained.extend(signs);
        let mut lines = board::with_besides(drawn, told, look);
        lines.push(self.status());
        lines.join("\n")
    }

    /// Says whose turn it is and whether there is a check.
    fn status(&self) -> String {
        let game = self.game();
        let side = game.side_name(self.side());
        if self.result().is_some() {
            return String::new();
        }
        let number = self.session.position().turn_number;
        let checked: Vec<&str> =
            self.checked.iter().map(|square| game.board.name(square)).collect();
        let check = if checked.is_empty() {
            String::new()
        } else {
            format!(" {side} is in check on {}.", checked.join(", "))
        };
        format!("Turn {number}, {side} to move.{check}\n")
    }

    fn refresh(&mut self) {
        self.so_far.clear();
        self.turns.clear();
        (self.ended, self.too_much, self.checked) = (None, None, SquareSet::EMPTY);
        if let Err(limit) = self.find_out() {
            self.too_much = Some(limit);
        }
    }

    /// Finds out what there is to know about the position: each takes its time, and is asked for often.
    fn find_out(&mut self) -> Result<(), TooMuch> {
        self.ended = self.session.result()?;
        self.checked = self.session.checked()?;
        if self.result().is_some() {
            return Ok(());
        }
        let turns = self.session.legal()?.into_iter();
        let game = self.session.game();
        self.turns = turns.map(|legal| (notation::turn_text(game, &legal.turn), legal)).collect();
        self.turns.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(())
    }

    /// Gives up the game for the side to move.
    pub(super) fn resign(&mut self) {
        let side = self.side();
        self.resigned = Some(side);
        self.refresh();
        self.note(RecordLine::Resigned(self.game().side_name(side).to_owned()));
        self.note_result();
    }

    /// Ends the game as a draw on which the players have agreed.
    pub(super) fn agree(&mut self) {
        self.agreed = true;
        self.refresh();
        self.note_result();
    }

    /// Tells whether the computer agrees to a draw that the side to move offers.
    pub(super) fn takes_draw(&self) -> bool {
        self.opponent.takes_draw(&self.session, self.chance())
    }

    /// Has the computer play so well from here on.
    pub(super) fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
        if let Some(opponent) = strength.player(&self.session) {
            self.opponent = opponent;
        }
        self.note_players();
    }

    /// Has each side played by whoever played the other one.
    pub(super) fn swap(&mut self) {
        let [first, second] = self.players.into_array();
        self.players = BySide::new([second, first]);
        self.settle(String::new());
        self.waits = false;
        self.note_players();
    }

    /// Counts the pieces of each side that the other one has captured, by their kinds.
    pub(super) fn captured(&self) -> Vec<(SideId, Vec<(PieceTypeId, usize)>)> {
        let turns = self.session.positions().iter().zip(self.session.history());
        let taken = turns.flat_map(|(before, turn)| {
            let moves = turn.steps.iter().filter_map(|step| match &step.choice {
                Choice::Move(made) => Some(&made.takes),
                _ => None,
            });
            moves.flat_map(|takes| takes.iter().filter_map(|at| before.piece(*at)))
        });
        let taken: Vec<Piece> = taken.collect();
        let count = |side: SideId, kind: PieceTypeId| {
            let is_it = |piece: &&Piece| piece.owner == Some(side) && piece.kind == kind;
            taken.iter().filter(is_it).count()
        };
        let kinds = |side| {
            let all = self.game().types.ids().map(move |kind| (kind, count(side, kind)));
            all.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
        };
        SideId::ALL.into_iter().map(|side| (side, kinds(side))).collect()
    }

    /// Has it kept that others play from here on.
    pub(super) fn note_players(&mut self) {
        let told = |player: Player| player.told(self.strength);
        let players = self.players.into_array().map(told).to_vec();
        self.note(RecordLine::Players { players, seed: Some(self.seed) });
    }

    fn note_result(&mut self) {
        if let Some(result) = self.result() {
            self.note(RecordLine::of_result(self.game(), &result));
        }
    }

    /// Adds to the record what has happened, and keeps it. A game in which nobody but the computer plays can be had again
    /// by its seed.
    fn note(&mut self, line: RecordLine) {
        let line = self.add_line(line);
        if self.is_unattended() {
            return;
        }
        let added = self.keeper.add(&line, self.record.game_name(), || self.record.to_string());
        if let Err(trouble) = added {
            self.trouble = Some(trouble);
        }
    }

    /// Adds to the record what has happened; returns the line.
    fn add_line(&mut self, line: RecordLine) -> String {
        let added = self.record.note(line);
        debug_assert!(added.is_ok(), "no more is taken back than was played: {added:?}");
        added.unwrap_or_default()
    }
}

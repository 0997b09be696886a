//! Why a choice is refused where a statement asks for one, as an answer.

use super::Asked as Question;
use super::answer::{Answer, Kind, Note, Verdict};
use super::meant::{Meant, Reader};
use super::rule::Rule;
use crate::author::words::{listed, with_article};
use crate::diag::suggest;
use crate::ir::{
    Asked, Choose, DropChoice, MoveChoice, Part, PieceTypeId, Role, SideId, SquareId, SquareSet,
    Squares, Statement,
};
use crate::notation::turn_text;
use crate::reference::LegalTurn;
use crate::reference::Subject;
use crate::reference::explain::{Line, Path, Refusal};
use crate::state::Choice;

/// The most possible choices that are told.
const MAX_EXAMPLES: usize = 6;

/// How well an answer suits what the person meant: the greater the better.
pub(super) type Fit = u8;

/// What the text says at a point where a statement asks for a choice.
pub(super) struct Asking<'a, 'g> {
    /// The whole question.
    pub question: &'a Question<'g>,
    /// How texts are read.
    pub reader: Reader<'g>,
    /// The statement.
    pub statement: &'g Statement,
    /// What could be chosen.
    pub choices: &'a [Choice],
    /// What the text goes on with.
    pub rest: &'a str,
}

/// Makes an answer that refuses.
pub(super) fn refused(kind: Kind, message: impl Into<String>, rule: Rule) -> Answer {
    let message = message.into();
    let plain = without_quotes(&message);
    Answer::of(Verdict::Refused, kind, message, rule).plainly(plain)
}

impl<'g> Asking<'_, 'g> {
    /// Tells why what the text goes on with is not among the choices.
    pub(super) fn answer(&self, line: &mut Line<'g>) -> (Fit, Answer) {
        let told = self.reader.label(self.rest);
        let wanted = self.label().map(|label| self.reader.loose(&label));
        let after = match (&told, wanted) {
            (Some((told, after)), Some(wanted)) if *told == wanted => after,
            (None, None) => self.rest,
            _ => return (1, self.other_step(line)),
        };
        let meant = self.reader.meant(after);
        let refusal = match (self.statement.kind.asks(), &meant) {
            (_, Meant::Nothing) => return (3, self.other_step(line)),
            (Some(Asked::Move(asked)), Meant::Squares(squares)) => {
                return (4, self.refused_move(line, asked, squares));
            }
            (Some(Asked::Drop(asked)), Meant::Drop(kind, Some(to))) => {
                let refusal = line.refused_drop(asked, *kind, *to);
                return (4, self.refused_drop(line, asked, *kind, &refusal));
            }
            (Some(Asked::Choose(asked)), meant) => Self::refused_choice(line, asked, meant),
            _ => None,
        };
        match refusal {
            None | Some(Refusal::OtherKind) => (1, self.other_step(line)),
            Some(refusal) => (4, self.refused_candidate(line, &refusal)),
        }
    }

    fn refused_choice(
        line: &mut Line<'g>,
        asked: &'g Choose,
        meant: &Meant,
    ) -> Option<Refusal<'g>> {
        let choice = match meant {
            Meant::Squares(squares) => Choice::Square(*squares.first()?),
            Meant::Hand(kind) => Choice::Hand(SideId::FIRST, *kind),
            Meant::Type(kind) => Choice::Type(*kind),
            Meant::Number(number) => Choice::Number(*number),
            Meant::Nothing | Meant::Drop(..) | Meant::Else => return None,
        };
        Some(line.refused_choice(asked, &choice))
    }

    /// Returns the label that the statement gives its choice.
    fn label(&self) -> Option<String> {
        self.statement
            .kind
            .label()
            .and_then(|label| self.question.words.game.labels.get(label))
            .cloned()
    }

    fn rule(&self) -> Rule {
        Rule::of_statement(self.question.words.game, self.statement)
    }

    /// Says that another step is asked for here than the text tells, or one more.
    fn other_step(&self, line: &Line<'g>) -> Answer {
        let what = match self.statement.kind.asks() {
            Some(Asked::Move(_)) => "a move",
            Some(Asked::Drop(_)) => "a piece from the hand",
            Some(Asked::Choose(_)) => "a choice",
            Some(Asked::Way(_)) | None => "a step",
        };
        let what = match self.label() {
            Some(label) => format!("{what} that begins with `{label}`"),
            None => what.to_owned(),
        };
        let so_far = turn_text(self.question.words.game, &line.turn());
        let whereabouts = if self.reader.shown(&line.turn()).is_empty() {
            "the turn begins with".to_owned()
        } else {
            format!("after `{so_far}` the turn goes on with")
        };
        let mut message = format!("{whereabouts} {what}");
        if self.choices.is_empty() {
            let message = format!("{message}, but there is nothing to choose");
            return refused(Kind::NothingToChoose, message, self.rule());
        }
        if !self.rest.is_empty() {
            let rest = self.rest.strip_prefix(',').unwrap_or(self.rest);
            message = format!("{message}, which `{rest}` is not");
        }
        let mut answer = refused(Kind::Incomplete, message, self.rule());
        if let Some(asked) = self.asked().filter(|_| !self.rest.is_empty()) {
            answer.plain = format!("not yet. {asked}");
        }
        answer.notes.push(self.examples(line));
        answer
    }

    /// Returns how the author asks for this choice, without a full stop.
    fn asked(&self) -> Option<&str> {
        let label = self.label()?;
        let asks = &self.question.words.game.about.asks;
        let (_, text) = asks.iter().find(|(other, _)| *other == label)?;
        Some(text.trim_end_matches('.'))
    }

    /// Returns the texts of the choices with which a legal turn begins.
    pub(super) fn legal_choices(&self, line: &Line<'g>) -> Vec<String> {
        let mut turn = line.turn();
        let mut texts: Vec<String> = Vec::new();
        for choice in self.choices {
            turn.steps.push(line.step_of(self.statement, choice.clone()));
            if self.question.legal.iter().any(|legal| legal.turn.steps.starts_with(&turn.steps)) {
                texts.push(format!("`{}`", turn_text(self.question.words.game, &turn)));
            }
            turn.steps.pop();
        }
        texts
    }

    /// Tells what could be chosen.
    fn examples(&self, line: &Line<'g>) -> Note {
        let mut texts = self.legal_choices(line);
        if texts.is_empty() {
            return Note::plain("nothing that can be chosen here makes a legal turn");
        }
        if texts.len() > MAX_EXAMPLES {
            let left = texts.len() - MAX_EXAMPLES;
            texts.truncate(MAX_EXAMPLES);
            texts.push(format!("{left} more"));
        }
        Note::plain(format!("possible here: {}", texts.join(", ")))
    }

    fn refused_move(
        &self,
        line: &mut Line<'g>,
        asked: &'g MoveChoice,
        squares: &[SquareId],
    ) -> Answer {
        let [from, via @ .., to] = squares else {
            let start = squares.first().and_then(|from| line.refused_start(asked, *from));
            return match start {
                Some(refusal) => self.refused_start(line, &refusal),
                None => self.other_step(line),
            };
        };
        let path = Path { from: *from, via: via.to_vec(), to: *to };
        match line.refused_move(asked, &path) {
            Refusal::Ways(subject, ways) => {
                let targets = self.targets(line, path.from);
                let question = self.question;
                super::ways::Asked { question, line, subject, path, targets }
                    .answer(&ways, &self.rule())
            }
            refusal => self.refused_start(line, &refusal),
        }
    }

    /// Returns where the piece on a square can go in a legal turn that begins as this one.
    fn targets(&self, line: &Line<'g>, from: SquareId) -> SquareSet {
        let so_far = line.turn().steps;
        let fitting =
            self.question.legal.iter().filter(|legal| legal.turn.steps.starts_with(&so_far));
        targets(fitting, from)
    }

    /// Tells why no move can start on a square.
    fn refused_start(&self, line: &mut Line<'g>, refusal: &Refusal<'g>) -> Answer {
        let (words, voice) = (self.question.words, self.question.voice());
        match refusal {
            Refusal::NoPiece(square) => {
                let square = words.square(*square);
                let message = format!("there is no piece on {square}");
                refused(Kind::NoPiece, message, self.rule()).plainly(format!("{square} is empty"))
            }
            Refusal::Set { subject, set, inside } => {
                let owner = subject.piece.and_then(|piece| piece.owner);
                let to_move = line.position().to_move;
                let who = format!("it is the turn of {}", words.side(to_move));
                let mut message = format!("{} may not move now", words.subject(subject));
                let is_own = owner == Some(to_move);
                let why = if is_own {
                    words.belongs(subject, set, *inside, self.statement.span)
                } else {
                    who
                };
                message = format!("{message}: {why}");
                let mut answer = refused(Kind::NotYours, message, self.rule());
                let (square, piece) = (words.square(subject.square), subject.piece);
                answer.plain = match piece {
                    Some(piece) if !is_own => {
                        let turn = words.side(to_move);
                        format!("{}; it is {turn}'s turn", voice.owned(piece, square))
                    }
                    _ => self.other_start(line, subject, set, *inside),
                };
                answer
            }
            _ => self.other_step(line),
        }
    }

    /// Says that other pieces have to move now, and which.
    fn other_start(
        &self,
        line: &mut Line<'g>,
        subject: &Subject,
        set: &'g Squares,
        inside: bool,
    ) -> String {
        let head =
            format!("{} cannot move now", self.question.voice().on(subject.piece, subject.square));
        let mut movers: Vec<SquareId> = Vec::new();
        for choice in self.choices {
            if let Choice::Move(made) = choice
                && !movers.contains(&made.from)
            {
                movers.push(made.from);
            }
        }
        let position = line.position();
        let named: Vec<String> =
            movers.iter().map(|at| self.question.voice().on(position.piece(*at), *at)).collect();
        if (1..=MAX_EXAMPLES).contains(&named.len()) {
            return format!("{head}: it has to be {}", suggest::joined(&named, "or"));
        }
        match self.question.voice().belongs(line, subject, set, inside, None) {
            Some(why) => format!("{head}: {why}"),
            None => head,
        }
    }

    fn refused_drop(
        &self,
        line: &mut Line<'g>,
        asked: &'g DropChoice,
        kind: PieceTypeId,
        refusal: &Refusal<'g>,
    ) -> Answer {
        let (words, voice) = (self.question.words, self.question.voice());
        match refusal {
            Refusal::NotInHand(side, kind) => self.not_in_hand(*side, *kind),
            Refusal::NotOfTypes(kind, types) => {
                let message = format!(
                    "{} cannot be dropped here, only {}",
                    words.kind(*kind),
                    words.kinds(*types)
                );
                let (dropped, others) = (with_article(&voice.kind(*kind)), voice.kinds(*types));
                refused(Kind::WrongType, message, self.rule())
                    .plainly(format!("{dropped} cannot be dropped here, only {others}"))
            }
            Refusal::Taken(subject) => {
                let message = format!("{} is in the way of the drop", words.subject(subject));
                let mut answer = refused(Kind::Occupied, message, self.rule());
                let (dropped, square) =
                    (with_article(&voice.kind(kind)), words.square(subject.square));
                let there = subject.piece.map(|piece| voice.piece(piece)).unwrap_or_default();
                answer.plain =
                    format!("you cannot drop {dropped} on {square}: {there} stands there");
                answer
            }
            Refusal::Set { subject, set, inside } => {
                // The set may be the piece's own or the statement's.
                let rule = if contains(&asked.on, set) { self.rule() } else { self.drops_of(kind) };
                let why = words.belongs(subject, set, *inside, rule.span);
                let square = words.square(subject.square);
                let message = format!("{} cannot be dropped on {square}: {why}", words.kind(kind));
                let mut answer = refused(Kind::NotThere, message, rule);
                let dropped = with_article(&voice.kind(kind));
                let why = voice.belongs(line, subject, set, *inside, None);
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                answer.plain = format!("you cannot drop {dropped} on {square}{why}");
                answer
            }
            _ => refused(Kind::WrongKind, "a piece is dropped from the hand here", self.rule()),
        }
    }

    fn not_in_hand(&self, side: SideId, kind: PieceTypeId) -> Answer {
        let (words, voice) = (self.question.words, self.question.voice());
        let message = format!("{} has no {} in hand", words.side(side), words.kind(kind));
        let kind = voice.kind(kind);
        refused(Kind::NotInHand, message, self.rule()).plainly(if side == voice.you() {
            format!("you have no {kind} in hand")
        } else {
            format!("{} has no {kind} in hand", words.side(side))
        })
    }

    /// Returns the rule that says where a type may be dropped.
    fn drops_of(&self, kind: PieceTypeId) -> Rule {
        let game = self.question.words.game;
        let info = &game.types[kind];
        let written = game.phrases.sets.iter().find(|(set, _)| *set == info.drop_on);
        let span = written.map_or(info.span, |(_, span)| *span);
        Rule::new(format!("piece {}", info.name), span)
    }

    /// Tells why something cannot be chosen at a `choose`.
    fn refused_candidate(&self, line: &mut Line<'g>, refusal: &Refusal<'g>) -> Answer {
        let (words, voice) = (self.question.words, self.question.voice());
        let (kind, message) = match refusal {
            Refusal::Set { subject, set, inside } => {
                let square = words.square(subject.square);
                let why = words.belongs(subject, set, *inside, self.statement.span);
                (Kind::NotThere, format!("{square} cannot be chosen: {why}"))
            }
            Refusal::NotInHand(side, kind) => return self.not_in_hand(*side, *kind),
            Refusal::NotOfTypes(kind, types) if !types.contains(*kind) => {
                let types = words.kinds(*types);
                (Kind::WrongType, format!("{} cannot be chosen, only {types}", words.kind(*kind)))
            }
            Refusal::NotBetween(low, high) => {
                (Kind::WrongNumber, format!("a number from {low} to {high} is to be chosen"))
            }
            _ => return self.other_step(line),
        };
        let mut answer = refused(kind, message, self.rule());
        if let Refusal::NotOfTypes(kind, types) = refusal {
            let (wrong, right) = (with_article(&voice.kind(*kind)), voice.kinds(*types));
            answer.plain = format!("{wrong} cannot be chosen here, only {right}");
        }
        if let Refusal::Set { subject, set, inside } = refusal {
            let why = voice.belongs(line, subject, set, *inside, None);
            let why = why.unwrap_or_else(|| {
                format!("{} cannot be chosen", voice.on(subject.piece, subject.square))
            });
            let asked = self.asked().map_or_else(String::new, |asked| format!(". {asked}"));
            answer.plain = format!("{why}{asked}");
        }
        if !self.choices.is_empty() {
            answer.notes.push(self.examples(line));
        }
        answer
    }
}

/// Returns where the piece on a square goes in some turns.
pub(super) fn targets<'l>(turns: impl Iterator<Item = &'l LegalTurn>, from: SquareId) -> SquareSet {
    let steps = turns.flat_map(|legal| &legal.turn.steps);
    let moves = steps.filter_map(|step| match &step.choice {
        Choice::Move(made) if made.from == from => Some(made.to),
        _ => None,
    });
    moves.collect()
}

/// Leaves out what is quoted within parentheses, and the quotes of the rest.
pub(super) fn without_quotes(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (`") {
        let Some((_, end)) = after.split_once("`)") else { break };
        plain.push_str(before);
        rest = end;
    }
    plain.push_str(rest);
    plain.replace('`', "")
}

/// Tells whether a set is part of another: the very same object, not one that is equal.
fn contains(whole: &Squares, part: &Squares) -> bool {
    std::ptr::eq(whole, part)
        || whole.any_part(|inner| match inner {
            Part::Squares(inner, Role::Member | Role::Without | Role::Beside) => {
                contains(inner, part)
            }
            _ => false,
        })
}

/// Joins names of labels.
pub(super) fn labels_told(labels: &[String]) -> String {
    let quoted: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
    listed(&quoted, "or")
}

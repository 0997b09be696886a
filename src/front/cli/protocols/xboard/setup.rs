//! Games and positions that `XBoard` chooses.

use super::board::Board;
use super::{Engine, Mode};
use crate::front::cli::protocols::variants::{self, Variant};
use crate::ir::SideId;
use crate::notation::write_position;
use crate::state::{Piece, Position};

/// The position while it is set up piece by piece, and the side whose pieces are placed.
pub(super) struct Edit {
    position: Position,
    side: SideId,
}

impl Engine {
    /// Plays another game, and tells `XBoard` what it looks like unless that is the usual one.
    pub(super) fn choose(&mut self, name: &str) {
        // A size before the name tells how the board is to be drawn.
        let own = match name.split_once('_') {
            Some((size, rest)) if size.contains('x') && size.contains('+') => rest,
            _ => name,
        };
        match self.variants.load(own, &[]) {
            Ok(variant) => {
                let (mode, is_against_program) = (self.mode, self.is_against_program);
                self.begin(variant);
                (self.mode, self.is_against_program) = (mode, is_against_program);
                self.show_variant();
            }
            Err(error) => self.out.line(format!("tellusererror {error}")),
        }
    }

    pub(super) fn show_variant(&self) {
        let game = self.variant.start.game();
        let board = Board::of(game);
        let is_usual =
            self.variant.name == variants::default_name() && self.variant.options.is_empty();
        if is_usual {
            return;
        }
        if board.is_shown() {
            let start = self.variant.start.position();
            let mut lines = vec![board.setup(start)];
            lines.extend(board.pieces(game, start));
            self.out.block(lines.join("\n"));
        } else {
            let (files, ranks) = board.size();
            self.out.line(format!(
                "tellusererror a board of {files} files and {ranks} ranks cannot be shown"
            ));
        }
    }

    /// Goes to a position.
    pub(super) fn set_board(&mut self, text: &str) {
        self.cancel();
        let texts = Board::of(self.variant.start.game()).own_texts(text);
        let begun = texts.iter().find_map(|text| self.variant.begin(Some(text)).ok());
        match begun {
            Some(session) => {
                self.session = session;
                if self.mode == Mode::Analyzes {
                    self.go_on();
                }
            }
            None => match self.variant.begin(Some(text)) {
                Ok(session) => self.session = session,
                Err(error) => self.out.line(format!("tellusererror Illegal position: {error}")),
            },
        }
    }

    /// Makes a side the one to move.
    pub(super) fn give_turn(&mut self, side: SideId) {
        let position = Position { to_move: side, ..self.session.position().clone() };
        let text = write_position(self.session.game(), &position);
        if let Ok(session) = self.variant.begin(Some(&text)) {
            self.session = session;
        }
    }

    pub(super) fn begin_edit(&mut self) {
        self.cancel();
        let position = self.session.position().clone();
        self.edit = Some(Edit { position, side: SideId::FIRST });
    }

    /// Reads a line while a position is set up piece by piece.
    pub(super) fn edit_line(&mut self, line: &str) {
        let Some(edit) = self.edit.as_mut() else { return };
        let line = line.trim();
        match line {
            "." => {
                let game = self.session.game();
                // Rights and counters are as at the beginning of a game.
                let fresh = Position::empty(game);
                let Edit { position, .. } = &*edit;
                let (pieces, hands) = (position.pieces.clone(), position.hands.clone());
                let position = Position { pieces, hands, to_move: position.to_move, ..fresh };
                let text = write_position(game, &position);
                self.edit = None;
                self.set_board(&text);
            }
            "#" => {
                let squares: Vec<_> = self.session.game().board.squares.ids().collect();
                for square in squares {
                    edit.position.pieces[square] = None;
                }
            }
            "c" => edit.side = edit.side.opponent(),
            _ => place(&self.variant, edit, line),
        }
    }

    pub(super) fn introduce(&self) {
        let names = self.variants.names();
        let names = names.iter().map(|name| variants::xboard_name(name));
        let usual = variants::xboard_name(variants::default_name());
        let mut all: Vec<&str> = vec![usual];
        all.extend(names.filter(|name| *name != usual));
        for name in variants::with_options() {
            all.push(name);
        }
        let mut lines = vec![
            "feature done=0".to_owned(),
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 \
             colors=0 name=0 ics=0 memory=1 smp=1 nps=0 highlight=1 debug=1"
                .to_owned(),
            format!("feature myname=\"Fairyring {}\"", env!("CARGO_PKG_VERSION")),
            format!("feature variants=\"{}\"", all.join(",")),
        ];
        lines.extend(self.option_lines());
        lines.push("feature done=1".to_owned());
        self.out.block(lines.join("\n"));
        self.show_variant();
    }
}

/// Places `Pa4`, or empties `xa4`; what cannot be read is passed over.
fn place(variant: &Variant, edit: &mut Edit, line: &str) {
    let game = variant.start.game();
    let board = Board::of(game);
    let turned = usize::from(line.starts_with('+'));
    let Some((letter, square)) = line.split_at_checked(turned + 1) else { return };
    let Some(square) = board.square_named(square) else { return };
    let kind = board.kind_of(letter);
    if kind.is_some() || letter == "x" {
        edit.position.pieces[square] = kind.map(|kind| Piece::new(kind, Some(edit.side)));
    }
}

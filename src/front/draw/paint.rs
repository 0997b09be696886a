//! Colours of squares and pieces in a terminal, as most terminals know them: 256 of them.

/// How a square is to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a square can be each of these or not")]
pub(super) struct Shade {
    /// Whether it is one of the dark squares.
    pub dark: bool,
    /// What stands there.
    pub on_it: OnIt,
    /// Whether the last turn has changed it.
    pub changed: bool,
    /// Whether a royal piece stands there that could be captured.
    pub alarm: bool,
    /// Whether a piece that is asked about can go there.
    pub target: bool,
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OnIt {
    /// Nothing.
    #[default]
    Nothing,
    /// A piece of the side with that number.
    Of(u8),
    /// A piece of neither side.
    Neutral,
}

/// Ends all colours.
const PLAIN: &str = "\u{1b}[0m";

/// Dark and light: squares as they are, changed ones, those in danger, and targets.
const GROUNDS: [[u8; 2]; 4] = [[95, 138], [100, 143], [124, 167], [29, 72]];

/// The first side's pieces, the second side's, and nobody's.
const PIECES: [u8; 3] = [231, 16, 21];

/// Texts that can have colours.
pub(super) trait Paint {
    /// Returns the text in the colours of a square.
    fn painted(&self, shade: Shade) -> String;
}

impl Paint for str {
    fn painted(&self, shade: Shade) -> String {
        let kind = match shade {
            Shade { alarm: true, .. } => 2,
            Shade { target: true, .. } => 3,
            Shade { changed: true, .. } => 1,
            _ => 0,
        };
        let ground = GROUNDS[kind][usize::from(!shade.dark)];
        let piece = match shade.on_it {
            // An empty square's sign should not catch the eye.
            OnIt::Nothing => return format!("\u{1b}[48;5;{ground}m\u{1b}[38;5;187m{self}{PLAIN}"),
            OnIt::Neutral => PIECES[2],
            OnIt::Of(side) => PIECES[usize::from(side.min(1))],
        };
        format!("\u{1b}[48;5;{ground}m\u{1b}[1;38;5;{piece}m{self}{PLAIN}")
    }
}

/// Returns how many columns a text takes that may have colours.
pub(super) fn width(text: &str) -> usize {
    let mut count = 0;
    let mut inside = false;
    for char in text.chars() {
        match (inside, char) {
            (false, '\u{1b}') => inside = true,
            (false, _) => count += 1,
            (true, 'm') => inside = false,
            (true, _) => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_room() {
        let painted = " P ".painted(Shade { on_it: OnIt::Of(0), ..Shade::default() });
        assert!(painted.len() > 3);
        assert_eq!(width(&painted), 3);
    }
}

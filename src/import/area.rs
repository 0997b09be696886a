//! Sets of squares, and how they are written.

/// The files and ranks of the largest boards there.
pub(super) const MOST_FILES: u8 = 12;
pub(super) const MOST_RANKS: u8 = 10;

/// A set of squares of a board of at most twelve files and ten ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area(u128);

/// The size of a board, and how the second side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) files: u8,
    pub(super) ranks: u8,
    /// Whether the second side sees the board turned round, and not mirrored.
    pub(super) rotated: bool,
}

impl Area {
    /// Every square of the largest board.
    pub(super) const ALL: Self = Self((1 << (MOST_FILES as u32 * MOST_RANKS as u32)) - 1);

    /// No square.
    pub(super) const NONE: Self = Self(0);

    /// Returns a single square, by file and rank from 0.
    pub(super) fn square(file: u8, rank: u8) -> Self {
        Self(1 << (u32::from(rank) * u32::from(MOST_FILES) + u32::from(file)))
    }

    pub(super) fn rank(rank: u8) -> Self {
        (0..MOST_FILES).map(|file| Self::square(file, rank)).collect()
    }

    pub(super) fn file(file: u8) -> Self {
        (0..MOST_RANKS).map(|rank| Self::square(file, rank)).collect()
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn has(self, file: u8, rank: u8) -> bool {
        self.0 & Self::square(file, rank).0 != 0
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Reads `*8 e4 f*`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut area = Self::NONE;
        for word in text.split_whitespace() {
            if word == "-" {
                break;
            }
            area = [area, Self::word(word)?].into_iter().collect();
        }
        Some(area)
    }

    fn word(word: &str) -> Option<Self> {
        let (file, rank) = word.split_at(word.char_indices().nth(1)?.0);
        let rank_of = |text: &str| {
            let number: u8 = text.parse().ok()?;
            (1..=MOST_RANKS).contains(&number).then(|| number - 1)
        };
        if file == "*" {
            return Some(Self::rank(rank_of(rank)?));
        }
        let file = file_of(file)?;
        if rank == "*" { Some(Self::file(file)) } else { Some(Self::square(file, rank_of(rank)?)) }
    }
}

impl FromIterator<Self> for Area {
    fn from_iter<I: IntoIterator<Item = Self>>(areas: I) -> Self {
        Self(areas.into_iter().fold(0, |all, area| all | area.0))
    }
}

/// Returns the file that a letter means, from 0.
pub(super) fn file_of(letter: &str) -> Option<u8> {
    let letter = letter.chars().next()?.to_ascii_lowercase();
    let file = u8::try_from(u32::from(letter).checked_sub(u32::from('a'))?).ok()?;
    (file < MOST_FILES).then_some(file)
}

/// Returns the name of a square.
pub(super) fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

impl Board {
    /// All squares of the board.
    pub(super) fn all(self) -> Area {
        self.squares().map(|(file, rank)| Area::square(file, rank)).collect()
    }

    /// The squares of the outermost files and ranks.
    pub(super) fn edge(self) -> Area {
        let is_outer = |file: u8, rank: u8| {
            file == 0 || rank == 0 || file + 1 == self.files || rank + 1 == self.ranks
        };
        let outer = self.squares().filter(|&(file, rank)| is_outer(file, rank));
        outer.map(|(file, rank)| Area::square(file, rank)).collect()
    }

    fn squares(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| (file, rank)))
    }

    /// Returns a square as the other side sees it.
    pub(super) fn turned(self, file: u8, rank: u8) -> (u8, u8) {
        let file = if self.rotated { self.files - 1 - file } else { file };
        (file, self.ranks - 1 - rank)
    }

    fn turned_area(self, area: Area) -> Area {
        let inside = self.squares().filter(|&(file, rank)| area.has(file, rank));
        inside
            .map(|(file, rank)| self.turned(file, rank))
            .map(|(file, rank)| Area::square(file, rank))
            .collect()
    }

    /// Writes the area of each side as one expression, if there is one.
    pub(super) fn words(self, white: Area, black: Area) -> Option<String> {
        let (white, black) = (white.and(self.all()), black.and(self.all()));
        let told = self.set(white);
        if white == black {
            return Some(told);
        }
        (self.turned_area(white) == black).then(|| format!("own {told}"))
    }

    /// Writes a set of squares as the first side sees it.
    pub(super) fn set(self, area: Area) -> String {
        let area = area.and(self.all());
        if area == self.all() {
            return "everywhere".to_owned();
        }
        if area.is_empty() {
            return "none".to_owned();
        }
        for rank in 0..self.ranks {
            if area == Area::rank(rank).and(self.all()) {
                return format!("rank {}", rank + 1);
            }
        }
        for file in 0..self.files {
            if area == Area::file(file).and(self.all()) {
                return format!("file {}", char::from(b'a' + file));
            }
        }
        format!("{{{}}}", self.rectangles(area).join(" "))
    }

    /// Splits an area into rectangles: rows of squares, as far up as they go.
    fn rectangles(self, mut area: Area) -> Vec<String> {
        let mut parts = Vec::new();
        while let Some((file, rank)) = self.squares().find(|&(file, rank)| area.has(file, rank)) {
            let width = (file..self.files).take_while(|&file| area.has(file, rank)).count();
            let last = file + u8::try_from(width).unwrap_or(1) - 1;
            let full = |rank: u8| (file..=last).all(|file| area.has(file, rank));
            let height = (rank..self.ranks).take_while(|&rank| full(rank)).count();
            let top = rank + u8::try_from(height).unwrap_or(1) - 1;
            let inside = (rank..=top)
                .flat_map(|rank| (file..=last).map(move |file| Area::square(file, rank)));
            area = area.except(inside.collect());
            let corner = square_name(file, rank);
            parts.push(if (file, rank) == (last, top) {
                corner
            } else {
                format!("{corner}..{}", square_name(last, top))
            });
        }
        parts
    }
}

//! Changing one token of a game's file and seeing what the program says.

mod judge;
mod mutate;
mod play;
mod tokens;

use anyhow::Context as _;

pub use judge::{Original, Verdict};
pub use mutate::Mutant;
pub use tokens::Kind;

/// The seed from which all misspellings come, unless another is asked for.
pub const SEED: u64 = 20_261_121;

/// The games whose files are changed.
pub const GAMES: [&str; 6] = ["chess", "fellowship", "one-ring", "ruddigore", "mono", "magic-ring"];

/// Variants whose files are changed for the page, too: of many families, and with what the six games do not use.
pub const VARIANTS: [&str; 20] = [
    "makruk",
    "xiangqi",
    "crazyhouse",
    "atomic",
    "capablanca",
    "grand",
    "seirawan",
    "spartan",
    "shogi",
    "minishogi",
    "chu-shogi",
    "tamerlane",
    "rococo",
    "raumschach",
    "talvola-glinski_chess",
    "kamisado",
    "nine-mens-morris",
    "checkers",
    "placement",
    "progressive",
];

/// Each so-manieth mutant of a variant is judged.
pub const VARIANTS_EVERY: usize = 5;

/// A mutant and what became of it.
#[derive(Debug)]
pub struct Judged {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
    pub verdict: Verdict,
}

/// Judges each so-manieth mutant of a game.
///
/// # Errors
///
/// If there is no such game, or it is not in order itself.
pub fn measure(name: &str, every: usize, seed: u64) -> anyhow::Result<Vec<Judged>> {
    let original = Original::load(name)?;
    let mutants: Vec<Mutant> =
        mutate::mutants(original.text(), seed).into_iter().step_by(every.max(1)).collect();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let original = &original;
    // Neighbours take about as long as each other, so that every thread takes each so-manieth.
    let judged = |first: usize| {
        let own = mutants.iter().skip(first).step_by(threads);
        own.map(|mutant| original.judge(mutant)).collect::<Vec<_>>()
    };
    let parts: Vec<Vec<Verdict>> = std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..threads).map(|first| scope.spawn(move || judged(first))).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
    });
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    let verdicts = (0..mutants.len()).map(|number| parts[number % threads].next());
    let verdicts: Option<Vec<Verdict>> = verdicts.collect();
    let verdicts = verdicts.context("a mutant was not judged")?;
    Ok(mutants
        .into_iter()
        .zip(verdicts)
        .map(|(mutant, verdict)| Judged { mutant, verdict })
        .collect())
}

/// What was found, counted.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// All mutants.
    pub mutants: usize,
    /// Rejected, with the first error on a changed line.
    pub on_line: usize,
    /// Rejected, with the first error elsewhere.
    pub elsewhere: usize,
    /// Rejected, with a suggestion that gives the file back that it was.
    pub restored: usize,
    /// Accepted; the same game.
    pub same: usize,
    /// Accepted; the rules read differently, and nothing that was played told them apart.
    pub alike: usize,
    /// Accepted; another game, and one of its tests fails.
    pub caught: usize,
    /// Accepted; another game, and its tests pass.
    pub survived: usize,
    /// The program fell over.
    pub panics: usize,
}

impl Figures {
    /// Counts mutants.
    pub fn of<'a>(judged: impl IntoIterator<Item = &'a Judged>) -> Self {
        let mut figures = Self::default();
        judged.into_iter().for_each(|one| figures.add(&one.verdict));
        figures
    }

    /// Counts misspelt names: words of four letters or more outside texts and Betza's notation that were rejected.
    pub fn of_names<'a>(judged: impl IntoIterator<Item = &'a Judged>) -> Self {
        Self::of(judged.into_iter().filter(|one| is_misspelt_name(&one.mutant)))
    }

    /// Counts brackets that were left out or written twice.
    pub fn of_brackets<'a>(judged: impl IntoIterator<Item = &'a Judged>) -> Self {
        Self::of(judged.into_iter().filter(|one| one.mutant.is_bracket()))
    }

    /// Returns how many were rejected.
    pub fn rejected(&self) -> usize {
        self.on_line + self.elsewhere
    }

    fn add(&mut self, verdict: &Verdict) {
        self.mutants += 1;
        match verdict {
            Verdict::Rejected { on_line, restored, .. } => {
                self.on_line += usize::from(*on_line);
                self.elsewhere += usize::from(!*on_line);
                self.restored += usize::from(*restored);
            }
            Verdict::Same => self.same += 1,
            Verdict::Alike => self.alike += 1,
            Verdict::Caught => self.caught += 1,
            Verdict::Survived => self.survived += 1,
            Verdict::Panicked => self.panics += 1,
        }
    }
}

/// Tells whether this is a misspelt name or word of the language.
pub fn is_misspelt_name(mutant: &Mutant) -> bool {
    mutant.kind == Kind::Name && mutant.change.is_slip()
}

/// Returns the folder of the repository: the current one if it has games, else the one this was built in.
pub fn root() -> std::path::PathBuf {
    if std::path::Path::new("games").is_dir() {
        std::path::PathBuf::from(".")
    } else {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }
}

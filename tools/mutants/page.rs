//! The table, and the page with the figures.

use super::measure::{Figures, Judged, Verdict};
use super::{names, on_line, percent};

/// The head of the table.
pub const HEADER: &str = "\
| Game | Mutants | Error on the line | Error elsewhere | Suggestion restores | Same game | Plays alike | \
Plays otherwise | Caught | Panics | Misspelt names | Brackets |
|---|---|---|---|---|---|---|---|---|---|---|---|";

/// Returns the row of a game.
pub fn row<'a>(name: &str, judged: impl IntoIterator<Item = &'a Judged> + Clone) -> String {
    let all = Figures::of(judged.clone());
    let slips = Figures::of_names(judged.clone());
    let brackets = Figures::of_brackets(judged);
    format!(
        "| {name} | {} | {} ({} %) | {} | {} | {} | {} | {} | {} ({} %) | {} | {} | {} |",
        all.mutants,
        all.on_line,
        percent(all.on_line, all.rejected()),
        all.elsewhere,
        all.restored,
        all.same,
        all.alike,
        all.caught + all.survived,
        all.caught,
        percent(all.caught, all.caught + all.survived),
        all.panics,
        names(&slips),
        on_line(&brackets)
    )
}

/// Describes a mutant in a line.
pub fn described(one: &Judged) -> String {
    let mutant = &one.mutant;
    let line = mutant.text.lines().nth(mutant.lines.0 - 1).unwrap_or("").trim();
    let told = match &one.verdict {
        Verdict::Rejected { told, restored, .. } => {
            format!(" → {told}{}", if *restored { " (restored)" } else { "" })
        }
        _ => String::new(),
    };
    let after = mutant.after.replace('\n', "⏎");
    format!(
        "line {}, {:?} `{}` → `{after}`: {line}{told}",
        mutant.lines.0, mutant.change, mutant.before
    )
}

/// A game and what became of its mutants.
pub type Row = (String, Vec<Judged>);

/// Returns the page.
pub fn page(games: &[Row], variants: &[Row], every: usize, seed: u64) -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str(&format!("The misspellings are drawn from the seed {seed}.\n\n"));
    table(&mut page, games);
    page.push_str(&format!(
        "\nOf twenty variants, every mutant with a number that {every} divides:\n\n"
    ));
    table(&mut page, variants);
    page.push_str(SURVIVORS);
    listed(&mut page, games, &Verdict::Survived);
    listed(&mut page, variants, &Verdict::Survived);
    page.push_str(ALIKE);
    listed(&mut page, games, &Verdict::Alike);
    listed(&mut page, variants, &Verdict::Alike);
    page
}

/// Writes the rows of games and their sum.
fn table(page: &mut String, games: &[Row]) {
    page.push_str(HEADER);
    page.push('\n');
    for (name, judged) in games {
        page.push_str(&row(name, judged));
        page.push('\n');
    }
    page.push_str(&row("in total", games.iter().flat_map(|(_, judged)| judged)));
    page.push('\n');
}

/// Lists the mutants of which that became.
fn listed(page: &mut String, games: &[Row], verdict: &Verdict) {
    for (name, judged) in games {
        let found: Vec<&Judged> = judged.iter().filter(|one| one.verdict == *verdict).collect();
        if !found.is_empty() {
            page.push_str(&["\n### ", name, "\n\n```text\n"].concat());
            for one in found {
                page.push_str(&described(one));
                page.push('\n');
            }
            page.push_str("```\n");
        }
    }
}

const INTRODUCTION: &str = "\
# What the program says to a slip of the pen

This page is written by a program. To write it again:

```text
cargo run --release -p fairyring-tools --bin mutants -- --write --seed NUMBER
```

It takes the files of games and changes one token at a time: leaves it out, writes it twice, swaps it with the next, \
or misspells it by one letter (another letter, a letter too few, a letter too many, two letters swapped; which one is \
drawn by chance). Comments and the texts that only people read are not misspelt. Each changed file is then \
loaded.

- *Error on the line*: the file is rejected, and the first error is on a line that was changed. *Elsewhere* is anywhere \
else.
- *Suggestion restores*: applying one of the suggestions gives the file back, layout aside.
- *Same game*: the file is accepted and the game's rules are the same, names that are used once aside. Most changes in \
the tests of a file are here, since tests are no rules.
- *Plays otherwise*: the file is accepted and it is another game. *Caught* are those of which a test in the file fails. \
The others were told from the first game by playing both: 8 games at random, and some turns at random from each \
position of the tests.
- *Plays alike*: the file is accepted, its rules read differently, its tests pass, and playing like that did not tell it \
from the first game. Most say the same in other words; that all of them do is not proved.
- *Misspelt names* are words of four letters or more, those of the language among them, outside texts in quotes, turns \
and Betza's notation.
- *Brackets* are braces and round brackets that are left out or written twice.

";

const SURVIVORS: &str = "
## Other games that pass all tests of the file
";

const ALIKE: &str = "
## Files that read differently and play alike

Conditions that always hold, an order that does not matter, ways of moving that say nothing new on this board, and drops \
in games without a hand.
";

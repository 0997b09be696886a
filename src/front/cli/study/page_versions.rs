//! Versions beside each other, for browsers and paper.

use std::fmt::Write;

use super::page::{bounds, capital, figure, note, who};
use super::plots::{self, Row, escaped};
use super::{Studied, Study};
use crate::lab::{Comparison, Measure, Share};

/// What a picture of differences means, for those who have never seen one.
const READING: &str = "Each dot is how much more (to the right) or less (to the left) that version gave than the first \
one. Where the band crosses the broken line, chance alone may have made the difference.";

/// Writes what the versions are, what was found, and the pictures.
pub(super) fn compared(out: &mut String, study: &Study) {
    let Some(Studied { version: first, .. }) = study.all.first() else { return };
    let side = first.loaded.game.side_name(first.session.side_to_move());
    let mut found = study.told.found.iter();
    if let Some(words) = found.next() {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", escaped(words));
    }
    for words in found {
        let _ = writeln!(out, "<p>{}</p>", escaped(words));
    }
    if !study.told.next.is_empty() {
        out.push_str("<h2>What to try next</h2>\n<ul>\n");
        for words in &study.told.next {
            let _ = writeln!(out, "<li>{}</li>", escaped(words));
        }
        out.push_str("</ul>\n");
    }
    for comparison in &study.compared {
        let who = who(comparison.strength);
        let _ = writeln!(out, "<h2>Side by side: {}</h2>", escaped(&who));
        pictures(out, study, comparison, side);
        table(out, study, comparison);
    }
}

fn names(study: &Study) -> impl Iterator<Item = &str> {
    study.all.iter().map(|one| one.version.told.name.as_str())
}

fn pictures(out: &mut String, study: &Study, comparison: &Comparison, side: &str) {
    let rows = names(study).zip(&comparison.versions).map(|(name, one)| Row {
        label: capital(name),
        note: note(one.points),
        share: one.points,
    });
    let rows: Vec<_> = rows.collect();
    let title = format!("What {side} scores");
    let below = "Each dot is what the games gave, with the band in which the true value lies in 95 of 100 such studies. \
                 At 50 % (broken line) nobody is favoured.";
    figure(out, &title, &plots::shares(&title, &rows, Some(0.5)), below);
    let rows = names(study).zip(&comparison.versions).filter_map(|(name, one)| {
        let share = one.difference(Measure::Points)?.interval;
        let Share { found, .. } = share;
        let note = format!("{:+.1} ± {:.1}", 100.0 * found, 100.0 * share.half_width());
        Some(Row { label: capital(name), note, share })
    });
    let rows: Vec<_> = rows.collect();
    let title = format!("What {side} scores more than in the first version");
    figure(out, &title, &plots::shares(&title, &rows, Some(0.0)), READING);
}

fn table(out: &mut String, study: &Study, comparison: &Comparison) {
    out.push_str(
        "<div class=\"wide\"><table>\n<tr><th>version</th><th class=\"n\">points</th><th class=\"n\">decided</th>\
         <th class=\"n\">turns</th></tr>\n",
    );
    for (name, one) in names(study).zip(&comparison.versions) {
        let cell = |measure: Measure, share: Share| {
            let scale = if measure == Measure::Turns { 1.0 } else { 100.0 };
            let sign =
                if one.difference(measure).is_some_and(crate::lab::Difference::is_significant) {
                    " *"
                } else {
                    ""
                };
            bounds(share, scale, 1, sign)
        };
        let _ = writeln!(
            out,
            "<tr><td>{}</td>{}{}{}</tr>",
            escaped(&capital(name)),
            cell(Measure::Points, one.points),
            cell(Measure::Decisive, one.decisive),
            cell(Measure::Turns, one.turns)
        );
    }
    out.push_str(
        "</table></div>\n<p class=\"soft\">Points and decided games of a hundred. A star marks what differs from the \
         first version by more than chance, with allowance for all that is compared on this page.</p>\n",
    );
}

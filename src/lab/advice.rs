//! What a comparison says in words, and what to try next.

use super::comparison::{Compared, Comparison, Difference, Measure, pairs_needed};
use super::player::Strength;
use super::share::Share;

/// What a version is called, and the number that makes it differ, if one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its name.
    pub name: String,
    /// An option and its number, where versions differ in nothing else.
    pub number: Option<(String, i64)>,
}

/// What a comparison says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What was found.
    pub found: Vec<String>,
    /// What to try next.
    pub next: Vec<String>,
}

/// Says what a comparison found, and what to try next. `side` is the name of the side whose points are compared; what to try
/// goes by the strongest players.
pub fn told(side: &str, versions: &[Version], compared: &[Comparison]) -> Told {
    let mut told = Told::default();
    for comparison in compared {
        told.found.extend(differences(side, versions, comparison));
    }
    if told.found.is_empty() {
        told.found
            .push("No difference between the versions is more than chance may give.".to_owned());
    }
    let Some(strongest) = compared.last() else { return told };
    told.found.extend(fairest(side, versions, strongest));
    told.next.extend(between(side, versions, strongest));
    told.next.extend(more_games(versions, strongest));
    told.next.extend(disagreement(side, versions, compared));
    told
}

/// Names the differences that are more than chance.
fn differences(side: &str, versions: &[Version], comparison: &Comparison) -> Vec<String> {
    let Some(base) = versions.first() else { return Vec::new() };
    let among = among(comparison.strength);
    let each = versions.iter().zip(&comparison.versions);
    let all = each.flat_map(|(version, compared)| {
        let significant = compared.differences.iter().filter(|one| one.is_significant());
        significant.map(|one| sentence(side, among.as_str(), (&version.name, &base.name), one))
    });
    all.collect()
}

fn sentence(side: &str, among: &str, (name, base): (&str, &str), one: &Difference) -> String {
    let Share { low, found, high } = one.interval;
    let more = if found < 0.0 { "less" } else { "more" };
    let (low, high) = if found < 0.0 { (-high, -low) } else { (low, high) };
    let (found, pairs) = (found.abs(), one.pairs);
    let points = |value: f64| 100.0 * value;
    let by = match one.measure {
        Measure::Points => format!(
            "{side} scores {:.1} points of a hundred {more} ({:.1} to {:.1})",
            points(found),
            points(low),
            points(high)
        ),
        Measure::Decisive => {
            let fewer = if more == "less" { "fewer" } else { "more" };
            format!(
                "{:.1} games of a hundred {fewer} are decided ({:.1} to {:.1})",
                points(found),
                points(low),
                points(high)
            )
        }
        Measure::Turns => {
            let long = if more == "less" { "shorter" } else { "longer" };
            format!("games are {found:.1} turns {long} ({low:.1} to {high:.1})")
        }
    };
    format!("{among}, \"{name}\" against \"{base}\": {by}, in {pairs} pairs of games.")
}

/// Names the version in which the points are shared most evenly.
fn fairest(side: &str, versions: &[Version], comparison: &Comparison) -> Option<String> {
    let off = |one: &Compared| (one.points.found - 0.5).abs();
    let each = versions.iter().zip(&comparison.versions);
    let (version, compared) = each.min_by(|one, two| off(one.1).total_cmp(&off(two.1)))?;
    let Share { low, found, high } = compared.points;
    let (name, among) = (&version.name, among(comparison.strength));
    let even = if low <= 0.5 && high >= 0.5 { "; nobody may be favoured there" } else { "" };
    Some(format!(
        "{among}, the points are shared most evenly in \"{name}\": {side} scores {:.1} % ({:.1} to {:.1}){even}.",
        100.0 * found,
        100.0 * low,
        100.0 * high
    ))
}

/// Where versions differ in a number alone, and the points pass one half between two of them, proposes the number between.
fn between(side: &str, versions: &[Version], comparison: &Comparison) -> Option<String> {
    let each = versions.iter().zip(&comparison.versions);
    let numbered = each.map(|(version, compared)| {
        let (option, number) = version.number.as_ref()?;
        Some((option, *number, compared.points.found))
    });
    let mut numbered = numbered.collect::<Option<Vec<_>>>()?;
    numbered.sort_by_key(|(_, number, _)| *number);
    let ends = numbered.windows(2).find(|two| (two[0].2 - 0.5) * (two[1].2 - 0.5) < 0.0)?;
    let ((option, low, one), (_, high, two)) = (ends[0], ends[1]);
    #[expect(clippy::cast_precision_loss, reason = "options are small numbers")]
    let width = (high - low) as f64;
    #[expect(clippy::cast_possible_truncation, reason = "options are small numbers")]
    let step = ((0.5 - one) / (two - one) * width).round() as i64;
    let middle = low + step;
    if middle <= low || middle >= high {
        return Some(format!(
            "Between {option}={low} and {option}={high}, {side} passes 50 %; there is no number between them."
        ));
    }
    Some(format!(
        "Between {option}={low} and {option}={high}, {side} passes 50 %: try {option}={middle}."
    ))
}

/// Says how many games it would take to be sure of the largest difference in points that may be chance.
fn more_games(versions: &[Version], comparison: &Comparison) -> Option<String> {
    let each = versions.iter().zip(&comparison.versions);
    let unsure = each.filter_map(|(version, compared)| {
        Some((version, compared.difference(Measure::Points).filter(|one| !one.is_significant())?))
    });
    let size = |one: &Difference| one.interval.found.abs();
    let (version, unsure) = unsure.max_by(|one, two| size(one.1).total_cmp(&size(two.1)))?;
    let (name, half) = (&version.name, 100.0 * unsure.interval.half_width());
    match pairs_needed(unsure).filter(|needed| *needed > unsure.pairs) {
        Some(needed) if needed <= 200_000 => Some(format!(
            "What \"{name}\" changes in points may be chance (± {half:.1}): if the difference is as large as it looks, about \
             {} games of each version show it.",
            rounded(needed)
        )),
        _ => Some(format!(
            "\"{name}\" changes the points by less than these games can show (± {half:.1}): look at how games end, or change more."
        )),
    }
}

/// Points out versions that help one side among weak players and the other among strong ones.
fn disagreement(side: &str, versions: &[Version], compared: &[Comparison]) -> Vec<String> {
    let (Some(strongest), Some(weakest)) = (compared.last(), compared.first()) else {
        return Vec::new();
    };
    let points = |comparison: &Comparison, at: usize| -> Option<f64> {
        let one = comparison.versions.get(at)?.difference(Measure::Points)?;
        one.is_significant().then_some(one.interval.found)
    };
    let turned = versions.iter().enumerate().filter_map(|(at, version)| {
        let (strong, weak) = (points(strongest, at)?, points(weakest, at)?);
        (strong * weak < 0.0).then(|| {
            let (strong, weak) = (among(strongest.strength), among(weakest.strength));
            let more = if points(strongest, at)? > 0.0 { "more" } else { "less" };
            Some(format!(
                "\"{}\": {strong}, {side} scores {more} than in the first version, {weak} it is the other way round; \
                 play it at a higher level before you decide.",
                version.name
            ))
        })?
    });
    turned.collect()
}

/// Returns a number of games that people would ask for.
fn rounded(number: u64) -> u64 {
    let step = [100, 500, 1000, 5000, 10_000]
        .into_iter()
        .find(|step| number <= step * 10)
        .unwrap_or(10_000);
    number.div_ceil(step) * step
}

fn among(strength: Strength) -> String {
    match strength {
        Strength::Random => "Among players who choose at random".to_owned(),
        Strength::Level(level) => format!("Among players of level {level}"),
    }
}

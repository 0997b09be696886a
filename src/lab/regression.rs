//! How likely somebody wins, as a sum of what is there: logistic regression, with errors that allow for games being of one piece.

use std::collections::BTreeMap;

use super::share::{NINETY_FIVE, Share};

/// How many steps it takes at most.
const STEPS: usize = 50;

/// When nothing changes by more than this, it is done.
const DONE: f64 = 1e-9;

/// What keeps numbers finite about which the games say nothing.
const RIDGE: f64 = 0.05;

/// What was seen once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// What was there.
    pub there: Vec<f64>,
    /// The points that came of it, from 0 to 1.
    pub points: f64,
    /// What belongs together: what was seen in one game, or in games that were a pair.
    pub group: u64,
}

/// What each thing adds, and how the errors of that hang together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fit {
    /// What each thing adds to the logarithm of the odds.
    pub found: Vec<f64>,
    /// The covariance of the errors.
    pub errors: Vec<Vec<f64>>,
}

impl Fit {
    /// Returns the standard error of one.
    pub(super) fn error(&self, at: usize) -> f64 {
        self.errors.get(at).and_then(|row| row.get(at)).map_or(0.0, |square| square.max(0.0).sqrt())
    }

    /// Returns how many times one sum of things another is, with Fieller's interval: those numbers of times that the games do not
    /// contradict. Nothing if the other may be worth nothing.
    pub(super) fn quotient(&self, one: &[f64], other: &[f64]) -> Option<Share> {
        let squared = NINETY_FIVE * NINETY_FIVE;
        let together = |a: &[f64], b: &[f64]| {
            let rows: Vec<f64> = self.errors.iter().map(|row| dot(row, b)).collect();
            dot(a, &self.found) * dot(b, &self.found) - squared * dot(a, &rows)
        };
        let below = together(other, other);
        if dot(other, &self.found) <= 0.0 || below <= 0.0 {
            return None;
        }
        let middle = together(one, other);
        let root = (middle * middle - below * together(one, one)).max(0.0).sqrt();
        Some(Share {
            low: (middle - root) / below,
            found: dot(one, &self.found) / dot(other, &self.found),
            high: (middle + root) / below,
        })
    }
}

/// Fits; nothing if there is nothing to fit.
pub(super) fn fit(seen: &[Seen]) -> Option<Fit> {
    let size = seen.first()?.there.len();
    let mut found = vec![0.0; size];
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let (slope, bend) = slopes(seen, &found);
        inverse = inverted(bend)?;
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
        let most = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        // A step that is too long leads nowhere.
        let part = if most > 2.0 { 2.0 / most } else { 1.0 };
        for (found, step) in found.iter_mut().zip(&step) {
            *found += part * step;
        }
        if most < DONE {
            break;
        }
    }
    let middle = by_group(seen, &found);
    let errors = product(&product(&inverse, &middle), &inverse);
    Some(Fit { found, errors })
}

/// Returns how likely the first side wins for a logarithm of the odds.
pub(super) fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Returns in which direction the fit gets better, and how fast that changes.
fn slopes(seen: &[Seen], found: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = found.len();
    let mut slope: Vec<f64> = found.iter().map(|found| -RIDGE * found).collect();
    let mut bend = vec![vec![0.0; size]; size];
    for (at, row) in bend.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    for one in seen {
        let likely = logistic(dot(&one.there, found));
        let (off, weight) = (one.points - likely, likely * (1.0 - likely));
        for (at, here) in one.there.iter().enumerate().filter(|(_, here)| **here != 0.0) {
            slope[at] += off * here;
            for (bend, there) in bend[at].iter_mut().zip(&one.there) {
                *bend += weight * here * there;
            }
        }
    }
    (slope, bend)
}

/// Returns the sum of what each group contributes to the slope, multiplied by itself.
fn by_group(seen: &[Seen], found: &[f64]) -> Vec<Vec<f64>> {
    let size = found.len();
    let mut groups: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for one in seen {
        let off = one.points - logistic(dot(&one.there, found));
        let sum = groups.entry(one.group).or_insert_with(|| vec![0.0; size]);
        for (sum, there) in sum.iter_mut().zip(&one.there) {
            *sum += off * there;
        }
    }
    let count = f64::from(u32::try_from(groups.len()).unwrap_or(u32::MAX));
    let few = count / (count - 1.0).max(1.0);
    let mut all = vec![vec![0.0; size]; size];
    for sum in groups.values() {
        for (row, here) in all.iter_mut().zip(sum) {
            for (cell, there) in row.iter_mut().zip(sum) {
                *cell += few * here * there;
            }
        }
    }
    all
}

fn product(one: &[Vec<f64>], other: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = other.first().map_or(0, Vec::len);
    let cell = |row: &[f64], column: usize| -> f64 {
        row.iter().zip(other).map(|(here, there)| here * there[column]).sum()
    };
    one.iter().map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
}

/// Inverts a matrix by Gauss and Jordan; nothing if it cannot be done.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == at { 1.0 } else { 0.0 }));
    }
    for at in 0..size {
        let best =
            (at..size).max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs()))?;
        matrix.swap(at, best);
        let pivot = matrix[at].clone();
        if pivot[at].abs() < 1e-12 {
            return None;
        }
        for (number, row) in matrix.iter_mut().enumerate() {
            let factor = if number == at { 1.0 - 1.0 / pivot[at] } else { row[at] / pivot[at] };
            for (cell, pivot) in row.iter_mut().zip(&pivot) {
                *cell -= factor * pivot;
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::{Fit, Seen, fit, logistic};

    /// With one thing that is there or not, the fit is the logarithm of the odds, and its error is known in closed form.
    #[test]
    fn one_thing_is_the_logarithm_of_its_odds() {
        let seen: Vec<Seen> = (0..1000)
            .map(|number| Seen {
                there: vec![1.0],
                points: if number < 750 { 1.0 } else { 0.0 },
                group: number,
            })
            .collect();
        let fit = fit(&seen).unwrap();
        assert!((fit.found[0] - 3.0_f64.ln()).abs() < 1e-3, "{fit:?}");
        let error = (1.0 / 750.0 + 1.0 / 250.0_f64).sqrt();
        assert!((fit.error(0) - error).abs() < 1e-3, "{fit:?}");
        // The same games counted four times are no more games.
        let four: Vec<Seen> = (0..4).flat_map(|_| seen.clone()).collect();
        let again = super::fit(&four).unwrap();
        assert!((again.error(0) - error).abs() < 1e-3, "{again:?}");
    }

    #[test]
    fn two_things_are_told_apart() {
        let seen: Vec<Seen> = (0..4000_u32)
            .map(|number| {
                let there = vec![f64::from(number % 3) - 1.0, f64::from(number / 3 % 2)];
                let likely = logistic(0.5 * there[0] - 1.5 * there[1]);
                Seen { there, points: likely, group: u64::from(number) }
            })
            .collect();
        let fit = fit(&seen).unwrap();
        assert!((fit.found[0] - 0.5).abs() < 1e-2 && (fit.found[1] + 1.5).abs() < 1e-2, "{fit:?}");
    }

    /// Fieller's bounds for a quotient of 10 ± 1 and 5 ± 1 (standard errors), worked out by hand.
    #[test]
    fn a_quotient_has_an_interval_that_need_not_be_even() {
        let of = |error: f64| Fit {
            found: vec![10.0, 5.0],
            errors: vec![vec![error, 0.0], vec![0.0, error]],
        };
        let share = of(1.0).quotient(&[1.0, 0.0], &[0.0, 1.0]).unwrap();
        let close = |one: f64, other: f64| (one - other).abs() < 1e-3;
        assert!(close(share.found, 2.0), "{share:?}");
        assert!(close(share.low, 1.3435) && close(share.high, 3.3826), "{share:?}");
        let itself = of(1.0).quotient(&[0.0, 1.0], &[0.0, 1.0]).unwrap();
        assert!(close(itself.low, 1.0) && close(itself.high, 1.0), "{itself:?}");
        assert!(of(9.0).quotient(&[1.0, 0.0], &[0.0, 1.0]).is_none());
    }

    #[test]
    fn what_is_never_there_is_worth_nothing() {
        let one = |points| Seen { there: vec![1.0, 0.0], points, group: 1 };
        let fit = fit(&[one(1.0), one(0.0)]).unwrap();
        assert!(fit.found[1].abs() < f64::EPSILON, "{fit:?}");
        assert!(super::fit(&[]).is_none());
    }
}

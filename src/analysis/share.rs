//! From scores to shares of points, and from shares to how well somebody played.

use crate::search::Score;

/// How many points of a score make 10 games won for each one lost: four of the weakest pieces, what the logistic curve of
/// ratings has for 400 of its own. It is not measured for each game.
const TENFOLD: f64 = 400.0;

/// Returns the share of the points of a game that a score promises, from 0 (lost) to 1 (won).
pub fn share(score: Score) -> f64 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Points(points) => 1.0 / (1.0 + 10_f64.powf(-f64::from(points) / TENFOLD)),
    }
}

/// Returns how well a side played, from 0 to 100, by how much of the points each of its turns gave away; `None` if it had no
/// turn. Each turn counts alike, by the curve that lichess has published (<https://lichess.org/page/accuracy>).
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    if losses.is_empty() {
        return None;
    }
    let of = |loss: f64| (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0);
    let count = u32::try_from(losses.len()).unwrap_or(u32::MAX);
    Some(losses.iter().map(|loss| of(*loss)).sum::<f64>() / f64::from(count))
}

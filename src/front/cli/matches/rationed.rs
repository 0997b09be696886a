//! How a program that cannot be told to stop is made to work for as long as it may: it is shown a clock, and the clock is
//! set by what it made of it before.

use std::time::Duration;

/// A program is shown so many times what it may use at first, as most of them mean to play some forty turns more.
const TURNS_AHEAD: f64 = 40.0;
/// Over so many turns, what was used too much or too little is made good.
const MADE_GOOD: f64 = 8.0;
/// A turn may take at most so many times the usual, and at least that part of it.
const UNUSUAL: f64 = 4.0;
/// How much one turn tells of how a program uses its clock.
const LEARNED: f64 = 0.125;
/// A clock shows at least one hundredth of a second, and at most a day.
const SHOWN: (f64, f64) = (0.01, 86_400.0);

/// The clock of a program that cannot be told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rationed {
    /// How many seconds it was shown for each that it used, lately.
    rate: f64,
    /// How many seconds it has used too little so far; below zero if too much.
    saved: f64,
    /// What its clock showed last, how long it had worked before, and how long it might.
    last: Option<(f64, Duration, Duration)>,
}

impl Rationed {
    /// Knows nothing yet of what a program makes of its clock.
    pub(super) fn new() -> Self {
        Self { rate: TURNS_AHEAD, saved: 0.0, last: None }
    }

    /// Returns what its clock shall show for a turn that may take so long, by a program that has worked so long so far. The
    /// system tells all of that only while the program rests: what a turn took is known when the next begins.
    pub(super) fn show(&mut self, worked: Duration, most: Duration) -> Duration {
        if let Some((shown, before, usual)) = self.last {
            self.learn(shown, worked.saturating_sub(before).as_secs_f64(), usual.as_secs_f64());
        }
        let usual = most.as_secs_f64();
        let wanted = (usual + self.saved / MADE_GOOD).clamp(usual / UNUSUAL, usual * UNUSUAL);
        let shown = (wanted * self.rate).clamp(SHOWN.0, SHOWN.1);
        self.last = Some((shown, worked, most));
        Duration::from_secs_f64(shown)
    }

    /// Takes note of what it made of its clock in a turn.
    fn learn(&mut self, shown: f64, used: f64, usual: f64) {
        // One very long turn is made good in time, but must not stop the program from thinking at all.
        let most = UNUSUAL * MADE_GOOD * usual;
        self.saved = (self.saved + usual - used).clamp(-most, most);
        let told = shown / used.max(usual / (UNUSUAL * UNUSUAL));
        self.rate += LEARNED * (told - self.rate);
    }
}

#[cfg(test)]
mod tests {
    use super::Rationed;
    use std::time::Duration;

    /// Plays so many turns with a program that makes this of what its clock shows; returns what it used on average.
    fn average(turns: u32, used: impl Fn(u32, f64) -> f64) -> f64 {
        let (most, mut clock, mut sum) = (Duration::from_millis(25), Rationed::new(), 0.0);
        for turn in 0..turns {
            let shown = clock.show(Duration::from_secs_f64(sum), most).as_secs_f64();
            sum += used(turn, shown);
        }
        sum / f64::from(turns)
    }

    #[test]
    fn a_program_works_on_average_as_long_as_it_may_whatever_it_makes_of_its_clock() {
        for part in [0.004, 0.02, 0.2] {
            // It finishes what it has begun, which takes three times as long at every third turn.
            let uneven = |turn: u32, shown: f64| {
                shown * part * if turn.is_multiple_of(3) { 3.0 } else { 1.0 }
            };
            let average = average(400, uneven);
            assert!((0.023..0.027).contains(&average), "{part}: {average}");
        }
    }

    #[test]
    fn a_program_that_heeds_no_clock_is_shown_one_all_the_same() {
        assert!(average(100, |_, _| 0.5) > 0.4);
        assert!(average(100, |_, _| 0.0) < 0.001);
    }
}

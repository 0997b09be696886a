//! How numbers are changed to make an error smaller.

/// How much of the past is kept of a slope, and of its square.
const KEPT: (f32, f32) = (0.9, 0.999);

/// Keeps divisors from being 0.
const TINY: f32 = 1e-8;

/// Numbers that are learned, by the method of Kingma and Ba (2015), "Adam": each goes down its slope in steps of about the same
/// length.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// What they are.
    pub(super) values: Vec<f32>,
    /// By how much the error grows with each of them.
    pub(super) slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Numbers {
    /// Makes so many of them.
    pub(super) fn new(count: usize, make: impl FnMut() -> f32) -> Self {
        let values = std::iter::repeat_with(make).take(count).collect();
        let zeros = || vec![0.0; count];
        Self { values, slopes: zeros(), means: zeros(), squares: zeros() }
    }

    /// Makes a step, the number of which is counted from 1, and forgets the slopes; no number gets beyond `most`. Besides, each
    /// gets smaller by a part of itself, `decay` times the rate, whatever its slope is (Loshchilov and Hutter, 2019).
    pub(super) fn step(&mut self, (rate, decay): (f32, f32), number: i32, most: f32) {
        let (first, second) = (1.0 - KEPT.0.powi(number), 1.0 - KEPT.1.powi(number));
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((value, slope), (mean, square)) in
            self.values.iter_mut().zip(&mut self.slopes).zip(state)
        {
            *mean = KEPT.0 * *mean + (1.0 - KEPT.0) * *slope;
            *square = KEPT.1 * *square + (1.0 - KEPT.1) * *slope * *slope;
            *slope = 0.0;
            let step = rate * (*mean / first) / ((*square / second).sqrt() + TINY);
            *value = (*value - step - rate * decay * *value).clamp(-most, most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_error_is_found() {
        let mut numbers = Numbers::new(2, || 0.5);
        for number in 1..=2000 {
            for (slope, (value, wanted)) in
                numbers.slopes.iter_mut().zip(numbers.values.iter().zip([1.0, -7.0]))
            {
                *slope = 2.0 * (value - wanted);
            }
            numbers.step((0.01, 0.0), number, 3.0);
        }
        let [first, second] = numbers.values[..] else { panic!("two numbers") };
        assert!((first - 1.0).abs() < 0.01, "{first}");
        assert!((second + 3.0).abs() < 0.01, "it may not get farther: {second}");
    }
}

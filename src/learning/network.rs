//! The network while it is learned, in floating point.

use super::adam::Numbers;
use crate::ir::weights::{InputWeights, ONE, OUT, Row, WIDTH};
use crate::ir::{BySide, SideId, Weights, display};
use crate::state::Random;

/// How many points an output of 1 stands for.
const SCALE: f32 = 400.0;

/// The greatest weight: what fits in a signed byte, in `ONE`ths.
const MOST: f32 = 1.98;

/// How far weights are from 0 to begin with, at most: those of inputs, and those of the output.
const BEGIN: (f32, f32) = (0.15, 0.01);

/// A bias to begin with: above 0, so that no unit is without effect.
const BIAS: f32 = 0.05;

/// What the units of one view are.
type Units = [f32; WIDTH];

/// A position as the network sees it: its inputs with their values, in the views of the side to move and of the other.
pub(super) type Seen = [(u32, u32, u8)];

/// The network.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// What each input of a view adds to each unit.
    inputs: Numbers,
    bias: Numbers,
    out: Numbers,
    constant: Numbers,
    /// What an input of the view of the side to move is worth by itself; in the view of the other side it costs that.
    points: Numbers,
}

impl Network {
    /// Makes one for so many inputs, that knows nothing.
    pub(super) fn new(inputs: usize, random: &mut Random) -> Self {
        let mut around = |most: f32| {
            let number = u16::try_from(random.below(1 << 16)).unwrap_or(0);
            (f32::from(number) / 32_768.0 - 1.0) * most
        };
        Self {
            inputs: Numbers::new(inputs * WIDTH, || around(BEGIN.0)),
            bias: Numbers::new(WIDTH, || BIAS),
            out: Numbers::new(SideId::COUNT * WIDTH, || around(BEGIN.1)),
            constant: Numbers::new(1, || 0.0),
            points: Numbers::new(inputs, || 0.0),
        }
    }

    /// Returns what it says of a position, in points for the side to move.
    pub(super) fn answer(&self, seen: &Seen) -> f32 {
        self.forward(seen).0 * SCALE
    }

    fn forward(&self, seen: &Seen) -> (f32, BySide<Units>) {
        let mut units = BySide::same([0.0; WIDTH]);
        for view in &mut units {
            view.copy_from_slice(&self.bias.values);
        }
        let mut sum = self.constant.values[0];
        for &(own, other, value) in seen {
            let value = f32::from(value);
            for (view, input) in units.iter_mut().zip([own, other]) {
                for (unit, weight) in view.iter_mut().zip(row(&self.inputs.values, input)) {
                    *unit += value * weight;
                }
            }
            sum += value * (self.points.values[own as usize] - self.points.values[other as usize]);
        }
        for (unit, weight) in units.iter().flatten().zip(&self.out.values) {
            sum += weight * unit.clamp(0.0, 1.0);
        }
        (sum, units)
    }

    /// Notes how the numbers are to be changed, if the error grows by so much with each point that is said of a position.
    /// `slope_of` is given what the network says.
    pub(super) fn learn(&mut self, seen: &Seen, slope_of: impl FnOnce(f32) -> f32) {
        let (sum, units) = self.forward(seen);
        let slope = slope_of(sum * SCALE) * SCALE;
        self.constant.slopes[0] += slope;
        let mut back = BySide::same([0.0; WIDTH]);
        let out = self.out.values.iter().zip(&mut self.out.slopes);
        for ((unit, back), (weight, slopes)) in
            units.iter().flatten().zip(back.iter_mut().flatten()).zip(out)
        {
            *slopes += slope * unit.clamp(0.0, 1.0);
            if (0.0..1.0).contains(unit) {
                *back = slope * weight;
            }
        }
        for view in &back {
            for (slopes, back) in self.bias.slopes.iter_mut().zip(view) {
                *slopes += back;
            }
        }
        for &(own, other, value) in seen {
            let value = f32::from(value);
            for (view, input) in back.iter().zip([own, other]) {
                let start = input as usize * WIDTH;
                let slopes = &mut self.inputs.slopes[start..start + WIDTH];
                for (slopes, back) in slopes.iter_mut().zip(view) {
                    *slopes += value * back;
                }
            }
            self.points.slopes[own as usize] += value * slope;
            self.points.slopes[other as usize] -= value * slope;
        }
    }

    /// Changes the numbers, as was noted; those of inputs decay too.
    pub(super) fn step(&mut self, (rate, decay): (f32, f32), number: i32) {
        for numbers in [&mut self.inputs, &mut self.points] {
            numbers.step((rate, decay), number, MOST);
        }
        for numbers in [&mut self.bias, &mut self.out, &mut self.constant] {
            numbers.step((rate, 0.0), number, MOST);
        }
    }

    /// Returns the network as whole numbers, with those of its inputs that were `met`. The inputs of the second side's view are
    /// those that are given for each, or behind those of the first side's.
    pub(super) fn weights(
        &self,
        game: &crate::ir::Game,
        second: Option<&[u32]>,
        met: &[bool],
    ) -> Weights {
        let count = met.len();
        let other = |input: usize| second.map_or(count + input, |second| second[input] as usize);
        let inputs = (0..count).filter(|&input| met[input]);
        let inputs = inputs.filter_map(|input| {
            let rows = BySide::new([input, if second.is_some() { input } else { count + input }]);
            let points = self.points.values[input] - self.points.values[other(input)];
            Some(InputWeights {
                number: u32::try_from(input).ok()?,
                points: whole(points * SCALE),
                rows: rows.map(|input| bytes(self.inputs.values[input * WIDTH..].iter())),
            })
        });
        let mut out = BySide::same([0; WIDTH]);
        for (whole_weight, weight) in out.iter_mut().flatten().zip(&self.out.values) {
            *whole_weight = whole(weight * SCALE * real(OUT));
        }
        Weights {
            rules: display::hash(game),
            is_even: second.is_some(),
            bias: bytes(self.bias.values.iter()),
            out,
            constant: whole(self.constant.values[0] * SCALE),
            inputs: inputs.collect(),
        }
    }
}

fn row(values: &[f32], input: u32) -> &[f32] {
    &values[input as usize * WIDTH..][..WIDTH]
}

fn bytes<'a>(values: impl Iterator<Item = &'a f32>) -> Row {
    let mut row = [0; WIDTH];
    for (byte, value) in row.iter_mut().zip(values) {
        *byte = i8::try_from(whole(value * f32::from(ONE))).unwrap_or(i8::MAX);
    }
    row
}

#[expect(clippy::cast_possible_truncation, reason = "it is made to fit")]
fn whole(value: f32) -> i16 {
    value.round().clamp(-32_000.0, 32_000.0) as i16
}

#[expect(clippy::cast_precision_loss, reason = "it is small")]
fn real(value: i32) -> f32 {
    value as f32
}

//! Positions as they are written there, and here.

/// A position, in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) placement: String,
    pub(super) hand: String,
    /// Whether the hand is written at all.
    pub(super) has_hand: bool,
    pub(super) side: String,
    pub(super) rights: String,
    pub(super) passing: String,
    /// Checks that are left, or were given.
    pub(super) checks: Option<String>,
    pub(super) counting: Option<String>,
    pub(super) clock: String,
    pub(super) turn: String,
}

impl Start {
    /// Reads a position; what is missing has its usual value.
    pub(super) fn read(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let (placement, hand) = match board.split_once('[') {
            Some((placement, hand)) => {
                (placement, Some(hand.trim_end_matches(']').replace('-', "")))
            }
            None => (board, None),
        };
        let side = words.next().filter(|side| *side == "b").map_or("w", |_| "b");
        let mut rest: Vec<&str> = words.collect();
        let mut checks = None;
        if let Some(at) = rest.iter().position(|word| word.contains('+')) {
            checks = Some(rest.remove(at).to_owned());
        }
        let is_number = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit());
        let mut numbers: Vec<&str> = rest.iter().copied().filter(is_number).collect();
        let others: Vec<&str> = rest.iter().copied().filter(|word| !is_number(word)).collect();
        let counting = (numbers.len() > 2).then(|| numbers.remove(0).to_owned());
        let or = |word: Option<&&str>, usual: &str| {
            word.map_or(usual.to_owned(), |word| (*word).to_owned())
        };
        Self {
            placement: placement.trim_end_matches('/').to_owned(),
            has_hand: hand.is_some(),
            hand: hand.unwrap_or_default(),
            side: side.to_owned(),
            rights: or(others.first(), "-"),
            passing: or(others.get(1), "-"),
            checks,
            counting,
            clock: or(numbers.first(), "0"),
            turn: or(numbers.get(1), "1"),
        }
    }

    /// Tells whether anybody may castle.
    pub(super) fn swaps(&self) -> bool {
        self.rights != "-"
    }

    /// Returns the pieces of a rank from the first file on, from the top; `None` stands for an empty square.
    pub(super) fn row(&self, from_top: usize) -> Vec<Option<char>> {
        let mut row = Vec::new();
        let mut number = 0_usize;
        let text = self.placement.split('/').nth(from_top).unwrap_or_default();
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                number = number.saturating_mul(10).saturating_add(digit as usize);
                continue;
            }
            row.extend(std::iter::repeat_n(None, std::mem::take(&mut number).min(64)));
            if !"+~".contains(letter) {
                row.push(Some(letter));
            }
        }
        row.extend(std::iter::repeat_n(None, number.min(64)));
        row
    }

    /// Writes the position as it is written here.
    pub(super) fn told(&self, form: Form) -> String {
        let mut text = self.placement.clone();
        if form.hand {
            text = format!("{text}[{}]", self.hand);
        }
        let dash = |word: &String, keep: bool| if keep { word.clone() } else { "-".to_owned() };
        let mut words = vec![text, self.side.clone(), dash(&self.rights, form.rights)];
        if form.counting {
            words.push(self.counting.clone().unwrap_or_else(|| "-".to_owned()));
        } else {
            words.push(dash(&self.passing, form.passing));
        }
        if form.checks {
            words.push(
                self.checks
                    .clone()
                    .filter(|checks| !checks.starts_with('+'))
                    .unwrap_or_else(|| "1+1".to_owned()),
            );
        }
        words.extend([self.clock.clone(), self.turn.clone()]);
        if form.checks
            && let Some(given) = self.checks.as_ref().filter(|checks| checks.starts_with('+'))
        {
            words.remove(4);
            words.push(given.clone());
        }
        words.join(" ")
    }
}

/// What a variant's positions show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each says of one field whether it is there")]
pub(super) struct Form {
    pub(super) hand: bool,
    pub(super) rights: bool,
    pub(super) passing: bool,
    pub(super) checks: bool,
    pub(super) counting: bool,
}

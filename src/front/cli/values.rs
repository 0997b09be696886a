//! Values of options that people write, with messages that say what is wanted.

use std::ops::RangeInclusive;

/// Makes what reads a whole number within bounds.
pub(super) fn whole<T>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text| {
        let wanted = wanted(&range);
        let number: u64 = text.trim().parse().map_err(|_| wanted.clone())?;
        if !range.contains(&number) {
            return Err(wanted);
        }
        T::try_from(number).map_err(|_| wanted)
    }
}

/// Says which numbers there are.
fn wanted(range: &RangeInclusive<u64>) -> String {
    let least = grouped(*range.start());
    // The largest numbers are those that fit, and nobody wants to read them.
    if *range.end() >= u64::from(u32::MAX) {
        return format!("it must be a whole number, {least} or more");
    }
    format!("it must be a whole number from {least} to {}", grouped(*range.end()))
}

/// Writes a number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..]
        .chunks(3)
        .map(|group| group.iter().map(|&digit| char::from(digit)).collect());
    let groups: Vec<String> = Some(digits[..first].to_owned())
        .filter(|group| !group.is_empty())
        .into_iter()
        .chain(groups)
        .collect();
    groups.join(",")
}

/// Reads how well the computer plays, from 1 to 10; words do as well.
pub(super) fn level(text: &str) -> Result<u8, String> {
    match text.trim().to_lowercase().as_str() {
        "easy" | "beginner" => Ok(1),
        "medium" | "normal" => Ok(5),
        "hard" => Ok(8),
        "strongest" | "best" | "max" => Ok(10),
        number => {
            let known = number.parse().ok().filter(|level| (1..=10).contains(level));
            known.ok_or_else(|| {
                "it must be a whole number from 1 (easy) to 10 (strongest)".to_owned()
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{level, whole};

    #[test]
    fn numbers_are_read_within_their_bounds() {
        let small = whole::<u8>(1..=16_000);
        assert_eq!(small("7"), Ok(7));
        for text in ["", "x", "0", "-1", "16001", "99999999999999999999999", "1.5"] {
            assert_eq!(
                small(text),
                Err("it must be a whole number from 1 to 16,000".to_owned()),
                "{text}"
            );
        }
        // What is within the bounds and does not fit is not read as another number.
        assert!(small("300").is_err());
        assert_eq!(
            whole::<u64>(1..=u64::MAX)("x"),
            Err("it must be a whole number, 1 or more".to_owned())
        );
    }

    #[test]
    fn levels_have_words() {
        assert_eq!(level("easy"), Ok(1));
        assert_eq!(level(" 10 "), Ok(10));
        for text in ["0", "11", "hardest", ""] {
            assert!(level(text).is_err(), "{text}");
        }
    }
}

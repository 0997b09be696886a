//! Signs for pieces whose names are those of signs in Unicode.

/// The table: a name and a sign on each line.
const TABLE: &str = include_str!("figurines.tsv");

/// Returns the sign for pieces of that name, if there is one.
pub fn figurine(name: &str) -> Option<char> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut signs = lines.filter_map(|line| line.split_once('\t'));
    signs.find(|(known, _)| *known == name).and_then(|(_, sign)| sign.chars().next())
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_found() {
        assert_eq!(super::figurine("Rook"), Some('♜'));
        assert_eq!(super::figurine("Gentleman"), None);
    }
}

//! A rules file as a tree that knows which of its parts may go and what may stand for what.

use std::fmt;

/// What a part is, as far as that matters for making it smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It may be left out: an item, a line of a block, a limit of a way.
    Optional,
    /// A set of squares.
    Set,
    /// A condition.
    Truth,
    /// A number.
    Number,
    /// A pattern of movement.
    Pattern,
    /// Statements in braces: what is inside may take the place of the statement they belong to.
    Statement,
    /// Nothing of these.
    Fixed,
}

impl Kind {
    /// Returns the plainest texts of the kind.
    fn plainest(self) -> &'static [&'static str] {
        match self {
            Self::Optional | Self::Statement => &[""],
            Self::Set => &["own", "none", "everywhere"],
            Self::Truth => &["1 = 1", "1 = 0"],
            Self::Number => &["1", "0"],
            Self::Pattern => &["W", "F"],
            Self::Fixed => &[],
        }
    }
}

/// A part of a rules file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// A text.
    Text(String),
    /// Parts one after the other.
    Node(Kind, Vec<Tree>),
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Tree {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Node(_, parts) => parts.iter().try_for_each(|part| part.fmt(f)),
        }
    }
}

/// Makes a node of texts and trees.
macro_rules! tree {
    ($kind:ident: $($part:expr),* $(,)?) => {
        $crate::generator::tree::Tree::Node(
            $crate::generator::tree::Kind::$kind,
            vec![$($crate::generator::tree::Tree::from($part)),*],
        )
    };
}
pub(crate) use tree;

/// The steps from the root to a part: which of the parts, each time.
type Path = Vec<usize>;

impl Tree {
    /// Returns the trees that have one part less or a plainer one, those that lose most first.
    pub fn smaller(&self) -> Vec<Tree> {
        let mut changes: Vec<(usize, Path, Tree)> = Vec::new();
        self.changes(&mut Vec::new(), &mut changes);
        changes.sort_by_key(|(lost, ..)| std::cmp::Reverse(*lost));
        changes.into_iter().map(|(_, path, part)| self.with(&path, part)).collect()
    }

    /// Collects what may stand for each part and how much shorter that is.
    fn changes(&self, path: &mut Path, into: &mut Vec<(usize, Path, Tree)>) {
        let Self::Node(kind, parts) = self else { return };
        let length = self.to_string().len();
        let mut instead: Vec<Tree> = kind.plainest().iter().map(|&text| text.into()).collect();
        if !matches!(kind, Kind::Optional | Kind::Fixed) {
            self.inner(*kind, &mut instead);
        }
        for tree in instead {
            let lost = length.saturating_sub(tree.to_string().len());
            if lost > 0 {
                into.push((lost, path.clone(), tree));
            }
        }
        for (number, part) in parts.iter().enumerate() {
            path.push(number);
            part.changes(path, into);
            path.pop();
        }
    }

    /// Collects the parts of the same kind that are nearest inside.
    fn inner(&self, kind: Kind, into: &mut Vec<Tree>) {
        let Self::Node(_, parts) = self else { return };
        for part in parts {
            match part {
                Self::Node(other, _) if *other == kind => into.push(part.clone()),
                other => other.inner(kind, into),
            }
        }
    }

    fn with(&self, path: &[usize], part: Tree) -> Tree {
        let (Some((first, rest)), Self::Node(kind, parts)) = (path.split_first(), self) else {
            return part;
        };
        let mut parts = parts.clone();
        parts[*first] = parts[*first].with(rest, part);
        Self::Node(*kind, parts)
    }
}

/// Makes a tree smaller for as long as what is asked of it holds.
pub fn shrink(tree: Tree, mut holds: impl FnMut(&Tree) -> bool) -> Tree {
    let mut smallest = tree;
    while let Some(smaller) = smallest.smaller().into_iter().find(|tree| holds(tree)) {
        smallest = smaller;
    }
    smallest
}

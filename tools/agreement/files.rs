//! The rules files of the repository as trees, for what the pages tell about them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Context as _;
use fairyring::diag::Sink;
use fairyring::source::SourceId;
use fairyring::syntax;
use fairyring::syntax::ast::{
    AboutKind, BoardItem, BoardMemberKind, BoardShape, File, Item, ItemKind, Removable,
};

/// More parents or modules one above the other than this are not looked for.
const GENERATIONS: usize = 32;

/// All rules files, by their path below `games/` without the ending.
pub struct Library(pub BTreeMap<String, File>);

impl Library {
    /// Reads the games, the further games and the modules.
    pub fn read(games: &Path) -> anyhow::Result<Self> {
        let mut files = BTreeMap::new();
        for folder in ["", "lib/", "variants/"] {
            for entry in std::fs::read_dir(games.join(folder))? {
                let path = entry?.path();
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if path.extension().is_some_and(|ending| ending == "rules") {
                    let tree =
                        tree(&path).with_context(|| format!("reading {}", path.display()))?;
                    files.insert(format!("{folder}{name}"), tree);
                }
            }
        }
        Ok(Self(files))
    }

    /// Returns the names of the files in a folder, such as `lib/`, and their trees.
    pub fn folder<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a File)> {
        self.0.iter().filter_map(move |(path, file)| Some((path.strip_prefix(folder)?, file)))
    }

    /// Returns the name of a file's parent, if it has one.
    pub fn parent(file: &File) -> Option<&str> {
        file.header.parent.as_ref().map(|name| name.text.as_str())
    }

    /// Returns the board that a file has of itself or from its parents, in a few words.
    pub fn board(&self, path: &str) -> Option<String> {
        self.line(path)
            .into_iter()
            .find_map(|file| items(file).rev().find_map(|item| board(&item.kind)))
    }

    /// Returns the modules that are in a game: its own, theirs, and those of its parents.
    pub fn modules(&self, path: &str) -> BTreeSet<String> {
        let mut modules = BTreeSet::new();
        for item in self.line(path).into_iter().rev().flat_map(items) {
            match &item.kind {
                ItemKind::Use(names, _) => {
                    for name in names {
                        self.add_module(&name.text, &mut modules);
                    }
                }
                ItemKind::Remove(Removable::Module, name) => {
                    modules.remove(&name.text);
                }
                _ => {}
            }
        }
        modules
    }

    /// Adds a module and those that it uses.
    fn add_module(&self, name: &str, modules: &mut BTreeSet<String>) {
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            if modules.insert(name.clone()) {
                let file = self.0.get(&format!("lib/{name}"));
                waiting.extend(file.into_iter().flat_map(used).map(str::to_owned));
            }
        }
    }

    /// Returns a file, its parent, the parent's parent and so on.
    fn line(&self, path: &str) -> Vec<&File> {
        let mut line: Vec<&File> = Vec::new();
        let mut next = self.0.get(path);
        while let Some(file) = next.filter(|_| line.len() < GENERATIONS) {
            line.push(file);
            next = Self::parent(file).and_then(|name| self.game(name));
        }
        line
    }

    fn game(&self, name: &str) -> Option<&File> {
        self.0.get(name).or_else(|| self.0.get(&format!("variants/{name}")))
    }
}

fn tree(path: &Path) -> anyhow::Result<File> {
    let text = std::fs::read_to_string(path)?;
    let mut sink = Sink::new();
    syntax::parse(SourceId(0), &text, &mut sink).context("this is no rules file")
}

/// Returns the declarations of a file, those that depend on an option too.
pub fn items(file: &File) -> std::vec::IntoIter<&Item> {
    let mut all = Vec::new();
    let mut waiting: Vec<&Item> = file.items.iter().rev().collect();
    while let Some(item) = waiting.pop() {
        if let ItemKind::If { then, otherwise, .. } = &item.kind {
            waiting.extend(otherwise.iter().rev());
            waiting.extend(then.iter().rev());
        } else {
            all.push(item);
        }
    }
    all.into_iter()
}

/// Returns the names of the modules that a file uses itself.
pub fn used(file: &File) -> impl Iterator<Item = &str> {
    items(file)
        .filter_map(|item| match &item.kind {
            ItemKind::Use(names, _) => Some(names),
            _ => None,
        })
        .flatten()
        .map(|name| name.text.as_str())
}

/// Returns the line that says what a file is about.
pub fn summary(file: &File) -> &str {
    items(file)
        .find_map(|item| match &item.kind {
            ItemKind::About(AboutKind::Summary, text) => Some(text.text.as_str()),
            _ => None,
        })
        .unwrap_or("")
}

fn board(item: &ItemKind) -> Option<String> {
    match item {
        ItemKind::Board(board) => Some(describe(board)),
        _ => None,
    }
}

fn describe(board: &BoardItem) -> String {
    let mut text = match board.shape {
        Some(BoardShape::Rectangle { files, ranks, layers: 1 }) => format!("{files}x{ranks}"),
        Some(BoardShape::Rectangle { files, ranks, layers }) => format!("{files}x{ranks}x{layers}"),
        Some(BoardShape::Line(squares)) => format!("line of {squares}"),
        None => "listed squares".to_owned(),
    };
    let says = |wanted: fn(&BoardMemberKind) -> bool| {
        board.members.iter().any(|member| wanted(&member.kind))
    };
    if says(|kind| matches!(kind, BoardMemberKind::Without(_))) {
        text.push_str(" with holes");
    }
    if says(|kind| matches!(kind, BoardMemberKind::Wrap(_))) {
        text.push_str(", wrapped");
    }
    if says(|kind| matches!(kind, BoardMemberKind::Direction(..))) {
        text.push_str(", own directions");
    }
    text
}

//! Reading a game's file and all files it builds on.

use indexmap::IndexMap;

use crate::diag::{Sink, codes, suggest};
use crate::semantics::{Program, Unit};
use crate::source::{FileError, Files, SourceId, SourceMap, Span, folder_above};
use crate::syntax::{
    self,
    ast::{File, FileKind, Item, ItemKind, Name},
};

/// The ending of the names of rules files.
const ENDING: &str = ".rules";
/// The longest chain of files that build on one another.
const MAX_CHAIN: usize = 32;
/// The most files one game may build on.
const MAX_FILES: usize = 256;

/// Reads the game of that name, or complains.
pub(super) fn program(
    name: &str,
    files: &dyn Files,
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Option<Program> {
    let mut reader = Reader::new(files, sources, sink);
    let root = reader.root(name)?;
    let units: Option<Vec<Unit>> = reader.units.into_iter().collect();
    Some(Program { units: units?, root })
}

/// Reads a file and all it builds on, whatever it is, or complains.
pub(super) fn file(name: &str, files: &dyn Files, sources: &mut SourceMap, sink: &mut Sink) {
    let mut reader = Reader::new(files, sources, sink);
    // What is wrong has been told.
    reader.begin(name).unwrap_or_default();
}

/// What is wanted of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Parent,
    Module,
}

/// Something is wrong, and the sink knows.
#[derive(Clone, Copy, Debug)]
struct Reported;

/// Where a file is.
#[derive(Debug)]
enum Place {
    /// It has been met before.
    Known(String),
    /// Its path and its text, just read.
    New(String, String),
}

struct Reader<'a> {
    files: &'a dyn Files,
    sources: &'a mut SourceMap,
    sink: &'a mut Sink,
    /// The files; those being read have no entry yet.
    units: Vec<Option<Unit>>,
    /// The files met so far by their path; those that could not be used have no number.
    known: IndexMap<String, Option<usize>>,
    /// The paths of the files being read, each named by the one before it.
    chain: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(files: &'a dyn Files, sources: &'a mut SourceMap, sink: &'a mut Sink) -> Self {
        let (units, known, chain) = (Vec::new(), IndexMap::new(), Vec::new());
        Self { files, sources, sink, units, known, chain }
    }

    /// Reads the file with which all begins, and all it builds on.
    fn begin(&mut self, name: &str) -> Option<usize> {
        let with_ending = format!("{name}{ENDING}");
        let lib = format!("lib/{with_ending}");
        let candidates = [name.to_owned(), with_ending, lib];
        let Some((path, text)) = self.first_of(&candidates, Span::NONE).ok()? else {
            let is_file = name.contains('/') || name.ends_with(ENDING);
            let what = if is_file { "file" } else { "game" };
            let message = format!("there is no {what} `{name}`");
            let mut found = codes::UNKNOWN_FILE.at(Span::NONE, message);
            let names = self.known_names();
            if let Some(close) = suggest::closest(stem(name), names.iter().map(String::as_str)) {
                found = found.help(format!("did you mean `{close}`?"));
            }
            self.sink.push(found);
            return None;
        };
        self.unit(&path, &text)
    }

    /// Reads the game and all it builds on.
    fn root(&mut self, name: &str) -> Option<usize> {
        let root = self.begin(name)?;
        let header = &self.units.get(root)?.as_ref()?.file.header;
        if header.kind == FileKind::Module {
            let message = "this is a module, which games use; it cannot be played by itself";
            self.sink.push(codes::WRONG_FILE.at(header.span, message));
            return None;
        }
        Some(root)
    }

    /// Returns the path and the text of the first file that exists.
    fn first_of(
        &mut self,
        candidates: &[String],
        span: Span,
    ) -> Result<Option<(String, String)>, Reported> {
        for path in candidates {
            match self.files.read(path) {
                Ok(Some(text)) => return Ok(Some((path.clone(), text))),
                Ok(None) => {}
                Err(error) => {
                    let code = match error {
                        FileError::TooLarge => codes::FILE_TOO_LARGE,
                        FileError::NotText { .. } => codes::NOT_TEXT,
                        FileError::Unreadable(_) => codes::FILE_UNREADABLE,
                    };
                    self.sink.push(code.at(span, format!("`{path}`: {error}")));
                    return Err(Reported);
                }
            }
        }
        Ok(None)
    }

    /// Reads a file that has been found, and all it builds on.
    fn unit(&mut self, path: &str, text: &str) -> Option<usize> {
        let source = self.sources.add(path, text);
        let Some(mut file) = self.parse(source, text) else {
            self.known.insert(path.to_owned(), None);
            return None;
        };
        self.sources.set_copies(source, std::mem::take(&mut file.copies));
        let index = self.units.len();
        self.units.push(None);
        self.known.insert(path.to_owned(), Some(index));
        self.chain.push(path.to_owned());
        let parent = self.parent(path, &file);
        let uses = self.uses(path, &file);
        self.chain.pop();
        let (parent, uses) = (parent.ok()?, uses?);
        if let Some(place) = self.units.get_mut(index) {
            *place = Some(Unit {
                name: stem(path).to_owned(),
                file,
                text: text.to_owned(),
                parent,
                uses,
            });
        }
        Some(index)
    }

    /// Parses a text; a file with mistakes is of no further use, unless they are forms of an older version, whose meaning
    /// is known.
    fn parse(&mut self, source: SourceId, text: &str) -> Option<File> {
        let mut found = Sink::new();
        let file = syntax::parse(source, text, &mut found);
        let broken = found.has_errors_besides(codes::OLD_FORM);
        self.sink.append(found);
        file.filter(|_| !broken)
    }

    /// Reads the parent, if there is one.
    fn parent(&mut self, path: &str, file: &File) -> Result<Option<usize>, Reported> {
        let Some(name) = &file.header.parent else { return Ok(None) };
        if file.header.kind == FileKind::Module {
            let message = "a module has no parent: it can only `use` other modules";
            self.sink.push(codes::WRONG_FILE.at(name.span, message));
            return Err(Reported);
        }
        self.named(path, name, Role::Parent).map(Some).ok_or(Reported)
    }

    fn uses(&mut self, path: &str, file: &File) -> Option<IndexMap<String, usize>> {
        let mut names = Vec::new();
        collect_uses(&file.items, &mut names);
        let mut uses = IndexMap::new();
        let mut complete = true;
        for name in names {
            if self.sink.is_full() {
                // Each name is looked for in nine places on the disk, and nothing more can be told about it.
                return None;
            }
            match self.named(path, name, Role::Module) {
                Some(index) => {
                    uses.insert(name.text.clone(), index);
                }
                None => complete = false,
            }
        }
        complete.then_some(uses)
    }

    /// Reads a file that another one names.
    fn named(&mut self, from: &str, name: &Name, role: Role) -> Option<usize> {
        let Some(path) = self.place_of(from, name).ok()? else {
            self.missing(name, role);
            return None;
        };
        let index = match path {
            Place::Known(path) if self.chain.contains(&path) => {
                self.cycle(&path, name);
                return None;
            }
            Place::Known(path) => (*self.known.get(&path)?)?,
            Place::New(path, text) => {
                if !self.has_room(name) {
                    return None;
                }
                self.unit(&path, &text)?
            }
        };
        self.check_role(index, name, role)
    }

    /// Finds the file that a name means.
    fn place_of(&mut self, from: &str, name: &Name) -> Result<Option<Place>, Reported> {
        for path in candidates(from, &name.text) {
            if self.known.contains_key(&path) {
                return Ok(Some(Place::Known(path)));
            }
            if let Some((path, text)) = self.first_of(&[path], name.span)? {
                return Ok(Some(Place::New(path, text)));
            }
        }
        Ok(None)
    }

    fn check_role(&mut self, index: usize, name: &Name, role: Role) -> Option<usize> {
        let kind = self.units.get(index)?.as_ref()?.file.header.kind;
        let message = match (role, kind) {
            (Role::Parent, FileKind::Module) => {
                format!("`{0}` is a module, not a game: write `use {0}`", name.text)
            }
            (Role::Module, FileKind::Game) => {
                format!(
                    "`{0}` is a game, not a module: a game can only be a parent, `game \"…\" from {0}`",
                    name.text
                )
            }
            (Role::Parent, FileKind::Game) | (Role::Module, FileKind::Module) => {
                return Some(index);
            }
        };
        self.sink.push(codes::WRONG_FILE.at(name.span, message));
        None
    }

    fn has_room(&mut self, name: &Name) -> bool {
        let message = if self.chain.len() >= MAX_CHAIN {
            format!("more than {MAX_CHAIN} files build on one another")
        } else if self.units.len() >= MAX_FILES {
            format!("the game builds on more than {MAX_FILES} files")
        } else {
            return true;
        };
        self.sink.push(codes::TOO_MANY.at(name.span, message));
        false
    }

    fn cycle(&mut self, path: &str, name: &Name) {
        let start = self.chain.iter().position(|other| other == path).unwrap_or(0);
        let mut way: Vec<&str> = self.chain.iter().skip(start).map(|path| stem(path)).collect();
        way.push(stem(path));
        let message = format!("`{}` builds on itself", name.text);
        let note = format!("the way round is {}", way.join(" → "));
        self.sink.push(codes::INHERITANCE_CYCLE.at(name.span, message).note(note));
    }

    fn missing(&mut self, name: &Name, role: Role) {
        let what = match role {
            Role::Parent => "game",
            Role::Module => "module",
        };
        let names = self.known_names();
        let close = suggest::closest(&name.text, names.iter().map(String::as_str));
        let message = format!("there is no {what} `{}`", name.text);
        let found = codes::UNKNOWN_FILE.at(name.span, message);
        self.sink.push(found.did_you_mean(close));
    }

    fn known_names(&self) -> Vec<String> {
        let names = self.files.names();
        names
            .iter()
            .filter(|path| path.ends_with(ENDING))
            .map(|path| stem(path).to_owned())
            .collect()
    }
}

/// The folder of further games, below the others.
const VARIANTS: &str = "variants/";

/// Returns the paths where a file may be that another one names, in order of precedence.
fn candidates(from: &str, name: &str) -> Vec<String> {
    let folder = from.rfind('/').map_or("", |end| from.get(..=end).unwrap_or(""));
    let above = folder_above(folder);
    let mut paths = Vec::new();
    for folder in [Some(folder), above.as_deref(), Some("")].into_iter().flatten() {
        for below in ["", "lib/", VARIANTS] {
            let path = format!("{folder}{below}{name}{ENDING}");
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    paths
}

fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(ENDING).unwrap_or(file)
}

/// Collects the names of all modules a file may use, whatever conditions they stand under.
fn collect_uses<'a>(items: &'a [Item], names: &mut Vec<&'a Name>) {
    for item in items {
        match &item.kind {
            ItemKind::Use(more, _) => names.extend(more),
            ItemKind::If { then, otherwise, .. } => {
                collect_uses(then, names);
                collect_uses(otherwise, names);
            }
            _ => {}
        }
    }
}

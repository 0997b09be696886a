//! A rough reader of Rust and pest text: enough to tell code from comments, texts and tests.
//!
//! What is not wanted is overwritten with spaces, so that lines keep their numbers.

/// Source text with the unwanted parts blanked out.
pub struct Code {
    chars: Vec<char>,
}

/// What to do with the insides of texts.
#[derive(Clone, Copy, PartialEq)]
enum Texts {
    Keep,
    Blank,
}

impl Code {
    /// Keeps code and the insides of string literals.
    pub fn without_comments(text: &str) -> Self {
        Self { chars: Reader::new(text, Texts::Keep).read() }
    }

    /// Keeps code alone.
    pub fn without_comments_and_strings(text: &str) -> Self {
        Self { chars: Reader::new(text, Texts::Blank).read() }
    }

    /// Blanks out every `#[cfg(test)] mod … { … }`.
    ///
    /// Braces in texts would be miscounted, so this finds the modules in `self`, which should be
    /// free of texts. See [`Code::blank_like`] for the other kind.
    pub fn without_test_modules(mut self) -> Self {
        const ATTRIBUTE: &str = "#[cfg(test)]";
        let mut from = 0;
        while let Some(start) = self.find(ATTRIBUTE, from) {
            from = start + ATTRIBUTE.chars().count();
            if let Some(end) = self.end_of_module(from) {
                blank(&mut self.chars[start..end]);
            }
        }
        self
    }

    /// Blanks out whatever lies in test modules, judged by `other`, the same text without strings.
    pub fn without_test_modules_of(mut self, text: &str) -> Self {
        let whole = Self::without_comments_and_strings(text);
        let kept = Self::without_comments_and_strings(text).without_test_modules();
        let mut inside = false;
        for at in 0..self.chars.len() {
            // Strings are blank in both; they belong to what stands before them.
            if !whole.chars[at].is_whitespace() {
                inside = kept.chars[at] == ' ';
            }
            if inside && self.chars[at] != '\n' {
                self.chars[at] = ' ';
            }
        }
        self
    }

    /// All identifiers and keywords with their lines.
    pub fn identifiers(&self) -> Vec<(usize, String)> {
        self.words(|_| true)
    }

    /// The names of all macros that are called, with their lines.
    pub fn macros(&self) -> Vec<(usize, String)> {
        self.words(|next| next == Some('!'))
    }

    /// Whatever follows `name::` directly: one name, or the heads of a group in braces.
    pub fn names_after(&self, name: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for (start, word) in self.positions() {
            if word == name {
                found.extend(self.heads_of_path(start + word.chars().count()));
            }
        }
        found
    }

    /// The names that are reached by enough `super::` to leave a file that is `depth` modules
    /// below the crate root.
    ///
    /// Inside `mod name { … }` it takes one more.
    pub fn names_after_supers(&self, depth: usize) -> Vec<(usize, String)> {
        let inline = self.inline_depths();
        let mut found = Vec::new();
        let (mut chain, mut expected) = (0, usize::MAX);
        for (start, word) in self.positions() {
            let end = start + word.chars().count();
            chain = match (word.as_str(), start == expected) {
                ("super", true) => chain + 1,
                ("super", false) => 1,
                _ => 0,
            };
            expected = end + 2;
            if chain > 0 && chain == depth + inline[start] {
                found.extend(
                    self.heads_of_path(end).into_iter().filter(|(_, head)| head != "super"),
                );
            }
        }
        found
    }

    /// For every character, the number of modules written out around it in this file.
    fn inline_depths(&self) -> Vec<usize> {
        let mut bodies = Vec::new();
        for (at, word) in self.positions() {
            if word == "mod" {
                let name = self.skip_spaces(at + 3);
                bodies.push(self.skip_spaces(name + self.word_at(name).chars().count()));
            }
        }
        let (mut braces, mut depths) = (Vec::new(), Vec::with_capacity(self.chars.len()));
        for (at, char) in self.chars.iter().enumerate() {
            match char {
                '{' => braces.push(bodies.contains(&at)),
                '}' => drop(braces.pop()),
                _ => {}
            }
            depths.push(braces.iter().filter(|&&is_module| is_module).count());
        }
        depths
    }

    /// The text as it is now.
    pub fn lines(&self) -> Vec<String> {
        let text: String = self.chars.iter().collect();
        text.lines().map(str::to_owned).collect()
    }

    /// Reads `::name` or `::{a::…, b}` after a path's first part.
    fn heads_of_path(&self, at: usize) -> Vec<(usize, String)> {
        if self.chars.get(at..at + 2) != Some(&[':', ':']) {
            return Vec::new();
        }
        let first = self.skip_spaces(at + 2);
        if self.chars.get(first) != Some(&'{') {
            let word = self.word_at(first);
            return if word.is_empty() { Vec::new() } else { vec![(self.line(first), word)] };
        }
        let (mut found, mut depth, mut at) = (Vec::new(), 0_usize, first);
        while let Some(&char) = self.chars.get(at) {
            match char {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                break;
            }
            at += 1;
            if depth == 1 && matches!(char, '{' | ',') {
                let head = self.skip_spaces(at);
                let word = self.word_at(head);
                if !word.is_empty() {
                    found.push((self.line(head), word));
                }
            }
        }
        found
    }

    fn words(&self, wanted: impl Fn(Option<char>) -> bool) -> Vec<(usize, String)> {
        let mut found = self.positions();
        found.retain(|(at, word)| wanted(self.chars.get(at + word.chars().count()).copied()));
        let mut line = 1;
        let mut read = 0;
        for (at, _) in &mut found {
            line += self.chars[read..*at].iter().filter(|&&char| char == '\n').count();
            read = *at;
            *at = line;
        }
        found
    }

    /// All words with the places where they start.
    fn positions(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.chars.len() {
            let word = self.word_at(at);
            if word.is_empty() {
                at += 1;
            } else {
                let length = word.chars().count();
                found.push((at, word));
                at += length;
            }
        }
        found
    }

    fn word_at(&self, at: usize) -> String {
        let rest = self.chars.get(at..).unwrap_or_default();
        rest.iter().take_while(|&&char| is_word(char)).collect()
    }

    fn skip_spaces(&self, mut at: usize) -> usize {
        while self.chars.get(at).is_some_and(|char| char.is_whitespace()) {
            at += 1;
        }
        at
    }

    fn line(&self, at: usize) -> usize {
        self.chars[..at].iter().filter(|&&char| char == '\n').count() + 1
    }

    fn find(&self, wanted: &str, from: usize) -> Option<usize> {
        let wanted: Vec<char> = wanted.chars().collect();
        let rest = self.chars.get(from..)?;
        rest.windows(wanted.len()).position(|window| window == wanted).map(|at| at + from)
    }

    /// The end of the module with a body that starts here, after further attributes.
    fn end_of_module(&self, from: usize) -> Option<usize> {
        let mut at = self.skip_spaces(from);
        while self.chars.get(at) == Some(&'#') {
            at = self.skip_spaces(at + self.chars[at..].iter().position(|&char| char == ']')? + 1);
        }
        let body = at + self.chars[at..].iter().position(|&char| char == '{' || char == ';')?;
        let head: String = self.chars[at..body].iter().collect();
        if self.chars[body] == ';' || !head.split_whitespace().any(|word| word == "mod") {
            return None;
        }
        let mut depth = 0_usize;
        for (offset, char) in self.chars[body..].iter().enumerate() {
            match char {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(body + offset + 1);
            }
        }
        None
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Overwrites everything but line breaks.
fn blank(chars: &mut [char]) {
    for char in chars.iter_mut().filter(|char| **char != '\n') {
        *char = ' ';
    }
}

/// Walks through a text once and blanks out comments, and texts if they are not wanted.
struct Reader {
    chars: Vec<char>,
    at: usize,
    texts: Texts,
}

impl Reader {
    fn new(text: &str, texts: Texts) -> Self {
        Self { chars: text.chars().collect(), at: 0, texts }
    }

    fn read(mut self) -> Vec<char> {
        while let Some(char) = self.peek(0) {
            match char {
                '/' if self.peek(1) == Some('/') => self.line_comment(),
                '/' if self.peek(1) == Some('*') => self.block_comment(),
                '"' => self.string(0, true),
                '\'' => self.character(),
                'r' if !self.after_word() => self.raw(),
                'b' | 'c' if !self.after_word() && self.peek(1) == Some('r') => {
                    self.at += 1;
                    self.raw();
                }
                _ => self.at += 1,
            }
        }
        self.chars
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn after_word(&self) -> bool {
        self.at > 0 && is_word(self.chars[self.at - 1])
    }

    fn blank_to(&mut self, end: usize) {
        let end = end.min(self.chars.len());
        blank(&mut self.chars[self.at..end]);
        self.at = end;
    }

    fn line_comment(&mut self) {
        let length = self.chars[self.at..].iter().take_while(|&&char| char != '\n').count();
        self.blank_to(self.at + length);
    }

    /// Block comments nest.
    fn block_comment(&mut self) {
        let (mut depth, mut end) = (0_usize, self.at);
        while end < self.chars.len() {
            match (self.chars[end], self.chars.get(end + 1)) {
                ('/', Some('*')) => (depth, end) = (depth + 1, end + 2),
                ('*', Some('/')) => (depth, end) = (depth - 1, end + 2),
                _ => end += 1,
            }
            if depth == 0 {
                break;
            }
        }
        self.blank_to(end);
    }

    /// `r"…"`, `r#"…"#`; a raw identifier such as `r#type` is left alone.
    fn raw(&mut self) {
        self.at += 1;
        let hashes = self.chars[self.at..].iter().take_while(|&&char| char == '#').count();
        if self.peek(hashes) == Some('"') {
            self.at += hashes;
            self.string(hashes, hashes == 0 && self.chars[self.at - 1] != 'r');
        }
    }

    /// Reads on from an opening quote to the closing one and the hashes after it.
    fn string(&mut self, hashes: usize, escapes: bool) {
        self.at += 1;
        while let Some(char) = self.peek(0) {
            if escapes && char == '\\' {
                // An escape is no letter, whether texts are kept or not.
                self.blank_to(self.at + 2);
            } else if char == '"' && (1..=hashes).all(|ahead| self.peek(ahead) == Some('#')) {
                self.at += 1 + hashes;
                return;
            } else if self.texts == Texts::Blank {
                self.blank_to(self.at + 1);
            } else {
                self.at += 1;
            }
        }
    }

    /// Tells a character from a lifetime, and blanks it out: one letter is no word.
    fn character(&mut self) {
        let length = match (self.peek(1), self.peek(2)) {
            (Some('\\'), _) => {
                let after = self.at + 3;
                let rest = self.chars.get(after..).unwrap_or_default();
                rest.iter().position(|&char| char == '\'').map_or(1, |end| end + 4)
            }
            (Some(_), Some('\'')) => 3,
            _ => 1,
        };
        if length > 1 {
            self.blank_to(self.at + length);
        } else {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> String {
        Code::without_comments(text)
            .lines()
            .join("\n")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn code(text: &str) -> Code {
        Code::without_comments_and_strings(text)
    }

    #[test]
    fn comments_go_and_strings_stay() {
        assert_eq!(kept("a // b\nc /* d /* e */ f */ g"), "a c g");
        assert_eq!(kept("x(\"// no comment\") // yes"), "x(\"// no comment\")");
        assert_eq!(kept(r#"a("\"//\nking") // b"#), r#"a(" // king")"#);
        assert_eq!(kept("r#\"a \" // b\"# // c"), "r#\"a \" // b\"#");
        assert_eq!(kept(r#"r"\" // a"#), r#"r"\""#);
        assert_eq!(kept("fn f<'a>(c: &'a str) { '\"' } // d"), "fn f<'a>(c: &'a str) { }");
        assert_eq!(kept(r"'\'' '\u{1F}' 'x' // d"), "");
    }

    #[test]
    fn strings_go_on_demand() {
        let lines = code("f(\"a\nb\", r\"c\"); g").lines();
        assert_eq!(lines, ["f(\" ", " \", r\" \"); g"]);
    }

    #[test]
    fn test_modules_go() {
        let text = "a\n#[cfg(test)]\n#[rustfmt::skip]\nmod tests { b(\"}\") { } }\n\
                    #[cfg(test)]\nmod c;\n#[cfg(test)]\nfn d() {}\n";
        let words = |code: Code| -> Vec<String> {
            code.identifiers().into_iter().map(|(_, word)| word).collect()
        };
        let rest = ["a", "cfg", "test", "mod", "c", "cfg", "test", "fn", "d"];
        assert_eq!(words(code(text).without_test_modules()), rest);
        assert_eq!(words(Code::without_comments(text).without_test_modules_of(text)), rest);
    }

    #[test]
    fn paths_are_followed_into_groups() {
        let text =
            "use crate::{\n    a::{b, c},\n    d,\n};\nuse crate::e::f;\ncrates::g; x.crate_::h";
        let names = code(text).names_after("crate");
        assert_eq!(
            names,
            [(2, "a"), (3, "d"), (5, "e")].map(|(line, name)| (line, name.to_owned()))
        );
    }

    #[test]
    fn supers_are_counted() {
        let text =
            "use super::a; use super::super::b; use super::super::super::c; super::{d, e::f}";
        let after = |count| -> Vec<String> {
            code(text).names_after_supers(count).into_iter().map(|(_, name)| name).collect()
        };
        assert_eq!(after(1), ["a", "d", "e"]);
        assert_eq!(after(2), ["b"]);
        let inline =
            code("mod m { use super::a; fn f() { super::super::b() } } fn g() { super::c() }");
        let names: Vec<String> =
            inline.names_after_supers(1).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["b", "c"]);
    }
}

//! The files of the page, inside the program.

use crate::diag::codes::Code;
use crate::front::documents::PAGES;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";

/// Where the documents are.
const DOCUMENTS: &str = "/docs/";

/// Each file: its path, its kind and its text.
const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("../../../web/page/index.html")),
    ("/style.css", STYLE, include_str!("../../../web/page/style.css")),
    ("/board.css", STYLE, include_str!("../../../web/page/board.css")),
    ("/room.css", STYLE, include_str!("../../../web/page/room.css")),
    ("/sheet.css", STYLE, include_str!("../../../web/page/sheet.css")),
    ("/places.css", STYLE, include_str!("../../../web/page/places.css")),
    ("/main.js", SCRIPT, include_str!("../../../web/page/main.js")),
    ("/board.js", SCRIPT, include_str!("../../../web/page/board.js")),
    ("/about.js", SCRIPT, include_str!("../../../web/page/about.js")),
    ("/arrows.js", SCRIPT, include_str!("../../../web/page/arrows.js")),
    ("/analysis.js", SCRIPT, include_str!("../../../web/page/analysis.js")),
    ("/clocks.js", SCRIPT, include_str!("../../../web/page/clocks.js")),
    ("/colours.js", SCRIPT, include_str!("../../../web/page/colours.js")),
    ("/layers.js", SCRIPT, include_str!("../../../web/page/layers.js")),
    ("/ground.js", SCRIPT, include_str!("../../../web/page/ground.js")),
    ("/mail.js", SCRIPT, include_str!("../../../web/page/mail.js")),
    ("/opened.js", SCRIPT, include_str!("../../../web/page/opened.js")),
    ("/puzzles.js", SCRIPT, include_str!("../../../web/page/puzzles.js")),
    ("/report.css", STYLE, include_str!("../../../web/page/report.css")),
    ("/report.js", SCRIPT, include_str!("../../../web/page/report.js")),
    ("/sheet.js", SCRIPT, include_str!("../../../web/page/sheet.js")),
    ("/room.js", SCRIPT, include_str!("../../../web/page/room.js")),
    ("/setup.js", SCRIPT, include_str!("../../../web/page/setup.js")),
    ("/pictures.js", SCRIPT, include_str!("../../../web/page/pictures.js")),
    ("/choices.js", SCRIPT, include_str!("../../../web/page/choices.js")),
    ("/sound.js", SCRIPT, include_str!("../../../web/page/sound.js")),
    ("/sample.js", SCRIPT, include_str!("../../../web/page/sample.js")),
    ("/seats.js", SCRIPT, include_str!("../../../web/page/seats.js")),
    ("/written.js", SCRIPT, include_str!("../../../web/page/written.js")),
    ("/turns.js", SCRIPT, include_str!("../../../web/page/turns.js")),
    ("/cards.js", SCRIPT, include_str!("../../../web/page/cards.js")),
    ("/characters.js", SCRIPT, include_str!("../../../web/page/characters.js")),
    ("/door.js", SCRIPT, include_str!("../../../web/page/door.js")),
    ("/groups.js", SCRIPT, include_str!("../../../web/page/groups.js")),
    ("/motion.js", SCRIPT, include_str!("../../../web/page/motion.js")),
    ("/pieces.js", SCRIPT, include_str!("../../../web/page/pieces.js")),
    ("/played.js", SCRIPT, include_str!("../../../web/page/played.js")),
    ("/thumbnail.js", SCRIPT, include_str!("../../../web/page/thumbnail.js")),
    ("/carriers.js", SCRIPT, include_str!("../../../web/page/carriers.js")),
    ("/wasm.js", SCRIPT, include_str!("../../../web/page/wasm.js")),
    ("/worker.js", SCRIPT, include_str!("../../../web/page/worker.js")),
    ("/desk.js", SCRIPT, include_str!("../../../web/page/desk.js")),
    ("/game.js", SCRIPT, include_str!("../../../web/page/game.js")),
    ("/editor.js", SCRIPT, include_str!("../../../web/page/editor.js")),
    ("/files.js", SCRIPT, include_str!("../../../web/page/files.js")),
    ("/picture.js", SCRIPT, include_str!("../../../web/page/picture.js")),
    ("/codemirror.js", SCRIPT, include_str!("../../../web/page/codemirror.js")),
    ("/documents.js", SCRIPT, include_str!("../../../web/page/documents.js")),
    ("/importing.js", SCRIPT, include_str!("../../../web/page/importing.js")),
    ("/marked.js", SCRIPT, include_str!("../../../web/page/marked.js")),
    ("/meanings.js", SCRIPT, include_str!("../../../web/page/meanings.js")),
    ("/elements.js", SCRIPT, include_str!("../../../web/page/elements.js")),
    ("/reasons.js", SCRIPT, include_str!("../../../web/page/reasons.js")),
    ("/signs.js", SCRIPT, include_str!("../../../web/page/signs.js")),
    ("/link.js", SCRIPT, include_str!("../../../web/page/link.js")),
    ("/writing.js", SCRIPT, include_str!("../../../web/page/writing.js")),
];

/// Finds a file by its path; returns its kind and its text.
pub(super) fn find(path: &str) -> Option<(&'static str, &'static str)> {
    let file = FILES.iter().find(|(known, ..)| *known == path);
    let document = || Some((PLAIN, document(path.strip_prefix(DOCUMENTS)?)?));
    file.map(|&(_, kind, text)| (kind, text)).or_else(document)
}

/// Finds a document by its path below `docs/`: a page about the language, or about a code.
fn document(path: &str) -> Option<&'static str> {
    let code = || {
        let name = path.strip_prefix("errors/")?.strip_suffix(".md")?;
        Code::find(name).map(Code::page)
    };
    PAGES.iter().find(|page| page.path == path).map(|page| page.text).or_else(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_served() {
        for path in ["/docs/glossary.md", "/docs/language/turns.md", "/docs/errors/E0101.md"] {
            assert!(find(path).is_some_and(|(_, text)| text.starts_with("# ")), "{path}");
        }
        assert_eq!(find("/docs/errors/E9999.md"), None);
        assert_eq!(find("/docs/../Cargo.toml"), None);
    }

    #[test]
    fn every_file_that_the_page_names_is_served() {
        let named = |text: &str| {
            let mut paths = Vec::new();
            for part in text.split(['\'', '"']) {
                let file = part.strip_prefix("./").unwrap_or(part);
                let ends = [".js", ".css"].iter().any(|end| file.ends_with(end));
                if ends && !file.contains(' ') {
                    paths.push(format!("/{file}"));
                }
            }
            paths
        };
        let all: Vec<String> = FILES.iter().flat_map(|(_, _, text)| named(text)).collect();
        assert!(all.len() > FILES.len(), "{all:?}");
        for path in all {
            assert!(find(&path).is_some(), "{path} is not served");
        }
    }
}

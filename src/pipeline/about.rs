//! What a file says about its game, without what it builds on.

use crate::diag::Sink;
use crate::source::SourceId;
use crate::syntax::{self, ast};

/// What a file says about its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The title.
    pub title: String,
    /// Who invented it.
    pub inventor: Option<String>,
    /// A line about it.
    pub summary: Option<String>,
}

/// Reads what the text of a file says about its game; nothing if it cannot be read.
pub fn about(text: &str) -> Option<About> {
    let file = syntax::parse(SourceId(0), text, &mut Sink::new())?;
    let told = |wanted: ast::AboutKind| {
        file.items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::About(kind, text) if *kind == wanted => Some(text.text.clone()),
            _ => None,
        })
    };
    let (inventor, summary) = (told(ast::AboutKind::Inventor), told(ast::AboutKind::Summary));
    Some(About { title: file.header.title.text, inventor, summary })
}

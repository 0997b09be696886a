//! What was learned about a game: a file of weights beside its rules, or a bundled one for the same rules.

use std::sync::Arc;

use crate::bundled;
use crate::diag::{Sink, codes};
use crate::ir::{Game, Inputs, Weights, display};
use crate::notation;
use crate::source::{FileError, Files, SourceMap, Span};

/// Gives a game the weights that were learned for it, if there are any; complains about those beside it that do not fit.
pub(super) fn add(game: &mut Game, files: &dyn Files, sources: &SourceMap, sink: &mut Sink) {
    let Some(own) = sources.ids().next() else { return };
    let path = bundled::weights_beside(sources.name(own));
    let hash = display::hash(game);
    let found = match files.read(&path) {
        Ok(Some(text)) => of_text(&text, game, &hash),
        Ok(None) => {
            game.weights = of_same_rules(game, &hash);
            return;
        }
        Err(FileError::Unreadable(_)) => return,
        Err(error) => Err(error.to_string()),
    };
    match found {
        Ok(weights) => game.weights = Some(Arc::new(weights)),
        Err(why) => {
            game.weights = of_same_rules(game, &hash);
            if super::is_allowed(game, codes::WEIGHTS_UNUSED) {
                return;
            }
            let message = format!("`{path}` is not used: {why}");
            let found = codes::WEIGHTS_UNUSED
                .at(Span::point(own, 0), message)
                .label("the computer plays by what it derives from these rules alone")
                .help(format!("learn again with `fairyring learn`, or remove `{path}`"))
                .help("if it is meant, say `allow unused-weights`");
            sink.push(found);
        }
    }
}

fn of_text(text: &str, game: &Game, hash: &str) -> Result<Weights, String> {
    if notation::rules_of_weights(text)? != hash {
        return Err("it was learned by other rules".to_owned());
    }
    notation::read_weights(text, Inputs::of(game))
}

/// Returns bundled weights for the very rules of a game, whatever it is called.
fn of_same_rules(game: &Game, hash: &str) -> Option<Arc<Weights>> {
    bundled::weights().find_map(|text| of_text(text, game, hash).ok()).map(Arc::new)
}

//! Variants of other programs, brought here.

use serde_json::{Value, json};

use crate::import::{Configuration, Fault};
use crate::library::Game;

/// Tells which variants a configuration has, or the rules file of one of them.
pub(super) fn import(text: &str, name: Option<&str>) -> Value {
    let configuration = Configuration::read(text);
    let (names, mut faults) = (configuration.names(), told(configuration.faults()));
    let Some(name) = name else {
        return json!({ "variants": names, "faults": faults });
    };
    match configuration.import(name) {
        Ok(mut made) => {
            if let Err(wrong) = Game::from_text(&made.text) {
                made.is_wrong(&wrong.to_string());
            }
            faults.extend(told(&made.doubts));
            json!({
                "variants": names, "name": made.name, "text": made.text, "losses": made.losses,
                "faults": faults,
            })
        }
        Err(wrong) => {
            faults.extend(told(&wrong));
            json!({ "variants": names, "faults": faults })
        }
    }
}

fn told(faults: &[Fault]) -> Vec<Value> {
    let fault = |fault: &Fault| {
        let line = (fault.line > 0).then_some(fault.line);
        json!({ "line": line, "message": fault.what })
    };
    faults.iter().map(fault).collect()
}

//! Variants of other programs, brought here.

use serde_json::{Value, json};

use crate::import::{Configuration, Fault};

/// Tells which variants a configuration has, or the rules file of one of them.
pub(super) fn import(text: &str, name: Option<&str>) -> Value {
    let configuration = match Configuration::read(text) {
        Ok(configuration) => configuration,
        Err(faults) => return json!({ "variants": [], "faults": told(&faults) }),
    };
    let names = configuration.names();
    let Some(name) = name else {
        return json!({ "variants": names, "faults": [] });
    };
    match configuration.import(name) {
        Ok(made) => json!({
            "variants": names, "name": made.name, "text": made.text, "losses": made.losses, "faults": [],
        }),
        Err(faults) => json!({ "variants": names, "faults": told(&faults) }),
    }
}

fn told(faults: &[Fault]) -> Vec<Value> {
    let fault = |fault: &Fault| {
        let line = (fault.line > 0).then_some(fault.line);
        json!({ "line": line, "message": fault.what })
    };
    faults.iter().map(fault).collect()
}

//! Rules that are being written: what is wrong with them, what is advised, and whether their tests pass.

use std::sync::Arc;

use serde_json::{Value, json};

use super::MAX_WORK;
use super::loading::{self, Shelf};
use super::question::GameAsked;
use crate::author::{self, lint};
use crate::diag::{Sink, json};
use crate::source::SourceMap;
use crate::state::Allowance;

impl Shelf {
    /// Tells what there is to say about rules.
    pub(super) fn check(&mut self, asked: &GameAsked) -> Value {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let files = self.files();
        let read = loading::read(asked, &[], files, &mut sources, &mut sink);
        let mut tests = Vec::new();
        if let Ok(Some(game)) = read {
            let (game, allowance) = (Arc::new(game), Allowance::of(MAX_WORK));
            let reload = |options: &[(String, String)]| {
                let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
                loading::read(asked, options, files, &mut sources, &mut sink).ok()?.map(Arc::new)
            };
            for test in author::run_some_tests(&game, "", &reload, &allowance) {
                if let Some(failure) = test.diagnostic(&sources) {
                    sink.push(failure);
                }
                let passed = test.is_run.then_some(test.failure.is_none());
                tests.push(json!({ "name": test.name, "passed": passed }));
            }
            for advice in lint::advice(&game, &sources, &allowance) {
                sink.push(advice);
            }
        }
        let findings: Vec<Value> =
            sink.iter().map(|found| json::to_value(found, &sources)).collect();
        json!({ "file": loading::file_name(asked), "findings": findings, "errors": sink.has_errors(), "tests": tests })
    }
}

/// Finds the name of the game that the text of another says it is built on: what stands behind `from`.
pub(super) fn parent(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("game \""))?;
    line.rsplit('"').next()?.trim().strip_prefix("from ")?.split_whitespace().next()
}

//! Slips in heads of endings, of defines and in conditions that people make who write their first rules.

use super::super::parser::Rule;
use super::{Found, past_spaces, token_at};
use crate::diag::{Diagnostic, codes};

impl Found<'_> {
    /// What is looked for here.
    pub(super) fn head(&self) -> Option<Diagnostic> {
        self.drawing_side()
            .or_else(|| self.either_side())
            .or_else(|| self.article_as_parameter())
            .or_else(|| self.turned_comparison())
            .or_else(|| self.ranks_in_braces())
            .or_else(|| self.turns_of_while())
    }

    /// `a side draws`.
    fn drawing_side(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let head = before.strip_suffix("draws").map_or(before, str::trim_end);
        let at = head.strip_suffix("a side").map(str::len)?;
        let rest = self.excerpt.text.get(at..)?;
        if !rest.starts_with("a side draws") {
            return None;
        }
        let message = "`a side` wins or loses: a draw is of nobody";
        let found = self.error(codes::SYNTAX, at, "a side draws".len(), message);
        let help = "`own` is the side that is about to move";
        Some(found.suggest(self.span(at, "a side".len()), "side to move", help))
    }

    /// `either side wins`.
    fn either_side(&self) -> Option<Diagnostic> {
        let token = self.token();
        let behind = self.rest().get(token.len()..)?.trim_start();
        let is_side = token_at(behind, 0) == "side";
        if !self.wants(Rule::outcome) && !self.wants(Rule::draw) || !is_side {
            return None;
        }
        ["either", "any", "each", "every", "one", "some", "no"].contains(&token).then(|| {
            let message = format!("expected `a side` or `side to move`, found `{token} side`");
            let found = self.here(message);
            let help = "`a side` asks both after every turn";
            found.suggest(self.span(self.at, token.len()), "a", help)
        })
    }

    /// `define near(a, b) = …`.
    fn article_as_parameter(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let rest = text.strip_prefix("replace").map_or(text, str::trim_start);
        rest.strip_prefix("define ")?;
        let open = text.find('(')?;
        let close = open + text.get(open..)?.find(')')?;
        let is_before_value = text.get(..open)?.find(['=', '{']).is_none();
        let mut at = open + 1;
        for name in text.get(open + 1..close)?.split(',') {
            let place = past_spaces(text, at);
            let word = name.trim();
            if is_before_value && ["a", "an", "the"].contains(&word) {
                let message = format!("`{word}` cannot be a name: it is read as an article");
                let found = self.error(codes::SYNTAX, place, word.len(), message);
                return Some(found.help("take another name, such as `one`"));
            }
            at += name.len() + 1;
        }
        None
    }

    /// `count own => 3`.
    fn turned_comparison(&self) -> Option<Diagnostic> {
        let text = self.excerpt.text;
        let at = self.at.checked_sub(1)?;
        let (wrong, right) = [("=>", ">="), ("=<", "<=")]
            .into_iter()
            .find(|(wrong, _)| text.get(at..).is_some_and(|rest| rest.starts_with(wrong)))?;
        if !self.helps(at, wrong.len(), right) {
            return None;
        }
        let message = format!("`{wrong}` is written `{right}`");
        let found = self.error(codes::SYNTAX, at, wrong.len(), message);
        Some(found.suggest(self.span(at, wrong.len()), right, "the `=` stands behind"))
    }

    /// `{rank 2 rank 3}`.
    fn ranks_in_braces(&self) -> Option<Diagnostic> {
        let token = self.token();
        if !self.wants(Rule::square) || !["rank", "file"].contains(&token) {
            return None;
        }
        let found = self.here(format!("braces hold squares, and no `{token}`"));
        let help = format!(
            "join them by `or`, in round brackets behind a side: `({token} … or {token} …)`"
        );
        Some(found.help(help))
    }

    /// `repeated 3 times while C`, without the turns, or with them told in another way.
    fn turns_of_while(&self) -> Option<Diagnostic> {
        let (before, rest) = (self.before(), self.rest());
        let (_, held) = before.rsplit_once("times while ")?;
        let statement = rest.lines().next().unwrap_or_default();
        let (message, help) = if held.trim_end().ends_with("at each turn") {
            let message = "whose turn it is stands before `turn`".to_owned();
            (message, "write `at each own turn` or `at each White turn`")
        } else if held.contains(" at each ") || statement.contains("at each ") {
            return None;
        } else {
            let message = "`while` needs the turns at which this must have held";
            (
                message.to_owned(),
                "write `while … at each own turn`, `… at each enemy turn` or `… at each turn`",
            )
        };
        let length = self.token().len();
        Some(self.error(codes::SYNTAX, self.at, length, message).help(help))
    }
}

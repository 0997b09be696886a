//! A report in a sentence or two.

use super::report::Report;
use crate::ir::{Game, SideId};

impl Report {
    /// Says who scores how much, and how most games end.
    pub fn sentences(&self, game: &Game) -> String {
        if self.results.games() == 0 {
            return "No games have been played.".to_owned();
        }
        let [one, other] = SideId::ALL;
        let share = |side| self.results.share(side);
        let better = if share(other).found > share(one).found { other } else { one };
        let points = share(better);
        let (name, found) = (game.side_name(better), 100.0 * points.found);
        let width = 100.0 * points.half_width();
        let doubt = if points.low <= 0.5 { ", which may be chance" } else { "" };
        let most = self.reasons.first().map_or_else(String::new, |reason| {
            let how = match reason.winner {
                Some(side) => format!("a win for {}", game.side_name(side)),
                None => "a draw".to_owned(),
            };
            let (percent, why) = (100.0 * reason.share.found, reason.ended.text());
            format!("; the most frequent end, in {percent:.1} % of the games, is {how} ({why})")
        });
        let left = match self.unfinished {
            0 => String::new(),
            1 => " One game was not over when it was left, and counts as drawn.".to_owned(),
            many => format!(" {many} games were not over when they were left, and count as drawn."),
        };
        format!("{name} scores {found:.1} % ± {width:.1}{doubt}{most}.{left}")
    }
}

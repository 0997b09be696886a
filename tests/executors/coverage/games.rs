//! Games made for cells of the table: one statement, at one moment, and one place where what it writes is read.

use super::cells::Cell;
use super::places::{Moment, Reading, Site};
use super::table::CONSEQUENCES;
use crate::generator::tree::Kind;
use crate::generator::{Dice, Tree};

/// A game with the ways of moving that no statement is about, and which those of cells lack.
pub const WALKS: &str = r#"rules 1
game "Walks"
board 6x6
sides White "w", Black "b"
piece King "K" { moves K; royal }
piece Rider "R" { moves ride (1,2) half way }
piece Tourist "T" { moves step in any direction via then step in any direction onward }
piece Hare "H" { moves leap (2,2); flee: moves anywhere to own rank 1 without capturing }
piece Rose "O" { moves qN }
turn { move }
setup "k1hrot/6/6/6/6/TOR1HK w"
"#;

/// What a game consists of, before it is written out.
struct Parts {
    /// What stands in the blocks of pieces.
    king: Vec<String>,
    rook: Vec<String>,
    hunter: Vec<String>,
    /// What follows the rook's moves.
    then: Vec<String>,
    /// What comes before the move.
    before: Vec<String>,
    step: String,
    /// What comes after it.
    after: Vec<String>,
    /// What the turn may be instead.
    instead: Vec<String>,
    /// What comes before the move of an imagined turn, if that is another one.
    threat: Option<Vec<String>>,
    drops: bool,
    drops_on: String,
    /// Whether few pieces are on the board: positions come back, and there are few turns.
    bare: bool,
    /// Whether turns are asked for after each turn.
    asks: bool,
    /// Events, and rules about turns and endings.
    rules: Vec<String>,
    bearer: String,
}

/// Makes the game of a cell; what the cell leaves open follows from the dice.
pub fn game(cell: Cell, dice: &mut Dice<'_>) -> Tree {
    let mut parts = Parts::plain(dice);
    parts.asks = cell.site == Site::CanMoveSoThat;
    parts.bare = cell.site.moment() == Reading::Record || cell.is_long();
    let written = cell.statement.replace('@', cell.moment.piece());
    if !written.is_empty() {
        parts.write(cell.moment, &wrapped(&written, dice), dice);
    }
    if cell.location.name == "hands" {
        // Without it there might be no hands.
        parts
            .rules
            .push("event fill: when own Pawn is captured { add Pawn to hand of own }".into());
    }
    if cell.location.name == "events" {
        // Only those that a rule waits for are counted.
        parts.rules.push("event told: when a piece is captured { set n to 2 }".into());
        parts.rules.push("event also: when a piece moves { }".into());
    }
    parts.read(cell, dice);
    parts.rules_against(dice);
    let text = parts.text(dice);
    tree_of(&text)
}

/// Returns a statement, now and then only done under a condition or several times.
fn wrapped(statement: &str, dice: &mut Dice<'_>) -> String {
    let long = statement.starts_with("repeat") || statement.starts_with("choose");
    match dice.below(if long { 1 } else { 12 }) {
        10 => format!("repeat up to 2 {{ {statement} }}"),
        11 => format!("if any own Rook {{ {statement} }}"),
        _ => statement.to_owned(),
    }
}

impl Parts {
    fn plain(dice: &mut Dice<'_>) -> Self {
        let own = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let mut parts = Self {
            king: own(&["royal"]),
            rook: Vec::new(),
            hunter: own(&[dice.pick(&["moves W", "moves F", "moves N", "moves mW"])]),
            then: Vec::new(),
            before: Vec::new(),
            step: "move".to_owned(),
            after: Vec::new(),
            instead: Vec::new(),
            threat: None,
            drops: false,
            drops_on: "empty".to_owned(),
            bare: false,
            asks: false,
            rules: Vec::new(),
            bearer: dice
                .pick(&["any piece", "any piece except King", "own Pawn", "any Rook"])
                .to_owned(),
        };
        parts.king.push(dice.pick(&["moves K", "moves W", "moves F"]).to_owned());
        if dice.chance(25) {
            let side = dice.pick(&[
                "castle: moves slide sideways exactly 2 without capturing then { relocate own Rook to between(origin, target) }",
                "castle: moves slide forward exactly 2 without capturing when origin is safe on between(origin, target)",
                "shove: swaps W with own Rook",
            ]);
            parts.king.push(side.to_owned());
        }
        if dice.chance(25) {
            let odd = dice.pick(&[
                "shot: captures F without moving",
                "jump: moves step diagonally onto enemy taking then step onward onto empty",
                "shove: swaps F with enemy",
                "jump: moves N to empty taking neighbours of target in enemy Pawn",
            ]);
            parts.rook.push(odd.to_owned());
        }
        if dice.chance(12) {
            parts.rules.push(
                "event promote: when own Pawn moves to own rank 3 { change target into Queen }"
                    .into(),
            );
        }
        if dice.chance(8) {
            parts.drops = true;
        }
        parts
    }

    /// Puts a statement where it is done at the moment.
    fn write(&mut self, moment: Moment, statement: &str, dice: &mut Dice<'_>) {
        let event = |what: &str| format!("event write: when {what} {{ {statement} }}");
        let choice = format!("choose own Pawn as q {{ {statement} }} otherwise {{ }}");
        let nothing = format!("choose own Pawn as q or nothing {{ {statement} }} otherwise {{ }}");
        match moment {
            Moment::TurnBegins => self.rules.push(event("a turn begins")),
            Moment::ChoiceBefore => match dice.below(3) {
                0 => self.before.push(choice),
                1 => self.before.push(nothing),
                _ => self.before.push(format!("either {{ }} or \"do\" {{ {choice} }}")),
            },
            Moment::Captured => {
                let what = dice.pick(&[
                    "a piece is captured",
                    "a piece is captured by a piece",
                    "enemy Pawn is captured",
                ]);
                self.rules.push(event(what));
            }
            Moment::Then => self.then.push(statement.to_owned()),
            Moment::Moved => {
                let what =
                    dice.pick(&["a piece moves", "own Rook moves", "a piece except King moves"]);
                self.rules.push(event(what));
            }
            Moment::Dropped => {
                self.drops = true;
                self.rules.push(event("a piece is dropped"));
            }
            Moment::BetweenSteps => {
                self.step = format!("move own as hero; {statement}; move own");
                if dice.chance(70) {
                    self.threat = Some(Vec::new());
                }
            }
            Moment::RestOfTurn => {
                "move own as hero".clone_into(&mut self.step);
                self.after.push(statement.to_owned());
            }
            Moment::InsteadOfMove => self.instead.push(statement.to_owned()),
            Moment::TurnEnds => self.rules.push(event("a turn ends")),
            Moment::Threat => {
                self.threat.get_or_insert_default().push(choice);
                if dice.chance(50) {
                    self.before.push(nothing);
                }
            }
        }
    }

    /// Lets something be read at the site.
    fn read(&mut self, cell: Cell, dice: &mut Dice<'_>) {
        let reading = cell.reading;
        let so = dice.pick(CONSEQUENCES).to_owned();
        if so.contains("zone") && dice.chance(70) {
            let guard = ["captures K to zone", "captures R when own King is in zone"];
            self.hunter.push(dice.pick(&guard).to_owned());
        }
        self.ways_asked_for(reading);
        match cell.site.moment() {
            Reading::Listing => self.read_when_listing(cell, dice),
            Reading::ChoiceBefore | Reading::Threat => self.read_before(cell, &so, dice),
            Reading::Judging | Reading::Ending | Reading::Record => self.read_after(cell, dice),
            Reading::RestOfTurn => self.after.push(format!("if {reading} {{ {so} }}")),
            Reading::Then => self.then.push(format!("if {reading} {{ {so} }}")),
            Reading::TurnBegins
            | Reading::Captured
            | Reading::Moved
            | Reading::Dropped
            | Reading::TurnEnds => self.read_in_event(cell, &so, dice),
        }
    }

    /// Adds the ways of moving by name that a condition asks for.
    fn ways_asked_for(&mut self, reading: &str) {
        self.rook.retain(|way| !reading.contains(way.split(':').next().unwrap_or_default()));
        if reading.contains("jump") {
            self.rook
                .push("jump: moves N to empty taking neighbours of target in enemy Pawn".into());
        }
        if reading.contains("shove") {
            self.rook.push("shove: swaps F with enemy".into());
        }
    }

    fn read_when_listing(&mut self, cell: Cell, dice: &mut Dice<'_>) {
        let reading = cell.reading;
        match cell.site {
            Site::CaptureGuard => {
                self.hunter.push(format!("captures {} when {reading}", reach(dice)));
            }
            Site::MoveGuard => {
                self.rook.push(format!("moves N without capturing when {reading}"));
            }
            Site::CaptureEnd => {
                self.hunter.push(format!("captures {} to {reading}", reach(dice)));
            }
            Site::CaptureWhom => {
                self.hunter.push(format!("captures {} of {reading}", reach(dice)));
            }
            Site::Range => {
                let toward = dice.pick(&["diagonally", "orthogonally", "in any direction"]);
                let limit = dice.pick(&["up to", "exactly", "at least"]);
                let leg = format!("slide {toward} {limit} ({reading})");
                let way = if dice.chance(30) { format!("step forward then {leg}") } else { leg };
                self.hunter.push(format!("moves {way}"));
            }
            Site::Bearer => {
                self.bearer = format!("({reading})");
                // The token is to be there.
                self.rules
                    .push("event lent: when a King moves { give Ring to last of own }".into());
            }
            Site::Taking => {
                self.rook.push(format!("leap: moves N to empty taking (({reading}) in enemy)"));
            }
            Site::Only => {
                let only = format!("only ({reading} or target is on rank 2)");
                self.step = self.step.replacen("move own", &format!("move own {only}"), 1);
                self.step = self.step.replacen("move;", &format!("move {only};"), 1);
                if self.step == "move" {
                    self.step = format!("move {only}");
                }
            }
            Site::Safe => self.king.push(format!(
                "run: moves slide sideways exactly 2 without capturing when origin is safe on ({reading})"
            )),
            other => panic!("{other:?} is read at another moment"),
        }
    }

    fn read_before(&mut self, cell: Cell, so: &str, dice: &mut Dice<'_>) {
        let reading = cell.reading;
        match cell.site {
            Site::TurnIf => {
                self.before.push(format!("if {reading} {{ {so} }} else {{ }}"));
            }
            Site::TurnRepeat => {
                let while_so =
                    dice.pick(&["", "while any own Pawn ", "while own Rook is attacked "]);
                self.before.push(format!("repeat up to ({reading}) {while_so}{{ {so} }}"));
            }
            Site::TurnChoose => {
                self.before.push(format!(
                    "choose ({reading}) in own as z or nothing {{ {so} }} otherwise {{ }}"
                ));
            }
            Site::ThreatIf => {
                let gift = dice.pick(&[
                    "choose own Pawn as p { give Ring to p } otherwise { }",
                    "choose own Rook as p { change p into Queen } otherwise { }",
                    "give Ring to own King",
                    "refuse \"not now\"",
                ]);
                self.threat.get_or_insert_default().push(format!("if {reading} {{ {gift} }}"));
            }
            Site::ThreatChoose => {
                self.threat.get_or_insert_default().push(format!(
                    "choose ({reading}) in own as p {{ give Ring to p }} otherwise {{ }}"
                ));
            }
            other => panic!("{other:?} is read at another moment"),
        }
    }

    fn read_in_event(&mut self, cell: Cell, so: &str, dice: &mut Dice<'_>) {
        let reading = cell.reading;
        let what = match cell.site {
            Site::BeginIf => format!("a turn begins and {reading}"),
            Site::CapturedIf => format!("a piece is captured and {reading}"),
            Site::CapturedSet => {
                let by = if dice.chance(40) { " by own Rook" } else { "" };
                format!("({reading}) is captured{by}")
            }
            Site::MovedIf => format!("a piece moves and {reading}"),
            Site::MovedSet => format!("({reading}) moves"),
            Site::DroppedIf => {
                self.drops = true;
                format!("a piece is dropped and {reading}")
            }
            Site::DropOn => {
                self.drops = true;
                self.drops_on = format!("empty in ({reading})");
                return;
            }
            Site::EndIf => format!("a turn ends and {reading}"),
            other => panic!("{other:?} is read at another moment"),
        };
        self.rules.push(format!("event read: when {what} {{ {so} }}"));
    }

    fn read_after(&mut self, cell: Cell, dice: &mut Dice<'_>) {
        let reading = cell.reading;
        let rule = match cell.site {
            Site::Forbid => format!("forbid read: when {reading}"),
            Site::ForbidSet => {
                format!("forbid read: when any own in ({reading}) and own ({reading}) is attacked")
            }
            Site::Prefer => format!("prefer read: when {reading}"),
            Site::PreferNumber => {
                let goal = dice.pick(&["most", "least"]);
                format!("prefer read: {goal} {reading}")
            }
            Site::CanMoveSoThat => match dice.below(3) {
                0 => {
                    format!(
                        "ending read: own loses \"read\" when own cannot move so that {reading}"
                    )
                }
                1 => format!("forbid read: when enemy can move so that {reading}"),
                _ => format!(
                    "ending read: draw \"read\" when enemy can move so that not ({reading})"
                ),
            },
            Site::Ending => format!("ending read: draw \"read\" when {reading}"),
            Site::Record if reading.contains("repeated") => {
                format!("record read: draw \"read\" when {reading}")
            }
            Site::Record => {
                format!("record read: draw \"read\" when repeated 2 times and {reading}")
            }
            Site::CompareNumber => format!(
                "compare number {reading}\nrecord read: draw \"read\" when repeated 2 times"
            ),
            Site::Compare => {
                format!("compare {reading}\nrecord read: draw \"read\" when repeated 2 times")
            }
            other => panic!("{other:?} is read at another moment"),
        };
        self.rules.push(rule);
    }

    /// Adds what forbids turns in most games, and what ends them.
    fn rules_against(&mut self, dice: &mut Dice<'_>) {
        let forbid = [
            "use royalty",
            "use royalty",
            "use royalty",
            "use royalty",
            "forbid check: when own King is attacked",
            "forbid bare: when no own royal\nforbid check: when own royal is attacked",
            "use royalty\nforbid facing: when any enemy King in reach(own King, by slide forward onto King)",
            "use royalty\nprefer taking: when captures this turn > 0",
            "",
            "",
            "",
        ][dice.below(11)];
        self.rules.push(forbid.to_owned());
        if dice.chance(30) {
            self.rules.push("ending stuck: own loses \"stuck\" when own cannot move".into());
        }
    }

    fn text(&self, dice: &mut Dice<'_>) -> String {
        let (files, ranks) = [(4, 4), (4, 5), (5, 5), (5, 4), (4, 6), (8, 3)][dice.below(6)];
        let hands = self.drops;
        let mut rules = self.rules.clone();
        if rules.len() > 1 && dice.chance(50) {
            rules.rotate_left(1);
        }
        let mut lines = vec![self.piece("King", "K", &self.king, hands)];
        let ways: &[&str] =
            if self.bare { &["W", "F", "fR", "R2"] } else { &["R", "R", "W", "R2", "B", "fR"] };
        let mut rook = vec![format!("moves {}", dice.pick(ways))];
        if !self.then.is_empty() {
            rook[0] = format!("{} then {{ {} }}", rook[0], self.then.join("; "));
        }
        rook.extend(self.rook.iter().cloned());
        lines.push(self.piece("Rook", "R", &rook, hands));
        lines.push(self.piece("Pawn", "P", &["moves fmW".into(), "captures fF".into()], hands));
        lines.push(self.piece("Hunter", "H", &self.hunter, hands));
        lines.push(self.turn());
        if let Some(before) = &self.threat {
            lines.push(format!("threat {{ {} }}", joined(before, "move")));
        }
        lines.extend(rules.into_iter().filter(|rule| !rule.is_empty()));
        let declared = declared(&lines.join("\n"), &self.bearer, dice);
        let has = |part: &str| lines.iter().any(|line| line.contains(part));
        let in_hand = hands || has("to hand of");
        let pieces: &[char] = match (self.asks, self.bare) {
            (true, _) => &['R', 'p'],
            (false, true) => &['R', 'H', 'p'],
            (false, false) => &['R', 'r', 'P', 'p', 'H', 'h', 'P'],
        };
        let setup = setup((files, ranks), pieces, in_hand, dice);
        format!(
            "rules 1\ngame \"Cell\"\nboard {files}x{ranks}\nsides White \"w\", Black \"b\"\n{}\n{}\n{setup}\n",
            declared.join("\n"),
            lines.join("\n"),
        )
    }

    fn piece(&self, name: &str, symbol: &str, members: &[String], hands: bool) -> String {
        let mut members = members.to_vec();
        if hands && name != "King" {
            members.push(format!("drops on {}", self.drops_on));
        }
        format!("piece {name} \"{symbol}\" {{ {} }}", members.join("; "))
    }

    fn turn(&self) -> String {
        let mut rest = self.after.clone();
        let mut step = self.step.clone();
        if self.drops {
            // What is done afterwards may speak of the piece.
            let mut ways = [step, "drop as hero".to_owned()];
            for way in &mut ways {
                for statement in &rest {
                    way.push_str("; ");
                    way.push_str(statement);
                }
            }
            rest.clear();
            step = format!("either {{ {} }} or {{ {} }}", ways[0], ways[1]);
        }
        if !self.instead.is_empty() {
            let mut instead = self.instead.clone();
            instead.append(&mut rest.clone());
            rest.insert(0, step);
            step = format!(
                "either {{ {} }} or \"work\" {{ {} }}",
                rest.join("; "),
                instead.join("; ")
            );
            rest.clear();
        }
        let mut all = joined(&self.before, &step);
        for statement in &rest {
            all += "; ";
            all += statement;
        }
        format!("turn {{ {all} }}")
    }
}

fn joined(before: &[String], last: &str) -> String {
    let mut all = before.to_vec();
    all.push(last.to_owned());
    all.join("; ")
}

fn reach(dice: &mut Dice<'_>) -> &'static str {
    dice.pick(&["K", "R", "B", "N", "W", "fR", "Q"])
}

/// Declares what the rules name.
fn declared(rules: &str, bearer: &str, dice: &mut Dice<'_>) -> Vec<String> {
    let all = format!("{rules} {bearer}");
    let names = |word: &str| {
        let is_word = |part: &str| part == word;
        all.split(|c: char| !c.is_ascii_alphanumeric()).any(is_word)
    };
    let mut lines = Vec::new();
    if names("worth") {
        lines.push("property worth = 1".to_owned());
    }
    if names("heir") {
        lines.push("property heir = Rook".to_owned());
    }
    if names("Queen") {
        lines.push("piece Queen \"Q\" { moves Q }".to_owned());
    }
    if names("Stone") {
        lines.push("piece Stone \"S\" \"s\" \"*\"".to_owned());
    }
    let usual = ["any piece", "any piece except King", "own Pawn", "any Rook"];
    if names("Ring") || !usual.contains(&bearer) {
        let power = match dice.below(4) {
            0 => {
                lines.push(
                    "option gifts: movers = Knight-like, Rook-like"
                        .replace("Knight-like, Rook-like", "N, R2"),
                );
                format!("level 1; power of {bearer}: cycle gifts")
            }
            1 => format!("level 1; power of {bearer}: captures N"),
            2 if usual.contains(&bearer) => "level 1".to_owned(),
            _ => format!("level 1; power of {bearer}: moves {}", reach(dice)),
        };
        lines.push(format!("token Ring {{ at b1; {power} }}"));
    }
    if names("tired") {
        lines.push("mark tired \"'\"".to_owned());
    }
    for (name, declaration) in [
        ("zone", "variable zone: squares = {a1..b3}"),
        ("n", "variable n: 0..3 = 1"),
        ("w", "variable w: per side 0..2 = 1, 0"),
        ("dust", "variable dust: per square 0..3 = 1"),
        ("hits", "variable hits: per piece 0..3 = 2"),
        ("flag", "variable flag: switch = off"),
        ("mood", "variable mood: one of calm, fierce = calm"),
    ] {
        if names(name) {
            lines.push(declaration.to_owned());
        }
    }
    lines
}

/// Makes a setup: kings at opposite ends, the others anywhere between.
fn setup(
    (files, ranks): (usize, usize),
    pieces: &[char],
    hands: bool,
    dice: &mut Dice<'_>,
) -> String {
    let mut squares = vec!['.'; files * ranks];
    squares[dice.below(files)] = 'k';
    squares[files * (ranks - 1) + dice.below(files)] = 'K';
    for &piece in pieces {
        let at = dice.below(squares.len());
        if squares[at] == '.' {
            squares[at] = piece;
        }
    }
    let rows = squares.chunks(files).map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for &sign in row.iter().chain(std::iter::once(&'/')) {
            if sign == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(sign);
        }
        text.trim_end_matches('/').to_owned()
    });
    let rows: Vec<String> = rows.collect();
    let hands = if hands { dice.pick(&["[Pp]", "[R]", "[PRp]"]) } else { "" };
    format!("setup \"{}{hands} w\"", rows.join("/"))
}

/// Takes a text apart into lines, and what is in braces into statements, each of which may go.
fn tree_of(text: &str) -> Tree {
    let lines = text.lines().map(|line| Tree::Node(Kind::Optional, vec![parts(line), "\n".into()]));
    Tree::Node(Kind::Fixed, lines.collect())
}

/// Takes a line apart at its outermost braces.
fn parts(line: &str) -> Tree {
    let Some((before, rest)) = line.split_once("{ ") else { return line.into() };
    let mut depth = 1;
    let mut cuts = vec![0];
    let mut end = rest.len();
    for (at, sign) in rest.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' if depth == 1 => cuts.push(at + 1),
            _ => {}
        }
        if depth == 0 {
            end = at;
            break;
        }
    }
    cuts.push(end);
    let inner =
        cuts.windows(2).map(|cut| Tree::Node(Kind::Optional, vec![parts(&rest[cut[0]..cut[1]])]));
    let block = Tree::Node(Kind::Statement, inner.collect());
    Tree::Node(Kind::Fixed, vec![before.into(), "{ ".into(), block, parts(&rest[end..])])
}

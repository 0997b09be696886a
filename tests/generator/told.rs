//! What is told about a position and what makes two of them alike: fields, comparisons, options.

use super::maker::{Maker, Scope};
use super::tree::{Tree, tree};
use super::world::{Choice, Holds, WORDS};

impl Maker<'_> {
    /// Makes the items of options.
    pub fn option_items(&mut self, items: &mut Vec<Tree>) {
        for option in self.world.options.clone() {
            items.push(match option {
                Choice::Limit => {
                    let value = self.dice.between(1, 3);
                    format!("option limit: 1..3 = {value}\n").into()
                }
                Choice::Feast => {
                    format!("option feast: switch = {}\n", self.dice.pick(&["on", "off"])).into()
                }
                Choice::Manner => {
                    let value = self.dice.pick(WORDS);
                    format!("option manner: one of {} = {value}\n", WORDS.join(", ")).into()
                }
            });
        }
    }

    /// Makes a condition about an option, if there is one that can be asked so.
    pub fn about_an_option(&mut self) -> Option<Tree> {
        let options: Vec<Choice> = self.world.options.clone();
        let option = options.get(self.dice.below(options.len() + 1))?;
        Some(match option {
            Choice::Limit => tree![Truth: "(limit > ", self.dice.below(4).to_string(), ")"],
            Choice::Feast => tree![Truth: "feast"],
            Choice::Manner => tree![Truth: "(manner is ", self.dice.pick(WORDS), ")"],
        })
    }

    /// Makes a number that an option is, if there is one.
    pub fn number_of_an_option(&mut self) -> Option<Tree> {
        let tokens = !self.world.tokens.is_empty();
        if tokens && self.dice.chance(40) {
            return Some(tree![Number: "(length of gifts)"]);
        }
        self.world.options.contains(&Choice::Limit).then(|| tree![Number: "limit"])
    }

    /// Puts an item where an option decides whether it counts, now and then.
    pub fn optionally(&mut self, item: Tree) -> Tree {
        if self.world.options.is_empty() || self.dice.chance(60) {
            return item;
        }
        let option = self.world.options[self.dice.below(self.world.options.len())];
        let condition = match option {
            Choice::Limit => format!("limit = {}", self.dice.between(1, 3)),
            Choice::Feast => "feast".to_owned(),
            Choice::Manner => format!("manner = {}", self.dice.pick(WORDS)),
        };
        tree![Optional: format!("if option {condition} {{\n"), item, "}\n"]
    }

    /// Makes fields, and what is compared.
    pub fn told(&mut self, items: &mut Vec<Tree>) {
        for variable in self.world.variables.clone() {
            let name = &variable.name;
            if self.dice.chance(35)
                && let Some(field) = self.field(name, variable.holds, variable.per_side)
            {
                items.push(field);
            }
            if self.dice.chance(30) {
                let compared = match self.dice.below(2) {
                    0 => format!("compare ignoring {name}\n"),
                    _ => format!("compare {name} while used\n"),
                };
                items.push(tree![Optional: compared]);
            }
        }
        if self.dice.chance(10) {
            items.push(tree![Optional: "field rounds: turn number\n"]);
        }
        if self.dice.chance(8) {
            items.push(tree![Optional: "compare ignoring side to move\n"]);
        }
        let scope = Scope::default();
        if self.dice.chance(12) {
            items.push(tree![Optional: "compare number ", self.number(&scope, 2), "\n"]);
        }
        if self.dice.chance(20)
            && let Some(token) = self.token_with_level()
        {
            let number = self.number(&scope, 1);
            items.push(tree![Optional: "compare level of ", token, " as ", number, "\n"]);
        }
    }

    /// Makes a field that tells a variable, if there can be one.
    fn field(&mut self, name: &str, holds: Holds, per_side: bool) -> Option<Tree> {
        let one = if per_side { format!("{name} of White") } else { name.to_owned() };
        let what = match holds {
            Holds::Number if self.dice.chance(40) => {
                format!("form ({one}, \"+\") or (\"-\", 9 - {one})")
            }
            Holds::Number => format!("number {one}"),
            Holds::Squares if !per_side && self.dice.chance(50) => {
                format!(
                    "letters \"X\" = {} in {name}, \"Y\" = {} in {name}",
                    self.square(),
                    self.square()
                )
            }
            Holds::Squares => format!("squares {one}"),
            Holds::Switch | Holds::Word | Holds::OtherWord => return None,
        };
        Some(tree![Optional: format!("field told-{name}: {what}\n")])
    }
}

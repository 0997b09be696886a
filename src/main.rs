//! The `fairyring` command.

fn main() {}

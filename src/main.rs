//! The command `fairyring`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fairyring::front::cli::main()
}

//! Fairyring for Python: the native part of the package `fairyring`, whose Python part is in `python/fairyring`.
//!
//! Whatever takes long lets other threads of Python run, and is stopped by signals.

mod batch;
mod errors;
mod files;
mod game;
mod patience;
mod pgn;
mod position;
mod study;
mod thought;

use pyo3::prelude::*;

/// Runs a command of the program and returns its exit code, what it printed and what it complained about. If a signal comes
/// meanwhile, its exception is raised at once, and what the command has begun it may go on with.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<String>) -> PyResult<(u8, String, String)> {
    patience::wait_or_leave(py, move || {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = fairyring::front::cli::run_with(arguments, &mut out, &mut err);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (code, text(out), text(err))
    })
}

/// Runs a command of the program on the standard streams, as if it were called by itself.
#[pyfunction]
#[pyo3(name = "_main")]
fn run_on_streams(py: Python<'_>, arguments: Vec<String>) -> u8 {
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    py.detach(|| fairyring::front::cli::run_with(arguments, &mut out, &mut err))
}

/// The native part of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<thought::Thought>()?;
    module.add_class::<thought::Line>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<pgn::PgnReader>()?;
    module.add_class::<pgn::PgnGame>()?;
    module.add_class::<study::StudyGames>()?;
    module.add_class::<study::StudyFile>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(run_on_streams, module)?)?;
    errors::add_to(module)
}

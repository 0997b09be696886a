//! What the fuzz targets do, put together from parts that the tests of Fairyring use as well.

#[path = "../../tests/generator/mod.rs"]
pub mod generator;

#[path = "../../tests/executors/compare.rs"]
pub mod compare;

pub mod checks;

//! The numbers of a study as a Parquet file, for programs that analyse data.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::table::Row;

/// The columns, as in CSV: what is not known is null.
const COLUMNS: &str = "message study {
    optional binary version (UTF8);
    required binary level (UTF8);
    required binary table (UTF8);
    required binary item (UTF8);
    required int64 games;
    optional double value;
    optional double low;
    optional double high;
}";

type Group<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// Returns the rows as a file: all of them in one group, without compression.
///
/// # Errors
/// What the library refuses; nothing that a study contains is refused.
pub(super) fn file(rows: &[Row]) -> Result<Vec<u8>> {
    let columns = Arc::new(parse_message_type(COLUMNS)?);
    let mut writer =
        SerializedFileWriter::new(Vec::new(), columns, Arc::new(WriterProperties::default()))?;
    let mut group = writer.next_row_group()?;
    let text = |text: &String| ByteArray::from(text.as_str());
    optional::<ByteArrayType>(&mut group, rows.iter().map(|row| row.version.as_ref().map(text)))?;
    required::<ByteArrayType>(&mut group, rows.iter().map(|row| text(&row.level)))?;
    required::<ByteArrayType>(&mut group, rows.iter().map(|row| text(&row.table)))?;
    required::<ByteArrayType>(&mut group, rows.iter().map(|row| text(&row.item)))?;
    let games = rows.iter().map(|row| i64::try_from(row.games).unwrap_or(i64::MAX));
    required::<Int64Type>(&mut group, games)?;
    let numbers: [fn(&Row) -> &String; 3] = [|row| &row.value, |row| &row.low, |row| &row.high];
    for number in numbers {
        optional::<DoubleType>(&mut group, rows.iter().map(|row| number(row).parse().ok()))?;
    }
    group.close()?;
    writer.into_inner()
}

/// Writes the next column.
fn required<T: DataType>(group: &mut Group<'_>, values: impl Iterator<Item = T::T>) -> Result<()> {
    column::<T>(group, &values.collect::<Vec<_>>(), None)
}

/// Writes the next column, in which some values are missing.
fn optional<T: DataType>(
    group: &mut Group<'_>,
    values: impl Iterator<Item = Option<T::T>> + Clone,
) -> Result<()> {
    let are_known: Vec<i16> = values.clone().map(|value| value.is_some().into()).collect();
    column::<T>(group, &values.flatten().collect::<Vec<_>>(), Some(&are_known))
}

fn column<T: DataType>(
    group: &mut Group<'_>,
    values: &[T::T],
    known: Option<&[i16]>,
) -> Result<()> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(values, known, None)?;
    column.close()
}

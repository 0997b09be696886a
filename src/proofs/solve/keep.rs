//! What is kept of a solution while it is worked out, so that nobody has to begin anew.
//!
//! Each file says which rules it belongs to, and ends in a checksum of all before. None is ever changed once it is
//! there: layers of positions are added one by one, and the values last.

use sha2::{Digest, Sha256};

use super::explore::Key;
use super::failure::Failure;

/// Where files are kept; who implements it writes a file all at once or not at all.
pub trait Store {
    /// Reads a file; `None` if there is none of that name.
    ///
    /// # Errors
    /// Says what is wrong, for people.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// Writes a file.
    ///
    /// # Errors
    /// Says what is wrong, for people.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Takes away all files whose names begin so.
    ///
    /// # Errors
    /// Says what is wrong, for people.
    fn clear(&mut self, prefix: &str) -> Result<(), String>;
}

/// The first bytes of every file.
const MAGIC: &[u8; 8] = b"fairyslv";

/// How many bytes of checksum end a file.
const CHECKSUM: usize = 32;

/// What the file is called that tells what the others are.
const HEAD: &str = "about";

/// What the file of values is called.
const VALUES: &str = "values";

/// Keeps what is worked out, if anybody wants it kept.
pub(super) struct Keeper<'s> {
    store: Option<&'s mut dyn Store>,
    /// What is solved: rules, position, settings.
    about: String,
    /// What every file begins with besides: a digest of what is solved and of how positions are packed.
    stamp: [u8; 32],
}

impl<'s> Keeper<'s> {
    /// Begins to keep what belongs to `about`, or goes on with what is there; returns how positions are packed there.
    pub(super) fn open(
        mut store: Option<&'s mut (dyn Store + 's)>,
        about: String,
    ) -> Result<(Self, Option<String>), Failure> {
        let mut packing = None;
        if let Some(store) = &mut store
            && let Some(bytes) = store.read(HEAD).map_err(Failure::Store)?
        {
            let content = unsealed(&bytes).ok_or_else(|| damaged(HEAD))?;
            let text = std::str::from_utf8(content).map_err(|_| damaged(HEAD))?;
            let (kept, rest) = text.split_once("\n\n").ok_or_else(|| damaged(HEAD))?;
            if kept != about {
                return Err(Failure::Store(other(kept, &about)));
            }
            packing = Some(rest.to_owned());
        }
        Ok((Self { store, about, stamp: [0; 32] }, packing))
    }

    /// Notes how positions are packed; where that is new, all before is worth nothing.
    pub(super) fn begin(&mut self, packing: &str, is_new: bool) -> Result<(), Failure> {
        let head = format!("{}\n\n{packing}", self.about);
        self.stamp = Sha256::digest(&head).into();
        if let Some(store) = &mut self.store
            && is_new
        {
            store.clear("layer-").map_err(Failure::Store)?;
            store.clear(VALUES).map_err(Failure::Store)?;
            store.write(HEAD, &sealed(head.as_bytes())).map_err(Failure::Store)?;
        }
        Ok(())
    }

    /// Reads a layer of positions.
    pub(super) fn layer<const W: usize>(
        &self,
        number: usize,
    ) -> Result<Option<Vec<Key<W>>>, Failure> {
        let Some(bytes) = self.content(&layer_name(number))? else { return Ok(None) };
        let words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let words: Vec<u64> = words.collect();
        Ok(Some(words.as_chunks::<W>().0.to_vec()))
    }

    /// Keeps a layer of positions.
    pub(super) fn save_layer<const W: usize>(
        &mut self,
        number: usize,
        keys: &[Key<W>],
    ) -> Result<(), Failure> {
        let words = keys.iter().flatten();
        self.save(&layer_name(number), words.flat_map(|word| word.to_le_bytes()))
    }

    /// Reads the values.
    pub(super) fn values(&self) -> Result<Option<Vec<u16>>, Failure> {
        let Some(bytes) = self.content(VALUES)? else { return Ok(None) };
        Ok(Some(bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect()))
    }

    /// Keeps the values.
    pub(super) fn save_values(&mut self, values: &[u16]) -> Result<(), Failure> {
        self.save(VALUES, values.iter().flat_map(|value| value.to_le_bytes()))
    }

    fn content(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(bytes) = store.read(name).map_err(Failure::Store)? else { return Ok(None) };
        let content = unsealed(&bytes).and_then(|content| content.strip_prefix(&self.stamp));
        content.map(|content| Some(content.to_vec())).ok_or_else(|| damaged(name))
    }

    fn save(&mut self, name: &str, content: impl Iterator<Item = u8>) -> Result<(), Failure> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let content: Vec<u8> = self.stamp.iter().copied().chain(content).collect();
        store.write(name, &sealed(&content)).map_err(Failure::Store)
    }
}

fn layer_name(number: usize) -> String {
    format!("layer-{number:05}")
}

/// Puts a content between what every file begins with and its checksum.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(content);
    bytes.extend(Sha256::digest(&bytes));
    bytes
}

/// Returns the content of a file, if it is whole.
pub(crate) fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (content, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    (Sha256::digest(content).as_slice() == checksum).then(|| content.strip_prefix(MAGIC))?
}

fn damaged(name: &str) -> Failure {
    Failure::Store(format!(
        "what was kept in `{name}` is damaged: its checksum is wrong; take the folder away to begin anew"
    ))
}

fn other(kept: &str, wanted: &str) -> String {
    let mut lines = kept.lines().zip(wanted.lines()).filter(|(kept, wanted)| kept != wanted);
    let differs = lines
        .next()
        .map_or_else(String::new, |(kept, wanted)| format!(" (there: {kept}; now: {wanted})"));
    if differs.contains("rules ") {
        return format!(
            "what was kept belongs to other rules than those of the game now{differs}; take another folder, or bring the rules \
             back"
        );
    }
    format!("what was kept belongs to something else{differs}; take another folder")
}

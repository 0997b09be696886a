//! Memory for tables that are read at random.

/// Makes room for so many values in memory of large pages, where the system has such pages to give. The processor has to find
/// out where a page is before it can read from it, and remembers that of few pages only: with pages of 4 KiB every node
/// of a search waits for it. If there is not so much memory, the vector has no room.
pub(super) fn reserve<T>(count: usize) -> Vec<T> {
    let mut values = Vec::new();
    if values.try_reserve_exact(count).is_ok() {
        ask_for_large_pages(&mut values);
    }
    values
}

/// Makes a table of so many zeros, as [`reserve`] does.
pub(super) fn zeros(count: usize) -> Vec<i16> {
    let mut values = reserve(count);
    values.resize(count, 0);
    values
}

#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "a search spends 4 % of its time waiting for the table instead of 11 %, and nothing is read or written"
)]
fn ask_for_large_pages<T>(values: &mut Vec<T>) {
    let page = rustix::param::page_size();
    let room = values.spare_capacity_mut();
    let (first, bytes) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
    let skipped = first.align_offset(page);
    let Some(pages) = bytes.checked_sub(skipped).map(|rest| rest / page).filter(|&pages| pages > 0)
    else {
        return;
    };
    let advice = rustix::mm::Advice::LinuxHugepage;
    // SAFETY: the whole pages inside memory that belongs to the vector; to ask for larger ones changes nothing in them.
    // Whether the system gives any makes no difference but of time.
    let _ =
        unsafe { rustix::mm::madvise(first.wrapping_add(skipped).cast(), pages * page, advice) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_: &mut Vec<T>) {}

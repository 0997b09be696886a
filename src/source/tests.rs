use super::*;

fn map(text: &str) -> (SourceMap, SourceId) {
    let mut sources = SourceMap::new();
    let id = sources.add("a.rules", text);
    (sources, id)
}

fn at(text: &str, offset: u32) -> (usize, usize) {
    let (sources, id) = map(text);
    let place = sources.line_column(Span::point(id, offset));
    (place.line, place.column)
}

#[test]
fn lines_and_columns_start_at_one() {
    assert_eq!(at("ab\ncd", 0), (1, 1));
    assert_eq!(at("ab\ncd", 2), (1, 3), "the line break belongs to the line it ends");
    assert_eq!(at("ab\ncd", 3), (2, 1));
    assert_eq!(at("ab\ncd", 5), (2, 3), "the end of the file is a place");
    assert_eq!(at("", 0), (1, 1));
    assert_eq!(at("ab\n", 3), (2, 1));
}

#[test]
fn columns_count_characters() {
    assert_eq!(at("Bär x", 5), (1, 5));
    assert_eq!(at("♞♞x", 6), (1, 3));
}

#[test]
fn places_outside_the_text_are_moved_inside() {
    assert_eq!(at("ab", 99), (1, 3));
    assert_eq!(at("ä", 1), (1, 1), "an offset inside a character means its start");
    let (sources, id) = map("ab");
    assert_eq!(sources.slice(Span::new(id, 1, 99)), "b");
    assert_eq!(sources.slice(Span::NONE), "");
    assert_eq!(sources.name(SourceId(7)), "<built in>");
}

#[test]
fn line_text_leaves_out_the_line_break() {
    let (sources, id) = map("one\r\ntwo\n");
    assert_eq!(sources.line_text(id, 1), "one");
    assert_eq!(sources.line_text(id, 2), "two");
    assert_eq!(sources.line_text(id, 3), "");
    assert_eq!(sources.line_text(id, 4), "");
    assert_eq!(sources.line_text(id, 0), "");
}

#[test]
fn files_are_found_by_name() {
    let (mut sources, first) = map("");
    let second = sources.add("b.rules", "x");
    assert_eq!(sources.find("b.rules"), Some(second));
    assert_eq!(sources.find("c.rules"), None);
    assert_eq!(sources.ids().collect::<Vec<_>>(), [first, second]);
}

#[test]
fn join_covers_both_and_ignores_nowhere() {
    let (a, b) = (Span::new(SourceId(0), 2, 4), Span::new(SourceId(0), 7, 9));
    assert_eq!(b.join(a), Span::new(SourceId(0), 2, 9));
    assert_eq!(a.join(Span::NONE), a);
    assert_eq!(Span::NONE.join(a), a);
    assert_eq!(a.join(Span::new(SourceId(1), 0, 1)), a, "two files: the first wins");
    assert!(a.join(b).contains(b) && !a.contains(b));
}

#[test]
fn spans_sort_in_reading_order_with_nowhere_last() {
    let first = Span::new(SourceId(0), 5, 6);
    let second = Span::new(SourceId(1), 0, 1);
    let mut spans = [Span::NONE, second, first];
    spans.sort_unstable();
    assert_eq!(spans, [first, second, Span::NONE]);
}

#[test]
fn memory_files_refuse_what_is_too_large() {
    let files = MemoryFiles::new().with("big", "x".repeat(MAX_SOURCE_BYTES + 1));
    assert_eq!(files.read("big"), Err(FileError::TooLarge));
    assert_eq!(files.names(), ["big"]);
}

#[test]
fn what_is_written_out_has_the_words_of_its_copy() {
    let mut sources = SourceMap::new();
    let text = "Side-ring at home \"{Side} Side\" # Side\nSideways ";
    let id = sources.add("a.rules", text);
    let copied = |around, name: &str, word: &str| Copied {
        around,
        words: vec![CopiedWord { name: name.to_owned(), word: word.to_owned(), place: Span::NONE }],
    };
    sources.set_copies(id, vec![copied(0, "Side", "White"), copied(1, "home", "e1")]);
    let whole = sources.whole(id);
    assert_eq!(sources.written(whole), text);
    let outer = "White-ring at home \"White Side\" # Side\nSideways ";
    assert_eq!(sources.written(whole.in_copy(1)), outer);
    assert_eq!(sources.written(whole.in_copy(2)), outer.replace("home", "e1"));
    assert_eq!(sources.written(whole.in_copy(9)), text, "no such copy");
    assert_eq!(sources.written_line(whole.in_copy(1)), outer.lines().next().unwrap());
    assert_eq!(whole, whole.in_copy(1), "it is one place");
    assert_eq!(whole.in_copy(1).join(whole.in_copy(2)).copy, 0);
}

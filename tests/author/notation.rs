//! Turns in the notation of people and of other programs: how they are written here, if only one can be meant.

use fairyring::session::{PlayError, Session};

use super::Loaded;

/// Returns what is said to a text that is not how a turn is written here.
fn told(session: &Session, text: &str) -> String {
    match session.clone().play_text(text) {
        Ok(()) => "legal".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn assert_written(session: &Session, text: &str, wanted: &str) {
    assert_eq!(told(session, text), format!("`{text}` has to be written {wanted} here"));
}

#[test]
fn algebraic_notation_of_chess() {
    let chess = Loaded::bundled("chess", &[]);
    let start = chess.session("-", "-");
    for (text, wanted) in
        [("Nf3", "`g1f3`"), ("e4", "`e2e4`"), ("Ng1-f3", "`g1f3`"), ("Ngf3!", "`g1f3`")]
    {
        assert_written(&start, text, wanted);
    }
    let taken = chess.session("-", "e2e4 d7d5");
    assert_written(&taken, "exd5", "`e4d5`");
    let castling = chess.session("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "-");
    assert_written(&castling, "O-O", "`e1g1`");
    assert_written(&castling, "0-0-0", "`e1c1`");
    let promotion = chess.session("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "-");
    assert_written(&promotion, "a8Q+", "`a7a8q`");
    let letters = chess.session("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "-");
    assert_written(&letters, "bxc3", "`b2c3`");
    assert_written(&letters, "Bxc3", "`d2c3`");
    let knights = chess.session("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "-");
    assert_written(&knights, "Nd2", "`b1d2` or `f3d2`");
    assert_written(&knights, "Nbd2", "`b1d2`");
}

#[test]
fn what_nothing_is_like_stays_what_it_is() {
    let chess = Loaded::bundled("chess", &[]);
    let start = chess.session("-", "-");
    for text in ["Ke4", "hello", "e2e5", "O-O", "Nf6", "g1f3h", "Bb4"] {
        let told = told(&start, text);
        assert!(!told.contains("has to be written"), "{text}: {told}");
    }
}

#[test]
fn drops_and_squares_of_other_boards() {
    let house = Loaded::bundled("variants/crazyhouse", &[]);
    let dropping = house.session("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "-");
    assert_written(&dropping, "+P@c3", "`P@c3`");
    assert_written(&dropping, "N*f3", "`N@f3`");
    let shogi = Loaded::bundled("variants/shogi", &[]);
    let start = shogi.session("-", "-");
    assert_written(&start, "7g7f", "`c3c4`");
}

/// What cannot be read is an error and nothing worse.
#[test]
fn any_text_gets_an_answer() {
    let chess = Loaded::bundled("chess", &[]);
    let start = chess.session("-", "-");
    for text in ["é4", "@", "*", "=", "x", "+", "♘f3", "O", "9z9z", "P*", "N\u{301}f3", "--"] {
        let error = start.clone().play_text(text);
        assert!(matches!(error, Err(PlayError::Turn(_))), "{text}: {error:?}");
    }
}

//! Plays random games, writes their records as they are played, and reads them back with every turn checked.
//!
//!     cargo run --release --example records -- ruddigore

#![expect(clippy::print_stdout, reason = "showing something is the point")]

use std::fs::{self, File};
use std::io::Write as _;

use fairyring::{Game, Player, Position, Record, SideId};

fn main() -> anyhow::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "mono".to_owned());
    let game = Game::bundled(&name)?;
    let path = std::env::temp_dir().join(format!("fairyring-{}.jsonl", std::process::id()));
    let mut file = File::create(&path)?;
    let played: Vec<Position> =
        (1..=3).map(|seed| play(&game, &name, seed, &mut file)).collect::<Result<_, _>>()?;
    let read = Record::read_all(&fs::read_to_string(&path)?)?.records;
    assert_eq!(read.len(), played.len());
    for (record, end) in read.iter().zip(played) {
        assert_eq!(record.replay(&game)?, end);
        println!("{} turns, {:?}", record.turns().len(), record.result());
    }
    fs::remove_file(path)?;
    Ok(())
}

/// Plays a game of at most 300 random turns, of which each is in the file before the next is chosen.
fn play(game: &Game, name: &str, seed: u64, file: &mut File) -> anyhow::Result<Position> {
    let mut position = game.start();
    let random = Player::new("random");
    let mut record = Record::new(&position, name)
        .with_seed(seed)
        .with_player(SideId::FIRST, &random)
        .with_player(SideId::LAST, &random);
    file.write_all(record.head_line().as_bytes())?;
    let mut state = seed;
    for _ in 0..300 {
        let turns = position.legal_turns()?;
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(turn) = turns.get(usize::try_from(state >> 33)? % turns.len().max(1)) else {
            break;
        };
        file.write_all(record.add(&position, turn.as_str()).as_bytes())?;
        position = position.play_turn(turn)?;
    }
    if let Some(result) = position.outcome()? {
        file.write_all(record.end(game, &result).as_bytes())?;
    }
    Ok(position)
}

#!/bin/sh
# How strong the computer is: matches against other programs, against itself at other levels, and against the player
# that looks one turn ahead. The table that comes out is in docs/matches.md.
#
#     benches/opponents.sh target/release/fairyring FOLDER [CONCURRENCY]
#
# Each row is a match with 25 ms of processor time a turn; its games are in FOLDER. Run again with the same FOLDER, it goes
# on where it was stopped. It needs fairy-stockfish, sjaakii and fairymax (Debian: apt-get install fairy-stockfish
# sjaakii fairymax); rows of programs that are not there are told and passed over. ROWS='chess|shogi' plays only rows
# in which that is found, and GAMES=200 goes on to so many games in each.
set -eu
bin=$(realpath "$1")
out=$2
at_once=${3:-1}
mkdir -p "$out"
PATH=$PATH:/usr/games

# row GAME GAMES FIRST SECOND [SPRT]
row() {
    game=$1 games=${GAMES:-$2} first=$3 second=$4
    shift 4
    program=$(echo "$second" | sed -n 's/^[a-z]*:\([^ ;]*\).*/\1/p')
    name=$(echo "$second" | sed 's/^[a-z]*://')
    if ! echo "$game $first $name" | grep -Eq "${ROWS:-.}"; then return; fi
    if [ -n "$program" ] && ! command -v "$program" >/dev/null; then
        echo "| $first | $name | $game | not installed | |"
        return
    fi
    record="$out/$game-$first-$name.jsonl"
    resume=
    if [ -e "$record" ]; then resume=--resume; fi
    said=$("$bin" match "$game" --engine "$first" --engine "$second" --games "$games" --seed 2026 \
        --concurrency "$at_once" --record "$record" $resume "$@" 2>"$record.log") || {
        echo "| $first | $name | $game | failed, see $record.log | |"
        return
    }
    result=$(echo "$said" | sed -n "s/^$game: \([^%]*%[^)]*)\).*/\1/p")
    sprt=$(echo "$said" | sed -n 's/^SPRT.*, \(.*\)/; \1/p')
    cpu=$(echo "$said" | sed -n 's/.*CPU for each turn: //p')
    echo "| $first | $name | $game | $result$sprt | $cpu |"
}

echo "| engine | against | game | result | CPU for each turn |"
echo "|---|---|---|---|---|"
for game in chess crazyhouse minishogi losalamos breakthrough capablanca; do
    row $game 100 level=10 uci:fairy-stockfish
done
for game in chess crazyhouse losalamos minishogi capablanca; do row $game 100 level=10 xboard:sjaakii; done
row chess 100 level=10 xboard:fairymax
for game in fellowship one-ring ruddigore mono magic-ring; do row $game 50 level=10 one-ply; done
for game in chess crazyhouse minishogi fellowship ruddigore magic-ring; do
    # In 25 ms level 7 does not come to its limit of nodes.
    row $game 400 level=10 level=7 --cpu-time 200 --sprt 0 30
    row $game 400 level=7 level=4 --sprt 0 30
    row $game 400 level=4 level=1 --sprt 0 30
done

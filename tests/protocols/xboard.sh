#!/bin/sh
# Whole games in XBoard under a virtual display, with us on both sides:
#
#     tests/protocols/xboard.sh target/release/fairyring [FOLDER]
#
# Needs xboard and Xvfb (Debian: apt-get install xboard xvfb). Writes the games as PGN and what was said into FOLDER.
# XBoard judges no moves of games that it does not know (-testLegality false); we do.
set -eu
bin=$(realpath "$1")
out=${2:-$(mktemp -d)}
mkdir -p "$out"
display=:$((90 + $$ % 900))
Xvfb "$display" -screen 0 1024x768x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server' EXIT
sleep 2
failed=0
for game in ${GAMES:-normal mono fellowship one-ring ruddigore magic-ring}; do
    rm -f "$out/$game.pgn"
    DISPLAY=$display timeout 300 xboard -mode TwoMachines -variant "$game" -testLegality false -mg 1 \
        -fcp "$bin xboard" -scp "$bin xboard" -depth 2 -tc 5 -inc 0 -noGUI -xexit \
        -sgf "$out/$game.pgn" -debug -nameOfDebugFile "$out/$game.debug" >"$out/$game.log" 2>&1 || true
    if grep -q '^\[Result "\(1-0\|0-1\|1/2-1/2\)"\]' "$out/$game.pgn" 2>/dev/null; then
        echo "$game: $(grep -c '>first : usermove' "$out/$game.debug") turns, $(grep '^{' "$out/$game.pgn" | tail -1)"
    else
        echo "$game: no whole game, see $out/$game.debug"
        failed=1
    fi
done
exit $failed

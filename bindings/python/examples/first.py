import fairyring

position = fairyring.Game("fellowship").start
while not position.is_over():
    position = position.play(position.search(level=2, seed=len(position.turns)).best)
print(" ".join(position.turns), position.outcome())

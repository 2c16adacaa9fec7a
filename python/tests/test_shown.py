"""What notebooks show; tables, graphs and pictures."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Literal
from xml.etree import ElementTree

import pytest

import misere
from misere import G, Quotient


def kayles_quotient() -> Quotient:
    found = misere.ruleset("kayles").quotient()
    assert isinstance(found, Quotient)
    return found


@pytest.mark.parametrize(
    "picture",
    [
        lambda: G("(4+2)#").picture(),
        lambda: misere.ruleset("kayles").plot(100),
        lambda: kayles_quotient().picture(),
    ],
)
def test_pictures(picture: Callable[[], misere.Picture]) -> None:
    svg = picture()._repr_svg_()
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and len(list(root.iter())) > 20


def test_pictures_have_a_limit() -> None:
    with pytest.raises(misere.OutOfReach, match="graph()"):
        misere.ruleset("kayles").game(40).picture()
    with pytest.raises(misere.OutOfReach):
        misere.ruleset("kayles").plot(10**9)


def test_tex() -> None:
    assert G("2##")._repr_latex_() == r"$2_{\#\#}$"
    assert G("2##").genus._repr_latex_() == "$1^{13}$"
    assert kayles_quotient()(5, 9)._repr_latex_().startswith("$")


def test_html() -> None:
    q = kayles_quotient()
    table = q.table()
    for html in (
        q._repr_html_(),
        table._repr_html_(),
        misere.ruleset("kayles").table(100)._repr_html_(),
        misere.ruleset("0.3102").quotient(to=12)._repr_html_(),
    ):
        ElementTree.fromstring(f"<div>{html}</div>")
    assert "a^2" in q._repr_html_()
    # As many P-values are set off as there are, in the head and in the first column.
    assert table._repr_html_().count("<th style") == 2 * 9


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = misere.ruleset("kayles").table(30).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.loc[5, "nim_value"] == 4 and frame.loc[4, "outcome"] == "P"
    assert list(frame.index[frame["outcome"] == "P"]) == misere.ruleset("kayles").p_heaps(30)
    q = kayles_quotient()
    products = q.table().to_pandas()
    x, y = q(5), q(9, 9)
    assert products.loc[str(x), str(y)] == str(x * y)
    assert q.table().to_numpy()[x.number, y.number] == (x * y).number


def test_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    g = G("2##")
    graph = g.graph()
    assert set(graph.nodes) == set(g.followers())
    assert all(set(graph.successors(h)) == set(h.options) for h in graph)
    # The graph of a game is a ruleset in which its node has the value of the game.
    assert misere.ruleset(graph, name="followers").game(g) == g
    positions = misere.ruleset("kayles").graph(6)
    assert networkx.is_directed_acyclic_graph(positions)
    losing: dict[object, bool] = {}
    for heaps in reversed(list(networkx.topological_sort(positions))):
        after = list(positions.successors(heaps))
        losing[heaps] = bool(after) and not any(losing[left] for left in after)
    assert losing[(6,)] == (misere.ruleset("kayles")(6).outcome() == "P")
    q = kayles_quotient()
    cayley = q.graph()
    assert len(cayley) == 40 and cayley.number_of_edges() == 40 * 7
    assert all(x * q(1) in cayley[x] for x in q)


def test_sums_are_played() -> None:
    kayles = misere.ruleset("kayles")
    sum_ = kayles(5, 5) + G("2#") + kayles(3)
    assert str(sum_) == "2·0.77(5) + 2# + 0.77(3)"
    assert sum_.game() == kayles.game(5) * 2 + G("2#") + kayles.game(3)
    assert sum_.outcome() == sum_.game().outcome
    assert sum_.nim_value() == G("2#").nim_value ^ 3
    assert pickle.loads(pickle.dumps(sum_)) == sum_ == kayles(3) + kayles(5) + G("2#") + kayles(5)
    assert hash(sum_) == hash(kayles(3) + kayles(5) + G("2#") + kayles(5))
    assert sum_ != kayles(5, 5) and not misere.Sum() and misere.Sum(G(1), kayles(2))
    plays: list[Literal["misere", "normal"]] = ["misere", "normal"]
    for play in plays:
        moves = sum_.moves(play, all=True)
        for move in moves:
            assert move.after.outcome(play) == move.outcome
            assert move.before == sum_ and move.wins == (move.outcome == "P")
        wins = [move for move in moves if move.wins]
        assert len(wins) == len(sum_.moves(play))
        assert bool(wins) == (sum_.outcome(play) == "N")
    assert len(sum_.moves(all=True)) == len({str(move) for move in sum_.moves(all=True)})
    with pytest.raises(ValueError, match="misere"):
        sum_.outcome("reverse")  # type: ignore[arg-type]
    with pytest.raises(misere.UniverseError):
        (G(1) + misere.Sum() + misere.Universe()(2)).outcome()


def test_play_to_the_end() -> None:
    position = misere.ruleset("kayles")(12, 25, 27)
    assert position.outcome() == "N"
    while position:
        winning = position.moves()
        if position.outcome() == "P" or not winning:
            break
        position = winning[0].after
        assert position.outcome() == "P"
        answers = position.moves(all=True)
        if not answers:
            break
        position = answers[-1].after


def test_census() -> None:
    assert misere.count(4) == len(misere.Universe().born_by(4)) == 22
    six = misere.count(6)
    assert 2**4_171_779 < six < 2**4_171_780
    assert misere.count_digits(6) == 1_255_831
    for modulus in (97, 1_000_003):
        assert six % modulus == misere.count_mod(6, modulus)
    assert "2^" in misere.count_formula(6) and misere.count_formula(8)
    with pytest.raises(misere.OutOfReach):
        misere.count(7)
    with pytest.raises(misere.OutOfReach):
        misere.count_mod(5, 0)
    with pytest.raises(misere.OutOfReach):
        misere.Universe().born_by(6)


def test_claims() -> None:
    every = misere.claims()
    assert len(every) > 100 and len({claim.id for claim in every}) == len(every)
    (found,) = misere.verify("structure.thm7.13")
    assert (found.status, found.paper) == ("holds", "structure") and found.seconds is not None
    with pytest.raises(KeyError, match="perhaps"):
        misere.verify("structure.thm7.31x")

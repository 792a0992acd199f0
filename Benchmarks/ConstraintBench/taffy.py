"""Measures taffy, through the Python package stretchable, on the tree that `ConstraintBench --form nested` has
as constraints. Only taffy's own call is timed: building the tree and reading it are work of the package.

    taffy.py
"""

import statistics
import time

from stretchable import Node, node
from stretchable.style import FlexDirection

COUNT = 1000
SIZES = [(400, 600), (600, 400), (800, 1200), (1200, 800), (400, 800), (800, 400)]


def tree():
    """Nodes that divide their parent among up to three, in rows and columns by turns."""
    nodes = [Node(size=SIZES[0], flex_direction=FlexDirection.ROW)]
    depths = [0]
    for number in range(1, COUNT):
        parent = (number - 1) // 3
        depths.append(depths[parent] + 1)
        direction = FlexDirection.COLUMN if depths[-1] % 2 else FlexDirection.ROW
        nodes.append(Node(flex_direction=direction, flex_grow=1, flex_basis=0))
        nodes[parent].append(nodes[-1])
    return nodes


def layout(root, size):
    """Computes the layout; returns the microseconds."""
    room = node.SizeAvailableSpace(*size).to_dict()
    begin = time.perf_counter()
    node.taffylib.node_compute_layout_with_measure(
        node.taffy._ptr, root._node_id, room, lambda *_: (0, 0))
    return (time.perf_counter() - begin) * 1e6


def main():
    nodes = tree()
    root = nodes[0]
    first = layout(root, SIZES[0])
    resizes, leaves = [], []
    for turn in range(1, 61):
        root.style = type(root.style)(size=SIZES[turn % 6], flex_direction=FlexDirection.ROW)
        resizes.append(layout(root, SIZES[turn % 6]))
        node.taffylib.node_mark_dirty(node.taffy._ptr, nodes[-1]._node_id)
        leaves.append(layout(root, SIZES[turn % 6]))
    print(f"nested: taffy {first:.0f} µs for the first layout, {statistics.median(resizes):.0f} µs after a resize, "
          f"{statistics.median(leaves):.0f} µs after a change of one leaf")


main()

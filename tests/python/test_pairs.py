"""overlapping_pairs() against all boxes with all boxes."""

import numpy as np
import pytest
import sweeplab


def boxes_of(count, seed, size=0.15):
    random = np.random.default_rng(seed)
    least = random.random((count, 3), dtype=np.float32)
    return np.concatenate([least, least + random.random((count, 3), dtype=np.float32) * np.float32(size)], axis=1)


def brute_force(boxes):
    least, greatest = boxes[:, :3], boxes[:, 3:]
    apart = np.any(least[:, None] > greatest[None], axis=2) | np.any(least[None] > greatest[:, None], axis=2)
    return np.argwhere(np.triu(~apart, 1)).astype(np.uint32)


@pytest.mark.parametrize("count", [0, 1, 2, 33, 700])
def test_pairs_are_those_of_brute_force_in_order(count):
    boxes = boxes_of(count, count)
    expected = brute_force(boxes)
    pairs = sweeplab.overlapping_pairs(boxes)
    assert pairs.dtype == np.uint32 and pairs.shape == (len(expected), 2)
    np.testing.assert_array_equal(pairs, expected)
    np.testing.assert_array_equal(sweeplab.overlapping_pairs(boxes.reshape(count, 2, 3)), expected)


def test_more_pairs_than_eight_a_box():
    boxes = boxes_of(300, 1, size=2)
    expected = brute_force(boxes)
    assert len(expected) > 8 * 300 + 1024
    np.testing.assert_array_equal(sweeplab.overlapping_pairs(boxes), expected)


def test_touching_boxes_overlap_and_boxes_may_be_read_only_and_anywhere():
    memory = np.zeros(13, np.float32)
    boxes = memory[1:].reshape(2, 6)
    boxes[:] = [[0, 0, 0, 1, 1, 1], [1, 1, 1, 2, 2, 2]]
    boxes.flags.writeable = False
    assert sweeplab.overlapping_pairs(boxes).tolist() == [[0, 1]]


@pytest.mark.parametrize("broad_phase", ["columns", "sweep", "endpoint", "brute"])
def test_every_broad_phase_and_engine_finds_the_same(broad_phase):
    boxes = boxes_of(200, 2)
    for engine in ("cpu-radix", "cpu-adaptive"):
        pairs = sweeplab.overlapping_pairs(boxes, broad_phase=broad_phase, engine=engine)
        np.testing.assert_array_equal(pairs, brute_force(boxes))


def test_names_that_do_not_exist_are_refused():
    for wrong in ({"broad_phase": "colums"}, {"engine": "cpu-radx"}):
        with pytest.raises(ValueError, match=next(iter(wrong.values()))):
            sweeplab.overlapping_pairs(boxes_of(3, 3), **wrong)

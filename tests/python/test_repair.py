"""Repair: frame after frame in place, and argsort() that begins with the last frame's order."""

import threading

import numpy as np
import pytest
import sweeplab

COUNT = 20_000


def moved(keys, random, far=3):
    keys += random.normal(scale=0.01, size=len(keys)).astype(keys.dtype)
    keys[random.integers(len(keys), size=far)] = random.random()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_sort_repairs_frames_whose_keys_stand_in_last_frames_order(dtype):
    random = np.random.default_rng(3)
    repair = sweeplab.Repair(COUNT, dtype)
    assert (repair.capacity, repair.dtype, repair.device, repair.engine, repair.nbytes) == (COUNT, dtype, None, None, 0)
    assert repair.report() == sweeplab.Report("", 0, 0, 0, 0, 0)
    keys, ids = random.random(COUNT).astype(dtype), np.arange(COUNT, dtype=np.uint32)
    repair.sort(keys, ids)
    assert (repair.device, repair.engine) == ("cpu", "cpu-adaptive") and repair.nbytes > 0
    assert "full sort" in repair.report().path
    repair.sort(keys, ids)
    assert repair.report().path == "in order"
    for _ in range(5):
        keys += random.normal(scale=1e-7, size=COUNT).astype(dtype)
        before, old_ids = keys.copy(), ids.copy()
        order = np.argsort(before, kind="stable")
        got = repair.sort(keys, ids)
        assert got[0] is keys and got[1] is ids
        np.testing.assert_array_equal(keys, before[order])
        np.testing.assert_array_equal(ids, old_ids[order])
        if dtype == "float32":  # of which 1e-7 moves some
            assert repair.report().path in ("windows", "movers", "windows and movers"), repair.report()


@pytest.mark.parametrize("dtype", ["uint32", "int64", "float32"])
def test_argsort_keeps_the_order_between_frames(dtype):
    random = np.random.default_rng(4)
    repair = sweeplab.Repair(COUNT, dtype, device="cpu")
    keys = (random.random(COUNT) * 1e6).astype(dtype)
    last = np.arange(COUNT)
    kept = []
    for _ in range(4):
        before = keys.copy()
        order = repair.argsort(keys)
        np.testing.assert_array_equal(keys, before)
        np.testing.assert_array_equal(order, last[np.argsort(before[last], kind="stable")])
        kept.append((order, order.copy()))
        with pytest.raises(ValueError):
            order[0] = 1
        last = order.astype(np.int64)
        keys = keys + (random.random(COUNT) * 50).astype(dtype)
    for order, copy in kept:
        np.testing.assert_array_equal(order, copy)


def test_argsort_of_a_moment_later_repairs_and_reset_forgets():
    keys = np.random.default_rng(5).random(COUNT).astype(np.float32)
    repair = sweeplab.Repair(COUNT, "float32")
    repair.argsort(keys)
    assert "full sort" in repair.report().path
    keys[7], keys[9000] = 0.25, 0.75
    repair.argsort(keys)
    assert "movers" in repair.report().path
    repair.reset()
    repair.argsort(keys)
    assert "full sort" in repair.report().path


def test_argsort_begins_anew_with_another_number_of_keys():
    repair = sweeplab.Repair(100, "int32")
    for count in (100, 7, 0, 100):
        keys = np.arange(count, dtype=np.int32)[::-1].copy()
        np.testing.assert_array_equal(repair.argsort(keys), np.arange(count)[::-1])


def test_descending_frames_are_repaired_too():
    random = np.random.default_rng(6)
    repair = sweeplab.Repair(COUNT, "float32")
    keys = random.random(COUNT).astype(np.float32)
    repair.sort(keys, descending=True)
    assert np.all(keys[:-1] >= keys[1:])
    moved(keys, random, far=2)
    expected = -np.sort(-keys)
    repair.sort(keys, descending=True)
    np.testing.assert_array_equal(keys, expected)


def test_types_are_named_in_all_ways():
    for name in ("float32", np.float32, np.dtype("float32")):
        assert sweeplab.Repair(1, name).dtype == "float32"


def test_threads_that_share_a_repair_take_turns():
    repair = sweeplab.Repair(200_000, "uint32")
    frames = [np.random.default_rng(seed).integers(2**32, size=200_000, dtype=np.uint32) for seed in range(8)]
    expected = [np.sort(keys) for keys in frames]
    threads = [threading.Thread(target=repair.sort, args=(keys,)) for keys in frames]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for got, right in zip(frames, expected, strict=True):
        np.testing.assert_array_equal(got, right)


def test_repair_refuses_keys_that_would_be_widened():
    repair = sweeplab.Repair(100, "uint32")
    for sort in (repair.sort, repair.argsort):
        with pytest.raises(TypeError, match="32 or 64 bits"):
            sort(np.arange(10, dtype=np.uint16))


def test_values_of_64_bits_need_a_repair_made_for_them():
    keys, ids = np.array([3, 1, 2], np.float32), np.array([30, 10, 20])
    with pytest.raises(TypeError, match="values="):
        sweeplab.Repair(3, "float32").sort(keys, ids)
    np.testing.assert_array_equal(ids, [30, 10, 20])
    with pytest.raises(TypeError):
        sweeplab.Repair(3, "float32", values="unit64")
    sweeplab.Repair(3, "float32", values=ids.dtype).sort(keys, ids)
    np.testing.assert_array_equal(keys, [1, 2, 3])
    np.testing.assert_array_equal(ids, [10, 20, 30])

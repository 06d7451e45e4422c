"""sort() and argsort() on NumPy arrays, against NumPy's stable sort of a copy made before."""

import threading
import time

import numpy as np
import pytest
import sweeplab

WIDE = ["uint32", "int32", "float32", "uint64", "int64", "float64"]
NARROW = ["uint8", "int8", "uint16", "int16", "float16"]
COUNTS = [0, 1, 2, 3, 1000, 70_001]


def made(dtype, count, seed=1):
    """Keys from the whole range of their type, with many that are equal."""
    random = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "f":
        keys = random.normal(scale=100, size=count).astype(dtype)
        keys[random.random(count) < 0.3] = kind.type(1.5)
        for value in (np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0):
            keys[random.random(count) < 0.02] = value
        return keys
    limits = np.iinfo(dtype)
    keys = random.integers(limits.min, limits.max, size=count, dtype=dtype, endpoint=True)
    keys[random.random(count) < 0.3] = 7
    return keys


def reference(keys, descending=False):
    """Returns the indices of a stable sort in which NaN are last."""
    if not descending:
        return np.argsort(keys, kind="stable")
    if keys.dtype.kind == "f":
        return np.argsort(-keys, kind="stable")
    return np.array(sorted(range(len(keys)), key=lambda i: -int(keys[i])), dtype=np.int64)


def bits_of(keys):
    return keys.view(f"uint{8 * keys.itemsize}")


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("dtype", WIDE + NARROW)
def test_pairs_are_sorted_in_place_stably_with_their_bits(dtype, count, descending):
    keys = made(dtype, count)
    values = np.arange(count, dtype=np.uint32)
    order = reference(keys, descending)
    expected = bits_of(keys[order]).copy()
    given_keys, given_values = keys, values
    got = sweeplab.sort(keys, values, descending=descending)
    assert got[0] is given_keys and got[1] is given_values
    np.testing.assert_array_equal(values, order)
    if dtype == "float16":  # a float of 32 bits between may quiet a NaN
        np.testing.assert_array_equal(keys, expected.view(dtype))
    else:
        np.testing.assert_array_equal(bits_of(keys), expected)


@pytest.mark.parametrize("dtype", WIDE + NARROW)
def test_keys_alone_are_sorted_and_returned(dtype):
    keys = made(dtype, 5000)
    expected = keys[reference(keys)]
    assert sweeplab.sort(keys) is keys
    np.testing.assert_array_equal(keys, expected)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", WIDE + NARROW)
def test_argsort_is_numpys_stable_argsort_and_changes_nothing(dtype, descending):
    keys = made(dtype, 12_345)
    before = keys.copy()
    expected = reference(keys, descending)
    keys.flags.writeable = False
    order = sweeplab.argsort(keys, descending=descending)
    assert order.dtype == np.uint32
    np.testing.assert_array_equal(order, expected)
    np.testing.assert_array_equal(bits_of(keys), bits_of(before))
    np.testing.assert_array_equal(sweeplab.argsort(keys[::-3]), reference(keys[::-3]))


@pytest.mark.parametrize("key_dtype", ["uint64", "int32", "uint8"])
@pytest.mark.parametrize("dtype", ["int32", "float32", "int64", "float64"])
def test_values_of_all_types_travel(dtype, key_dtype):
    keys = made(key_dtype, 1000)
    values = np.arange(1000).astype(dtype)
    expected = values[reference(keys)]
    sweeplab.sort(keys, values)
    np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", WIDE + NARROW)
def test_segments_are_sorted_each_by_itself(dtype, descending):
    keys = made(dtype, 2000)
    borders = np.array([5, 5, 700, 701, 1500, 1990], dtype=np.uint32)  # five keys before all, ten behind
    expected = np.arange(2000)
    for first, last in zip(borders[:-1], borders[1:], strict=True):
        expected[first:last] = first + reference(keys[first:last], descending)
    order = sweeplab.argsort(keys, descending=descending, offsets=borders)
    np.testing.assert_array_equal(order, expected)
    right, values = keys[expected], np.arange(2000)
    sweeplab.sort(keys, values, descending=descending, offsets=borders)
    np.testing.assert_array_equal(keys, right)
    np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize("dtype", ["uint32", "uint64"])
def test_bits_sorts_by_these_alone(dtype):
    keys = made(dtype, 5000)
    expected = keys[np.argsort((keys >> np.dtype(dtype).type(4)) & np.dtype(dtype).type(0xFFF), kind="stable")]
    sweeplab.sort(keys, bits=(4, 16))
    np.testing.assert_array_equal(keys, expected)
    backwards = expected[reference((expected >> np.dtype(dtype).type(4)) & np.dtype(dtype).type(0xFFF), True)]
    sweeplab.sort(keys, bits=(4, 16), descending=True)
    np.testing.assert_array_equal(keys, backwards)


def test_every_engine_for_the_host_sorts():
    on_host = [name for name in sweeplab.engines() if name.startswith("cpu-")]
    assert "cpu-adaptive" in on_host and "cpu-radix" in on_host
    for engine in on_host:
        keys = made("float32", 4000)
        expected = keys[reference(keys)]
        np.testing.assert_array_equal(sweeplab.sort(keys, engine=engine), expected)


def test_a_part_of_an_array_is_sorted_and_its_surroundings_stay():
    keys = made("int64", 3000)
    expected = keys.copy()
    expected[500:900].sort(kind="stable")
    sweeplab.sort(keys[500:900])
    np.testing.assert_array_equal(keys, expected)


def test_buffers_that_are_no_arrays_of_numpy_are_sorted():
    import array

    keys = array.array("i", [5, -2, 7])
    sweeplab.sort(memoryview(keys))
    assert list(keys) == [-2, 5, 7]


def test_other_threads_run_while_one_sorts():
    keys = made("float64", 3_000_000)
    turns, done = [], threading.Event()

    def count():
        while not done.is_set():
            turns.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.perf_counter()
    sweeplab.sort(keys)
    end = time.perf_counter()
    done.set()
    thread.join()
    assert sum(begin < turn < end for turn in turns) >= 3


def test_threads_sort_at_once():
    frames = [made("uint64", 50_000, seed) for seed in range(8)]
    expected = [keys[reference(keys)] for keys in frames]
    threads = [threading.Thread(target=sweeplab.sort, args=(keys,)) for keys in frames]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for got, right in zip(frames, expected, strict=True):
        np.testing.assert_array_equal(got, right)


def test_scratch_can_be_freed_between_sorts():
    for count in (10, 2_000, 300_000, 5):
        keys = made("uint32", count)
        expected = np.sort(keys)
        np.testing.assert_array_equal(sweeplab.sort(keys), expected)
        if count == 2_000:
            sweeplab.free_scratch()

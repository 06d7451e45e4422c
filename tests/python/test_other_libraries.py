"""Arrays of torch, JAX and Warp in host memory; those that are not installed are skipped."""

import numpy as np
import pytest
import sweeplab


def frames(dtype):
    random = np.random.default_rng(8)
    keys = (random.normal(size=3000) * 1000).astype(dtype)
    return keys, np.argsort(keys, kind="stable")


@pytest.mark.parametrize("dtype", ["int32", "float32", "int64", "float64", "int8", "uint8", "int16", "float16"])
def test_torch(dtype):
    torch = pytest.importorskip("torch")
    keys, order = frames(dtype)
    tensor = torch.from_numpy(keys.copy())
    values = torch.arange(len(keys), dtype=torch.int32)
    expected, indices = torch.sort(tensor, stable=True)
    assert torch.equal(sweeplab.argsort(tensor).long(), indices)
    got = sweeplab.sort(tensor, values)
    assert got[0] is tensor and got[1] is values
    assert torch.equal(tensor, expected) and torch.equal(values.long(), indices)


def test_torch_repair_pairs_and_errors():
    torch = pytest.importorskip("torch")
    keys = torch.rand(4000)
    repair = sweeplab.Repair(4000, torch.float32)
    for _ in range(3):
        assert torch.equal(keys[repair.argsort(keys).long()], torch.sort(keys).values)
        keys[5] += 0.1
    boxes = torch.tensor([[0, 0, 0, 1, 1, 1], [1, 1, 1, 2, 2, 2], [5, 5, 5, 6, 6, 6]], dtype=torch.float32)
    pairs = sweeplab.overlapping_pairs(boxes)
    assert pairs.dtype == torch.int32 and pairs.tolist() == [[0, 1]]
    with pytest.raises(TypeError):
        sweeplab.sort(torch.zeros(3, dtype=torch.bool))
    with pytest.raises(ValueError):
        sweeplab.sort(torch.zeros(6)[::2])
    with pytest.raises(ValueError):
        sweeplab.sort(torch.zeros(3), torch.zeros(2, dtype=torch.int32))


@pytest.mark.parametrize("dtype", ["int32", "uint32", "float32", "int16", "float16", "uint8"])
def test_jax_arrays_do_not_change_and_new_ones_are_returned(dtype):
    jax = pytest.importorskip("jax")
    keys, order = frames(dtype)
    array, values = jax.numpy.asarray(keys), jax.numpy.arange(len(keys), dtype="uint32")
    got = sweeplab.sort(array, values)
    assert isinstance(got[0], jax.Array) and isinstance(got[1], jax.Array) and got[0].dtype == array.dtype
    np.testing.assert_array_equal(got[0], keys[order])
    np.testing.assert_array_equal(got[1], order)
    np.testing.assert_array_equal(array, keys)
    np.testing.assert_array_equal(values, np.arange(len(keys)))
    assert isinstance(sweeplab.argsort(array), jax.Array)
    np.testing.assert_array_equal(sweeplab.argsort(array), order)


def test_jax_repair_pairs_and_errors():
    jax = pytest.importorskip("jax")
    keys = jax.numpy.asarray(np.random.default_rng(1).random(4000).astype(np.float32))
    repair = sweeplab.Repair(4000, keys.dtype)
    for _ in range(3):
        order = repair.argsort(keys)
        np.testing.assert_array_equal(keys[order], np.sort(keys))
        keys = keys.at[5].add(0.1)
    boxes = jax.numpy.asarray([[0, 0, 0, 1, 1, 1], [1, 1, 1, 2, 2, 2]], dtype="float32")
    assert sweeplab.overlapping_pairs(boxes).tolist() == [[0, 1]]
    with pytest.raises(TypeError, match="array of jax"):
        sweeplab.sort(keys, np.arange(4000, dtype=np.uint32))
    with pytest.raises(TypeError, match="jit"):
        jax.jit(sweeplab.sort)(keys)
    with pytest.raises(TypeError, match="bool"):
        sweeplab.sort(keys > 0)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "float32", "uint64", "int64", "float64"])
def test_warp(dtype):
    warp = pytest.importorskip("warp")
    keys, order = frames(dtype)
    array = warp.array(keys.copy(), dtype=getattr(warp, dtype), device="cpu")
    values = warp.array(np.arange(len(keys), dtype=np.int32), dtype=warp.int32, device="cpu")
    np.testing.assert_array_equal(sweeplab.argsort(array).numpy(), order)
    got = sweeplab.sort(array, values)
    assert got[0] is array and got[1] is values
    np.testing.assert_array_equal(array.numpy(), keys[order])
    np.testing.assert_array_equal(values.numpy(), order)


def test_warp_repair_pairs_and_errors():
    warp = pytest.importorskip("warp")
    keys = np.random.default_rng(1).random(4000).astype(np.float32)
    repair = sweeplab.Repair(4000, warp.float32)
    for _ in range(3):
        order = repair.argsort(warp.array(keys, dtype=warp.float32, device="cpu"))
        np.testing.assert_array_equal(keys[order.numpy()], np.sort(keys))
        keys[5] += 0.1
    boxes = warp.array(np.array([[0, 0, 0, 1, 1, 1], [1, 1, 1, 2, 2, 2]], np.float32), dtype=warp.float32, device="cpu")
    assert sweeplab.overlapping_pairs(boxes).numpy().tolist() == [[0, 1]]
    with pytest.raises(TypeError, match="int8"):
        sweeplab.sort(warp.zeros(4, dtype=warp.int8, device="cpu"))


def test_a_library_that_only_speaks_dlpack_is_sorted_in_place():
    class Plain:
        """The least that DLPack asks of an array: without a version, as libraries of 2021."""

        def __init__(self, memory):
            self.memory = memory
            self.dtype = memory.dtype

        def __dlpack__(self, *, stream=None):
            return self.memory.__dlpack__()

        def __dlpack_device__(self):
            return self.memory.__dlpack_device__()

    keys = Plain(np.array([3.0, 1.0, 2.0], np.float32))
    assert sweeplab.sort(keys) is keys
    assert keys.memory.tolist() == [1, 2, 3]
    with pytest.raises(TypeError, match="in place"):
        sweeplab.argsort(keys)
    read_only = np.array([3.0, 1.0], np.float32)
    read_only.flags.writeable = False

    class Versioned(Plain):
        def __dlpack__(self, *, stream=None, max_version=None):
            return self.memory.__dlpack__(max_version=max_version)

    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":  # its capsules say that they are read-only
        with pytest.raises(ValueError, match="read-only"):
            sweeplab.sort(Versioned(read_only))

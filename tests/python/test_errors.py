"""Wrong arguments raise what Python has for them, before anything is written."""

import numpy as np
import pytest
import sweeplab


def keys_of(dtype="uint32"):
    return np.array([3, 1, 2, 0], dtype=dtype)


def values_of():
    return np.arange(4, dtype=np.uint32)


def read_only(array):
    array.flags.writeable = False
    return array


class OnAMetalDevice:
    dtype = "float32"

    def __dlpack_device__(self):
        return (8, 0)

    def __dlpack__(self, **options):
        raise AssertionError("asked for")


class OnCuda(OnAMetalDevice):
    """As an array on a device where no CUDA is: __dlpack__ of CPU memory is never reached."""

    def __init__(self):
        self.memory = np.zeros(4, np.float32)

    __cuda_array_interface__ = {"shape": (4,), "typestr": "<f4", "data": (4096, False), "version": 3}
    __dlpack__ = property(lambda self: (_ for _ in ()).throw(AttributeError()))


class OnCudaByDlpack:
    """As a tensor on a device; asked for its memory without a wait, as sorts follow in stream order."""

    dtype = "float32"

    def __init__(self):
        self.memory = np.array([2, 1, 0], np.float32)
        self.streams = []

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, *, stream=None, max_version=None):
        self.streams.append(stream)
        return self.memory.__dlpack__(max_version=max_version)


CASES = [
    (TypeError, "not list", lambda: ([3, 1, 2],), {}),
    (TypeError, "not NoneType", lambda: (None,), {}),
    (TypeError, "not bool", lambda: (keys_of("bool"),), {}),
    (TypeError, "not complex64", lambda: (keys_of("complex64"),), {}),
    (TypeError, "not >i4", lambda: (keys_of(">i4"),), {}),
    (TypeError, "datetime64", lambda: (keys_of("datetime64[s]"),), {}),
    (TypeError, "not longdouble|float128", lambda: (keys_of("longdouble"),), {}),
    (TypeError, "values must be", lambda: (keys_of(), np.arange(4, dtype=np.int16)), {}),
    (TypeError, "not list", lambda: (keys_of(), [0, 1, 2, 3]), {}),
    (ValueError, "4 keys, but 3 values", lambda: (keys_of(), np.arange(3, dtype=np.uint32)), {}),
    (ValueError, "one dimension, not 2", lambda: (np.ones((2, 2), np.float32),), {}),
    (ValueError, "one dimension, not 0", lambda: (np.array(1, np.float32),), {}),
    (ValueError, "contiguous", lambda: (np.arange(8, dtype=np.uint32)[::2],), {}),
    (ValueError, "contiguous", lambda: (np.arange(8, dtype=np.uint32)[::-1],), {}),
    (ValueError, "values must be contiguous", lambda: (keys_of(), np.arange(8, dtype=np.uint32)[::2]), {}),
    (ValueError, "keys are read-only", lambda: (read_only(keys_of()),), {}),
    (ValueError, "keys are read-only", lambda: (read_only(keys_of("float16")), values_of()), {}),
    (ValueError, "values are read-only", lambda: (keys_of(), read_only(values_of())), {}),
    (ValueError, "no engine named nosort", lambda: (keys_of(),), {"engine": "nosort"}),
    (ValueError, "bits", lambda: (keys_of(),), {"bits": (0, 33)}),
    (ValueError, "bits", lambda: (keys_of(),), {"bits": (-1, 8)}),
    (ValueError, "bits", lambda: (keys_of(),), {"bits": (9, 8)}),
    (ValueError, "bits", lambda: (keys_of(),), {"bits": (0, -1)}),
    (ValueError, "bits", lambda: (keys_of(),), {"bits": (0, 33), "descending": True}),
    (ValueError, "bits", lambda: (keys_of("uint8"),), {"bits": (0, 4)}),
    (ValueError, "ascending only", lambda: (keys_of("float32"),), {"bits": (0, 4), "descending": True}),
    (ValueError, "bits", lambda: (keys_of(),), {"bits": (0, 2**40)}),
    (TypeError, "offsets must be", lambda: (keys_of(),), {"offsets": np.arange(2)}),
    (TypeError, "offsets must be an array", lambda: (keys_of(),), {"offsets": [0, 4]}),
    (ValueError, "two numbers", lambda: (keys_of(),), {"offsets": np.zeros(1, np.uint32)}),
    (ValueError, "do not ascend", lambda: (keys_of(),), {"offsets": np.array([0, 3, 2], np.uint32)}),
    (ValueError, "do not ascend", lambda: (keys_of(),), {"offsets": np.array([-1, 3], np.int32)}),
    (TypeError, "unpack", lambda: (keys_of(),), {"bits": 8}),
    (ValueError, "no stream", lambda: (keys_of(),), {"stream": -1}),
    (ValueError, "on CUDA devices only", lambda: (keys_of(),), {"engine": "adaptive"}),
    (TypeError, "stream must be", lambda: (keys_of(),), {"stream": "first"}),
    (BufferError, "neither the CPU nor CUDA", lambda: (OnAMetalDevice(),), {}),
]


@pytest.mark.parametrize("error, text, arguments, keywords", CASES)
def test_a_wrong_argument_raises_and_nothing_is_written(error, text, arguments, keywords):
    given = arguments()
    before = [array.copy() if isinstance(array, np.ndarray) else array for array in given]
    with pytest.raises(error, match=text):
        sweeplab.sort(*given, **keywords)
    for array, old in zip(given, before, strict=True):
        if isinstance(array, np.ndarray):
            np.testing.assert_array_equal(array, old)


def test_overlapping_arrays_are_refused_and_stay():
    memory = np.arange(8, dtype=np.uint32)[::-1].copy()
    before = memory.copy()
    for descending in (False, True):
        with pytest.raises(ValueError, match="overlap"):
            sweeplab.sort(memory[:4], memory[2:6], descending=descending)
        np.testing.assert_array_equal(memory, before)


def test_keys_that_are_not_aligned_are_refused():
    memory = bytearray(33)
    keys = np.frombuffer(memory, dtype=np.uint32, count=8, offset=1)
    with pytest.raises(ValueError, match="aligned"):
        sweeplab.sort(keys)


@pytest.mark.skipif(sweeplab.cuda_is_available(), reason="there is a CUDA device")
def test_without_a_cuda_device_its_arrays_are_refused():
    with pytest.raises(RuntimeError, match="CUDA|NVIDIA"):
        sweeplab.sort(OnCuda())
    tensor = OnCudaByDlpack()
    with pytest.raises(RuntimeError, match="CUDA|NVIDIA"):
        sweeplab.sort(tensor)
    assert set(tensor.streams) == {-1} and tensor.memory.tolist() == [2, 1, 0]
    with pytest.raises(BufferError, match="keys are on cuda:0, values on the host"):
        sweeplab.sort(tensor, np.zeros(3, np.uint32))
    with pytest.raises(RuntimeError, match="CUDA|NVIDIA"):
        sweeplab.Repair(10, device="cuda")


def test_too_many_keys_are_a_memory_error():
    with pytest.raises(MemoryError):
        sweeplab.Repair(2**33, device="cpu")


def test_argsort_refuses_as_sort_does():
    for error, keys in [(TypeError, [1, 2]), (TypeError, keys_of("bool")), (ValueError, np.ones((2, 2), np.float32))]:
        with pytest.raises(error):
            sweeplab.argsort(keys)


def test_repair_refuses_other_types_sizes_and_devices():
    repair = sweeplab.Repair(3, "float32")
    for error, text, keys in [
        (TypeError, "another type", np.zeros(2, np.float64)),
        (TypeError, "not list", [1.0, 2.0]),
        (ValueError, "capacity of 3", np.zeros(4, np.float32)),
    ]:
        with pytest.raises(error, match=text):
            repair.sort(keys)
        with pytest.raises(error, match=text):
            repair.argsort(keys)
    for error, arguments, keywords in [
        (TypeError, (3, "float16"), {}),
        (TypeError, (3, "names"), {}),
        (ValueError, (-1,), {}),
        (TypeError, (2.5,), {}),
        (ValueError, (3,), {"device": "metal"}),
        (ValueError, (3,), {"device": "cpu", "engine": "nosort"}),
    ]:
        with pytest.raises(error):
            sweeplab.Repair(*arguments, **keywords)


def test_wrong_boxes_are_refused():
    for error, text, boxes in [
        (TypeError, "not list", [[0.0] * 6]),
        (TypeError, "float64", np.zeros((2, 6))),
        (ValueError, "shape", np.zeros((2, 5), np.float32)),
        (ValueError, "shape", np.zeros(6, np.float32)),
        (ValueError, "shape", np.zeros((2, 3, 2), np.float32)),
        (ValueError, "contiguous", np.zeros((6, 2), np.float32).T),
        (ValueError, "1", np.array([[0, 0, 0, 1, 1, 1], [2, 0, 0, 1, 1, 1]], np.float32)),
        (ValueError, "0", np.full((1, 6), np.nan, np.float32)),
    ]:
        with pytest.raises(error, match=text):
            sweeplab.overlapping_pairs(boxes)

"""Sorts that use last frame's order, and overlapping pairs of boxes, on CUDA devices and on the CPU.

    import sweeplab

    sweeplab.sort(keys, values)              # in place: NumPy, torch, CuPy, Warp; of JAX it returns new arrays
    order = sweeplab.argsort(keys)
    repair = sweeplab.Repair(len(keys))      # keeps scratch and order from frame to frame
    pairs = sweeplab.overlapping_pairs(boxes)

Arrays on a CUDA device are sorted there, in stream order, without a wait; arrays in host memory are sorted by threads
of the CPU, done on return, while other threads of Python run. All sorts are stable. Every NaN is greater than all
numbers, -0 equals +0, and their bits survive.

Wrong arguments raise before anything is written: TypeError (what is no array, a type that is not sorted), ValueError
(shape, length, read-only, not contiguous, bits, an engine), BufferError (arrays on different devices), RuntimeError (no
such device, built without CUDA, CUDA failed), MemoryError.
"""

import atexit
from typing import Any

from . import _core
from ._calls import address_of, is_widened, sorted_in_place, sorted_indices
from ._frameworks import framework_of
from ._repair import Repair, Report

__all__ = [
    "Repair",
    "Report",
    "argsort",
    "cuda_is_available",
    "engines",
    "free_scratch",
    "overlapping_pairs",
    "sort",
]

atexit.register(_core.free_scratch)


def sort(
    keys: Any,
    values: Any = None,
    *,
    descending: bool = False,
    bits: tuple[int, int] | None = None,
    offsets: Any = None,
    stream: Any = None,
    engine: str | None = None,
) -> Any:
    """Sorts keys in place, and values of the same length along with them.

    keys: contiguous, of one dimension: uint32, int32, float32, uint64, int64 or float64. Keys of 8 and 16 bits are
        sorted as a copy of 32 bits, which is written back (NumPy, CuPy, torch, JAX).
    values: integers or floats of 32 or 64 bits, on the same device; None sorts keys alone.
    descending: greatest first; equal keys keep their order, and NaN are last all the same.
    bits: (begin, end), sorts by these bits alone of the key as an unsigned number in the same order; 0 is the least
        significant. Fewer bits are faster. Not for keys of 8 and 16 bits, nor for floating point descending.
    offsets: borders of segments, each sorted by itself: segment s has the places offsets[s] to offsets[s + 1] - 1. uint32
        or int32, ascending, on the same device; on a CUDA device nobody looks whether they ascend, and what others do
        is undefined. Keys outside of all segments stay.
    stream: on a CUDA device, the stream to sort on: of torch, CuPy, Warp or another with __cuda_stream__, or its
        address; None: the one that the array's library works on, the default stream for other libraries.
    engine: a name of engines(), for where the arrays are; None: cpu-adaptive, and on CUDA devices adaptive.

    Returns keys, or (keys, values): the arguments themselves. Arrays of JAX never change, so those returned are new,
    and the call waits for them.

    Scratch is kept for later calls until free_scratch(): on CUDA devices, where calls on several streams wait for each
    other, and on the host that of up to a million keys. While a stream is captured into a graph, use a Repair that was made before.
    """

    def call(keys: Any, values: Any, address: int, new: bool) -> None:
        _core.sort(keys, values, descending, bits, offsets, address, engine or "", new)

    if bits is not None:
        begin, end = bits
        if not 0 <= begin <= end <= 64:
            raise ValueError(f"bits {begin} to {end} are not within 0 to 64")
        if is_widened(keys):
            raise ValueError("bits is for keys of 32 and 64 bits")
    return sorted_in_place(call, keys, values, stream)


def argsort(
    keys: Any, *, descending: bool = False, offsets: Any = None, stream: Any = None, engine: str | None = None
) -> Any:
    """Returns the indices that sort keys, which do not change: numpy.argsort(keys, kind="stable").

    The result is a new array of the same library on the same device: uint32; of torch and Warp int32. Keys need not be
    contiguous. The arguments are those of sort().
    """

    def call(keys: Any, values: Any, address: int, new: bool) -> None:
        _core.sort(keys, values, descending, None, offsets, address, engine or "", new)

    return sorted_indices(call, keys, stream)


def overlapping_pairs(
    boxes: Any, *, stream: Any = None, broad_phase: str | None = None, engine: str | None = None
) -> Any:
    """Returns all pairs of boxes that overlap or touch, as an array (m, 2) of indices, the smaller first.

    boxes: contiguous float32 of the shape (n, 6) or (n, 2, 3): least x, y, z and greatest x, y, z. Coordinates must be
        finite and least <= greatest: ValueError names the first box that is not so; on a CUDA device nobody looks,
        and what such boxes do is undefined.
    stream: as in sort().
    broad_phase: "columns", "sweep", "endpoint" or "brute"; None: columns. All find the same pairs.
    engine: a name of engines(), that sorts the boxes; None: as in sort().

    The result is a new array of the same library on the same device: uint32; of torch int32. For boxes in host memory it
    is in lexicographic order, on a device in no order. The call waits for the result.
    """
    framework = framework_of(boxes)
    address = address_of(stream, framework, boxes)
    with framework.on_stream(boxes, address):
        found = _core.Pairs(boxes, address, broad_phase or "", engine or "")
        pairs = framework.room_for_pairs(found.count, boxes)
        found.write(pairs, address)
        return framework.finished(pairs, boxes)


def engines() -> list[str]:
    """Returns the names of the engines of this build."""
    return _core.engines()


def cuda_is_available(device: int = 0) -> bool:
    """Returns whether arrays on this CUDA device can be sorted."""
    return not _core.why_no_cuda(device)


def free_scratch() -> None:
    """Frees the memory that sort() and argsort() keep for later calls."""
    _core.free_scratch()

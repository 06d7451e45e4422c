"""Sorts of frame after frame, each faster where little has changed since the last."""

import operator
import threading
from typing import Any, NamedTuple

from . import _core
from ._calls import Call, address_of, is_widened, sorted_in_place, sorted_indices
from ._frameworks import framework_of, handle_of


class Report(NamedTuple):
    """What the last sort did."""

    path: str  #: how the engine sorted: "in order", "windows", "movers", "migration", "full sort" ...; "" before the first
    passes_run: int
    passes_skipped: int
    windows: int  #: windows that were repaired
    max_shift: int  #: largest distance that a key moved, of engines that measure it
    movers: int  #: keys that were moved one by one


class Repair:
    """Keeps a sorter with its scratch, and the order of the last frame.

    Keys that are nearly in order are repaired, with a check that the result is complete; others are sorted in full.
    Two ways to use it each frame:

        order = repair.argsort(depths)       # keys stand by id; the last order is kept here

        repair.sort(keys, ids)               # keys stand in last frame's order, as your program keeps them

    Nothing is allocated by sort() on a device, so it can be captured into a graph, which must end before the Repair.
    """

    def __init__(
        self,
        capacity: int,
        dtype: Any = "uint32",
        *,
        values: Any = "uint32",
        device: Any = None,
        engine: str | None = None,
    ) -> None:
        """Makes a sorter for up to `capacity` keys of one type.

        dtype: uint32, int32, float32, uint64, int64 or float64: a name, or a dtype of NumPy, torch, CuPy, JAX or Warp.
        values: the type of values with the most bits that will be sorted along: those of 64 bits need more scratch.
        device: "cpu", "cuda", "cuda:1", its number, or a device of torch or CuPy; None: where the first keys are, when
            they come.
        engine: a name of engines(); None: cpu-adaptive, and on CUDA devices adaptive.
        """
        self._capacity = operator.index(capacity)
        if self._capacity < 0:
            raise ValueError("capacity is below 0")
        self._dtype = _type_name(dtype)
        _core.require_key_type(self._dtype)
        _core.require_key_type(_type_name(values))
        self._long_values = _type_name(values).endswith("64")
        self._engine = engine or ""
        self._sorter: _core.Sorter | None = None
        self._device: int | None = None
        self._order: Any = None
        self._last_order: Any = None  # may still be read on a device
        self._turn = threading.Lock()
        if device is not None:
            self._make(_device_number(device))

    @property
    def capacity(self) -> int:
        """The most keys."""
        return self._capacity

    @property
    def dtype(self) -> str:
        """The type of keys, "uint32"."""
        return self._dtype

    @property
    def device(self) -> str | None:
        """ "cpu" or "cuda:0"; None before the first keys."""
        return None if self._device is None else "cpu" if self._device < 0 else f"cuda:{self._device}"

    @property
    def engine(self) -> str | None:
        """The name of the engine; None before the first keys."""
        return self._sorter.engine if self._sorter else None

    @property
    def nbytes(self) -> int:
        """Bytes of scratch, where the keys are; 0 before the first keys."""
        return self._sorter.nbytes if self._sorter else 0

    def sort(self, keys: Any, values: Any = None, *, descending: bool = False, stream: Any = None) -> Any:
        """Sorts in place, and returns, as sweeplab.sort() does. Also RuntimeError, TypeError or BufferError for keys
        of another device or type."""
        _refuse_widened(keys)
        return sorted_in_place(self._call(descending), keys, values, stream)

    def argsort(self, keys: Any, *, descending: bool = False, stream: Any = None) -> Any:
        """Returns the indices that sort keys, as sweeplab.argsort() does, beginning with the order of the last call:
        equal keys are in that order. Another number of keys, or reset(), begins anew. The result must not be written,
        as the next call reads it."""
        _refuse_widened(keys)
        framework = framework_of(keys)
        with self._turn:
            last = self._order if self._order is not None and self._fits(keys) else None
            if last is not None and self._sorter is not None:
                self._sorter.wait_on(address_of(stream, framework, keys))
            order = sorted_indices(self._call(descending), keys, stream, last)
            if framework.name == "numpy":
                order.flags.writeable = False
            self._last_order, self._order = self._order, order
        return order

    def reset(self) -> None:
        """Forgets the order that argsort() keeps."""
        with self._turn:
            self._order = None

    def report(self, *, stream: Any = None) -> Report:
        """Returns what the last sort did. On a device it waits for that; for the launch of a graph, give its stream."""
        if self._sorter is None:
            return Report("", 0, 0, 0, 0, 0)
        return Report(**self._sorter.report(0 if stream is None else handle_of(stream)))

    def _make(self, device: int) -> None:
        self._sorter = _core.Sorter(device, self._dtype, self._long_values, self._capacity, self._engine)
        self._device = device

    def _call(self, descending: bool) -> Call:
        def call(keys: Any, values: Any, address: int, new: bool) -> None:
            if self._sorter is None:
                self._make(_core.describe(keys)[1])
            assert self._sorter is not None
            self._sorter.sort(keys, values, descending, address, new)

        return call

    def _fits(self, keys: Any) -> bool:
        return framework_of(keys) is framework_of(self._order) and _core.describe(keys) == _core.describe(self._order)


def _refuse_widened(keys: Any) -> None:
    if is_widened(keys):
        raise TypeError("keys of a Repair must have 32 or 64 bits")


def _type_name(dtype: Any) -> str:
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or str(dtype)
    return str(name).rpartition(".")[2]


def _device_number(device: Any) -> int:
    number = getattr(device, "id", device)  # of CuPy
    if isinstance(number, int):
        return number
    kind, _, index = str(device).partition(":")
    if kind == "cpu":
        return -1
    if kind != "cuda" or not (index == "" or index.isdigit()):
        raise ValueError(f'device must be "cpu", "cuda" or "cuda:1", not {device!r}')
    return int(index or 0)

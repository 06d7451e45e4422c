"""What sweeplab asks of the library that an array belongs to: its stream, and new arrays beside an array."""

import contextlib
import importlib
from collections.abc import Callable
from typing import Any, ContextManager

from . import _core


class Framework:
    """Any library whose arrays can be read: sorts in place, and makes no arrays."""

    name = ""
    mutable = True

    def dtype(self, array: Any) -> str:
        """Returns "float32"; "" where the array does not say."""
        return str(getattr(array, "dtype", "")).rpartition(".")[2]

    def stream(self, array: Any) -> int:
        """Returns the address of the stream that the library works on where the array is; 0 on the host."""
        return 0

    def on_stream(self, array: Any, stream: int) -> ContextManager[Any]:
        """Makes the library work on a stream."""
        return contextlib.nullcontext()

    def indices(self, count: int, like: Any) -> Any:
        """Returns 0, 1, 2 and so on, in 32 bits."""
        raise self._cannot("indices", like)

    def copy(self, array: Any) -> Any:
        """Returns a contiguous copy whose memory may be written by sweeplab, until finished()."""
        raise self._cannot("copies", array)

    def finished(self, copy: Any, like: Any) -> Any:
        """Returns what the caller gets of a copy that was sorted."""
        return copy

    def take(self, array: Any, order: Any) -> Any:
        raise self._cannot("copies", array)

    def room_for_pairs(self, count: int, like: Any) -> Any:
        raise self._cannot("arrays of pairs", like)

    def converted(self, array: Any, dtype: str) -> Any:
        """Returns a contiguous copy of another type."""
        raise TypeError(f"keys of {self.dtype(array)} are not sorted for {self.name or type(array).__name__}")

    def put(self, array: Any, converted: Any) -> None:
        """Writes a converted copy back."""

    def _cannot(self, what: str, array: Any) -> TypeError:
        return TypeError(f"sweeplab makes no {what} for arrays of type {type(array).__name__}; sort() works in place")


class NumPy(Framework):
    """NumPy and CuPy, whose functions have the same names."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module = importlib.import_module(name)

    def indices(self, count: int, like: Any) -> Any:
        return self.module.arange(count, dtype="uint32")

    def copy(self, array: Any) -> Any:
        return array.copy(order="C")

    def take(self, array: Any, order: Any) -> Any:
        return array.take(order)

    def room_for_pairs(self, count: int, like: Any) -> Any:
        return self.module.empty((count, 2), dtype="uint32")

    def converted(self, array: Any, dtype: str) -> Any:
        return array.astype(dtype, order="C")

    def put(self, array: Any, converted: Any) -> None:
        array[...] = converted.astype(array.dtype)


class CuPy(NumPy):
    def stream(self, array: Any) -> int:
        with array.device:
            return int(self.module.cuda.get_current_stream().ptr)

    @contextlib.contextmanager
    def on_stream(self, array: Any, stream: int) -> Any:
        with array.device:
            here = stream == self.stream(array)
            with contextlib.nullcontext() if here else self.module.cuda.ExternalStream(stream, array.device.id):
                yield


class Torch(Framework):
    """Indices are int32: torch has few operations on uint32."""

    name = "torch"

    def __init__(self) -> None:
        self.torch = importlib.import_module("torch")

    def stream(self, array: Any) -> int:
        return int(self.torch.cuda.current_stream(array.device).cuda_stream) if array.is_cuda else 0

    def on_stream(self, array: Any, stream: int) -> ContextManager[Any]:
        cuda = self.torch.cuda
        if not array.is_cuda or stream == self.stream(array):
            return contextlib.nullcontext()
        if stream == 0:
            return cuda.stream(cuda.default_stream(array.device))  # type: ignore[no-any-return]
        return cuda.stream(cuda.ExternalStream(stream, device=array.device))  # type: ignore[no-any-return]

    def indices(self, count: int, like: Any) -> Any:
        if count > 2**31 - 1:
            raise ValueError(f"{count} keys are more than int32 can count")
        return self.torch.arange(count, dtype=self.torch.int32, device=like.device)

    def copy(self, array: Any) -> Any:
        return array.detach().clone(memory_format=self.torch.contiguous_format)

    def take(self, array: Any, order: Any) -> Any:
        return array.detach().index_select(0, order)

    def room_for_pairs(self, count: int, like: Any) -> Any:
        return self.torch.empty((count, 2), dtype=self.torch.int32, device=like.device)

    def converted(self, array: Any, dtype: str) -> Any:
        return array.detach().to(getattr(self.torch, dtype)).contiguous()

    def put(self, array: Any, converted: Any) -> None:
        array.copy_(converted)


class Warp(Framework):
    """Indices are int32, by which arrays of Warp are indexed."""

    name = "warp"

    def __init__(self) -> None:
        self.warp = importlib.import_module("warp")

    def dtype(self, array: Any) -> str:
        return str(array.dtype.__name__)

    def stream(self, array: Any) -> int:
        return int(self.warp.get_stream(array.device).cuda_stream) if array.device.is_cuda else 0

    def on_stream(self, array: Any, stream: int) -> ContextManager[Any]:
        if not array.device.is_cuda or stream == self.stream(array):
            return contextlib.nullcontext()
        scoped: ContextManager[Any] = self.warp.ScopedStream(self.warp.Stream(array.device, cuda_stream=stream))
        return scoped

    def indices(self, count: int, like: Any) -> Any:
        numbers = importlib.import_module("numpy").arange(count, dtype="int32")
        return self.warp.array(numbers, dtype=self.warp.int32, device=like.device)

    def copy(self, array: Any) -> Any:
        return self.warp.clone(array)

    def take(self, array: Any, order: Any) -> Any:
        taken = self.warp.empty(len(order), dtype=array.dtype, device=array.device)
        self.warp.copy(taken, array[order])
        return taken

    def room_for_pairs(self, count: int, like: Any) -> Any:
        return self.warp.empty((count, 2), dtype=self.warp.uint32, device=like.device)


class Jax(Framework):
    """Arrays never change: copies are sorted before anybody else sees them."""

    name = "jax"
    mutable = False

    def __init__(self) -> None:
        self.jax = importlib.import_module("jax")

    def _on_cpu(self, array: Any) -> bool:
        if isinstance(array, self.jax.core.Tracer):
            raise TypeError("sweeplab sorts arrays, not what jax.jit traces: call it outside of jitted functions")
        devices = array.devices()
        if len(devices) != 1:
            raise ValueError(f"an array on {len(devices)} devices is not sorted")
        return bool(next(iter(devices)).platform == "cpu")

    def indices(self, count: int, like: Any) -> Any:
        return self._placed(importlib.import_module("numpy").arange(count, dtype="uint32"), like)

    def copy(self, array: Any) -> Any:
        if self._on_cpu(array):
            return importlib.import_module("numpy").array(array)
        return self.jax.numpy.array(array, copy=True).block_until_ready()

    def finished(self, copy: Any, like: Any) -> Any:
        if self._on_cpu(like):
            return self.jax.device_put(copy, next(iter(like.devices())))
        _core.wait(copy.__dlpack_device__()[1], 0)
        return copy

    def take(self, array: Any, order: Any) -> Any:
        return self.copy(array[order])

    def room_for_pairs(self, count: int, like: Any) -> Any:
        return self._placed(importlib.import_module("numpy").empty((count, 2), dtype="uint32"), like)

    def converted(self, array: Any, dtype: str) -> Any:
        return self.copy(array.astype(dtype))

    def _placed(self, array: Any, like: Any) -> Any:
        if self._on_cpu(like):
            return array
        return self.jax.device_put(array, next(iter(like.devices()))).block_until_ready()


_MAKERS: dict[str, Callable[[], Framework]] = {
    "numpy": lambda: NumPy("numpy"),
    "cupy": lambda: CuPy("cupy"),
    "torch": Torch,
    "warp": Warp,
    "jax": Jax,
    "jaxlib": Jax,
}
_OTHER = Framework()
_known: dict[type, Framework] = {}


def framework_of(array: Any) -> Framework:
    """Returns the library that an array belongs to, also by a class that its class is derived from."""
    kind = type(array)
    found = _known.get(kind)
    if found is None:
        modules = [base.__module__.partition(".")[0] for base in kind.__mro__]
        makers = [_MAKERS[module] for module in modules if module in _MAKERS]
        found = _known[kind] = makers[0]() if makers else _OTHER
    return found


def handle_of(stream: Any) -> int:
    """Returns the address of a stream of any library."""
    if isinstance(stream, int):
        if stream < 0:
            raise ValueError(f"{stream} is the address of no stream")
        return stream
    if hasattr(stream, "__cuda_stream__"):
        protocol = stream.__cuda_stream__
        return int((protocol() if callable(protocol) else protocol)[1])
    for name in ("cuda_stream", "ptr"):  # torch and Warp; CuPy
        if hasattr(stream, name):
            return int(getattr(stream, name))
    raise TypeError(f"stream must be a stream or its address, not {type(stream).__name__}")

"""One sort of the arrays of any library, by any sorter."""

from collections.abc import Callable
from typing import Any

from . import _core
from ._frameworks import Framework, framework_of, handle_of

#: What sorts: keys, values, the address of a stream, and whether read-only memory is new and may be written.
Call = Callable[[Any, Any, int, bool], None]

_WIDER = {
    "uint8": "uint32",
    "uint16": "uint32",
    "int8": "int32",
    "int16": "int32",
    "float16": "float32",
    "bfloat16": "float32",
}


def is_widened(keys: Any) -> bool:
    """Returns whether keys are sorted as a copy of 32 bits."""
    return framework_of(keys).dtype(keys) in _WIDER


def address_of(stream: Any, framework: Framework, array: Any) -> int:
    return framework.stream(array) if stream is None else handle_of(stream)


def sorted_in_place(call: Call, keys: Any, values: Any, stream: Any) -> Any:
    """Returns keys or (keys, values): the arguments, or new arrays where those do not change."""
    framework = framework_of(keys)
    if not framework.mutable:
        keys, values = _sorted_copies(call, framework, keys, values)
    elif is_widened(keys):
        _core.require_sortable(keys)
        address = address_of(stream, framework, keys)
        with framework.on_stream(keys, address):
            wide = framework.converted(keys, _WIDER[framework.dtype(keys)])
            call(wide, values, address, False)
            framework.put(keys, wide)
    else:
        call(keys, values, address_of(stream, framework, keys), False)
    return keys if values is None else (keys, values)


def _sorted_copies(call: Call, framework: Framework, keys: Any, values: Any) -> tuple[Any, Any]:
    if values is not None and framework_of(values) is not framework:
        raise TypeError(f"values must be an array of {framework.name}, as keys are, not {type(values).__name__}")
    wider = _WIDER.get(framework.dtype(keys))
    new_keys = framework.converted(keys, wider) if wider else framework.copy(keys)
    new_values = None if values is None else framework.copy(values)
    call(new_keys, new_values, 0, True)
    result = framework.finished(new_keys, keys)
    return (
        result.astype(keys.dtype) if wider else result,
        None if values is None else framework.finished(new_values, values),
    )


def sorted_indices(call: Call, keys: Any, stream: Any, last_order: Any = None) -> Any:
    """Returns the indices that sort keys, in which equal keys are as in `last_order`, by default as they stand."""
    framework = framework_of(keys)
    count = _core.describe(keys)[0]
    address = address_of(stream, framework, keys)
    with framework.on_stream(keys, address):
        wider = _WIDER.get(framework.dtype(keys))
        if last_order is not None:
            order, own = framework.copy(last_order), framework.take(keys, last_order)
        else:
            order = framework.indices(count, keys)
            own = framework.converted(keys, wider) if wider else framework.copy(keys)
        call(own, order, address, not framework.mutable)
        return framework.finished(order, keys)

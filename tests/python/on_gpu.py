"""Checks of the Python package on a CUDA device, one line each: python3 tests/python/on_gpu.py [COUNT]

Needs a build of the package with CUDA (sim/python/README.md), and torch; CuPy, JAX and Warp where they are. Exit code
1: a check failed. PYTHONPATH may name the folder that holds the package.
"""

import importlib
import sys
import time
import traceback

import numpy as np
import sweeplab

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
failed = 0


def check(name, test, *arguments):
    global failed
    begin = time.perf_counter()
    try:
        said = test(*arguments) or ""
        print(f"ok      {name}  {said}  ({time.perf_counter() - begin:.2f} s)", flush=True)
    except Exception:
        failed += 1
        print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)


def raises(error, call, *arguments, **keywords):
    try:
        call(*arguments, **keywords)
    except error:
        return
    raise AssertionError(f"{call.__name__} did not raise {error.__name__}")


def with_library(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"skipped {name}: {error}")
        return None


torch = with_library("torch")
cupy = with_library("cupy")
jax = with_library("jax")
warp = with_library("warp")


def torch_keys(dtype, count=COUNT):
    generator = torch.Generator(device="cuda").manual_seed(5)
    if dtype.is_floating_point:
        keys = torch.randn(count, generator=generator, device="cuda", dtype=torch.float32).to(dtype)
        keys[::1000] = float("nan")
        keys[1::1000] = -0.0
        return keys
    limits = torch.iinfo(dtype)
    keys = torch.randint(max(limits.min, -(2**62)), min(limits.max, 2**62), (count,), generator=generator, device="cuda")
    keys = keys.to(dtype)
    keys[::3] = 7
    return keys


def same(a, b):
    return torch.equal(torch.nan_to_num(a, nan=1e30), torch.nan_to_num(b, nan=1e30)) if a.is_floating_point() else torch.equal(a, b)


def torch_on_a_stream(dtype, how):
    """Keys are made late on a stream that does not wait for others, and sorted behind that without a wait."""
    source = torch_keys(dtype)
    expected, indices = torch.sort(source, stable=True)
    keys, values = torch.zeros_like(source), torch.zeros(COUNT, dtype=torch.int32, device="cuda")
    sweeplab.sort(source.clone(), values)  # makes scratch and loads kernels
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    options = {"current": {}, "object": {"stream": stream}, "address": {"stream": stream.cuda_stream}}[how]
    with torch.cuda.stream(stream):
        torch.cuda._sleep(200_000_000)
        keys.copy_(source)
        values.copy_(torch.arange(COUNT, device="cuda"))
        if how == "current":
            got = sweeplab.sort(keys, values)
    if how != "current":
        got = sweeplab.sort(keys, values, **options)
    waiting = not stream.query()
    address = keys.data_ptr()
    stream.synchronize()
    assert got[0] is keys and got[1] is values and keys.data_ptr() == address
    assert same(keys, expected), "keys"
    assert torch.equal(values.long(), indices), "values: not stable, or sorted before they were there"
    assert waiting or dtype in (torch.int8, torch.uint8, torch.int16, torch.float16, torch.bfloat16), "the call waited"
    return "queued, no wait" if waiting else ""


def torch_descending(dtype):
    keys = torch_keys(dtype)
    values = torch.arange(COUNT, dtype=torch.int32, device="cuda")
    flipped = -keys if dtype.is_floating_point else ~keys
    indices = torch.sort(flipped, stable=True).indices
    expected = keys[indices]
    sweeplab.sort(keys, values, descending=True)
    assert same(keys, expected) and torch.equal(values.long(), indices)


def torch_argsort():
    keys = torch_keys(torch.float32)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    order = sweeplab.argsort(keys, stream=stream)
    stream.synchronize()
    assert order.is_cuda and torch.equal(order.long(), torch.sort(keys, stable=True).indices)
    strided = keys[::2]
    assert torch.equal(sweeplab.argsort(strided).long(), torch.sort(strided, stable=True).indices)


def torch_repair():
    keys = torch.rand(COUNT, device="cuda")
    ids = torch.arange(COUNT, dtype=torch.int32, device="cuda")
    repair = sweeplab.Repair(COUNT, torch.float32, device=keys.device)
    assert repair.device == f"cuda:{keys.device.index}" and repair.engine == "adaptive", (repair.device, repair.engine)
    paths = []
    for _ in range(4):
        expected, indices = torch.sort(keys, stable=True)
        expected_ids = ids[indices]
        repair.sort(keys, ids)
        assert torch.equal(keys, expected) and torch.equal(ids, expected_ids)
        paths.append(repair.report().path)
        keys += torch.randn(COUNT, device="cuda") * (0.1 / COUNT)
    assert paths[-1] != "full sort", paths
    return ", ".join(paths)


def torch_repair_argsort():
    keys = torch.rand(COUNT, device="cuda")
    repair = sweeplab.Repair(COUNT, "float32")
    paths = []
    for _ in range(4):
        order = repair.argsort(keys)
        assert torch.equal(keys[order], torch.sort(keys).values)
        paths.append(repair.report().path)
        keys += torch.randn(COUNT, device="cuda") * (0.1 / COUNT)
    assert paths[-1] != "full sort", paths
    return ", ".join(paths)


def torch_graph():
    source = torch.rand(COUNT, device="cuda")
    keys, ids = source.clone(), torch.arange(COUNT, dtype=torch.int32, device="cuda")
    repair = sweeplab.Repair(COUNT, "float32", device="cuda")
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        repair.sort(keys, ids)  # kernels are loaded
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        repair.sort(keys, ids)
    for seed in range(3):
        torch.manual_seed(seed)
        keys.copy_(torch.rand(COUNT, device="cuda"))
        expected, indices = torch.sort(keys, stable=True)
        expected_ids = ids[indices]
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(keys, expected) and torch.equal(ids, expected_ids)
    return f"path of the last launch: {repair.report(stream=stream).path}"


def torch_capture_without_repair():
    keys = torch.rand(1000, device="cuda")
    before = keys.clone()
    sweeplab.sort(keys.clone())
    torch.cuda.synchronize()
    message = ""
    try:
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            keys.add_(0)  # a graph of nothing is an error of its own
            try:
                sweeplab.sort(keys)
            except RuntimeError as error:
                message = str(error)
    finally:
        torch.cuda.synchronize()
    assert "Repair" in message, message or "it was captured"
    assert torch.equal(keys, before)


def torch_errors():
    keys = torch.tensor([3.0, 1.0, 2.0], device="cuda")
    before = keys.clone()
    raises(BufferError, sweeplab.sort, keys, torch.arange(3, dtype=torch.int32))
    raises(TypeError, sweeplab.sort, keys, torch.ones(3, dtype=torch.bool, device="cuda"))
    raises(TypeError, sweeplab.sort, keys > 0)
    raises(ValueError, sweeplab.sort, keys[::2])
    raises(ValueError, sweeplab.sort, keys, torch.arange(2, dtype=torch.int32, device="cuda"))
    raises(ValueError, sweeplab.sort, keys, engine="cpu-radix")
    raises(ValueError, sweeplab.sort, keys, engine="nobody", descending=True)
    raises(ValueError, sweeplab.sort, torch.rand(3), engine="adaptive")
    raises(BufferError, sweeplab.Repair(3, "float32", device="cpu").sort, keys)
    if torch.cuda.mem_get_info()[1] < 2**36:
        raises(MemoryError, sweeplab.Repair, 2**32 - 1, "float64", device="cuda")
    raises(RuntimeError, sweeplab.Repair, 3, device=f"cuda:{torch.cuda.device_count()}")
    assert torch.equal(keys, before)


def brute_force(boxes):
    least, greatest = boxes[:, :3], boxes[:, 3:]
    apart = np.any(least[:, None] > greatest[None], axis=2) | np.any(least[None] > greatest[:, None], axis=2)
    return np.argwhere(np.triu(~apart, 1))


def boxes_of(count, size):
    random = np.random.default_rng(4)
    least = random.random((count, 3), dtype=np.float32)
    return np.concatenate([least, least + random.random((count, 3), dtype=np.float32) * np.float32(size)], axis=1)


def pairs_of(make, to_numpy):
    for size in (0.1, 2):  # the second: more pairs than eight a box
        boxes = boxes_of(600, size)
        pairs = to_numpy(sweeplab.overlapping_pairs(make(boxes)))
        expected = brute_force(boxes)
        assert pairs.shape == expected.shape
        assert np.array_equal(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))], expected)
    assert to_numpy(sweeplab.overlapping_pairs(make(np.zeros((0, 6), np.float32)))).shape == (0, 2)


def numpy_keys(dtype):
    random = np.random.default_rng(6)
    keys = (random.normal(size=COUNT) * 1e6).astype("float64" if dtype.startswith("float") else "int64").astype(dtype)
    return keys, np.argsort(keys, kind="stable")


def cupy_on_a_stream(dtype):
    host, order = numpy_keys(dtype)
    source, numbers = cupy.asarray(host), cupy.arange(COUNT, dtype="uint32")
    keys, values = cupy.zeros_like(source), cupy.zeros_like(numbers)
    cupy.cuda.runtime.deviceSynchronize()
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        cupy.copyto(keys, source)
        cupy.copyto(values, numbers)
        got = sweeplab.sort(keys, values)
    stream.synchronize()
    assert got[0] is keys and got[1] is values
    assert np.array_equal(cupy.asnumpy(keys), host[order]) and np.array_equal(cupy.asnumpy(values), order)
    explicit = sweeplab.argsort(source, stream=stream)
    stream.synchronize()
    assert explicit.dtype == np.uint32 and np.array_equal(cupy.asnumpy(explicit), order)


def jax_on_device(dtype):
    host, order = numpy_keys(dtype)
    keys, values = jax.numpy.asarray(host), jax.numpy.arange(COUNT, dtype="uint32")
    got = sweeplab.sort(keys, values)
    assert got[0].devices() == keys.devices()
    assert np.array_equal(got[0], host[order]) and np.array_equal(got[1], order)
    assert np.array_equal(keys, host) and np.array_equal(sweeplab.argsort(keys), order)


def warp_on_device(dtype):
    host, order = numpy_keys(dtype)
    keys = warp.array(host, dtype=getattr(warp, dtype), device="cuda")
    values = warp.array(np.arange(COUNT, dtype=np.int32), dtype=warp.int32, device="cuda")
    with warp.ScopedStream(warp.Stream("cuda")):
        found = sweeplab.argsort(keys)
        sweeplab.sort(keys, values)
        warp.synchronize_stream()
    assert np.array_equal(found.numpy(), order)
    assert np.array_equal(keys.numpy(), host[order]) and np.array_equal(values.numpy(), order)


print(f"sweeplab of {sweeplab.__file__}; engines: {', '.join(sweeplab.engines())}")
if not sweeplab.cuda_is_available():
    sys.exit("FAILED  no CUDA: this build or this machine has none")
if torch:
    print(f"torch {torch.__version__}, {torch.cuda.get_device_name()}, {COUNT:,} keys")
    for torch_dtype in (torch.int32, torch.float32, torch.int64, torch.float64):
        for stream_given in ("current", "object", "address"):
            check(f"torch sort {torch_dtype} on its stream ({stream_given})", torch_on_a_stream, torch_dtype, stream_given)
        check(f"torch sort {torch_dtype} descending", torch_descending, torch_dtype)
    for torch_dtype in (torch.int8, torch.uint8, torch.int16, torch.float16, torch.bfloat16):
        check(f"torch sort {torch_dtype}, widened", torch_on_a_stream, torch_dtype, "current")
    check("torch argsort", torch_argsort)
    check("torch Repair.sort", torch_repair)
    check("torch Repair.argsort", torch_repair_argsort)
    check("torch Repair in a graph", torch_graph)
    check("torch sort in a capture is refused", torch_capture_without_repair)
    check("torch errors", torch_errors)
    check("torch overlapping_pairs", pairs_of, lambda boxes: torch.from_numpy(boxes).cuda(), lambda pairs: pairs.cpu().numpy())
if cupy:
    print(f"CuPy {cupy.__version__}")
    for type_name in ("uint32", "int32", "float32", "uint64", "int64", "float64", "int16", "float16"):
        check(f"CuPy sort {type_name} on its stream", cupy_on_a_stream, type_name)
    check("CuPy overlapping_pairs", pairs_of, cupy.asarray, cupy.asnumpy)
if jax and jax.default_backend() == "gpu":
    print(f"JAX {jax.__version__}")
    for type_name in ("uint32", "int32", "float32", "int16", "float16"):
        check(f"JAX sort {type_name}", jax_on_device, type_name)
    check("JAX overlapping_pairs", pairs_of, jax.numpy.asarray, np.asarray)
if warp and warp.is_cuda_available():
    print(f"Warp {warp.__version__}")
    for type_name in ("uint32", "int32", "float32", "uint64", "int64", "float64"):
        check(f"Warp sort {type_name} on its stream", warp_on_device, type_name)
    check("Warp overlapping_pairs", pairs_of, lambda boxes: warp.array(boxes, device="cuda"), lambda pairs: pairs.numpy())
sweeplab.free_scratch()
print(f"{failed} checks failed" if failed else "all checks passed")
sys.exit(failed > 0)

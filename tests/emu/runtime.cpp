// The runtime calls: poisoned memory between guard words, streams without a queue, and what a sorter may not
// call while it sorts.
#include "tests/emu/runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <utility>

#include "tests/emu/block.h"
#include "tests/emu/late_stores.h"
#include "tests/emu/launches.h"
#include "tests/emu/profile.h"
#include "tests/emu/shared_memory.h"
#include "tests/emu/streams.h"
#include "tests/emu/waits.h"

#ifdef SWEEPLAB_SANITIZED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(memory, bytes) (void)(memory)
#define ASAN_UNPOISON_MEMORY_REGION(memory, bytes) (void)(memory)
#endif

namespace emu {

void run_blocks(const GridLaunch& launch, uint32_t most_alive);

namespace {

constexpr size_t kDeviceBytes = size_t{4} << 30;
constexpr size_t kGuardBytes = 256;  // before and after; keeps the alignment of cudaMalloc
constexpr unsigned char kGuardByte = 0xe7, kPoisonByte = 0xcd;

struct Device {
    std::map<char*, size_t> allocations;
    size_t used_bytes = 0;
    cudaError_t last_error = cudaSuccess;
    CUstream_st* watched = nullptr;
    bool watching = false;
    LaunchLog* log = nullptr;
};

Device& device() {
    static auto* const the_device = new Device;  // outlives the buffers of static objects
    return *the_device;
}

/// Of an ordinary launch, which promises no more than one: enough that many wait for each other.
constexpr uint32_t kMostAlive = 12;

uint32_t most_alive(AnyKernel kernel, uint64_t threads, size_t dynamic_bytes) {
    return static_cast<uint32_t>(profile().processors * blocks_each(kernel, threads, dynamic_bytes));
}

bool guard_intact(const char* guard) {
    for (size_t i = 0; i < kGuardBytes; ++i) {
        if (static_cast<unsigned char>(guard[i]) != kGuardByte) return false;
    }
    return true;
}

/// "" or what was written over. The address sanitizer sees that by itself, and reads as well.
std::string broken_guard(const char* memory, size_t bytes) {
#ifdef SWEEPLAB_SANITIZED
    return "";
#endif
    if (!guard_intact(memory - kGuardBytes)) return "before";
    if (!guard_intact(memory + bytes)) return "after";
    return "";
}

}  // namespace

cudaError_t allocate(void** memory, size_t bytes) {
    not_while_sorting("cudaMalloc");
    *memory = nullptr;
    if (const cudaError_t refused = refused_by_capture(); refused != cudaSuccess) return refused;
    if (bytes == 0) return cudaSuccess;
    const size_t rounded = (bytes + 2 * kGuardBytes + 255) / 256 * 256;
    char* whole = bytes > kDeviceBytes - device().used_bytes
                      ? nullptr
                      : static_cast<char*>(std::aligned_alloc(256, rounded));
    if (!whole) return device().last_error = cudaErrorMemoryAllocation;
    std::memset(whole, kGuardByte, rounded);
    std::memset(whole + kGuardBytes, kPoisonByte, bytes);
    ASAN_POISON_MEMORY_REGION(whole, kGuardBytes);
    ASAN_POISON_MEMORY_REGION(whole + kGuardBytes + bytes, rounded - kGuardBytes - bytes);
    *memory = whole + kGuardBytes;
    device().allocations[whole + kGuardBytes] = bytes;
    device().used_bytes += bytes;
    return cudaSuccess;
}

LateStores::Memory device_memory() { return {device().allocations.begin(), device().allocations.end()}; }

void check_guards(const std::string& after) {
    for (const auto& [memory, bytes] : device().allocations) {
        const std::string side = broken_guard(memory, bytes);
        if (side.empty()) continue;
        throw Fault(after + " has written " + side + " an allocation of " + std::to_string(bytes) + " bytes");
    }
}

SortWatch::SortWatch(CUstream_st* stream) {
    device().watching = true;
    device().watched = stream;
}

SortWatch::~SortWatch() { device().watching = false; }

LaunchLog::LaunchLog() { device().log = this; }

LaunchLog::~LaunchLog() { device().log = nullptr; }

cudaError_t LaunchLog::add(const GridFacts& facts) {
    const cudaError_t answer = launches_.size() == failing_ ? cudaErrorUnknown : cudaSuccess;
    const auto text = [](const dim3& of) {
        return std::to_string(of.x) + "x" + std::to_string(of.y) + "x" + std::to_string(of.z);
    };
    launches_.push_back(std::string(facts.name) + " at " +
                        std::to_string(reinterpret_cast<uintptr_t>(facts.kernel)) + " <<<" +
                        text(facts.grid) + ", " + text(facts.block) + ", " +
                        std::to_string(facts.dynamic_shared_bytes) + ">>>");
    return answer;
}

void not_while_sorting(const char* call) {
    if (device().watching) throw Fault(std::string(call) + " while sorting");
}

void on_stream(const char* call, CUstream_st* stream) {
    if (device().watching && stream != device().watched) {
        throw Fault(std::string(call) + " on another stream than the sort's");
    }
}

namespace {

void run_now(const GridFacts& facts, const std::function<void()>& thread) {
    const size_t dynamic_bytes = facts.dynamic_shared_bytes;
    const uint64_t threads = uint64_t{facts.block.x} * facts.block.y * facts.block.z;
    const bool asked = has_asked_for_shared(facts.kernel);
    SharedMemory::instance().begin_launch(dynamic_bytes,
                                          asked ? profile().block_bytes : SharedMemory::kBlockBytes);
    const std::string place = std::string(facts.name) + at(facts.site);
    const uint32_t room = most_alive(facts.kernel, threads, dynamic_bytes);
    run_blocks({place.c_str(), facts.grid, facts.block, &thread, dynamic_bytes, facts.cooperative},
               facts.cooperative ? room : std::min(room, kMostAlive));
    check_guards(place);
}

}  // namespace

cudaError_t run_grid(const GridFacts& facts, std::function<void()> thread) {
    on_stream(facts.name, facts.stream);
    const auto refuse = [](cudaError_t why) { return device().last_error = why; };
    const uint64_t blocks = uint64_t{facts.grid.x} * facts.grid.y * facts.grid.z;
    const uint64_t threads = uint64_t{facts.block.x} * facts.block.y * facts.block.z;
    if (blocks == 0 || blocks > 0x7fffffffu || threads == 0 || threads > Block::kMaxThreads) {
        return refuse(cudaErrorInvalidConfiguration);
    }
    const size_t dynamic_bytes = facts.dynamic_shared_bytes;
    if (dynamic_bytes > static_cast<size_t>(most_dynamic_bytes(facts.kernel))) {
        return refuse(cudaErrorInvalidValue);
    }
    if (facts.cooperative && !profile().cooperative) return refuse(cudaErrorNotSupported);
    if (facts.cooperative && blocks > most_alive(facts.kernel, threads, dynamic_bytes)) {
        return refuse(cudaErrorCooperativeLaunchTooLarge);
    }
    if (device().log != nullptr) {
        const cudaError_t answer = device().log->add(facts);
        return answer == cudaSuccess ? answer : refuse(answer);
    }
    const cudaError_t status =
        queue(facts.stream,
              [facts, thread = std::move(thread)] {
                  require_default_stream_done(facts.stream, facts.name);
                  run_now(facts, thread);
              },
              {NodeFacts::launch, facts.name, blocks, static_cast<uint32_t>(threads), dynamic_bytes});
    return status == cudaSuccess ? status : refuse(status);
}

}  // namespace emu

using emu::device;

const char* cudaGetErrorString(cudaError_t status) {
    switch (status) {
        case cudaSuccess:
            return "no error";
        case cudaErrorMemoryAllocation:
            return "out of memory";
        case cudaErrorInvalidConfiguration:
            return "invalid configuration argument";
        case cudaErrorInvalidValue:
            return "invalid argument";
        case cudaErrorCooperativeLaunchTooLarge:
            return "too many blocks in cooperative launch";
        case cudaErrorStreamCaptureUnsupported:
            return "operation not permitted when stream is capturing";
        case cudaErrorStreamCaptureInvalidated:
            return "operation failed due to a previous error during capture";
        case cudaErrorNotSupported:
            return "not supported by the emulation, or by the device";
        case cudaErrorCallRequiresNewerDriver:
            return "the call requires a newer driver";
        default:
            return "error";
    }
}
const char* cudaGetErrorName(cudaError_t) { return "emulated"; }
cudaError_t cudaGetLastError() { return std::exchange(device().last_error, cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return device().last_error; }

cudaError_t cudaFree(void* memory) {
    if (memory == nullptr) return cudaSuccess;
    if (const cudaError_t refused = emu::refused_by_capture(); refused != cudaSuccess) return refused;
    const auto found = device().allocations.find(static_cast<char*>(memory));
    const char* fault = nullptr;
    if (device().watching) fault = "cudaFree while sorting";
    if (found == device().allocations.end()) {
        fault = "cudaFree of what cudaMalloc did not give";
    } else if (!emu::broken_guard(found->first, found->second).empty()) {
        fault = "written past an allocation";
    }
    if (fault) {  // a destructor may have called: nobody would catch an exception
        std::fprintf(stderr, "emulation: %s\n", fault);
        std::abort();
    }
    device().used_bytes -= found->second;
    ASAN_UNPOISON_MEMORY_REGION(found->first - emu::kGuardBytes, found->second + 2 * emu::kGuardBytes);
    std::free(found->first - emu::kGuardBytes);
    device().allocations.erase(found);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory) {
    const char* place = static_cast<const char*>(memory);
    auto next = device().allocations.upper_bound(const_cast<char*>(place));
    const bool ours = next != device().allocations.begin() && place < (--next)->first + next->second;
    *attributes = {ours ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered, 0};
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    *total_bytes = emu::kDeviceBytes;
    *free_bytes = emu::kDeviceBytes - device().used_bytes;
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    emu::not_while_sorting("cudaMemcpy");
    if (const cudaError_t refused = emu::refused_by_capture(); refused != cudaSuccess) return refused;
    // Of the others the host waits at most until what it gives has been read.
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDefault) emu::wait_for(nullptr);
    if (bytes > 0) std::memmove(to, from, bytes);
    return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
    emu::on_stream("cudaMemcpyAsync", stream);
    return emu::queue(stream, [=] {
        emu::require_default_stream_done(stream, "cudaMemcpyAsync");
        if (bytes > 0) std::memmove(to, from, bytes);
    });
}
cudaError_t cudaMemset(void* to, int byte, size_t bytes) {
    emu::not_while_sorting("cudaMemset");
    if (const cudaError_t refused = emu::refused_by_capture(); refused != cudaSuccess) return refused;
    if (bytes > 0) std::memset(to, byte, bytes);
    emu::note_memset();
    return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int byte, size_t bytes, cudaStream_t stream) {
    emu::on_stream("cudaMemsetAsync", stream);
    return emu::queue(stream, [=] {
        if (bytes > 0) std::memset(to, byte, bytes);
    });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    emu::not_while_sorting("cudaStreamCreate");
    *stream = new CUstream_st{.blocking = (flags & cudaStreamNonBlocking) == 0};
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    emu::not_while_sorting("cudaStreamSynchronize");
    const cudaError_t refused = emu::refused_by_capture_of(stream);
    if (refused == cudaSuccess) emu::wait_for(stream);
    return refused;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    emu::not_while_sorting("cudaStreamQuery");
    const cudaError_t refused = emu::refused_by_capture_of(stream);
    if (refused == cudaSuccess) emu::wait_for(stream);
    return refused;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    const cudaError_t refused = emu::refused_by_capture_of(stream);
    if (refused == cudaSuccess) event->others.push_back(stream);
    return refused;
}
cudaError_t cudaDeviceSynchronize() {
    emu::not_while_sorting("cudaDeviceSynchronize");
    const cudaError_t refused = emu::refused_by_capture();
    if (refused == cudaSuccess) emu::wait_for_all();
    return refused;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    emu::not_while_sorting("cudaEventCreate");
    *event = new CUevent_st{};
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    emu::forget(event);
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    if (stream != nullptr && stream->graph != nullptr) {  // no forks; no events in the body of an IF node
        if (flags != cudaEventRecordExternal || !stream->own_graph) return emu::refused_by_capture_of(stream);
    } else if (flags != cudaEventRecordDefault) {
        return cudaErrorIllegalState;
    }
    return emu::queue(stream, [event, stream] { emu::record(event, stream); }, {emu::NodeFacts::event});
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    emu::not_while_sorting("cudaEventSynchronize");
    emu::wait_for_event(event);
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {  // the host knows from then on
    emu::wait_for_event(event);
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t stop) {
    if (!start->recorded || !stop->recorded) return cudaErrorInvalidResourceHandle;
    if (!start->done || !stop->done) return cudaErrorNotReady;
    *ms = std::chrono::duration<float, std::milli>(stop->time - start->time).count();
    return cudaSuccess;
}

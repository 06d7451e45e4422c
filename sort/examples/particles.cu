// Particles that move a little every frame, kept sorted by place: the whole frame is one CUDA graph. The default
// engine repairs keys that were in order a frame ago; `bucketsort` sorts them from scratch, for comparison.
//
//   particles [count [frames]]
#include <cuda_runtime.h>
#include <sweeplab/sort.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#define CHECK(call)                                                                         \
    do {                                                                                    \
        const cudaError_t status = (call);                                                  \
        if (status != cudaSuccess)                                                          \
            throw std::runtime_error(std::string(#call ": ") + cudaGetErrorString(status)); \
    } while (false)

struct Particle {
    float place, speed;
};

static __global__ void start_kernel(Particle* particles, uint32_t count) {
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    const uint32_t random = (i + 1) * 2654435761u;
    particles[i] = {float(i), float(random >> 8) / float(1 << 24) - 0.5f};
}

/// The place as an unsigned number of the same order: sorting such keys takes less than sorting floats.
static __device__ uint32_t ordered_key(float place) {
    const uint32_t bits = __float_as_uint(place);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// A frame of movement, and the key of each particle.
static __global__ void move_kernel(Particle* particles, uint32_t* keys, uint32_t* order, uint32_t count) {
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    Particle own = particles[i];
    own.place += own.speed;
    particles[i] = own;
    keys[i] = ordered_key(own.place);
    order[i] = i;
}

/// The particles in sorted order: so the next frame's keys are nearly sorted.
static __global__ void reorder_kernel(const Particle* from, Particle* to, const uint32_t* order,
                                      uint32_t count) {
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i < count) to[i] = from[order[i]];
}

static __global__ void check_kernel(const Particle* particles, uint32_t count, uint32_t* wrong) {
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i + 1 < count && particles[i].place > particles[i + 1].place) atomicAdd(wrong, 1);
}

static void run(const char* engine, uint32_t count, int frames) {
    Particle *d_particles, *d_sorted;
    uint32_t *d_keys, *d_order, *d_wrong;
    sweeplab::Report* d_report;
    CHECK(cudaMalloc(&d_particles, count * sizeof(Particle)));
    CHECK(cudaMalloc(&d_sorted, count * sizeof(Particle)));
    CHECK(cudaMalloc(&d_keys, count * sizeof(uint32_t)));
    CHECK(cudaMalloc(&d_order, count * sizeof(uint32_t)));
    CHECK(cudaMalloc(&d_wrong, sizeof(uint32_t)));
    CHECK(cudaMalloc(&d_report, sizeof(sweeplab::Report)));
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    sweeplab::SorterOptions options;
    options.engine = engine;
    sweeplab::Sorter sorter(count, options);

    const uint32_t blocks = (count + 255) / 256;
    start_kernel<<<blocks, 256, 0, stream>>>(d_particles, count);
    CHECK(cudaMemsetAsync(d_wrong, 0, sizeof(uint32_t), stream));
    CHECK(cudaStreamSynchronize(stream));

    // Capture a frame once. The sorter is called as on any stream: it allocates nothing and never waits.
    cudaGraph_t graph;
    cudaGraphExec_t frame;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    move_kernel<<<blocks, 256, 0, stream>>>(d_particles, d_keys, d_order, count);
    sweeplab::SortOptions sorting;
    sorting.report = d_report;
    sorter.sort_pairs(d_keys, d_order, count, stream, sorting);
    reorder_kernel<<<blocks, 256, 0, stream>>>(d_particles, d_sorted, d_order, count);
    CHECK(cudaMemcpyAsync(d_particles, d_sorted, count * sizeof(Particle), cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&frame, graph, 0));

    // Replay it.
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int i = 0; i < 10; ++i) CHECK(cudaGraphLaunch(frame, stream));
    CHECK(cudaEventRecord(start, stream));
    for (int i = 0; i < frames; ++i) CHECK(cudaGraphLaunch(frame, stream));
    CHECK(cudaEventRecord(stop, stream));
    check_kernel<<<blocks, 256, 0, stream>>>(d_particles, count, d_wrong);
    uint32_t wrong = 0;
    sweeplab::Report report{};
    CHECK(cudaMemcpyAsync(&wrong, d_wrong, sizeof wrong, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemcpyAsync(&report, d_report, sizeof report, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    std::printf("%-12s %u particles, %.4f ms per frame, last path: %s\n", engine, count, ms / float(frames),
                sorter.path_name(report.path));
    if (wrong != 0) throw std::runtime_error(std::to_string(wrong) + " particles are out of order");

    CHECK(cudaGraphExecDestroy(frame));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaStreamDestroy(stream));
    for (void* memory : {(void*)d_particles, (void*)d_sorted, (void*)d_keys, (void*)d_order, (void*)d_wrong,
                         (void*)d_report})
        CHECK(cudaFree(memory));
}

int main(int count, char** arguments) {
    try {
        const uint32_t particles = count > 1 ? uint32_t(std::strtoul(arguments[1], nullptr, 10)) : 1'000'000;
        const int frames = count > 2 ? std::atoi(arguments[2]) : 1000;
        for (const char* engine : {"adaptive", "bucketsort"}) run(engine, particles, frames);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "particles: %s\n", error.what());
        return 1;
    }
}

// The emulation of shared memory whose size the launch gives, and that rewrite.py makes of CUDA's words what
// the emulation has. Kernels are written as rewrite.py leaves them, but for those of rewritten_cases.cu.
#include "tests/emu/emu_cases.h"
#include "tests/emu/profile.h"
#include "tests/emu/rewritten_cases.h"

namespace {

/// Every thread's word, the neighbours' after a barrier; a static array beside it.
__global__ void dynamic_kernel(unsigned words, unsigned* out) {
    unsigned char* const s_bytes = static_cast<unsigned char*>(emu::dynamic_shared());
    __shared__ unsigned s_beside[4];
    emu::fresh_shared(&s_beside, sizeof s_beside);
    auto* s_words = reinterpret_cast<unsigned*>(s_bytes);
    const bool fresh = s_words[threadIdx.x] == 0xdbdbdbdbu && s_beside[0] == 0xdbdbdbdbu;
    __syncthreads();
    if (threadIdx.x < 4) s_beside[threadIdx.x] = blockIdx.x;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) s_words[i] = i * 3 + blockIdx.x;
    __syncthreads();
    unsigned wrong = fresh ? 0 : 1;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) {
        wrong += s_words[words - 1 - i] != (words - 1 - i) * 3 + s_beside[i % 4];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = wrong;
}

cudaError_t launch_dynamic(unsigned bytes, unsigned words, std::vector<unsigned>& out) {
    out.assign(8 * 64, 77);
    emu::launcher("dynamic_kernel", emu::Site::current(), dynamic_kernel, 8, 64, bytes)(words, out.data());
    return cudaGetLastError();
}

TEST(EmulatedShared, has_the_size_that_the_launch_gives) {
    std::vector<unsigned> out;
    for (const emu::Order order : {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled}) {
        emu::set_order(order, 2);
        for (const unsigned bytes : {256u, 1000u, 40000u}) {
            EXPECT_EQ(launch_dynamic(bytes, bytes / 4, out), cudaSuccess);
            for (const unsigned wrong : out) ASSERT_EQ(wrong, 0u);
        }
    }
    emu::set_order(emu::Order::mixed, 1);
}

TEST(EmulatedShared, gives_more_than_48_KB_only_when_asked) {
    std::vector<unsigned> out;
    constexpr int kMost = 227 * 1024, kStatic = 16;
    EXPECT_EQ(launch_dynamic(50000, 1000, out), cudaErrorInvalidValue);
    EXPECT_EQ(out[0], 77u) << "refused";
    EXPECT_EQ(launch_dynamic(48 * 1024, 1000, out), cudaErrorInvalidValue) << "the static array";
    EXPECT_EQ(launch_dynamic(48 * 1024 - kStatic, 1000, out), cudaSuccess);
    cudaFuncAttributes attributes{};
    cudaFuncGetAttributes(&attributes, dynamic_kernel);
    EXPECT_EQ(attributes.sharedSizeBytes, size_t{kStatic});
    int blocks = 9, most = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic_kernel, 64, 50000);
    EXPECT_EQ(blocks, 0);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    EXPECT_EQ(most, kMost);
    const auto ask = [](int bytes) {
        return cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    };
    EXPECT_EQ(ask(kMost), cudaErrorInvalidValue) << "the static array";
    EXPECT_EQ(ask(kMost - kStatic), cudaSuccess);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic_kernel, 64, 150000);
    EXPECT_EQ(blocks, 1);
    EXPECT_EQ(launch_dynamic(200000, 50000, out), cudaSuccess);
    for (const unsigned wrong : out) ASSERT_EQ(wrong, 0u);
    EXPECT_EQ(launch_dynamic(kMost, 1000, out), cudaErrorInvalidValue) << "the static array";
    EXPECT_EQ(ask(0), cudaSuccess);
}

TEST(EmulatedShared, is_what_the_device_has) {
    const emu::OnDevice laptop(emu::named_profile("laptop"));
    const auto ask = [](int bytes) {
        return cudaFuncSetAttribute(dynamic_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    };
    EXPECT_EQ(ask(48 * 1024 - 15), cudaErrorInvalidValue);
    EXPECT_EQ(ask(48 * 1024 - 16), cudaSuccess);
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic_kernel, 256, 20000);
    EXPECT_EQ(blocks, 3) << "of 64 KB";
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic_kernel, 256, 0);
    EXPECT_EQ(blocks, 4) << "of 1,024 threads";
}

TEST(EmulatedShared, sees_writes_past_the_dynamic_part) {
    std::vector<unsigned> out;
#ifdef SWEEPLAB_SANITIZED
    EXPECT_DEATH(launch_dynamic(1000, 251, out), "AddressSanitizer");
#else
    EXPECT_TRUE(has(fault_of([&] { launch_dynamic(1000, 251, out); }), "dynamic shared memory"));
#endif
}

TEST(EmulatedShared, is_what_rewritten_kernels_have) {
    for (const RewrittenCase& one : rewritten_cases()) {
        std::vector<unsigned> out(one.threads, 0);
        EXPECT_EQ(one.launch(out.data()), cudaSuccess) << one.what;
        for (unsigned i = 0; i < one.threads; ++i) ASSERT_EQ(out[i], one.wanted(i)) << one.what << ' ' << i;
    }
}

}  // namespace

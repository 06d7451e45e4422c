// Stands in for pair_search_cuda.cu and pair_finder_cuda.cu in a build without CUDA.
#include "sim/search/pair_finder.h"
#include "sort/device.h"

namespace sim {
namespace {

[[noreturn]] void refuse() {
    std::string reason;
    sort::cuda_available(&reason);
    throw sort::Unavailable(reason);
}

}  // namespace

std::unique_ptr<PairSearch> create_cuda_search(uint32_t, const PairsConfig&) { refuse(); }
std::unique_ptr<PairFinder::Search> make_cuda_finder(uint32_t, const PairsConfig&) { refuse(); }

}  // namespace sim

// Prints how many boxes of a .npy file overlap, and the first pairs, as `pairs_of_boxes BOXES.npy
// [cpu|cuda]`. The file holds float32 rows of six: min x y z, max x y z.
#include <sweeplab/pairs.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Little-endian files of version 1 in C order, as numpy.save writes them.
static std::vector<sweeplab::Box> read_boxes(const char* path) {
    std::ifstream file(path, std::ios::binary);
    char start[10] = {};
    if (!file.read(start, sizeof start) || std::memcmp(start, "\x93NUMPY\x01", 7) != 0)
        throw std::runtime_error(std::string(path) + " is no .npy file of version 1");
    std::string header(uint8_t(start[8]) | uint8_t(start[9]) << 8, ' ');
    file.read(header.data(), std::streamsize(header.size()));
    const size_t shape = header.find("'shape': (");
    if (header.find("'<f4'") == header.npos || header.find("'fortran_order': False") == header.npos ||
        shape == header.npos || header.find(", 6)", shape) == header.npos)
        throw std::runtime_error(std::string(path) + " does not hold float32 rows of six: " + header);
    std::vector<sweeplab::Box> boxes(std::stoul(header.substr(shape + std::strlen("'shape': ("))));
    if (!file.read(reinterpret_cast<char*>(boxes.data()),
                   std::streamsize(boxes.size() * sizeof(sweeplab::Box))))
        throw std::runtime_error(std::string(path) + " ends too early");
    return boxes;
}

static void print_pairs(const char* path, sweeplab::Backend backend) {
    const std::vector<sweeplab::Box> boxes = read_boxes(path);
    sweeplab::PairFinderOptions options;
    options.backend = backend;
    const std::vector<uint32_t> pairs = sweeplab::overlapping_pairs(boxes, options);
    std::printf("%zu boxes, %zu pairs on %s\n", boxes.size(), pairs.size() / 2,
                backend == sweeplab::Backend::cuda ? "cuda" : "cpu");
    for (size_t p = 0; p < pairs.size() && p < 10; p += 2) std::printf("%u %u\n", pairs[p], pairs[p + 1]);
}

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: pairs_of_boxes BOXES.npy [cpu|cuda]\n");
        return 2;
    }
    const std::string wish = count > 2 ? arguments[2] : sweeplab::cuda_status().ok() ? "cuda" : "cpu";
    try {
        print_pairs(arguments[1], wish == "cuda" ? sweeplab::Backend::cuda : sweeplab::Backend::cpu);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pairs_of_boxes: %s\n", error.what());
        return 1;
    }
}

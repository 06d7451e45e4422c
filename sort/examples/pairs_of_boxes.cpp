// Prints how many boxes of a .npy file overlap, and the first pairs, as `pairs_of_boxes BOXES.npy
// [cpu|cuda]`. The file holds float32 rows of six: min x y z, max x y z.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/pairs.h"
#include "sort/device.h"

/// Little-endian files of version 1 in C order, as numpy.save writes them.
static std::vector<sim::Box> read_boxes(const char* path) {
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
    std::vector<sim::Box> boxes(std::stoul(header.substr(shape + std::strlen("'shape': ("))));
    if (!file.read(reinterpret_cast<char*>(boxes.data()), std::streamsize(boxes.size() * sizeof(sim::Box))))
        throw std::runtime_error(std::string(path) + " ends too early");
    return boxes;
}

static void print_pairs(const char* path, sort::Backend backend) {
    const std::vector<sim::Box> boxes = read_boxes(path);
    const std::vector<uint32_t> pairs = sim::overlapping_pairs(boxes, {.backend = backend});
    std::printf("%zu boxes, %zu pairs on %s\n", boxes.size(), pairs.size() / 2, sort::name_of(backend));
    for (size_t p = 0; p < pairs.size() && p < 10; p += 2) std::printf("%u %u\n", pairs[p], pairs[p + 1]);
}

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: pairs_of_boxes BOXES.npy [cpu|cuda]\n");
        return 2;
    }
    const std::string wish = count > 2 ? arguments[2] : sort::cuda_available() ? "cuda" : "cpu";
    try {
        print_pairs(arguments[1], wish == "cuda" ? sort::Backend::cuda : sort::Backend::cpu);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pairs_of_boxes: %s\n", error.what());
        return 1;
    }
}

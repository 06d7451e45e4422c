// What a lab's check.cu gives: it runs the student's kernel on one input and says what is right.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lab {

/// Numbers that a student's seed chooses; constants.h of a lab's folder has them for the kernel.
struct Constants {
    uint32_t threads = 128;        // of a block
    uint32_t bits = 4, shift = 0;  // a digit is key >> shift & ((1 << bits) - 1)
    uint64_t seed = 1;             // of the data
    uint32_t shown = 0;            // keys of the one run that is shown; 0: the kernel is checked
    uint32_t bins() const { return 1u << bits; }
    uint32_t digit(uint32_t key) const { return key >> shift & (bins() - 1); }
    /// Blocks that cover n elements; at least one, so that a kernel also meets n = 0.
    uint32_t blocks(size_t n) const {
        return n == 0 ? 1 : static_cast<uint32_t>((n + threads - 1) / threads);
    }
};

/// What a usual mistake makes of an array, and its name: "inclusive sums: ...".
struct Mistake {
    std::vector<uint32_t> words;
    std::string name;
};

/// An array that the kernel wrote, beside the right one.
struct Output {
    std::string name;
    std::vector<uint32_t> found, wanted;
    std::vector<Mistake> mistakes = {};
    /// Says more of a wrong array than the mistakes do: "not stable: ..."; "" or null: nothing.
    std::function<std::string(const Output&)> why = nullptr;
};

/// Keys to try a kernel on.
struct Input {
    std::string name;
    std::vector<uint32_t> keys;
};

/// Runs the kernel once. Written in NAME/check.cu of each lab.
std::vector<Output> run_kernel(const Constants& constants, const std::vector<uint32_t>& keys);

/// Returns the inputs that every kernel is tried on: 0, 1, ragged and larger counts.
std::vector<Input> inputs(const Constants& constants);

/// Returns the first wrong element, its two values and the name of the mistake; "": all are right.
std::string wrong_element(const Output& output);

/// Returns `count` keys below 256, which can be read in a picture.
Input shown_input(const Constants& constants, uint32_t count);

/// Returns whether no thread has written the word; the emulated device fills its memory with one.
bool is_unwritten(uint32_t word);

/// Reads "--threads 128 --bits 4 --shift 3 --seed 7 --shown 64".
Constants read_constants(int argc, char** argv);

}  // namespace lab

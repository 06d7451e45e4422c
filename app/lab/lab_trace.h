// What a program that ran a student's kernel once has reported: arrays, stores, results.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

struct LabStore {
    std::string array;
    bool shared;  // of the block
    uint32_t block;
    uint32_t barriers;  // that the block had passed
    uint32_t index, value, line;
    uint32_t count;  // elements of the array
};

/// Words of an array; those that no thread has written are 0 and marked.
struct LabWords {
    std::string name;
    std::vector<uint32_t> words{};
    std::vector<bool> unwritten{};
};

struct LabTrace {
    std::vector<LabWords> inputs;               // arrays that the kernel got with values
    std::vector<LabStore> stores;               // in the order in which they were made
    std::vector<LabWords> found;                // arrays that it had to write
    std::vector<std::vector<uint32_t>> wanted;  // the right ones, one for each of `found`
};

/// `report`: lines "KEY<tab>TEXT".
LabTrace read_trace(const std::string& report);

}  // namespace app

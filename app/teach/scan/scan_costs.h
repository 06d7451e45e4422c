// What the methods of the lesson `scan` cost, counted while the model runs: conflicts of banks, and where threads
// have to wait for each other.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "app/teach/numbers.h"

namespace app {

constexpr uint32_t kBanks = 32;  // of shared memory: word i lies in bank i % 32

/// Work and depth of one method.
struct ScanCosts {
    const char* method;
    uint32_t additions = 0;
    uint32_t steps = 0;  // with additions, one after another
    uint32_t barriers = 0, conflicts = 0;
};

/// Returns how often warps wait because several threads access different words of one bank at once.
/// accesses[t] is the word of thread t.
inline uint32_t bank_conflicts(const std::vector<uint32_t>& accesses, bool padded = false) {
    uint32_t conflicts = 0;
    for (size_t first = 0; first < accesses.size(); first += kWarpThreads) {
        std::map<uint32_t, std::set<uint32_t>> words_of_bank;
        for (size_t t = first; t < std::min<size_t>(first + kWarpThreads, accesses.size()); ++t) {
            const uint32_t word = accesses[t] + (padded ? accesses[t] / kBanks : 0);
            words_of_bank[word % kBanks].insert(word);
        }
        size_t most = 1;
        for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
        conflicts += static_cast<uint32_t>(most - 1);
    }
    return conflicts;
}

/// Words of shared memory, of which thread i has written word i. Counts the barriers that the steps need: one before
/// each step in which a thread reads a word that another has written since the last barrier.
class SharedWords {
public:
    explicit SharedWords(uint32_t count) : writers_(count) {
        for (uint32_t i = 0; i < count; ++i) writers_[i] = i;
    }

    void read(uint32_t thread, uint32_t word) {
        if (writers_[word] == kAll || writers_[word] == thread) return;
        ++barriers_;
        std::fill(writers_.begin(), writers_.end(), kAll);
    }
    /// What is written can be read from the next step on, which end_step() begins.
    void write(uint32_t thread, uint32_t word) { written_[word] = thread; }
    void end_step() {
        for (const auto& [word, thread] : written_) writers_[word] = thread;
        written_.clear();
    }

    uint32_t barriers() const { return barriers_; }

private:
    static constexpr uint32_t kAll = 0xffffffffu;  // every thread can read the word
    std::vector<uint32_t> writers_;
    std::map<uint32_t, uint32_t> written_;
    uint32_t barriers_ = 0;
};

}  // namespace app

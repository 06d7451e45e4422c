// The CPU backend as an observer: what the forms of its Exec do not say, and copies that are done at once.
#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "app/observe/work.h"
#include "sim/exec/exec_cpu.h"
#include "sim/math/atomic.h"
#include "sim/world.h"

namespace app {

class CpuCopy;

/// Works on what a world's steps have left, on as many threads as TBB takes by itself.
class CpuObserver {
public:
    using Exec = sim::CpuExec;
    using Copy = CpuCopy;

    /// `stop` throws where the work is to end early.
    explicit CpuObserver(int /*device*/ = 0, sim::StopCheck stop = {}) : exec_(0, false, std::move(stop)) {}

    /// Returns who works behind the last queued step.
    Exec& after(const sim::World&) {
        exec_.take_log();  // of the work before
        return exec_;
    }

private:
    sim::CpuExec exec_;
};

template <uint32_t kMost, class List>
void sort_few(sim::CpuExec& exec, const char* name, const List& list) {
    exec.timed(name, {}, [&] {
        std::vector<decltype(list.key(0))> keys;
        for (uint32_t i = 0; i < list.size(); ++i) keys.push_back(list.key(i));
        std::sort(keys.begin(), keys.end());
        for (uint32_t i = 0; i < keys.size(); ++i) list.put(i, keys[i]);
    });
}

struct AddToOwn {
    void add(uint32_t* count) const { ++*count; }
    void raise(uint32_t* key, uint32_t value) const { *key = std::max(*key, value); }
};

template <class T, uint32_t kRaised, class F>
void reduce(const Tally<T, kRaised>& into, uint64_t begin, uint64_t end, uint64_t, const F& f) {
    T own{};
    for (uint64_t i = begin; i < end; ++i) f(uint32_t(i), own, AddToOwn{});
    const auto* const from = reinterpret_cast<const uint32_t*>(&own);
    auto* const to = reinterpret_cast<uint32_t*>(into.out);
    for (uint32_t k = 0; k < Tally<T, kRaised>::kWords; ++k) {
        if (from[k] == 0) continue;
        if (int(k) < int(kRaised))
            sim::raise_to(&to[k], from[k]);
        else
            sim::fetch_add(&to[k], from[k]);
    }
}

/// Bytes on their way from a world to who reads them: here they are there at once.
class CpuCopy {
public:
    void begin(size_t bytes) { bytes_.resize(bytes); }
    void add(sim::CpuExec& exec, size_t offset, const void* from, size_t bytes) {
        copy_bytes(exec, bytes_.data() + offset, from, bytes);
    }
    void end(sim::CpuExec&) { started_ = true; }

    bool started() const { return started_; }
    bool ready(bool /*wait*/) const { return started_; }
    /// Returns what was copied, valid until begin().
    const std::byte* take() {
        started_ = false;
        return bytes_.data();
    }

private:
    std::vector<std::byte> bytes_;
    bool started_ = false;
};

}  // namespace app

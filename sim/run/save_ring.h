// Saved states of a run, in memory of a stated size: the newest lie on the device, older ones in the host's memory,
// and the further back, the fewer are kept.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/world.h"

namespace sim {

struct SaveMemory {
    uint64_t device_bytes = uint64_t{512} << 20;
    uint64_t host_bytes = uint64_t{256} << 20;  // also what worlds on the CPU save
};

class SaveRing {
public:
    static constexpr size_t kMostSaves = 4096;  // also where more would fit

    explicit SaveRing(SaveMemory memory) : memory_(memory) {}

    /// The state that the world is in, after its last queued step. Where there is no memory for it, the ring gets
    /// smaller, and why_smaller() says so.
    void add(World& world);
    void clear();
    void forget_after(uint64_t step);
    /// Moves the saved states to the host, before the world is replaced by one that cannot read its device.
    /// Those that do not fit are dropped.
    void move_to_host(World& world);

    /// Returns the last saved state before a step, or the first; null: there is none. Stays until the ring is changed.
    SavedState* before(uint64_t step);
    bool has(uint64_t step) const;

    const std::vector<SavedState>& all() const { return saves_; }  // by step
    size_t count() const { return saves_.size(); }
    uint64_t bytes(bool on_device) const;
    const SaveMemory& memory() const { return memory_; }
    const std::string& why_smaller() const { return why_smaller_; }  // "": it is not

private:
    bool fits(bool on_device) const;
    bool can_free(bool on_device) const;
    void make_room(World& world);
    bool oldest_to_host(World& world);
    SavedState drop_one();

    SaveMemory memory_;
    std::string why_smaller_;
    std::vector<SavedState> saves_;  // by step
    SavedState spare_;               // memory of one that was dropped
};

}  // namespace sim

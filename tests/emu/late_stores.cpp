#include "tests/emu/late_stores.h"

#include <algorithm>
#include <cstring>

namespace emu {
namespace {

constexpr size_t kLine = 256;

uint64_t load(const char* from, uint32_t bytes) {
    uint64_t value = 0;
    std::memcpy(&value, from, bytes);
    return value;
}

}  // namespace

void LateStores::begin(const Memory& memory) {
    regions_.clear();
    for (const auto& [own, bytes] : memory) regions_.push_back({own, bytes, {own, own + bytes}});
    whole_.clear();
    hidden_.clear();
    of_the_ended_.clear();
}

void LateStores::apply(const Store& store, char* to) const {
    const uint64_t value = (load(to, store.bytes) & ~store.mask) | (store.value & store.mask);
    std::memcpy(to, &value, store.bytes);
}

void LateStores::find_stores(std::vector<Store>& found) {
    for (Region& region : regions_) {
        for (size_t line = 0; line < region.bytes; line += kLine) {
            const size_t end = std::min(line + kLine, region.bytes);
            if (std::memcmp(region.own + line, region.seen.data() + line, end - line) == 0) continue;
            for (size_t at = line, step; at < end; at += step) {
                char *const own = region.own + at, *const seen = region.seen.data() + at;
                step = whole_.count(own) ? 8 : 4;
                const auto bytes = static_cast<uint32_t>(std::min(step, end - at));
                const uint64_t stored = load(own, bytes), differs = stored ^ load(seen, bytes);
                if (differs == 0) continue;
                uint64_t mask = 0;
                for (uint32_t byte = 0; byte < 8; ++byte)
                    mask |= (differs >> 8 * byte & 0xff) != 0 ? uint64_t{0xff} << 8 * byte : 0;
                found.push_back({own, seen, stored, mask, bytes});
            }
        }
    }
}

void LateStores::enter(uint32_t slot) {
    if (slot >= hidden_.size()) hidden_.resize(slot + 1);
    for (const Store& store : hidden_[slot]) apply(store, store.own);
    hidden_[slot].clear();
}

void LateStores::leave(uint32_t slot, bool ended, Random& random) {
    std::vector<Store>& hidden = ended ? of_the_ended_ : hidden_[slot];
    const size_t before = hidden.size();
    find_stores(hidden);
    for (size_t k = before; k < hidden.size(); ++k)
        std::memcpy(hidden[k].own, hidden[k].seen, hidden[k].bytes);

    // Some arrive now: of this block and of those that have ended.
    for (std::vector<Store>* stores : {&hidden_[slot], &of_the_ended_}) {
        still_hidden_.clear();
        for (const Store& store : *stores) {
            if (random.below(4) != 0) {
                still_hidden_.push_back(store);
                continue;
            }
            apply(store, store.own);
            apply(store, store.seen);
        }
        stores->swap(still_hidden_);
    }
}

void LateStores::fence() {
    for (Region& region : regions_) {
        if (std::memcmp(region.own, region.seen.data(), region.bytes) != 0)
            std::memcpy(region.seen.data(), region.own, region.bytes);
    }
}

void LateStores::fence(const void* word, size_t bytes) {
    const char* const place = static_cast<const char*>(word);
    auto next = std::upper_bound(regions_.begin(), regions_.end(), place,
                                 [](const char* at, const Region& region) { return at < region.own; });
    if (next == regions_.begin()) return;
    Region& region = *--next;
    const auto at = static_cast<size_t>(place - region.own);
    if (at + bytes <= region.bytes) std::memcpy(region.seen.data() + at, place, bytes);
}

void LateStores::end_of_phase() {
    for (std::vector<Store>& stores : hidden_) {
        of_the_ended_.insert(of_the_ended_.end(), stores.begin(), stores.end());
        stores.clear();
    }
    for (const Store& store : of_the_ended_) {
        apply(store, store.own);
        apply(store, store.seen);
    }
    of_the_ended_.clear();
}

void LateStores::end() {
    end_of_phase();
    regions_.clear();
}

}  // namespace emu

// Keeps the shared variables and the dynamic part of each block that is alive, and finds writes past the
// latter.
#include "tests/emu/shared_memory.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "tests/emu/launch.h"

#ifdef SWEEPLAB_SANITIZED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(memory, bytes) (void)(memory)
#define ASAN_UNPOISON_MEMORY_REGION(memory, bytes) (void)(memory)
#endif

namespace emu {
namespace {

constexpr int kSharedPoisonByte = 0xdb, kSharedGuardByte = 0xe7;
constexpr size_t kSharedGuardBytes = 1024;

}  // namespace

SharedMemory& SharedMemory::instance() {
    static auto* const the_memory = new SharedMemory;
    return *the_memory;
}

SharedMemory::SharedMemory() {
    dynamic_ = static_cast<char*>(std::aligned_alloc(1024, kMostBytes + kSharedGuardBytes));
    if (!dynamic_) throw std::bad_alloc();
}

void SharedMemory::begin_launch(size_t dynamic_bytes, size_t limit_bytes) {
    dynamic_bytes_ = used_bytes_ = dynamic_bytes;
    limit_bytes_ = limit_bytes;
    variables_.clear();
    for (Slot& slot : slots_) slot.declared.clear();
    present_ = 0;
    ASAN_UNPOISON_MEMORY_REGION(dynamic_, kMostBytes + kSharedGuardBytes);
    std::memset(dynamic_ + dynamic_bytes, kSharedGuardByte, kSharedGuardBytes);
    ASAN_POISON_MEMORY_REGION(dynamic_ + dynamic_bytes, kMostBytes + kSharedGuardBytes - dynamic_bytes);
    if (dynamic_bytes > 0) variables_.push_back({dynamic_, dynamic_bytes, 0});
}

void SharedMemory::begin_block(uint32_t slot) {
    if (slots_.size() <= slot) slots_.resize(slot + 1);
    enter(slot);
    slots_[slot].declared.assign(variables_.size(), false);
    if (dynamic_bytes_ == 0) return;
    slots_[slot].declared[0] = true;
    std::memset(dynamic_, kSharedPoisonByte, dynamic_bytes_);
}

bool SharedMemory::enter(uint32_t slot) {
    if (slot == present_) return false;
    if (slots_.size() <= slot || slots_.size() <= present_) slots_.resize(std::max(slot, present_) + 1);
    move(true, slots_[present_]);
    move(false, slots_[slot]);
    present_ = slot;
    return !variables_.empty();
}

void SharedMemory::move(bool out, Slot& slot) {
    if (slot.copy.size() < used_bytes_) slot.copy.resize(used_bytes_);
    for (size_t i = 0; i < slot.declared.size(); ++i) {
        if (!slot.declared[i]) continue;
        const Variable& variable = variables_[i];
        char* const copy = slot.copy.data() + variable.offset;
        std::memcpy(out ? copy : variable.at, out ? variable.at : copy, variable.bytes);
    }
}

/// Few variables a kernel, so they are looked for one by one.
const char* SharedMemory::declare(void* variable, size_t bytes) {
    if (slots_.empty()) slots_.resize(1);  // a device function that the host has called
    size_t i = 0;
    while (i < variables_.size() && variables_[i].at != variable) ++i;
    if (i == variables_.size()) {
        variables_.push_back({static_cast<char*>(variable), bytes, used_bytes_});
        used_bytes_ += bytes;
        if (used_bytes_ > limit_bytes_) {
            fault_ = std::to_string(used_bytes_) + " bytes of shared memory in a block, more than the " +
                     std::to_string(limit_bytes_) + " there are";
            return fault_.c_str();
        }
    }
    std::vector<bool>& declared = slots_[present_].declared;
    if (declared.size() <= i) declared.resize(i + 1);
    if (declared[i]) return nullptr;
    declared[i] = true;
    std::memset(variable, kSharedPoisonByte, bytes);
    return nullptr;
}

bool SharedMemory::overrun() const {
#ifndef SWEEPLAB_SANITIZED
    for (size_t i = 0; i < kSharedGuardBytes; ++i) {
        if (static_cast<unsigned char>(dynamic_[dynamic_bytes_ + i]) != kSharedGuardByte) return true;
    }
#endif
    return false;
}

}  // namespace emu

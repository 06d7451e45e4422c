// The shared memory of the blocks that are alive. A __shared__ variable is a static one, and dynamic shared
// memory has one fixed address, so the contents change place when another block's threads run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emu {

class SharedMemory {
public:
    static constexpr size_t kBlockBytes = 48 * 1024;  // limit of a launch without an attribute
    static constexpr size_t kMostBytes = 227 * 1024;  // and with cudaFuncSetAttribute on the largest device
    static constexpr size_t kReservedBytes = 1024;    // of each block, for the system

    static SharedMemory& instance();

    /// The dynamic part is cut off after `dynamic_bytes`; all of a block's together may be `limit_bytes`.
    void begin_launch(size_t dynamic_bytes, size_t limit_bytes);

    /// A new block has this slot: its dynamic part is poison, its variables are when it comes past them.
    void begin_block(uint32_t slot);

    /// The variables hold what this slot's block has written. True when something had to move.
    bool enter(uint32_t slot);

    /// Called where a variable is declared. Null or what is wrong.
    const char* declare(void* variable, size_t bytes);

    /// Returns the dynamic part of shared memory, at one address for every block and launch.
    void* dynamic() { return dynamic_; }

    /// Has a thread written past the dynamic part? The address sanitizer sees that by itself, and reads as
    /// well.
    bool overrun() const;

    size_t used_bytes() const { return used_bytes_; }  // by the kernel that ran last

private:
    SharedMemory();

    struct Variable {
        char* at;
        size_t bytes, offset;  // in a slot's copy
    };
    struct Slot {
        std::vector<char> copy;
        std::vector<bool> declared;  // by variable
    };
    void move(bool out, Slot& slot);

    char* dynamic_ = nullptr;
    size_t dynamic_bytes_ = 0, limit_bytes_ = 0, used_bytes_ = 0;
    std::vector<Variable> variables_;  // of this launch's kernel; the dynamic part is one
    std::vector<Slot> slots_;
    uint32_t present_ = 0;
    std::string fault_;
};

}  // namespace emu

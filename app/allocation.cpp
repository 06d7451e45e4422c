// The program's `new`: as the library's, but what it throws says how much was requested, for the message of exit 5.
// `delete` is the library's own, which frees.
#include <cstdlib>
#include <new>

#include "app/base/errors.h"

void* operator new(std::size_t bytes) {
    while (true) {
        if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (!handler) throw app::NoMemory(bytes);
        handler();
    }
}

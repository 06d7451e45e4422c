// The switch of sampled mutants: each is compiled into the program, and turned on by SWEEPLAB_MUTANT=NUMBER. With
// SWEEPLAB_REACHED=FILE, byte n of the file becomes 1 where the code of mutant n runs; it must be long enough. Only
// copies of the sources include this (instrument.py).
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace sweeplab_mutants {

struct Switch {
    int active = 0;
    unsigned char* reached = nullptr;
};

inline Switch read_switch() {
    Switch result;
    if (const char* number = std::getenv("SWEEPLAB_MUTANT")) {
        result.active = std::atoi(number);
    }
    const char* name = std::getenv("SWEEPLAB_REACHED");
    const int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    struct stat of_file {};
    if (file >= 0 && fstat(file, &of_file) == 0) {
        // Shared: what a crash or a child process reached is in the file, too.
        void* bytes = mmap(nullptr, of_file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (bytes != MAP_FAILED) {
            result.reached = static_cast<unsigned char*>(bytes);
        }
        close(file);
    }
    return result;
}

inline const Switch g_switch = read_switch();

// Is this mutant on? Never in a constant expression, and not before main's file is initialized.
constexpr bool on(int mutant) {
    if (__builtin_is_constant_evaluated()) {
        return false;
    }
    if (g_switch.reached) {
        __atomic_store_n(&g_switch.reached[mutant], 1, __ATOMIC_RELAXED);
    }
    return g_switch.active == mutant;
}

// Arguments are swapped only where both have one type: with others it does not compile, and is no mutant.
template <class T>
constexpr T& pick(bool first, T& one, T& two) {
    return first ? one : two;
}
template <class T>
constexpr const T& pick(bool first, const T& one, const T& two) {
    return first ? one : two;
}

}  // namespace sweeplab_mutants

// CUDA's device functions on the CPU: loads and stores with a cache hint, atomics.
#pragma once
#include <cstring>
#include <type_traits>

#include "tests/emu/launch.h"

// Memory with a cache hint.
template <class T>
T __ldg(const T* p) {
    return *p;
}
template <class T>
T __ldcg(const T* p) {
    return *const_cast<const volatile T*>(p);
}
template <class T>
requires std::is_class_v<T> T __ldcg(const T* p) { return *p; }
template <class T>
T __ldca(const T* p) {
    return *p;
}
template <class T>
T __ldcs(const T* p) {
    return *p;
}
template <class T>
T __ldlu(const T* p) {
    return *p;
}
template <class T>
T __ldcv(const T* p) {
    return *const_cast<const volatile T*>(p);
}
template <class T>
void __stcs(T* p, std::type_identity_t<T> value) {
    *p = value;
}
template <class T>
void __stcg(T* p, std::type_identity_t<T> value) {
    *p = value;
}
template <class T>
void __stwb(T* p, std::type_identity_t<T> value) {
    *p = value;
}
template <class T>
void __stwt(T* p, std::type_identity_t<T> value) {
    *p = value;
}

// Atomics: done before another fiber runs. What has changed may end the wait of a thread that sleeps.
namespace emu {
template <class T>
constexpr bool kAtomic = !std::is_same_v<T, long> && !std::is_same_v<T, unsigned long>;  // as nvcc has them

template <class T>
T exchange(T* p, T value) {
    static_assert(kAtomic<T>, "CUDA has atomics of unsigned long long, not of unsigned long");
    const T old = *p;
    *p = value;
    seen_by_all(p, sizeof *p);
    interrupt(32);
    if (std::memcmp(&old, &value, sizeof old) != 0) progress();
    return old;
}
}  // namespace emu
#define EMU_ATOMIC_NAMED(name, result)                   \
    template <class T>                                   \
    T name(T* p, std::type_identity_t<T> value) {        \
        const T old = *p;                                \
        return emu::exchange(p, static_cast<T>(result)); \
    }
#define EMU_ATOMIC(name, result)           \
    EMU_ATOMIC_NAMED(name, result)         \
    EMU_ATOMIC_NAMED(name##_block, result) \
    EMU_ATOMIC_NAMED(name##_system, result)
EMU_ATOMIC(atomicAdd, old + value)
EMU_ATOMIC(atomicSub, old - value)
EMU_ATOMIC(atomicExch, (static_cast<void>(old), value))
EMU_ATOMIC(atomicMin, value < old ? value : old)
EMU_ATOMIC(atomicMax, old < value ? value : old)
EMU_ATOMIC(atomicAnd, old& value)
EMU_ATOMIC(atomicOr, old | value)
EMU_ATOMIC(atomicXor, old ^ value)
EMU_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
EMU_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
#undef EMU_ATOMIC
#undef EMU_ATOMIC_NAMED
template <class T>
T atomicCAS(T* p, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
    return *p == compare ? emu::exchange(p, value) : *p;
}

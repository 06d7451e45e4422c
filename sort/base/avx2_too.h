// Marks a function that is compiled plain and for AVX2; the loader chooses one when the program starts. For
// vector loops whose result is the same in both. Other processors have the plain form alone, and so has the
// thread sanitizer, which is not ready when the choice is made.
#pragma once
#include <cstddef>  // __GLIBC__

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define SWEEPLAB_THREAD_SANITIZER
#endif
#endif
#ifdef __SANITIZE_THREAD__
#define SWEEPLAB_THREAD_SANITIZER
#endif

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SWEEPLAB_THREAD_SANITIZER)
#define AVX2_TOO [[gnu::target_clones("avx2", "default")]]
#else
#define AVX2_TOO
#endif

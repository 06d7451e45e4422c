# Libraries in the process may change the floating-point environment before main(), as those built with -ffast-math do:
# a recorded run gives its states all the same, and so does a search.
source "$(dirname "$0")/lib.sh"

cat >odd.c <<'C'
#include <fenv.h>
#include <stdlib.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
static void flush(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
#else
static void flush(void) { __asm__ volatile("msr fpcr, %0" : : "r"(1l << 24)); }
#endif
int feenableexcept(int);
__attribute__((constructor)) static void load(void) {
    const char* words = getenv("ODD");
    if (*words == 'f') flush();
    if (*words == 'u') fesetround(FE_UPWARD);
    if (*words == 'z') fesetround(FE_TOWARDZERO);
    if (*words == 't') feenableexcept(FE_ALL_EXCEPT);
}
C
gcc -shared -fPIC -O1 odd.c -o odd.so -lm || fail "odd.so"
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
for ODD in flush up zero trap; do
    export ODD
    timeout 120 env LD_PRELOAD="$PWD/odd.so" "$sweeplab" replay "$root/assets/runs/pull.toml" --check >out 2>err ||
        fail "$ODD: exit $?: $(cat err)"
    says "recorded states, all equal"
done

finish

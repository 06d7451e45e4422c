// Opens the plug-ins that are named, in both ways, and asks each in turn: `opens FIRST SECOND`.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <initializer_list>

int main(int count, char** names) {
    for (const int mode : {RTLD_LOCAL, RTLD_GLOBAL}) {
        for (int i = 1; i < count; ++i) {
            void* const plugin = dlopen(names[i], RTLD_NOW | mode);
            const auto sorts =
                plugin ? reinterpret_cast<bool (*)(uint32_t)>(dlsym(plugin, "sorts")) : nullptr;
            if (!sorts || !sorts(100000) || !sorts(7)) {
                std::fprintf(stderr, "%s: %s\n", names[i], sorts ? "sorts wrongly" : dlerror());
                return 1;
            }
        }
    }
    std::puts("each plug-in sorts with the kernels of its own devices");
}

#include "app/doctor/nvidia_library.h"

#include <dlfcn.h>

#include "sort/base/float_environment.h"

namespace app {

DriverLibrary::DriverLibrary(const char* name) {
    const sort::FloatEnvironment environment;  // a library may change it when it is opened
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle_) error_ = dlerror();
}

void* DriverLibrary::find(const char* name) const { return handle_ ? dlsym(handle_, name) : nullptr; }

}  // namespace app

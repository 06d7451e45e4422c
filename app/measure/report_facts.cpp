// Facts that cannot be found out stay empty.
#include "app/measure/report_facts.h"

#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/base/machine.h"
#include "build_info.h"
#include "sort/base/limits.h"

namespace app {

using Json = nlohmann::ordered_json;

Json machine_json(sort::Backend backend, int device) {
    const MachineFacts machine = machine_facts();
    Json json = {{"os", machine.os},
                 {"kernel", machine.kernel},
                 {"cpu", machine.cpu},
                 {"cores", machine.cores},
                 {"memory_bytes", machine.memory.total}};
    if (backend != sort::Backend::cuda) return json;
    const CudaFacts cuda = cuda_facts();
    for (const DeviceFacts& one : cuda.devices) {
        if (one.ordinal == device) json["gpu"] = one.name;
    }
    json["driver"] = cuda.driver;
    json["cuda_runtime"] = cuda.runtime;
    const std::string limits = sort::requested_limits_text();
    if (!limits.empty()) json["limits"] = limits;
    return json;
}

Json build_json() {
    return {{"version", SWEEPLAB_VERSION},
            {"commit", SWEEPLAB_COMMIT},
            {"type", SWEEPLAB_BUILD_TYPE},
            {"compiler", SWEEPLAB_COMPILER},
            {"cuda_compiler", SWEEPLAB_CUDA_COMPILER}};
}

std::string build_text() {
    return std::string(SWEEPLAB_VERSION) + " " + SWEEPLAB_COMMIT + " " + SWEEPLAB_BUILD_TYPE;
}

std::string utc_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::string state_text(uint64_t hash) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace app

// Rows of a small measurement on a device: what ran, samples in microseconds; as a table and as JSON.
#pragma once
#include <cub/version.cuh>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sort/cuda/check.cuh"

namespace device_bench {

struct Row {
    std::string what, way, input;
    std::vector<float> samples_us;

    float percentile(float p) const {
        std::vector<float> sorted = samples_us;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[static_cast<size_t>(p * static_cast<float>(sorted.size() - 1))];
    }
};

inline std::string machine_text() {
    cudaDeviceProp device{};
    int driver = 0, runtime = 0;
    sort::check(cudaGetDeviceProperties(&device, 0));
    sort::check(cudaDriverGetVersion(&driver));
    sort::check(cudaRuntimeGetVersion(&runtime));
    return std::string(device.name) + ", driver API " + std::to_string(driver) + ", runtime " +
           std::to_string(runtime) + ", CUB " + std::to_string(CUB_VERSION);
}

inline void print_rows(const std::vector<Row>& rows) {
    std::printf("%-24s %-36s %-8s %9s %9s %9s\n", "what", "way", "input", "min", "median", "p90");
    for (const Row& row : rows) {
        std::printf("%-24s %-36s %-8s %9.2f %9.2f %9.2f\n", row.what.c_str(), row.way.c_str(),
                    row.input.c_str(), row.percentile(0), row.percentile(0.5f), row.percentile(0.9f));
    }
}

inline void write_json(const char* path, const std::string& machine, uint32_t count,
                       const std::vector<Row>& rows) {
    std::ofstream out(path);
    out << "{\"schema\":2,\"machine\":\"" << machine << "\",\"pairs\":" << count << ",\"rows\":[";
    for (const Row& row : rows) {
        out << (&row == rows.data() ? "\n" : ",\n") << "{\"what\":\"" << row.what << "\",\"way\":\""
            << row.way << "\",\"input\":\"" << row.input << "\",\"p50_us\":" << row.percentile(0.5f)
            << ",\"samples_us\":[";
        for (size_t i = 0; i < row.samples_us.size(); ++i) out << (i ? "," : "") << row.samples_us[i];
        out << "]}";
    }
    out << "\n]}\n";
    if (!out.flush()) throw std::runtime_error(std::string("cannot write ") + path);
}

}  // namespace device_bench

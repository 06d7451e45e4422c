// Measuring for the figures: rivals of one backend and one way to launch take turns on the same input.
#include "app/bench/papers/figure_lab.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/cli/calibration.h"
#include "sim/world.h"
#include "sort/base/errors.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

constexpr uint64_t kKeptKeys = 4;  // times the most keys of a figure: all inputs that are kept together

/// A plain counting sort, 11 bits a pass: the reference, which shares nothing with the engines. Its own test
/// compares it with std::stable_sort.
std::vector<uint32_t> stable_order(const std::vector<uint32_t>& keys) {
    constexpr int kBits = 11;
    std::vector<uint32_t> order(keys.size()), next(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    for (int shift = 0; shift < 32; shift += kBits) {
        std::vector<uint32_t> offsets((1u << kBits) + 1);
        for (const uint32_t key : keys) ++offsets[((key >> shift) & ((1u << kBits) - 1)) + 1];
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        for (const uint32_t index : order) {
            next[offsets[(keys[index] >> shift) & ((1u << kBits) - 1)]++] = index;
        }
        order.swap(next);
    }
    return order;
}

/// "" when the rival can be measured here.
std::string missing_reason(const Rival& rival, const LabConfig& config) {
    std::string no_cuda;
    const bool device_there = sim::cuda_available(&no_cuda, config.device);
    const sort::Engine* engine = sort::find_engine(rival.engine);
    if (!engine) {
        const auto names = sort::cuda_engine_names();
        const bool cuda = std::find(names.begin(), names.end(), rival.engine) != names.end();
        if (!cuda) return "not in this build";
        return device_there ? "not in this build" : "skipped: " + no_cuda;
    }
    if (engine->backend == sort::Backend::cuda) {
        if (!device_there) return "skipped: no CUDA device";
        if (config.backend == sort::Backend::cpu) return "skipped: --backend cpu";
    }
    const std::string& variant = rival.config.variant;
    const auto& variants = engine->variants;
    if (!variant.empty() && std::find(variants.begin(), variants.end(), variant) == variants.end()) {
        return "the engine has no variant '" + variant + "'";
    }
    const int bits = rival.config.digit_bits;
    if (bits && (bits < engine->digit_bits.fewest || bits > engine->digit_bits.most)) {
        return "the engine has no digits of " + std::to_string(bits) + " bits";
    }
    return "";
}

}  // namespace

LabKeys::LabKeys(std::string its_name, std::vector<uint32_t> its_keys)
    : name(std::move(its_name)), keys(std::move(its_keys)), order(stable_order(keys)) {
    sorted.reserve(keys.size());
    for (const uint32_t index : order) sorted.push_back(keys[index]);
}

std::string wrong_result(const LabKeys& keys, bool stable, const std::vector<uint32_t>& sorted_keys,
                         const std::vector<uint32_t>& values) {
    if (sorted_keys != keys.sorted) return "the keys are not the input's in order";
    if (values.empty() || (stable && values == keys.order)) return "";
    if (stable) return "the values are not in the stable order";
    std::vector<bool> seen(keys.keys.size());
    for (size_t place = 0; place < values.size(); ++place) {
        const uint32_t index = values[place];
        if (index >= seen.size() || seen[index] || keys.keys[index] != sorted_keys[place]) {
            return "value " + std::to_string(index) + " does not belong to its key";
        }
        seen[index] = true;
    }
    return "";
}

Lab::Lab(const LabConfig& config) : config_(config) {
    if (on_gpu()) use_cuda_device(config_.device);
}

Lab::~Lab() = default;

std::vector<uint32_t> Lab::sizes(std::initializer_list<int> exponents) const {
    std::vector<uint32_t> sizes;
    for (const int exponent : exponents) {
        const uint32_t size = 1u << exponent;
        if (size <= config_.most_keys) sizes.push_back(size);
    }
    if (sizes.empty()) sizes.push_back(config_.most_keys);
    return sizes;
}

std::vector<uint32_t> Lab::random_sizes(std::initializer_list<int> exponents) const {
    const std::vector<uint32_t> usual = sizes(exponents);
    if (config_.random_sizes == 0) return usual;
    const double first = std::log2(usual.front()), span = std::log2(usual.back()) - first;
    std::vector<uint32_t> random;
    for (uint32_t i = 0; i < config_.random_sizes; ++i) {
        const double at = double(sort::random_number(config_.seed, i) >> 11) * 0x1p-53;
        random.push_back(static_cast<uint32_t>(std::exp2(first + at * span)));
    }
    std::sort(random.begin(), random.end());
    random.erase(std::unique(random.begin(), random.end()), random.end());
    return random;
}

std::shared_ptr<const LabKeys> Lab::keys(const std::string& input, uint32_t count) {
    count = std::min(count, config_.longest_made);
    const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) {
        return kept->name == input && kept->count() == count;
    });
    std::shared_ptr<const LabKeys> keys;
    if (known == kept_.end()) {
        keys =
            std::make_shared<LabKeys>(input, sort::make_keys(sort::parse_input(input), count, config_.seed));
    } else {
        keys = *known;
        kept_.erase(known);
    }
    kept_.push_back(keys);  // the last used at the end
    uint64_t sum = 0;
    for (const auto& kept : kept_) sum += kept->count();
    while (kept_.size() > 1 && sum > kKeptKeys * config_.most_keys) {
        sum -= kept_.front()->count();
        kept_.pop_front();
    }
    return keys;
}

std::vector<Rival> Lab::found(const std::vector<Rival>& wanted, FigureResult& result) const {
    std::vector<Rival> there;
    for (const Rival& rival : wanted) {
        const std::string reason = missing_reason(rival, config_);
        if (reason.empty()) {
            there.push_back(rival);
        } else {
            result.note(rival.label + ": " + reason);
        }
    }
    return there;
}

std::vector<Rival> Lab::present(const std::vector<Rival>& wanted, FigureResult& result) const {
    std::vector<Rival> there = found(wanted, result);
    if (!there.empty() || on_gpu()) return there;
    result.note("in their place: the engines of the CPU");
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend == sort::Backend::cpu) there.push_back({engine.name, engine.name});
    }
    return there;
}

std::unique_ptr<sort::Sorter> Lab::make(const Rival& rival, uint32_t count) {
    const sort::Engine* engine = sort::find_engine(rival.engine);
    if (!engine) throw std::logic_error("no engine " + rival.engine);
    sort::EngineConfig config = rival.config;
    if (engine->backend == sort::Backend::cpu) config.threads = config_.threads;
    calibrate(*engine, config_.device, config);
    return sort::make_sorter(*engine, count, config);
}

std::vector<Timing> Lab::time(const std::vector<Rival>& rivals, const LabKeys& keys, bool with_values,
                              FigureResult& result, const sort::Options& options) {
    copy_rate();  // while no sorter holds memory
    std::vector<Timing> timings(rivals.size());
    std::map<std::pair<sort::Backend, sort::Launch>, std::vector<size_t>> groups;
    for (size_t i = 0; i < rivals.size(); ++i) {
        groups[{sort::find_engine(rivals[i].engine)->backend, rivals[i].launch}].push_back(i);
    }
    for (const auto& [how, group] : groups) {
        time_group(rivals, group, keys, with_values, options, timings, result);
    }
    return timings;
}

void Lab::time_group(const std::vector<Rival>& rivals, const std::vector<size_t>& group, const LabKeys& keys,
                     bool with_values, const sort::Options& sort_options, std::vector<Timing>& timings,
                     FigureResult& result) {
    throw_if_interrupted();
    std::vector<std::unique_ptr<sort::Sorter>> sorters;
    std::vector<sort::Contender> contenders;
    std::vector<size_t> who;
    for (const size_t i : group) {
        const std::string at = rivals[i].label + " at " + count_text(keys.count());
        try {
            sorters.push_back(make(rivals[i], keys.count()));
            contenders.push_back({sort::find_engine(rivals[i].engine), sorters.back().get()});
            who.push_back(i);
        } catch (const sort::OverLimit& error) {
            result.note(at + ": " + error.what());
        } catch (const sort::Unavailable& error) {  // a driver without IF nodes
            result.note(rivals[i].label + ": " + error.what());
        }
    }
    if (contenders.empty()) return;

    sort::MeasureOptions options;
    options.sort = sort_options;
    options.launch = rivals[who[0]].launch;
    options.min_time_s = config_.min_time_s;
    options.min_samples = config_.min_samples;
    options.stop = interrupted;
    // A CPU engine beside GPU engines may take a second a sort: three samples show what is to be seen.
    const sort::Backend backend = contenders[0].engine->backend;
    if (on_gpu() && backend == sort::Backend::cpu) options.min_samples = 3, options.min_time_s = 0;
    std::vector<uint32_t> values(with_values ? keys.count() : 0);
    std::iota(values.begin(), values.end(), 0u);
    std::vector<sort::Measured> measured;
    const auto leave_out = [&](const std::exception& error) {
        if (who.size() == 1) {
            result.note(rivals[who[0]].label + ": " + error.what());
            return;
        }
        // One of them cannot: each alone, with nobody else's memory, so that the others are measured all the
        // same.
        contenders.clear();
        sorters.clear();
        for (const size_t i : who) {
            time_group(rivals, {i}, keys, with_values, sort_options, timings, result);
        }
    };
    try {
        measured = sort::measure_sorts(contenders, keys.keys, values, options);
    } catch (const sort::OverLimit& error) {
        leave_out(error);
    } catch (const sort::Unavailable& error) {
        leave_out(error);
    }
    throw_if_interrupted();
    for (size_t c = 0; c < measured.size(); ++c) {
        const Rival& rival = rivals[who[c]];
        const std::string wrong =
            wrong_result(keys, contenders[c].engine->stable, measured[c].keys, measured[c].values);
        if (wrong.empty()) {
            Timing& timing = timings[who[c]];
            timing = {measured[c].samples_ms, measured[c].report};
            if (backend != config_.backend || keys.count() == 0) continue;  // another memory's copy rate
            const auto bytes = static_cast<double>(measured[c].bytes);
            timing.bytes_a_key = bytes / keys.count();
            timing.copy_share = bytes / (sort::median(timing.samples_ms) * 1e-3) / copy_rate();
            continue;
        }
        add_wrong_result(rival.label + " on " + count_text(keys.count()) + " " + keys.name + " keys" +
                             (with_values ? " with values" : "") + ": " + wrong,
                         result);
    }
}

void Lab::add_wrong_result(const std::string& what, FigureResult& result) {
    wrong_.push_back(what);
    result.note("WRONG RESULT, left out: " + what);
}

double Lab::copy_rate() {
    if (copy_rate_ == 0) copy_rate_ = sort::copy_rate(config_.backend, on_gpu() ? 1u << 28 : 1u << 26);
    return copy_rate_;
}

}  // namespace app

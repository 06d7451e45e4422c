#include "app/io/npy_keys.h"

#include "app/base/text/ending.h"
namespace app {
namespace {

using sort::KeyType;

const std::pair<const char*, KeyType> kTypes[] = {{"<u4", KeyType::u32}, {"<i4", KeyType::i32},
                                                  {"<f4", KeyType::f32}, {"<u8", KeyType::u64},
                                                  {"<i8", KeyType::i64}, {"<f8", KeyType::f64}};

}  // namespace

std::optional<sort::KeyType> key_type_of_npy(const std::string& type) {
    for (const auto& [code, known] : kTypes) {
        if (type == code) return known;
    }
    return {};
}

KeyFile read_keys(const std::string& path) {
    NpyExpected expected;
    for (const auto& [code, type] : kTypes) expected.types.push_back(code);
    KeyFile keys{read_npy(path, expected)};
    keys.type = *key_type_of_npy(keys.array.type);
    return keys;
}

std::string values_path(const std::string& path) {
    const bool npy = has_ending(path, ".npy");
    return (npy ? path.substr(0, path.size() - 4) : path) + ".values.npy";
}

}  // namespace app

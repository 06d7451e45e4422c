#include "app/io/npy_keys.h"

#include "app/base/text/ending.h"
namespace app {
namespace {

using sort::KeyType;

const std::pair<const char*, KeyType> kTypes[] = {{"<u4", KeyType::u32}, {"<i4", KeyType::i32},
                                                  {"<f4", KeyType::f32}, {"<u8", KeyType::u64},
                                                  {"<i8", KeyType::i64}, {"<f8", KeyType::f64}};

}  // namespace

KeyFile read_keys(const std::string& path) {
    NpyExpected expected;
    for (const auto& [code, type] : kTypes) expected.types.push_back(code);
    KeyFile keys{read_npy(path, expected)};
    for (const auto& [code, type] : kTypes) {
        if (keys.array.type == code) keys.type = type;
    }
    return keys;
}

std::string values_path(const std::string& path) {
    const bool npy = has_ending(path, ".npy");
    return (npy ? path.substr(0, path.size() - 4) : path) + ".values.npy";
}

}  // namespace app

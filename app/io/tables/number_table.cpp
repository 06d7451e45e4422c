#include "app/io/tables/number_table.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/ending.h"

namespace app {

using Reader = NumberTable (*)(InputFile& file);

static Reader reader_of(std::string_view path) {
    static constexpr std::pair<const char*, Reader> kEndings[] = {{".csv", read_csv},
                                                                  {".npy", read_npy_table},
                                                                  {".ply", read_ply},
                                                                  {".vtk", read_vtk},
                                                                  {".xyz", read_xyz}};
    for (const auto& [ending, reader] : kEndings) {
        if (has_ending(path, ending)) return reader;
    }
    return nullptr;
}

std::optional<size_t> NumberTable::find(std::initializer_list<std::string_view> any_of) const {
    for (const std::string_view name : any_of) {
        const auto at = std::find(names.begin(), names.end(), name);
        if (at != names.end()) return size_t(at - names.begin());
    }
    return {};
}

bool is_table_name(std::string_view path) { return reader_of(path) != nullptr; }

NumberTable read_table(const std::string& path) {
    const Reader reader = reader_of(path);
    if (!reader) throw BadFile(path + ": a name that ends in .csv, .npy, .ply, .vtk or .xyz is expected");
    InputFile file(path);
    return reader(file);
}

}  // namespace app

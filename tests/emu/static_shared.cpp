// Sums the sizes of a kernel's __shared__ variables. Such a variable is a static one here, so its name in the
// table of symbols begins with that of its function: _Z6kernelPj has _ZZ6kernelPjE5words.
#include "tests/emu/static_shared.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#ifdef SWEEPLAB_SANITIZED
#include <sanitizer/asan_interface.h>
#endif

namespace emu {
namespace {

uintptr_t load_address() {
    uintptr_t address = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* program, size_t, void* to) {
            *static_cast<uintptr_t*>(to) = program->dlpi_addr;
            return 1;  // the first one is the program itself
        },
        &address);
    return address;
}

struct Variable {
    std::string name;
    uintptr_t address;  // in the file
    size_t bytes;

    bool operator<(const Variable& other) const { return name < other.name; }

    /// Sanitized by clang, a symbol's size includes the redzone.
    size_t own_bytes() const {
        size_t own = bytes;
#ifdef SWEEPLAB_SANITIZED
        auto* const place = reinterpret_cast<char*>(address + load_address());
        if (void* const end = __asan_region_is_poisoned(place, bytes))
            own = size_t(static_cast<char*>(end) - place);
#endif
        return own;
    }
};

class Symbols {
public:
    Symbols() {
        std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
        std::string bytes(file ? size_t(file.tellg()) : 0, 0);
        file.seekg(0).read(bytes.data(), std::streamsize(bytes.size()));
        if (bytes.size() < sizeof(Elf64_Ehdr)) return;
        const auto* const header = reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
        const auto* const sections = reinterpret_cast<const Elf64_Shdr*>(bytes.data() + header->e_shoff);
        for (int i = 0; i < header->e_shnum; ++i) {
            if (sections[i].sh_type != SHT_SYMTAB) continue;
            const auto* const symbols =
                reinterpret_cast<const Elf64_Sym*>(bytes.data() + sections[i].sh_offset);
            const char* const names = bytes.data() + sections[sections[i].sh_link].sh_offset;
            for (size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s)
                take(symbols[s], names + symbols[s].st_name, sections, header->e_shnum);
        }
        std::sort(variables_.begin(), variables_.end());
    }

    size_t bytes_of(uintptr_t function) const {
        const auto found = functions_.find(function - load_address());
        if (found == functions_.end()) return 0;
        const std::string prefix = "_ZZ" + found->second.substr(2) + "E";
        size_t bytes = 0;
        for (auto at = std::lower_bound(variables_.begin(), variables_.end(), Variable{prefix, 0, 0});
             at != variables_.end() && at->name.starts_with(prefix); ++at)
            bytes += at->own_bytes();
        return bytes;
    }

private:
    void take(const Elf64_Sym& symbol, const char* name, const Elf64_Shdr* sections, int section_count) {
        const int type = ELF64_ST_TYPE(symbol.st_info);
        const std::string text = name;
        if (type == STT_FUNC && text.starts_with("_Z")) functions_.emplace(symbol.st_value, text);
        const bool placed = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < section_count;
        if (type == STT_OBJECT && text.starts_with("_ZZ") && placed &&
            (sections[symbol.st_shndx].sh_flags & SHF_WRITE))
            variables_.push_back({text, symbol.st_value, symbol.st_size});
    }

    std::unordered_map<uintptr_t, std::string> functions_;
    std::vector<Variable> variables_;  // that can be written to, by name
};

}  // namespace

size_t static_shared_bytes(void (*kernel)()) {
    static const auto* const symbols = new Symbols;
    return kernel ? symbols->bytes_of(reinterpret_cast<uintptr_t>(kernel)) : 0;
}

}  // namespace emu

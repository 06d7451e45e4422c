// Which outputs are one: by the end of their links, and, where one is open already, by the file itself.
#include "app/io/outputs/named_outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "app/base/errors.h"
#include "app/io/outputs/output_place.h"

namespace app {
namespace {

struct Identity {
    std::string name;  // the only one of a file, there or not yet; "" for what takes any number of outputs
    bool is_open = false;  // a descriptor
    bool exists = false;
    struct stat status {};
};

const std::string kStdout = "-";

Identity identity_of(const std::string& path) {
    Identity identity;
    OutputPlace place;
    try {
        place = find_output_place(path);
    } catch (const BadFile&) {
        return {.name = path};  // it is refused when it is opened
    }
    identity.is_open = place.kind == OutputPlace::Kind::descriptor;
    identity.exists = (identity.is_open ? fstat(place.descriptor, &identity.status)
                                        : stat(place.path.c_str(), &identity.status)) == 0;
    const bool device = identity.exists && S_ISCHR(identity.status.st_mode);  // /dev/null, a terminal
    std::error_code error;
    if (place.descriptor == STDOUT_FILENO) {
        identity.name = kStdout;
    } else if (!device) {
        const auto name =
            std::filesystem::weakly_canonical(std::filesystem::absolute(place.path, error), error);
        identity.name = error ? path : name.string();
    }
    return identity;
}

bool are_one(const Identity& one, const Identity& other) {
    if (one.name.empty() || other.name.empty()) return false;
    if (one.name == other.name) return true;
    const bool device = S_ISCHR(one.status.st_mode) || S_ISCHR(other.status.st_mode);
    return (one.is_open || other.is_open) && one.exists && other.exists && !device &&
           one.status.st_dev == other.status.st_dev && one.status.st_ino == other.status.st_ino;
}

}  // namespace

bool is_stdout(const std::string& path) { return !path.empty() && identity_of(path).name == kStdout; }

bool takes_stdout(const std::vector<NamedOutput>& outputs) {
    std::vector<std::pair<Identity, const NamedOutput*>> seen;
    bool taken = false;
    for (const NamedOutput& output : outputs) {
        if (output.path.empty()) continue;
        const Identity identity = identity_of(output.path);
        for (const auto& [other_identity, other] : seen) {
            if (!are_one(identity, other_identity)) continue;
            const std::string both = other->flag + " and " + output.flag;
            if (identity.name == kStdout)
                throw BadUsage(both + ": only one output can be '-', standard output");
            throw BadUsage(both + " are the same file, " + output.path + "; one file per output is expected");
        }
        seen.push_back({identity, &output});
        taken = taken || identity.name == kStdout;
    }
    return taken;
}

/// Whether a file that exists lies in a folder that is read.
static bool lies_in(const std::string& path, const std::string& folder) {
    std::error_code none;
    return std::filesystem::is_directory(folder, none) && std::filesystem::is_regular_file(path, none) &&
           std::filesystem::equivalent(std::filesystem::absolute(path).parent_path(), folder, none);
}

void refuse_overwriting(const std::vector<std::string>& inputs, const std::vector<NamedOutput>& outputs) {
    for (const std::string& input : inputs) {
        if (input.empty() || input == "-") continue;
        const Identity read = identity_of(input);
        for (const NamedOutput& output : outputs) {
            if (output.path.empty() ||
                !(are_one(read, identity_of(output.path)) || lies_in(output.path, input)))
                continue;
            throw BadUsage(output.flag + " " + output.path + " and the input " + input +
                           " are the same file; it would be overwritten, another name is expected");
        }
    }
}

}  // namespace app

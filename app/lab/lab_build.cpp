#include "app/lab/lab_build.h"

#include <cstdlib>
#include <regex>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "app/base/wall_clock.h"
#include "app/io/input_file.h"
#include "app/io/output_stream.h"
#include "app/lab/lab_files.h"
#include "sort/base/errors.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr double kMostCudaBuild_s = 300;
constexpr size_t kMostBytes = 20000;  // of a compiler's messages
constexpr uint64_t kMostKernelBytes = 1 << 20;
constexpr const char* kLeftOut = "// Uses CUB or Thrust";  // what rewrite.py makes of such a file

using Words = std::vector<std::string>;

struct Ended {
    bool well, ran_out;
    std::string messages;
};

Ended run_tool(const std::string& install, const Words& words, double limit_s, uint64_t memory = 0) {
    try {
        Child child({.called = words[0],
                     .words = words,
                     .answers = true,
                     .with_errors = true,
                     .limit_s = limit_s,
                     .most_bytes = kMostBytes,
                     .memory = memory});
        const std::string messages = child.answer();
        const bool well = child.finish().empty();
        return {well, child.ran_out(), messages};
    } catch (const sort::Unavailable& error) {
        throw sort::Unavailable(std::string(error.what()) + "; install " + install);
    }
}

void write_text(const fs::path& file, const std::string& text) {
    OutputStream out(file.string());
    out.stream() << text;
    out.commit();
}

/// Tells the arrays their names, behind the call that rewrite.py puts behind their declaration.
std::string with_names(const std::string& made) {
    if (made.find("#include \"lab.h\"") == made.npos) return made;
    static const std::regex call("emu::fresh_shared\\(&(\\w+), sizeof \\1\\);");
    return std::regex_replace(made, call, "$& lab::name_shared($1, \"$1\");");
}

/// Where the kernel cannot be rewritten (brackets that do not match, headers of CUB), the compiler gets it as it is, and
/// says why. Returns false where this did not end in time.
bool rewrite(const LabFolder& folder, const WorkFolder& work) {
    const fs::path out = work.path() / "kernel.cpp";
    const Ended ended = run_tool(
        "python3", {"python3", (lab_files() / "rewrite.py").string(), folder.kernel().string(), out.string()},
        kMostBuild_s);
    if (ended.ran_out) return false;
    const std::string made =
        ended.well ? InputFile(out.string()).text(2 * kMostKernelBytes, FileKind::other) : "";
    if (ended.well && !made.starts_with(kLeftOut)) {
        write_text(out, with_names(made));
        return true;
    }
    const std::string text = InputFile(folder.kernel().string()).text(kMostKernelBytes, FileKind::other);
    write_text(out, "#include <cuda_runtime.h>\n#line 1 \"" + folder.kernel().string() + "\"\n" + text);
    return true;
}

Words emulated_words(const LabFolder& folder, const WorkFolder& work) {
    const fs::path files = lab_files(), lib = files / "lib";
    Words words{"g++",
                "-std=c++20",
                "-O1",
                "-g1",
                "-Wall",
                "-Wno-unknown-pragmas",
                "-Wno-unused-variable",
                "-Wno-subobject-linkage",
                "-Wno-maybe-uninitialized",
                "-fno-ipa-reference",
                "-fno-ipa-modref",
                "-ffp-contract=off",
                "-no-pie",
                "-fmax-errors=5",
                "-fdiagnostics-color=never",
                "-I" + work.path().string(),
                "-isystem",
                (files / "include").string(),
                (work.path() / "kernel.cpp").string(),
                "-o",
                (work.path() / "kernel").string()};
    const std::string device = (lib / "liblab_device.a").string();
    for (const std::string& library :
         {device, (lib / (std::string("liblab_") + folder.lab->name + ".a")).string(), device})
        words.push_back(library);
    std::error_code ignored;
    const fs::path context = lib / "libboost_context.a";
    words.push_back(fs::exists(context, ignored) ? context.string() : "-lboost_context");
    return words;
}

Words cuda_words(const LabFolder& folder, const WorkFolder& work) {
    const fs::path files = lab_files(), source = files / "source";
    const std::string text = InputFile(folder.kernel().string()).text(kMostKernelBytes, FileKind::other);
    write_text(work.path() / "kernel.cu", "#line 1 \"" + folder.kernel().string() + "\"\n" + text);
    const char* const named = std::getenv("CUDACXX");
    std::error_code ignored;
    const fs::path usual = "/usr/local/cuda/bin/nvcc";
    return {named && *named              ? named
            : fs::exists(usual, ignored) ? usual.string()
                                         : "nvcc",
            "-std=c++20",
            "-arch=native",
            "-x",
            "cu",
            "-I" + work.path().string(),
            "-I" + source.string(),
            (work.path() / "kernel.cu").string(),
            (files / folder.lab->name / "check.cu").string(),
            (source / "cuda_main.cpp").string(),
            (source / "task.cpp").string(),
            (source / "report.cpp").string(),
            (source / "device_array.cpp").string(),
            "-o",
            (work.path() / "kernel").string()};
}

/// What the linker says is of files that the student has not seen.
bool is_of_the_linker(const std::string& messages) {
    return messages.find("undefined reference to") != messages.npos ||
           messages.find("multiple definition of") != messages.npos;
}

}  // namespace

bool out_of_memory(const std::string& messages) {
    for (const char* said :
         {"out of memory", "virtual memory exhausted", "Cannot allocate memory", "bad_alloc"}) {
        if (messages.find(said) != messages.npos) return true;
    }
    return false;
}

WorkFolder::WorkFolder() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "sweeplab-lab-XXXXXX").string();
    if (error || !mkdtemp(path.data())) throw BadFile(path + ": a temporary folder cannot be made there");
    path_ = path;
}

WorkFolder::~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

LabBuild build_lab(const LabFolder& folder, const LabConstants& constants, bool cuda,
                   const WorkFolder& work) {
    const double begin = now_s();
    write_text(work.path() / "constants.h", constants_header(*folder.lab, constants));
    LabBuild build;
    if (!cuda && !rewrite(folder, work)) {
        build.ran_out = true;
        build.seconds = now_s() - begin;
        return build;
    }
    const Ended ended = cuda ? run_tool("the CUDA toolkit, or leave out --device cuda",
                                        cuda_words(folder, work), kMostCudaBuild_s)
                             : run_tool("g++ (Debian: apt install g++)", emulated_words(folder, work),
                                        kMostBuild_s, uint64_t{kMostCompiler_GiB} << 30);
    if (cuda && !ended.well && ended.messages.find("-arch=native") != ended.messages.npos)
        throw sort::Unavailable("nvcc finds no GPU; leave out --device cuda to use the emulated device");
    build.messages = ended.messages;
    build.ran_out = ended.ran_out;
    build.declaration = !ended.well && is_of_the_linker(ended.messages);
    if (ended.well) build.program = work.path() / "kernel";
    build.seconds = now_s() - begin;
    return build;
}

}  // namespace app

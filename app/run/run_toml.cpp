// Runs from and to TOML. The rows of events and hashes stand at the end, so that a truncated file lacks the last.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/utf8.h"
#include "app/io/input_file.h"
#include "app/io/output_stream.h"
#include "app/io/scene_tables.h"
#include "app/measure/report_facts.h"
#include "app/run/event_rows.h"
#include "app/run/run_file.h"
#include "app/run/scene_text.h"
#include "sim/world.h"

namespace app {
namespace {

constexpr uint64_t kVersion = 1;
constexpr uint64_t kMostBytes = uint64_t{2} << 30;
constexpr uint64_t kMostSteps = uint64_t{1} << 48;

/// Returns the hash of a file. Reads it even if the user has asked to stop, which ends the reads of an
/// InputFile: the run is written then.
std::string hash_of_file(const std::string& path) {
    static_cast<void>(InputFile(path));  // says why it cannot be read
    std::ifstream file(path, std::ios::binary);
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                                XXH3_freeState);
    XXH3_64bits_reset(state.get());
    std::vector<char> piece(1 << 20);
    while (file.read(piece.data(), std::streamsize(piece.size())), file.gcount() > 0)
        XXH3_64bits_update(state.get(), piece.data(), size_t(file.gcount()));
    return state_text(XXH3_64bits_digest(state.get()));
}

class RunReader {
public:
    RunReader(const std::string& path, std::string_view text)
        : path_(path), text_(text), file_(parse_toml(text, path)) {}

    RunFile read() {
        read_run();
        run_.scene = read_scene(file_, path_, {"run", "recorded", "file", "camera_path", "events", "hashes"});
        read_recorded();
        check_outside_files();
        read_camera_path();
        if (const toml::node* node = rows_of("events")) {
            Rows rows(text_, *node, path_);
            run_.events = read_events(rows, {run_.scene, run_.bodies, run_.steps});
        }
        read_hashes();
        return std::move(run_);
    }

private:
    const toml::node& required(const char* table, const char* key) const {
        if (const toml::node* node = file_[table][key].node()) return *node;
        const toml::node* there = file_.get(table);
        const auto at = there ? there->source().begin : toml::source_position{1, 1};
        throw BadFile(toml_place(path_, at) + "[" + table + "] " + key + " is missing" +
                      (there ? "" : "; a run of Sweeplab is expected, and all of it"));
    }

    void read_run() {
        const toml::node& version = required("run", "version");
        const toml::value<int64_t>* const newer = version.as_integer();  // 1e300 is refused below
        if (newer && newer->get() > int64_t(kVersion)) {
            refuse_toml(path_, version,
                        "version " + std::to_string(newer->get()) +
                            " of run files is newer than this program, which reads version " +
                            std::to_string(kVersion));
        }
        for (const char* key : {"bodies", "seed", "steps"}) required("run", key);
        TomlTable table(file_, "run", path_);
        uint64_t number = 0, bodies = 0;
        table.whole("version", kVersion, kVersion, number);
        table.whole("bodies", 1, sim::kMaxBodies, bodies);
        table.whole("seed", 0, INT64_MAX, run_.seed);
        table.whole("steps", 0, kMostSteps, run_.steps);
        table.finish();
        run_.bodies = uint32_t(bodies);
    }

    void read_recorded() {
        TomlTable table(file_, "recorded", path_);
        RecordedBy& by = run_.recorded;
        by.program = table.text("program").value_or("");
        by.date = table.text("date").value_or("");
        by.backend = table.text("backend").value_or("");
        by.engine = table.text("engine").value_or("");
        by.broad_phase = table.text("broad_phase").value_or("");
        table.finish();
    }

    /// Tables of one name: [[name]].
    std::vector<const toml::node*> list(const char* name) const {
        std::vector<const toml::node*> nodes;
        const toml::node* node = file_.get(name);
        if (!node) return nodes;
        const toml::array* array = node->as_array();
        if (!array) refuse_toml(path_, *node, std::string("[[") + name + "]] is expected, one or several");
        for (const toml::node& one : *array) nodes.push_back(&one);
        return nodes;
    }

    void check_outside_files() {
        const auto folder = std::filesystem::path(path_).parent_path();
        std::vector<std::string> files = outside_files(run_.scene);
        for (const toml::node* node : list("file")) {
            TomlTable table(*node, "file", path_);
            const std::string name = exact_bytes(table.required_text("name")),
                              hash = table.required_text("xxh3");
            table.finish();
            const auto same = [&](const std::string& file) { return name_from(folder, file) == name; };
            const auto found = std::find_if(files.begin(), files.end(), same);
            if (found == files.end()) refuse_toml(path_, *node, "[file] name: the scene uses no such file");
            const std::string is = hash_of_file(*found);
            if (is != hash) {
                table.refuse(*table.node("xxh3"), *found + " is not the file of this run: its hash is " + is +
                                                      ", " + hash + " expected");
            }
            files.erase(found);
        }
        if (!files.empty()) throw BadFile(path_ + ": [[file]] with the hash of " + files[0] + " is missing");
    }

    void read_camera_path() {
        const std::vector<const toml::node*> nodes = list("camera_path");
        if (nodes.size() > kMostCameraKeys)
            refuse_toml(path_, *nodes[kMostCameraKeys],
                        "[[camera_path]]: at most " + std::to_string(kMostCameraKeys) + " keyframes");
        for (const toml::node* node : nodes) {
            TomlTable table(*node, "camera_path", path_);
            CameraKey key{};
            if (!table.node("step")) refuse_toml(path_, *node, "[camera_path] step is missing");
            table.whole("step", 0, kMostSteps, key.step);
            table.vector("target_m", 1e6, key.at.target_m);
            if (!table.node("distance_m")) refuse_toml(path_, *node, "[camera_path] distance_m is missing");
            table.real("distance_m", 1e-3, 1e6, key.at.distance_m);
            table.real("yaw_deg", -3600, 3600, key.at.yaw_deg);
            table.real("pitch_deg", -89, 89, key.at.pitch_deg);
            table.finish();
            if (!run_.camera.empty() && key.step <= run_.camera.back().step) {
                table.refuse(*table.node("step"), "[camera_path] step " + std::to_string(key.step) +
                                                      " is not behind step " +
                                                      std::to_string(run_.camera.back().step));
            }
            run_.camera.push_back(key);
        }
    }

    /// Returns the rows of a table that has nothing else.
    const toml::node* rows_of(const char* name) const {
        TomlTable table(file_, name, path_);
        table.text("rows");
        table.finish();
        return file_[name]["rows"].node();
    }

    void read_hashes() {
        required("hashes", "rows");
        Rows rows(text_, *rows_of("hashes"), path_);
        while (rows.next()) {
            const uint64_t step = rows.whole("the number of a step");
            if (!run_.hashes.empty() && step <= run_.hashes.back().step)
                rows.refuse("step " + std::to_string(step) + " is not behind step " +
                            std::to_string(run_.hashes.back().step));
            if (step > run_.steps)
                rows.refuse("step " + std::to_string(step) + ": the run has " + std::to_string(run_.steps) +
                            " steps");
            run_.hashes.push_back({step, rows.hex("0x and 16 hexadecimal digits")});
            rows.finish();
        }
        if (run_.hashes.empty() || run_.hashes.back().step != run_.steps) {
            refuse_toml(path_, required("hashes", "rows"),
                        "[hashes] rows: the last one is expected to be that of step " +
                            std::to_string(run_.steps) + ", the end of the run; is the file complete?");
        }
    }

    const std::string& path_;
    const std::string_view text_;
    const toml::table file_;
    RunFile run_;
};

void put_text(std::ostream& out, const char* key, const std::string& text) {
    if (!text.empty()) out << key << " = " << quoted(text) << '\n';
}

void put_head(std::ostream& out, const RunFile& run) {
    out << "# A run of Sweeplab: sweeplab replay FILE --check\n[run]\nversion = " << kVersion
        << "\nbodies = " << run.bodies << "\nseed = " << run.seed << "\nsteps = " << run.steps
        << "\n\n[recorded]\n";
    put_text(out, "program", run.recorded.program);
    put_text(out, "date", run.recorded.date);
    put_text(out, "backend", run.recorded.backend);
    put_text(out, "engine", run.recorded.engine);
    put_text(out, "broad_phase", run.recorded.broad_phase);
}

void put_camera_path(std::ostream& out, const std::vector<CameraKey>& keys) {
    for (const CameraKey& key : keys) {
        std::string text = "\n[[camera_path]]\nstep = " + std::to_string(key.step) + "\ntarget_m = [";
        for (int axis = 0; axis < 3; ++axis) {
            if (axis > 0) text += ", ";
            append_number(text, key.at.target_m[axis]);
        }
        text += "]\ndistance_m = ";
        append_number(text, key.at.distance_m);
        text += "\nyaw_deg = ";
        append_number(text, key.at.yaw_deg);
        text += "\npitch_deg = ";
        append_number(text, key.at.pitch_deg);
        out << text << '\n';
    }
}

}  // namespace

RunFile read_run(const std::string& path) {
    InputFile file(path);
    const std::string text = file.text(kMostBytes, FileKind::toml);
    return parse_run(text, path);
}

RunFile parse_run(std::string_view text, const std::string& path) { return RunReader(path, text).read(); }

void write_run(const std::string& path, const RunFile& run) {
    const auto folder = std::filesystem::path(path).parent_path();
    OutputStream file(path);
    std::ostream& out = file.stream();
    put_head(out, run);
    out << '\n' << scene_text(run.scene, folder);
    for (const std::string& name : outside_files(run.scene))
        out << "\n[[file]]\nname = " << quoted_name(name_from(folder, name)) << "\nxxh3 = \""
            << hash_of_file(name) << "\"\n";
    put_camera_path(out, run.camera);
    if (!run.events.empty())
        out << "\n[events]\nrows = '''\n" << event_rows(run.events, run.scene.physics) << "'''\n";
    out << "\n[hashes]\nrows = '''\n";
    for (const HashAt& at : run.hashes) out << at.step << ' ' << state_text(at.hash) << '\n';
    out << "'''\n";
    file.commit();
}

}  // namespace app

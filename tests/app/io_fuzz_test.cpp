// Files as no program writes them: meshes, scenes and runs with bytes and words changed at random, always the same
// ones. Each is read or refused with BadFile; what is read is complete and in range.
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/io/mesh_files.h"
#include "app/io/scene_toml.h"
#include "app/run/event_rows.h"
#include "app/run/run_file.h"
#include "sim/scenes/random.h"

namespace {

/// Changes a text in a few places: bytes, words of the file's own kind, lines, cuts, repetitions.
class Mutator {
public:
    Mutator(std::vector<std::string> words, uint64_t seed) : words_(std::move(words)), random_(seed) {}

    std::string changed(std::string text, uint64_t most) {
        for (uint64_t k = 1 + below(most); k > 0; --k) change(text);
        return text;
    }

private:
    uint64_t below(uint64_t count) { return count ? random_.bits() % count : 0; }

    void change(std::string& text) {
        const size_t at = below(text.size() + 1), end = std::min(text.size(), at + below(40));
        switch (below(8)) {
            case 0:
                if (at < text.size()) text[at] = char(below(256));
                break;
            case 1:
                text.erase(at, end - at);
                break;
            case 2:
                text.insert(at, text.substr(at, end - at));
                break;
            case 3:
                text.insert(at, words_[below(words_.size())]);
                break;
            case 4:
                move_line(text, at);
                break;
            default:
                replace_word(text, at);
        }
    }

    /// Takes out the line behind `at`, and half of the time puts it elsewhere.
    void move_line(std::string& text, size_t at) {
        const size_t start = text.find('\n', at);
        if (start == text.npos) return;
        const size_t end = std::min(text.find('\n', start + 1), text.size());
        const std::string line = text.substr(start, end - start);
        text.erase(start, end - start);
        if (below(2)) text.insert(std::min(text.find('\n', below(text.size() + 1)), text.size()), line);
    }

    void replace_word(std::string& text, size_t at) {
        const size_t start = text.find_first_of(" \n=,[", at);
        if (start == text.npos) return;
        const size_t end = std::min(text.find_first_of(" \n,]", start + 1), text.size());
        text.replace(start + 1, end - start - 1, words_[below(words_.size())]);
    }

    std::vector<std::string> words_;
    sim::Random random_;
};

TEST(Fuzz, meshes_are_read_or_refused_and_prepared_or_refused) {
    const std::string start =
        "# cube\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nvn 0 0 1\n"
        "f 4 3 2 1\nf 5/1 6/2 7 8\nf 1//3 2 6 5\nf 2 3 7 6\nf -6 -5 -1 -2\nf 4 1 \\\n5 8\n";
    Mutator mutator({"0",   "-1",  "1e38", "-1e38", "1e-45", "nan",  "inf",       "99999999999999999999",
                     "f",   "v",   "v 2",  "f 1",   "\\\n",  "\n",   "f 1 1 1\n", "1/1/1",
                     "0.3", "7e9", "-8",   "9",     "1e-9",  "\r\n", "#",         "v 1e30 0 0\n"},
                    1);
    int read = 0, prepared = 0, refused = 0;
    for (int k = 0; k < 3000; ++k) {
        const std::string text = mutator.changed(start, 6);
        try {
            const app::Mesh mesh = app::parse_obj(text, "m.obj");
            ++read;
            for (const auto& triangle : mesh.triangles) {
                for (const uint32_t corner : triangle) ASSERT_LT(corner, mesh.vertices.size()) << text;
            }
            const sim::Shape shape = sim::prepare_shape(mesh, {.cells = 8, .threads = 1});
            ++prepared;
            ASSERT_GT(shape.numbers.mass_kg, 0) << text;
            ASSERT_TRUE(std::isfinite(shape.numbers.mass_kg)) << text;
            ASSERT_GT(shape.numbers.point_count, 0u) << text;
            const sim::SymmetricMatrix& m = shape.numbers.inverse_inertia;
            for (const float number : {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz, shape.numbers.bounding_radius_m})
                ASSERT_TRUE(std::isfinite(number)) << text;
            for (const sim::FieldCell& cell : shape.cells) {
                for (const float corner : cell.corner) ASSERT_TRUE(std::isfinite(corner)) << text;
            }
        } catch (const app::BadFile& error) {
            ++refused;
            ASSERT_EQ(std::string(error.what()).find("m.obj"), 0u) << error.what();
        } catch (const sim::BadMesh& error) {
            ASSERT_NE(std::string(error.what()), "") << text;
        }
    }
    // It reaches all of these often.
    EXPECT_GT(read, 300);
    EXPECT_GT(prepared, 200);
    EXPECT_GT(refused, 300);
    EXPECT_GT(read, prepared);
}

TEST(Fuzz, scenes_of_meshes_are_read_or_refused) {
    const std::string start =
        "[scene]\nname = 'a'\nspawn = 'chairs'\nbodies = 30\n[physics]\ntime_step_s = 0.0002\n"
        "stiffness_n_m = 1e6\nair_drag_per_m = 0.1\nfriction_memory = true\n[[mesh]]\nfile = 'chair'\n"
        "size_m = 0.9\nsdf_cells = 96\n[[mesh]]\nfile = 'b/c.obj'\nfixed = true\nplace_m = [0, 1, 2]\n"
        "[[mesh]]\nfile = 'jack'\nspin_rad_s = [0, 1, 0]\n[spawn]\nside = 3\nspin_rad_s = 1\n";
    Mutator mutator({"0",           "-1",
                     "1e300",       "nan",
                     "inf",         "9999999999",
                     "true",        "false",
                     "'jack'",      "''",
                     "[]",          "[1, 2, 3]",
                     "[mesh]\n",    "[[mesh]]\n",
                     "[terrain]\n", "fixed = true\n",
                     "file = 3\n",  "'chairs'",
                     "1",           "2.5",
                     "12",          "64",
                     "'pile'",      "size_m",
                     "{}",          "\"",
                     "#",           "mesh = 1\n",
                     "[0, 1e3, 0]", "spin_rad_s = [900, 900, 900]\n"},
                    2);
    int read = 0, refused = 0;
    for (int k = 0; k < 12000; ++k) {
        const std::string text = mutator.changed(start, 2);
        try {
            const sim::Scene scene = app::parse_scene(text, "s.toml");
            ++read;
            ASSERT_EQ(scene.meshes.empty(), !sim::find_spawner(scene.spawn)->meshes) << text;
            size_t movable = 0;
            for (const sim::MeshSource& mesh : scene.meshes) {
                movable += !mesh.driven();
                ASSERT_NE(mesh.file, "") << text;
                ASSERT_TRUE(mesh.size_m >= 0 && mesh.size_m <= sim::kMostSize_m) << text;
                ASSERT_TRUE(mesh.cells >= sim::kLeastCells && mesh.cells <= sim::kMostCells) << text;
                ASSERT_TRUE(std::isfinite(length(mesh.place_m) + length(mesh.spin_rad_s))) << text;
            }
            ASSERT_TRUE(scene.meshes.empty() || movable > 0) << text;
        } catch (const app::BadFile& error) {
            ++refused;
            ASSERT_EQ(std::string(error.what()).find("s.toml:"), 0u) << error.what();
        }
    }
    EXPECT_GT(read, 300);
    EXPECT_GT(refused, 2000);
}

TEST(Fuzz, runs_are_read_or_refused) {
    const std::string start =
        "[run]\nversion = 1\nbodies = 9\nseed = 3\nsteps = 60\n[scene]\nname = 'a'\nspawn = 'pile'\n"
        "[[camera_path]]\nstep = 2\ndistance_m = 3\n[[camera_path]]\nstep = 9\ndistance_m = 4\n"
        "[events]\nrows = '''\n3 pull 4 20 400 0 0 0 0 1 0\n9 to 0.1 1 0\n12 release\n"
        "13 throw 0 1.5 0 0 -1 0 0.05 0.5\n13 with 0.3 1.5 0 0 -1 0 0.05 0.5 0 1 0 0 0\n"
        "14 push 20 9 0 1 0 0 0 0 3\n20 physics restitution=0.2 gravity_m_s2=0,-1,0.5\n'''\n"
        "[hashes]\nrows = '''\n0 0x0123456789abcdef\n60 0x0123456789abcdef\n'''\n";
    Mutator mutator({"0",       "-1",
                     "1e300",   "nan",
                     "inf",     "99999999999999999999",
                     "'''",     "'",
                     "\n",      "\r\n",
                     "to",      "release\n",
                     "throw",   "with",
                     "pull",    "push",
                     "physics", "friction=0.1",
                     "0x1",     "61",
                     "60",      "7",
                     "=",       ",",
                     "[run]\n", "[file]\n",
                     "rows",    "\xc3\xa4",
                     "\"\"\"",  "friction_memory=false",
                     "{}",      "[]",
                     "#",       "sleep_speed_m_s=1"},
                    3);
    int read = 0, refused = 0;
    for (int k = 0; k < 6000; ++k) {
        const std::string text = mutator.changed(start, 2);
        try {
            const app::RunFile run = app::parse_run(text, "r.toml");
            ++read;
            uint64_t before = 1;
            for (const sim::Event& event : run.events) {
                ASSERT_TRUE(event.step >= before && event.step <= run.steps) << text;
                before = event.step;
                const auto* hand = std::get_if<sim::Hand>(&event.what);
                ASSERT_TRUE(!hand || std::isfinite(length(hand->target_m))) << text;
            }
            ASSERT_EQ(run.hashes.back().step, run.steps) << text;
            ASSERT_EQ(app::event_rows(run.events, run.scene.physics).empty(), run.events.empty()) << text;
        } catch (const app::BadFile& error) {
            ++refused;
            ASSERT_EQ(std::string(error.what()).find("r.toml:"), 0u) << error.what();
        }
    }
    EXPECT_GT(read, 150);
    EXPECT_GT(refused, 2000);
}

}  // namespace

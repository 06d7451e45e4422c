// Opens, makes and draws the lesson in the window; reads keys from the scene, and follows the selected body.
#include "app/view/lesson/lesson_screen.h"

#include <algorithm>
#include <utility>

#include "app/base/errors.h"
#include "app/teach/range.h"
#include "app/teach/sizes.h"
#include "app/view/lesson/scene_keys.h"
#include "app/view/session/inspector.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr int kFirstSceneKeys = 32;

bool has_lesson(const std::string& engine) {
    const std::vector<std::string> names = lesson_names();
    return std::find(names.begin(), names.end(), engine) != names.end();
}

}  // namespace

void LessonScreen::prepare(const LessonStart& start) {
    if (start.engines.size() > 2) throw BadUsage("the window shows one lesson, or two side by side");
    LessonForm& form = data_.form;
    if (start.own) {
        data_.device_notes = {""};
        data_.state.show({{*start.own, ""}}, start.own_input);
        return stand_at(start.step);
    }
    backend_ = start.backend;
    device_ = start.device;
    form.digit_bits = start.digit_bits;
    form.tile = start.tile;
    form.warp = start.warp;
    if (!start.engines.empty()) form.engine = start.engines[0];
    form.beside = start.engines.size() > 1 ? start.engines[1] : "";
    form.broken = start.broken;
    form.slow_tile = start.slow_tile;
    form.count = static_cast<int>(start.count);
    form.seed = start.seed;
    if (!start.kind.empty()) form.kind = start.kind;
    if (!start.keys.empty()) {
        form.source = KeySource::typed;
        form.typed = keys_text(start.keys);
    }
    std::vector<MadeLesson> made;
    const LessonInput input = form.input();
    for (const std::string& engine : start.engines)
        made.push_back(make_lesson({engine, input, start.digit_bits, start.backend, start.device,
                                    made.empty() ? form.broken : "", has_waits(engine) ? form.slow_tile : -1,
                                    false, start.tile, start.warp}));
    if (made.empty()) return;
    data_.device_notes.assign(made.size(), "");
    data_.state.show(std::move(made), input.what);
    last_input_ = input;
    stand_at(start.step);
}

/// Goes to the end of a step, 1, 2, ...; 0: stays at the beginning.
void LessonScreen::stand_at(size_t step) {
    if (step == 0) return;
    // Says which step is near, if there is none of that number.
    steps_of(data_.state.lesson(), {true, step, step}, std::nullopt);
    data_.state.clock.seek(step - 1, 1 << 30);
}

void LessonScreen::open(const Simulation& simulation, UiState& ui) {
    LessonForm& form = data_.form;
    if (data_.shows_own_kernel() && ui.lesson_engine.empty()) return;
    if (device_ == 0) device_ = simulation.config().device;
    const std::string wanted = ui.lesson_engine.empty() ? form.engine : ui.lesson_engine;
    ui.lesson_engine.clear();
    const std::string usual = "fourway";
    std::string engine = form.engine.empty() ? usual : form.engine;
    if (has_lesson(simulation.config().engine) && form.engine.empty()) engine = simulation.config().engine;
    if (has_lesson(wanted)) engine = wanted;
    no_lesson_ = !wanted.empty() && !has_lesson(wanted)
                     ? "engine " + wanted + " has no lesson; this is " + engine
                     : "";
    if (engine == form.engine && data_.state.count() > 0) {
        form.error = std::exchange(no_lesson_, "");
        return;
    }
    const bool first = data_.state.count() == 0;
    change_engine(form, engine);
    data_.form_changed = true;
    if (!first || form.source != KeySource::made || !simulation.world_has_stepped()) return;
    form.count = kFirstSceneKeys;  // of the scene that is left, so few that they can be read
    data_.read_scene = true;
}

void LessonScreen::follow(Simulation& simulation, View& view, Inspector& inspector, UiState& ui) {
    if (ui.lesson && !open_) {
        was_paused_ = std::exchange(simulation.paused, true);
        open(simulation, ui);
    }
    if (open_ && !ui.lesson) simulation.paused = simulation.paused && was_paused_;
    open_ = ui.lesson;
    if (!open_) return light_up(simulation, inspector);
    if (data_.read_scene) read_scene(simulation, view);
    data_.read_scene = false;
    const bool from_scene = data_.form.source == KeySource::scene;
    const std::vector<uint32_t> keys =
        data_.state.count() > 0 ? data_.state.lesson().keys : std::vector<uint32_t>{};
    if (data_.form_changed && make()) {
        if (data_.state.lesson().keys != keys) ui.tracked_pair = tracked_ = kNoPair;
        if (from_scene) selected_ = sim::kNobody;  // and the selected body's key is followed
    }
    data_.form_changed = false;
    if (data_.form.ids_world != simulation.moment().world) data_.form.ids.clear();  // of bodies that are gone
    follow_selection(view, ui);
    light_up(simulation, inspector);
}

/// The bodies whose keys the lesson shows stand out in the scene, as long as it stands at the step of these keys: later
/// others have their ranks.
void LessonScreen::light_up(const Simulation& simulation, Inspector& inspector) {
    const LessonForm& form = data_.form;
    const bool shown = open_ && form.source == KeySource::scene && !form.ids.empty() &&
                       simulation.moment() == WorldMoment{form.ids_world, form.ids_step};
    inspector.taught.reset();
    if (shown) inspector.taught = {form.first_rank, form.first_rank + static_cast<uint32_t>(form.ids.size())};
}

/// The keys of the bodies around the selected one; where there are none the lesson stays, and says why.
void LessonScreen::read_scene(Simulation& simulation, View& view) {
    LessonForm& form = data_.form;
    std::string why;
    std::optional<SceneKeys> keys;
    try {
        keys = keys_around(simulation, view.draw.selected, static_cast<uint32_t>(form.count), &why);
    } catch (const sort::OverLimit& error) {
        why = error.what();
    } catch (const std::bad_alloc&) {
        why = "out of memory";
    }
    if (!keys || keys->keys.empty()) {
        form.error = why.empty() ? "the scene has no keys" : why;
        return;
    }
    const ReadableKeys readable = readable_keys(keys->keys);
    form.scene_keys = readable.keys;
    form.scene_cut = readable.cut;
    form.ids = keys->ids;
    form.ids_world = simulation.moment().world;
    form.ids_step = simulation.moment().step;
    form.first_rank = keys->first_rank;
    form.source = KeySource::scene;
    data_.form_changed = true;
}

/// False where the form is wrong: what is shown stays.
bool LessonScreen::make() {
    LessonForm& form = data_.form;
    form.error = std::exchange(no_lesson_, "");
    form.typed_error.clear();
    LessonInput input;
    try {
        input = form.input();
    } catch (const BadUsage& error) {
        (form.source == KeySource::typed ? form.typed_error : form.error) = error.what();
        // Another engine is shown all the same, on the keys that were right.
        if (last_input_.keys.empty() || form.engine == data_.state.lesson().engine) return false;
        input = last_input_;
    }
    std::vector<std::string> notes;
    const auto made_of = [&](const std::string& engine, const std::string& backend, bool first) {
        const SizeChoice sizes = known_sizes(engine, {form.tile, form.warp, form.digit_bits});
        return make_lesson({engine, input, sizes.digit_bits, backend, backend == "cpu" ? 0 : device_,
                            first ? form.broken : "", has_waits(engine) ? form.slow_tile : -1, false,
                            sizes.tile, sizes.warp});
    };
    try {
        std::vector<MadeLesson> made;
        for (const std::string& engine : {form.engine, form.beside}) {
            if (engine.empty()) continue;
            const bool first = made.empty();
            notes.emplace_back();
            try {
                made.push_back(made_of(engine, backend_, first));
            } catch (const BadUsage&) {
                throw;
            } catch (const std::exception& error) {  // no kernels, or a device that is lost or too busy
                if (backend_ == "cpu") throw;
                notes.back() = error.what();
                made.push_back(made_of(engine, "cpu", first));
            }
        }
        data_.device_notes = std::move(notes);
        data_.state.show(std::move(made), input.what);
        last_input_ = std::move(input);
    } catch (const std::exception& error) {
        form.error = error.what();
        return false;
    }
    return true;
}

/// Keys of the scene: the followed key and the selected body are one.
void LessonScreen::follow_selection(View& view, UiState& ui) {
    const LessonForm& form = data_.form;
    const uint32_t selected = view.draw.selected;
    if (form.source == KeySource::scene) {
        const bool let_go = ui.tracked_pair == kNoPair && tracked_ < form.ids.size();
        if (ui.tracked_pair != tracked_ && ui.tracked_pair < form.ids.size()) {
            view.select(form.ids[ui.tracked_pair]);
        } else if (let_go && selected == form.ids[tracked_]) {
            view.select(sim::kNobody);
        } else if (selected != selected_) {
            const auto at = std::find(form.ids.begin(), form.ids.end(), selected);
            ui.tracked_pair = at == form.ids.end() ? kNoPair : static_cast<uint32_t>(at - form.ids.begin());
        }
    }
    tracked_ = ui.tracked_pair;
    selected_ = view.draw.selected;
}

void LessonScreen::draw(PanelInput& in) {
    if (!open_ || data_.state.count() == 0) return;
    draw_lesson_picture(in, data_);
    draw_lesson_steps(in, data_);
    if (!in.layout.panels) return;
    draw_lesson_input(in, data_);
    draw_lesson_numbers(in, data_);
}

}  // namespace app

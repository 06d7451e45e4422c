// The camera and the scales of the colours follow the bodies; the selected body follows the steps.
#include "app/view/session/view.h"

#include <algorithm>
#include <cmath>

#include "app/base/errors.h"
#include "app/base/messages.h"
#include "app/base/wall_clock.h"
#include "app/view/session/scales.h"
#include "app/view/session/simulation.h"
#include "app/view/session/world_changes.h"

namespace app {
namespace {

constexpr double kStatisticsEvery_s = 0.1;

/// The speed at which a heap counts as moving at all: a fortieth of what a fall through the container gives,
/// without gravity a tenth of the speed that bodies are spawned with. Less never takes the palette's end.
float least_speed_scale(const sim::Container& box, const sim::Scene& scene) {
    const float gravity = sim::length(scene.physics.gravity_m_s2);
    const auto spawned = scene.spawn_values.find("speed_m_s");
    float reach = spawned != scene.spawn_values.end() ? spawned->second / 10 : 0;
    if (gravity > 0) reach = std::sqrt(2 * gravity * (box.max_m.y - box.min_m.y)) / 40;
    return reach > 0 && reach < 1e4f ? round_up(reach) : 0.1f;
}

/// A ground is part of the picture wherever the bodies are.
void take_in_ground(sim::Container& bounds, const sim::Container& container) {
    const float top = bounds.max_m.y;
    bounds = container;
    bounds.max_m.y = top;
}

}  // namespace

View::View(const ViewOptions& options, Simulation& simulation, Messages& messages)
    : simulation_(simulation), messages_(messages) {
    draw.boxes = options.boxes;
    draw.pairs = options.pair_lines;
    draw.contacts = options.contacts;
    draw.flat = options.flat;
    draw.quality = requested_quality(options);
    draw.columns = options.columns;
    draw.hidden_bodies = options.halo;
    draw.tree_level = options.tree_level;
    draw.theme = options.theme == kThemeNames[1] ? Theme::light : Theme::dark;
    framing_.path = path_named(options.camera_path);
    after_replacement();
    start();
    if (options.halo && !hides_bodies()) messages_.say("No bodies are hidden in this scene");
    if (options.camera.start) framing_.state(*options.camera.start);
    if (!options.colour.empty()) draw.colour = colour_named(options.colour);
    set_camera(options.camera.preset);
    if (options.clip) {
        draw.clip = clip_across(options.clip->axis, simulation_.world().container());
        if (options.clip->at_m) draw.clip.at_m = *options.clip->at_m;
        clip_waits_ = !options.clip->at_m;
    }
    if (options.selected) {
        const uint32_t bodies = simulation_.config().bodies;
        if (*options.selected >= bodies) {
            throw BadUsage("--select " + std::to_string(*options.selected) + ": the ids are 0 to " +
                           std::to_string(bodies - 1));
        }
        select(static_cast<uint32_t>(*options.selected));
    }
    simulation_.observers.add(*this);
}

void View::after_replacement() {
    const uint32_t bodies = simulation_.config().bodies;
    framing_.bodies_there = bodies;
    statistics_reader_.reset();
    if (draw.selected != sim::kNobody && draw.selected >= bodies) draw.selected = sim::kNobody;
    select(draw.selected);
}

/// Follows a change of the world: a new scene begins with its own camera; for other bodies the camera is
/// fitted again where it chooses the distance itself.
void View::after_change(const Changes& changes) {
    const bool other_room =
        (changes.bodies || changes.mesh || changes.heightmap) && (fitted_before_ || framing_.fits());
    if (changes.scene || other_room) {
        framing_.forget();
        fresh_scales_ = true;
    }
    if (changes.scene) start();
    if (changes.scene || other_room) {
        reset_camera();
        draw.clip = {};  // of another box
        clip_waits_ = false;
    }
    if (changes.scene) select(sim::kNobody);
}

/// The selected body of another time is not known; the steps that were done again say what it is now.
void View::after_jump() {
    watched_ = {};
    watched_by_hand_ = false;
}

void View::other_bodies(const IdNow& id_now) {
    if (draw.selected == sim::kNobody) return;
    if (const uint32_t now = id_now(draw.selected); now != draw.selected) select(now);
}

void View::reported(const sim::StepReport& report) {
    const sim::WatchedBody& watched = report.counters.watched;
    if (watched.id == sim::kNobody || watched.id != draw.selected) return;
    watched_ = watched;
    watched_by_hand_ = false;
}

void View::select(uint32_t id) {
    if (id >= simulation_.world().bodies().count) id = sim::kNobody;
    draw.selected = id;
    simulation_.watch(id);
    watched_ = {};
    watched_by_hand_ = false;
}

const sim::Container& View::clip_box() const { return framing_.bodies(simulation_.world().container()); }

std::optional<ClipHandle> View::clip_handle(float width, float height) const {
    return app::clip_handle(draw.clip, clip_box(), camera, width, height);
}

/// Takes camera and colour of a scene that was not there before, as its file states them.
void View::start() {
    framing_.start = simulation_.config().scene.camera;
    framing_.points = simulation_.config().scene.physics.gravity.on;
    framing_.bodies_stated = framing_.points ? simulation_.config().scene.bodies : 0;
    framing_.seen_to_m = Camera::top_of_driven(simulation_.config().scene);
    const Colour before = start_colour_;
    const std::string& stated = simulation_.config().scene.camera.colour;
    start_colour_ = stated.empty() ? Colour::kind : colour_named(stated);
    if (draw.colour == before) draw.colour = start_colour_;
}

/// Never from inside a hill.
Camera View::camera_goal() const {
    Camera goal = framing_.goal(simulation_.world().container(), aspect_);
    if (const sim::Ground* ground = simulation_.world().ground()) goal.keep_above(*ground);
    return goal;
}

void View::set_camera(CameraPreset preset) {
    framing_.preset = preset;
    camera = fitted_ = camera_goal();
}

void View::turn_clip() { draw.clip = draw.clip.on ? ClipPlane{} : clip_facing(camera, clip_box()); }

void View::next_clip_axis() {
    draw.clip = clip_across(draw.clip.on ? (draw.clip.axis + 1) % 3 : 0, clip_box());
}

void View::move_clip(int steps) {
    constexpr float kStep = 0.02f;  // of the bodies' box
    if (draw.clip.on) app::move_clip(draw.clip, kStep * static_cast<float>(steps), clip_box());
}

void View::set_aspect(float aspect) {
    if (aspect == aspect_) return;
    aspect_ = aspect;
    if (camera == fitted_) set_camera(framing_.preset);
}

void View::look_at_selected() {
    if (draw.selected == sim::kNobody) return;
    if (watched_.id != draw.selected && !watch_by_hand()) return;
    camera.target = {watched_.position_m.x, watched_.position_m.y, watched_.position_m.z};
    camera.distance = std::min(camera.distance, 25 * watched_.radius_m);
}

void View::look(const BodyStatistics& statistics, double dt_s) {
    key_bits_ = differing_key_bits(statistics);
    const bool first = !framing_.has_seen();
    if (auto bounds = bounds_of(statistics)) {
        if (simulation_.world().ground()) take_in_ground(*bounds, simulation_.world().container());
        framing_.see(*bounds, dt_s);
    }
    if (clip_waits_ && framing_.has_seen()) draw.clip = clip_across(draw.clip.axis, clip_box());
    clip_waits_ = clip_waits_ && !framing_.has_seen();
    set_scales(draw.scales, statistics,
               least_speed_scale(simulation_.world().container(), simulation_.config().scene), fresh_scales_);
    fresh_scales_ = false;
    if (first && camera == fitted_) set_camera(framing_.preset);
}

void View::move_camera(double dt_s) {
    if (camera != fitted_) return;
    if (framing_.path != CameraPath::none) framing_.path_time_s += dt_s;
    camera = fitted_ = eased(camera, camera_goal(), dt_s);
}

void View::follow(double now, double frame_s) {
    const bool first = !statistics_reader_;
    if (first || (now - counted_at_s_ >= kStatisticsEvery_s && simulation_.moment().step != counted_steps_)) {
        simulation_.try_or_pause([&] {
            if (first)
                statistics_reader_ =
                    make_statistics_reader(simulation_.config().backend, simulation_.config().device);
            statistics_reader_->start(simulation_.world());
            counted_steps_ = simulation_.moment().step;
            counted_at_s_ = now;
        });
    }
    if (statistics_reader_) {
        if (const auto statistics = statistics_reader_->take(false)) look(*statistics, kStatisticsEvery_s);
    }
    move_camera(frame_s);
}

void View::follow_exactly(double frame_s) {
    if (!statistics_reader_)
        statistics_reader_ =
            make_statistics_reader(simulation_.config().backend, simulation_.config().device);
    statistics_reader_->start(simulation_.world());
    if (const auto statistics = statistics_reader_->take(true)) look(*statistics, frame_s);
    move_camera(frame_s);
}

bool View::hides_bodies() const {
    const std::vector<sim::SpawnGroup> groups =
        sim::spawn_groups_of(simulation_.config().scene, simulation_.config().bodies);
    return std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.hidden; });
}

void View::show_hidden_bodies() {
    if (!hides_bodies()) return messages_.say("No bodies are hidden in this scene");
    draw.hidden_bodies = !draw.hidden_bodies;
}

/// While the world stands still no step reports the selected body, so its state is fetched once. Where that
/// fails nobody is selected any more.
bool View::watch_by_hand() {
    sim::Snapshot snapshot;
    std::vector<uint32_t> pairs;
    const bool fetched = simulation_.try_or_pause([&] {
        snapshot = simulation_.world().snapshot();
        if (snapshot.completed_steps > 0) pairs = simulation_.world().pairs_by_id();
    });
    if (!fetched) {
        select(sim::kNobody);
        return false;
    }
    const sim::Body& body = snapshot.bodies[draw.selected];
    watched_ = {};
    watched_.id = draw.selected;
    watched_.position_m = body.position_m;
    watched_.velocity_m_s = body.velocity_m_s;
    watched_.radius_m = body.radius_m;
    watched_.mass_kg = body.mass_kg;
    watched_.still_s = body.still_s;
    if (!snapshot.rotations.empty()) {
        watched_.momentum = snapshot.rotations[draw.selected].momentum;
        watched_.shape = snapshot.rotations[draw.selected].shape;
    }
    watched_by_hand_ = true;
    for (size_t k = 0; k + 1 < pairs.size(); k += 2) {
        if (pairs[k] != watched_.id && pairs[k + 1] != watched_.id) continue;
        const uint32_t other = pairs[k] == watched_.id ? pairs[k + 1] : pairs[k];
        if (watched_.pair_count < sim::kWatchedPairs) watched_.pair_ids[watched_.pair_count] = other;
        watched_.pair_count++;
    }
    return true;
}

const sim::WatchedBody* View::selected_body() {
    if (draw.selected == sim::kNobody) return nullptr;
    if (watched_.id != draw.selected) {
        if (!simulation_.paused && simulation_.single_steps == 0)
            return nullptr;  // the next report brings it
        if (!watch_by_hand()) return nullptr;
    }
    return &watched_;
}

}  // namespace app

// How the live state is looked at: the camera and the scales of the colours follow the bodies.
#include <algorithm>
#include <cmath>

#include "app/base/wall_clock.h"
#include "app/view/session/scales.h"
#include "app/view/session/session.h"

namespace app {

bool Session::hides_bodies() const {
    const std::vector<sim::SpawnGroup> groups = sim::spawn_groups_of(config_.scene, config_.bodies);
    return std::any_of(groups.begin(), groups.end(), [](const auto& group) { return group.hidden; });
}

void Session::show_hidden_bodies() {
    if (!hides_bodies()) return say("No bodies are hidden in this scene");
    draw.hidden_bodies = !draw.hidden_bodies;
}
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

/// Of a scene that was not there before: camera and colour that its file states.
void Session::start_view() {
    framing_.start = config_.scene.camera;
    framing_.points = config_.scene.physics.gravity.on;
    framing_.bodies_stated = framing_.points ? config_.scene.bodies : 0;
    framing_.seen_to_m = Camera::top_of_driven(config_.scene);
    const Colour before = start_colour_;
    const std::string& stated = config_.scene.camera.colour;
    start_colour_ = stated.empty() ? Colour::kind : colour_named(stated);
    if (draw.colour == before) draw.colour = start_colour_;
}

/// Never from inside a hill.
Camera Session::camera_goal() const {
    Camera goal = framing_.goal(world().container(), view_aspect_);
    if (const sim::Ground* ground = world().ground()) goal.keep_above(*ground);
    return goal;
}

void Session::set_camera(CameraPreset preset) {
    framing_.preset = preset;
    camera = fitted_ = camera_goal();
}

void Session::turn_clip() { draw.clip = draw.clip.on ? ClipPlane{} : clip_facing(camera, clip_box()); }

void Session::next_clip_axis() {
    draw.clip = clip_across(draw.clip.on ? (draw.clip.axis + 1) % 3 : 0, clip_box());
}

void Session::move_clip(int steps) {
    constexpr float kStep = 0.02f;  // of the bodies' box
    if (draw.clip.on) app::move_clip(draw.clip, kStep * static_cast<float>(steps), clip_box());
}

void Session::set_view_aspect(float aspect) {
    if (aspect == view_aspect_) return;
    view_aspect_ = aspect;
    if (camera == fitted_) set_camera(framing_.preset);
}

void Session::look_at_selected() {
    if (draw.selected == sim::kNobody) return;
    if (watched_.id != draw.selected && !watch_by_hand()) return;
    camera.target = {watched_.position_m.x, watched_.position_m.y, watched_.position_m.z};
    camera.distance = std::min(camera.distance, 25 * watched_.radius_m);
}

void Session::look(const BodyStatistics& statistics, double dt_s) {
    key_bits_ = differing_key_bits(statistics);
    const bool first = !framing_.has_seen();
    if (auto bounds = bounds_of(statistics)) {
        if (world().ground()) take_in_ground(*bounds, world().container());
        framing_.see(*bounds, dt_s);
    }
    if (clip_waits_ && framing_.has_seen()) draw.clip = clip_across(draw.clip.axis, clip_box());
    clip_waits_ = clip_waits_ && !framing_.has_seen();
    set_scales(draw.scales, statistics, least_speed_scale(world().container(), config_.scene), fresh_scales_);
    fresh_scales_ = false;
    if (first && camera == fitted_) set_camera(framing_.preset);
}

void Session::move_camera(double dt_s) {
    if (camera != fitted_) return;
    if (framing_.path != CameraPath::none) framing_.path_time_s += dt_s;
    camera = fitted_ = eased(camera, camera_goal(), dt_s);
}

void Session::follow(double now, double frame_s) {
    const bool first = !statistics_reader_;
    if (first || (now - counted_at_s_ >= kStatisticsEvery_s && queued_steps_ != counted_steps_)) {
        if_there_is_room([&] {
            if (first) statistics_reader_ = make_statistics_reader(config_.backend, config_.device);
            statistics_reader_->start(world());
            counted_steps_ = queued_steps_;
            counted_at_s_ = now;
        });
    }
    if (statistics_reader_) {
        if (const auto statistics = statistics_reader_->take(false)) look(*statistics, kStatisticsEvery_s);
    }
    move_camera(frame_s);
}

void Session::follow_exactly(double frame_s) {
    if (!statistics_reader_) statistics_reader_ = make_statistics_reader(config_.backend, config_.device);
    statistics_reader_->start(world());
    if (const auto statistics = statistics_reader_->take(true)) look(*statistics, frame_s);
    move_camera(frame_s);
}

}  // namespace app

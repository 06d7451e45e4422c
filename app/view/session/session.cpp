// The live state: changes of the world while it runs, and its speed.
#include "app/view/session/session.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>

#include "app/base/errors.h"
#include "app/base/wall_clock.h"
#include "app/measure/profiler_stages.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/race/frame_race.h"
#include "app/view/session/run_holder.h"
#include "app/view/session/sort_freeze.h"
#include "app/view/session/strip_feed.h"
#include "app/view/session/walk_feed.h"
#include "app/view/session/world_job.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr double kStepBudget_s = 0.012;  // of a frame, spent on queueing or doing steps, or more:
constexpr double kSlowFrame_s = 0.045;   // what leaves 20 frames a second
constexpr double kLongestDebt_s = 0.1;   // after a stall the simulation does not try to catch up
constexpr double kClockWindow_s = 1.0;
constexpr double kStatisticsEvery_s = 0.25;

/// For steps that keep up with real time, beside the rest of a frame. A GPU that steps draws as well, half of the time.
double step_budget_s(double rest_s, bool on_gpu) {
    const double left_s = kSlowFrame_s - rest_s;
    return std::max(kStepBudget_s, on_gpu ? std::min(rest_s, left_s) : left_s);
}

/// Keys a microsecond.
double sort_rate(const std::deque<sim::StepReport>& history) {
    SortWork sum;
    for (const sim::StepReport& report : history) {
        const SortWork step = sort_work(report);
        sum.keys += step.keys;
        sum.us += step.us;
    }
    return sum.us > 0 ? static_cast<double>(sum.keys) / sum.us : 0;
}

}  // namespace

Session::Session(const ViewOptions& options, const sim::WorldConfig& config, ResolveWorld resolve,
                 CreateWorld create)
    : resolve_(std::move(resolve)),
      create_(std::move(create)),
      options_(options),
      first_bodies_(options.bodies),
      first_scene_(options.scene),
      first_heightmap_(options.heightmap),
      first_mesh_(options.mesh),
      first_gravity_(options.gravity) {
    scene_physics_ = physics_ = config.scene.physics;
    for (const SceneEntry& entry : scene_catalog()) scenes_.push_back(entry.name);
    for (const std::string& file : options_.recent_scenes) add_to_scenes(file);
    add_to_scenes(options_.scene);
    draw.boxes = options_.boxes;
    draw.pairs = options_.pair_lines;
    draw.contacts = options_.contacts;
    draw.flat = options_.flat;
    draw.quality = requested_quality(options_);
    draw.columns = options_.columns;
    draw.hidden_bodies = options_.halo;
    draw.tree_level = options_.tree_level;
    if (options_.pass) choose_pass(options_.pass->pass, options_.pass->bits);
    draw.theme = options_.theme == kThemeNames[1] ? Theme::light : Theme::dark;
    framing_.path = path_named(options_.camera_path);
    take(create_(config, nullptr), config, false);
    start_view();
    if (options_.halo && !hides_bodies()) say("No bodies are hidden in this scene");
    if (options_.camera.start) framing_.state(*options_.camera.start);
    if (!options_.colour.empty()) draw.colour = colour_named(options_.colour);
    set_camera(options_.camera.preset);
    if (options_.clip) {
        draw.clip = clip_across(options_.clip->axis, world_->container());
        if (options_.clip->at_m) draw.clip.at_m = *options_.clip->at_m;
        clip_waits_ = !options_.clip->at_m;
    }
    if (options_.selected) {
        if (*options_.selected >= config.bodies) {
            throw BadUsage("--select " + std::to_string(*options_.selected) + ": the ids are 0 to " +
                           std::to_string(config.bodies - 1));
        }
        select(static_cast<uint32_t>(*options_.selected));
    }
}

Session::~Session() = default;

/// Makes a new world the live one.
void Session::adopt(std::unique_ptr<sim::World> world, const sim::WorldConfig& config) {
    unfreeze_sort();
    if (race_) race_->cancel();
    brush.reset();
    taught.reset();
    strip_feed_.reset();
    if (walk_feed_) walk_feed_->forget();
    world_ = std::move(world);
    ++worlds_;
    config_ = config;
    framing_.bodies_there = config.bodies;
    statistics_reader_.reset();
    if (draw.selected != sim::kNobody && draw.selected >= config_.bodies) draw.selected = sim::kNobody;
    select(draw.selected);
}

/// Makes a new world the live one, and forgets what was measured on the old one.
void Session::take(std::unique_ptr<sim::World> world, const sim::WorldConfig& config, bool keeps_state) {
    end_ab("the world has changed");
    adopt(std::move(world), config);
    options_.broad_phase = config.broad_phase;
    options_.seed = config.seed;
    if (keeps_state) {
        queued_steps_ = counters_.completed_steps;
    } else {
        drawing.clear();  // other bodies, other times
        drawing_from_s_ = now_s();
        queued_steps_ = 0;
        counters_ = {};
        has_counters_ = false;
        time_s_ = 0;
        debt_s_ = 0;
        single_steps = 0;
    }
    begin_measuring();
    if (!keeps_state) own_bodies_ = config.bodies;
    if (!keeps_state) begin_run(true);
}

/// What the world cannot do for lack of memory stops it, and does not close the window.
bool Session::if_there_is_room(const std::function<void()>& work) {
    std::string why = "out of memory";
    try {
        work();
        return true;
    } catch (const sort::OverLimit& error) {
        if (!world_) throw;
        why = error.what();
    } catch (const std::bad_alloc&) {
        if (!world_) throw;
    }
    paused = true;
    single_steps = 0;
    queued_steps_ =
        run_ ? run_->step() : world_->counters().completed_steps;  // what was behind it is not done
    say("Paused: " + why, true);
    return false;
}

void Session::add_to_scenes(const std::string& name_or_path) {
    if (std::find(scenes_.begin(), scenes_.end(), name_or_path) == scenes_.end())
        scenes_.push_back(name_or_path);
}

void Session::change_scene_by(int places) {
    const int count = static_cast<int>(scenes_.size());
    const auto found = std::find(scenes_.begin(), scenes_.end(), options_.scene);
    const int place = static_cast<int>(found - scenes_.begin()) + places;
    changes.scene = scenes_[static_cast<size_t>(((place % count) + count) % count)];
}

void Session::change_engine_by(int places) {
    std::vector<std::string> names;
    for (const sort::Engine* engine : sort::engines_on(config_.backend, config_.device))
        names.push_back(engine->name);
    if (names.empty()) return;
    const int count = static_cast<int>(names.size());
    const auto found = std::find(names.begin(), names.end(), config_.engine);
    const int place = static_cast<int>(found - names.begin()) + places;
    changes.engine = names[static_cast<size_t>(((place % count) + count) % count)];
}

void Session::switch_backend() {
    const bool to_cuda = config_.backend == sim::Backend::cpu;
    std::string reason;
    if (to_cuda && !sim::cuda_available(&reason, options_.device)) {
        say("Still on the CPU: " + reason, true);
        return;
    }
    if (!to_cuda && options_.interop == "on") {
        say("Still on CUDA: --interop on needs it", true);
        return;
    }
    changes.backend = to_cuda ? sim::Backend::cuda : sim::Backend::cpu;
}

void Session::new_seed() { changes.seed = config_.seed + 1; }

void Session::set_physics(const sim::Physics& physics) {
    try {
        const bool forgets = run_->ahead();
        run_->act(physics);
        restart_creation(true);
        physics_ = physics;
        config_.scene.physics = physics;
        say_what_is_forgotten(forgets);
    } catch (const std::exception& error) {
        say(std::string("Not changed: ") + error.what(), true, Topic::change);
    }
}

void Session::queue(uint32_t count) {
    if (ab_) return queue_both(count);
    run_->advance(count);
    queued_steps_ = run_->step();
}

void Session::step_exactly(uint32_t count) {
    if (count == 0) return;
    history.begin_frame(queued_steps_ + 1, queued_steps_ + count);
    queue(count);
}

void Session::run_ahead(double most_s) {
    constexpr uint32_t kAtOnce = 16;
    const double until = now_s() + most_s, lead_s = config_.scene.camera.lead_s;
    if_there_is_room([&] {
        for (double ahead_s = 0; ahead_s < lead_s && now_s() < until;
             ahead_s += kAtOnce * double(physics_.time_step_s)) {
            queue(kAtOnce);
            world_->finish();
        }
    });
}

void Session::step_live(double frame_s) {
    if (waits_paused_ && !paused) {  // by hand: an answer too
        waits_paused_ = false;
        answer(true);
    }
    if (job_ || pictures_first_ > 0 || races() || (paused && single_steps == 0)) {
        pictures_first_ -= pictures_first_ > 0;
        spent_s_ = 0;
        return;
    }
    const uint64_t before = queued_steps_;
    const double start = now_s();
    if_there_is_room([&] {
        if (paused || options_.steps_per_frame > 0) {
            const uint32_t count = paused ? single_steps : options_.steps_per_frame;
            single_steps = 0;
            if (backwards && !paused) return step_backwards(count);
            queue(count);
        } else {
            const double factor = double(time_factor);
            if (backwards) return play_back(std::min(frame_s, kLongestDebt_s));
            debt_s_ = std::min(debt_s_ + frame_s * factor, kLongestDebt_s * std::max(factor, 1.0));
            const double rest_s = frame_s - spent_s_;
            const bool on_gpu = config_.backend == sim::Backend::cuda;
            const double until = now_s() + step_budget_s(rest_s, on_gpu);
            uint32_t at_once = 1;  // more on the CPU: in one call threads need not be woken for each
            while (debt_s_ >= physics_.time_step_s) {
                const double from = now_s();
                const auto count =
                    std::min(at_once, static_cast<uint32_t>(debt_s_ / double(physics_.time_step_s)));
                queue(count);
                debt_s_ -= count * double(physics_.time_step_s);
                const double now = now_s();
                if (!on_gpu && now - from < (until - now) / 4) at_once = std::min(2 * at_once, 64u);
                if (now > until) debt_s_ = 0;  // slower than real time: the top bar says how much
            }
        }
    });
    say_why_saves_are_few();
    spent_s_ = now_s() - start;
    if (queued_steps_ <= before) return;  // none, or back
    frame_first_step_ = before + 1;
    frame_last_step_ = queued_steps_;
    if (!plots_frozen_) history.begin_frame(frame_first_step_, frame_last_step_);
}

void Session::collect(double now) {
    reports_.clear();
    if_there_is_room([&] { world_->poll(reports_); });
    for (sim::StepReport& report : reports_) {
        record(report);
        const uint64_t done = report.counters.completed_steps;
        time_s_ += static_cast<double>(static_cast<int64_t>(done - counters_.completed_steps)) *
                   physics_.time_step_s;
        counters_ = report.counters;
        has_counters_ = true;
        if (counters_.watched.id != sim::kNobody && counters_.watched.id == draw.selected) {
            watched_ = counters_.watched;
            watched_by_hand_ = false;
        }
    }
    if (ab_ && !ab_->failure().empty()) end_ab(ab_->failure());
    if (paused) {
        clock_.clear();
        return;
    }
    clock_.push_back({now, time_s_});
    while (clock_.size() > 2 && now - clock_.front().wall_s > kClockWindow_s) clock_.pop_front();
}

void Session::refresh_statistics(double now, bool force) {
    if (profiler.history().empty()) return;
    if (!force && statistics_at_s_ >= 0 && now - statistics_at_s_ < kStatisticsEvery_s) return;
    statistics_at_s_ = now;
    statistics_.stages = profiler.stages();
    statistics_.step = profiler.step();
    choose_save_interval();
    statistics_.sort_mkeys_per_s = sort_rate(profiler.history());
    const sim::StepReport& newest = profiler.history().back();
    statistics_.counters = newest.counters;
    statistics_.of_step = newest.step;
    statistics_.sorts = sort_work(newest).sorts;
    statistics_.peak_bytes = std::max(statistics_.peak_bytes, world_->bytes());
    ++statistics_.made;
    statistics_.passes = drawing.stages();
    statistics_.passes.pop_back();  // the profiler's own, which drawing has not
    statistics_.drawing = drawing.step();
    statistics_.drawing.name = "drawing";
}

void Session::select(uint32_t id) {
    if (id >= world_->bodies().count) id = sim::kNobody;
    draw.selected = id;
    world_->watch(id);
    watched_ = {};
    watched_by_hand_ = false;
}

/// While the world stands still no step reports the selected body, so its state is fetched once. Where that
/// fails nobody is selected any more.
bool Session::watch_by_hand() {
    sim::Snapshot snapshot;
    std::vector<uint32_t> pairs;
    const bool fetched = if_there_is_room([&] {
        snapshot = world_->snapshot();
        if (snapshot.completed_steps > 0) pairs = world_->pairs_by_id();
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

const sim::WatchedBody* Session::selected_body() {
    if (draw.selected == sim::kNobody) return nullptr;
    if (watched_.id != draw.selected) {
        if (!paused && single_steps == 0) return nullptr;  // the next report brings it
        if (!watch_by_hand()) return nullptr;
    }
    return &watched_;
}

void Session::say(const std::string& text, bool error, Topic topic) {
    messages_.say(text, error, topic);
    show_newest_message();
    if (error) log.add(counters_.completed_steps, text);
}

void Session::close_message() {
    messages_.close();
    show_newest_message();
}

void Session::pass_messages(double seen_s) {
    messages_.pass(seen_s);
    show_newest_message();
}

void Session::drop_messages(Topic topic, bool errors) {
    errors ? messages_.drop_errors(topic) : messages_.drop(topic);
    show_newest_message();
}

void Session::show_newest_message() {
    message = messages_.empty() ? "" : messages_.all().front().text;
    message_is_error = !messages_.empty() && messages_.all().front().error;
}

}  // namespace app

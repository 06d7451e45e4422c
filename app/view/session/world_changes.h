// Another scene, engine, broad phase or backend: requested by panels and keys, carried out between frames.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/sort_choice.h"
#include "app/view/session/step_cost.h"
#include "app/view/session/view_options.h"
#include "app/view/session/world_observer.h"
#include "sim/world.h"

namespace app {

class Messages;
class Simulation;
class Telemetry;
class WorldJob;

struct Changes {
    std::optional<std::string> scene;  // restarts
    std::optional<uint32_t> bodies;    // restarts
    std::optional<uint64_t> seed;      // restarts
    bool restart = false;
    std::optional<std::string> mesh, heightmap;  // of the scene, as --mesh and --heightmap; restarts
    std::optional<std::string> preset;           // "": none; these five keep the state
    std::optional<std::string> engine, broad_phase;
    std::optional<sim::Backend> backend;
    std::optional<sim::Gravity> gravity;

    bool operator==(const Changes&) const = default;
    bool any() const { return restarts() || preset || engine || broad_phase || backend || gravity; }
    bool new_cost() const {
        return scene || bodies || preset || broad_phase || backend || gravity;
    }  // of a step
    bool search_alone() const {
        return (engine || broad_phase) && !preset && !restarts() && !backend && !gravity;
    }
    bool restarts() const { return restart || scene || bodies || seed || mesh || heightmap; }
};

/// Put before something that would make the window stand still.
struct Question {
    std::string text, yes, no;
};

/// A world that is being made while the window goes on.
struct Creation {
    std::string text;  // "Creating 3,000,000 bodies"
    double part = -1;  // done of it, 0 to 1; < 0: not known yet
    double left_s = -1;
};

class WorldChanges : public WorldObserver {
public:
    using ResolveWorld = std::function<sim::WorldConfig(const Options&)>;

    /// `options` are those of the command line. All outlive it.
    WorldChanges(const ViewOptions& options, ResolveWorld resolve, CreateWorld create, Simulation& simulation,
                 Telemetry& telemetry, Messages& messages);
    ~WorldChanges() override;

    /// Carries out `next`. A change that fails leaves everything as it was and sets the message. One that
    /// will take seconds is made by another thread where it can be, while the old world waits and later calls see
    /// whether it is done; else it is announced first, so that the picture says so, and done by a later call. One
    /// after which every step would take seconds becomes a question, and is done after a yes.
    void apply();
    Changes next;

    /// Returns what is being made; none: nothing. Cancelling leaves everything as it was.
    std::optional<Creation> creation() const;
    void cancel_creation();

    const std::optional<Question>& question() const { return question_; }
    void answer(bool yes);  // nothing where there is no question
    /// Called once, by a window: where steps of the world as it is take seconds, pauses and asks (`wait`), or only lets
    /// pictures that say so go out first. Returns what is said, "" nothing.
    std::string ask_at_start(bool wait);

    /// Names of the built-in scenes, group by group, and files that were opened; in the order of the list.
    const std::vector<std::string>& scenes() const { return scenes_; }
    void add_to_scenes(const std::string& name_or_path);  // unless it is listed
    void change_scene_by(int places);
    void change_engine_by(int places);
    void switch_backend();
    void new_seed();
    /// Changes gravity at once, or, where another world is needed for it, as a change.
    void change_gravity(const sim::Gravity& gravity);

    /// Resolves what the options and these changes mean together. Edits `options` to match.
    sim::WorldConfig resolve(Options& options, const Changes& changes) const;

private:
    void after_replacement() override {
        note_engine();
        review_.reset();
        disorder_.reset();
    }
    void reported(const sim::StepReport& report) override;
    void edited(bool other_physics) override;
    bool holds_steps() override;

    void note_engine();
    bool announces();
    bool asks();
    void report_slow();
    void change_search();
    bool made_in_parallel(const sim::WorldConfig& config) const;
    void follow_job();
    void take(std::unique_ptr<sim::World> world, const ViewOptions& options, const sim::WorldConfig& config);
    void refuse(const std::string& why);
    void report_change();

    ResolveWorld resolve_;
    CreateWorld create_;
    Simulation& simulation_;
    Telemetry& telemetry_;
    Messages& messages_;

    const std::optional<uint64_t> first_bodies_;                                    // of the command line
    const std::string first_scene_, first_heightmap_, first_mesh_, first_gravity_;  // of the command line
    std::vector<std::string> scenes_;
    std::string engine_of_[2];          // last used on cpu and cuda
    std::optional<SortReview> review_;  // of the engine that `auto` has chosen
    std::optional<double> disorder_;    // descents per key that the steps had when it was reviewed last

    static constexpr int kAnnouncedFrames = 3;  // panels lay it out, draw it, a compositor shows it one later
    int announced_ = 0;                         // calls that a slow change has been put off

    std::unique_ptr<WorldJob> job_, cancelled_;  // a world in the making, and one that is to end
    Changes job_changes_;
    ViewOptions job_options_;
    sim::WorldConfig job_config_;
    bool in_place_ = false;  // both did not fit beside each other

    std::optional<Question> question_;
    Changes asked_;  // subject of the question; none: the world as it is
    StepCost asked_cost_, cost_;
    bool agreed_ = false;        // `next` needs no question any more
    bool waits_paused_ = false;  // paused until the question is answered
    int pictures_first_ = 0;     // calls that steps are put off
};

}  // namespace app

// What is live in the program: the world and the changes that are asked of it, the camera, what is drawn, the selected
// body, the measurements. Draws nothing itself: the frame and the panels read and write it.
#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/messages.h"
#include "app/cli/resolve.h"
#include "app/gl/frame_data/body_statistics.h"
#include "app/gl/scene_renderer.h"
#include "app/gl/still.h"
#include "app/io/scene_catalog.h"
#include "app/measure/event_log.h"
#include "app/measure/frames/frame_clock.h"
#include "app/measure/frames/frame_timeline.h"
#include "app/measure/profiler.h"
#include "app/run/run_file.h"
#include "app/view/session/auto_framing.h"
#include "app/view/session/session_cost.h"
#include "app/view/session/session_history.h"
#include "app/view/session/view_options.h"
#include "sim/gravity/walk_of_body.h"
#include "sim/run/playback.h"
#include "sim/world.h"

namespace app {

/// What panels and keys ask for, carried out between frames by Session::apply_changes.
struct Changes {
    std::optional<std::string> scene;  // restarts
    std::optional<uint32_t> bodies;    // restarts
    std::optional<uint64_t> seed;      // restarts
    bool restart = false;
    std::optional<std::string> mesh, heightmap;      // of the scene, as --mesh and --heightmap; restarts
    std::optional<std::string> engine, broad_phase;  // these four keep the state
    std::optional<sim::Backend> backend;
    std::optional<sim::Gravity> gravity;

    bool operator==(const Changes&) const = default;
    bool any() const { return restarts() || engine || broad_phase || backend || gravity; }
    bool new_cost() const { return scene || bodies || broad_phase || backend || gravity; }  // of a step
    bool search_alone() const { return (engine || broad_phase) && !restarts() && !backend && !gravity; }
    bool restarts() const { return restart || scene || bodies || seed || mesh || heightmap; }
};

/// Asked before something that would make the window stand still.
struct Question {
    std::string text, yes, no;
};

/// A world that is being made while the window goes on.
struct Creation {
    std::string text;  // "Creating 3,000,000 bodies"
    double part = -1;  // done of it, 0 to 1; < 0: not known yet
    double left_s = -1;
};

/// From so many on making a world takes about half a second and more; the announcement of it.
bool takes_seconds_to_create(uint32_t bodies);
std::string creating_text(uint32_t bodies);

class FrameRace;
class RunHolder;
class AbComparison;
class SortFreeze;
class WorldJob;
struct Strip;
class StripFeed;
class WalkFeed;

/// Whose digit the colour shows: passes of a radix sort from the least significant digit.
struct PassInView {
    uint32_t pass = 0, begin_bit = 0, bits = 2;
    uint32_t passes = 16;
};

/// Statistics for the panels, made anew a few times a second so that numbers can be read.
struct Statistics {
    std::vector<StageSummary> stages;
    StageSummary step{};
    std::vector<StageSummary> passes;  // of the drawing, in order
    StageSummary drawing{};
    double sort_mkeys_per_s = 0;  // 0: unknown
    sim::Counters counters{};     // of the step whose times the stages show as now
    uint64_t of_step = 0;         // its number; 0: none yet
    uint32_t sorts = 0;           // of that step: none with `brute`, one per axis with `endpoint`
    uint64_t peak_bytes = 0;      // that worlds of this session have held
    uint64_t made = 0;            // so many times
};

class Session {
public:
    using ResolveWorld = std::function<sim::WorldConfig(const Options&)>;

    /// `config` is what the options mean (resolve_world). Throws what World::create throws. The functions are
    /// others in tests.
    Session(const ViewOptions& options, const sim::WorldConfig& config, ResolveWorld resolve = resolve_world,
            CreateWorld create = create_world);
    ~Session();

    sim::World& world() { return *world_; }
    bool has_world() const { return world_ != nullptr; }
    const sim::World& world() const { return *world_; }
    const sim::WorldConfig& config() const { return config_; }
    const ViewOptions& options() const { return options_; }

    /// Carries out `changes`. A change that fails leaves everything as it was and sets the message. One that
    /// will take seconds is made by another thread where it can be, while the old world waits and later calls see
    /// whether it is done; else it is announced first, so that the picture says so, and done by a later call. One
    /// after which every step would take seconds becomes a question, and is done after a yes.
    void apply_changes();
    Changes changes;

    /// What is being made; none: nothing. Cancelling leaves everything as it was.
    std::optional<Creation> creation() const;
    void cancel_creation();

    const std::optional<Question>& question() const { return question_; }
    void answer(bool yes);  // nothing where nothing is asked
    /// Once, by a window: where steps of the world as it is take seconds, pauses and asks (`wait`), or only
    /// sees to it that pictures that say so go out first. Returns what is said, "" nothing.
    std::string ask_at_start(bool wait);

    /// Names of the built-in scenes, group by group, and files that were opened; in the order of the list.
    const std::vector<std::string>& scenes() const { return scenes_; }
    void add_to_scenes(const std::string& name_or_path);  // where it is not there yet
    std::string scene() const { return options_.scene; }
    void change_scene_by(int places);
    void change_engine_by(int places);
    void switch_backend();
    void new_seed();

    const sim::Physics& physics() const { return physics_; }
    const sim::Physics& scene_physics() const { return scene_physics_; }  // what reset goes back to
    void set_physics(const sim::Physics& physics);

    /// At once, or, where gravity has to be made anew, as a change.
    void change_gravity(const sim::Gravity& gravity);

    /// Queues as many steps as keep simulated time near `frame_s` of real time and fit the time budget, or
    /// --steps-per-frame; none when paused. Out of memory: pauses and says so, as everything here does that
    /// asks the world, but for step_exactly.
    void step_live(double frame_s);
    /// Once, by a window, before its first picture: steps to the time at which the scene is worth looking at, but takes
    /// at most so much real time.
    void run_ahead(double most_s);

    /// Queues exactly `count` steps. Throws.
    void step_exactly(uint32_t count);
    /// Takes the reports that are ready; `now_s` is the wall clock.
    void collect(double now_s);
    void refresh_statistics(double now_s, bool force = false);

    // The run: forth and back, and what the user does to the world (session_run.cpp).
    const sim::Playback& run() const { return *run_; }
    bool run_is_whole() const { return whole_run_; }  // from a scene as it was spawned
    /// Of a run that has not begun: what happens, and how long it is.
    void load_run(std::vector<sim::Event> events, uint64_t steps) { run_->load(std::move(events), steps); }
    /// From the next step on; what lies ahead is forgotten. False: not done, and the message says why.
    bool act(sim::EventKind what);
    /// The same of bodies; where there is no memory for them, the world goes on without.
    bool throw_in(const sim::Throw& thrown);
    /// To the state after so many steps, of those that were done.
    void go_to(uint64_t step);
    void step_back(uint64_t count = 1);  // and pauses
    bool backwards = false;              // plays so, to the first step
    float time_factor = 1;               // of simulated time, beside real time
    void change_speed(int by);           // time_factor, by powers of two
    /// Of config().bodies, those that were thrown in.
    uint32_t thrown() const { return config_.bodies - own_bodies_; }

    WorldMoment moment() const { return {worlds_, queued_steps_}; }
    /// Whether this world, which may have gone on from the state of another one, has been given a step.
    bool world_has_stepped() const { return queued_steps_ > steps_at_start_; }

    bool paused = false;
    bool quit = false;
    uint32_t single_steps = 0;  // asked for while paused

    const sim::Counters& counters() const { return counters_; }
    bool has_counters() const { return has_counters_; }
    double time_s() const { return time_s_; }
    double real_time_ratio() const;  // simulated over real time, of about the last second; < 0: unknown
    bool is_behind() const;          // real time, which it is to keep up with
    const Statistics& statistics() const { return statistics_; }

    Profiler profiler{240};
    Profiler drawing{240};  // of frames' passes instead of steps' stages
    FrameHistory history;
    FrameClock frame_clock;  // what the CPU does in a frame
    FrameTimeline timeline;
    /// At the start of each frame of a window: the one before it has ended. Frames of a world that stands still are
    /// not kept, so that those before stay.
    void begin_frame(double now_s);
    EventLog log;
    /// What drawing a frame cost; nothing where that is known already.
    void take(const DrawReport& drawn);
    /// What handing it over to OpenGL cost: ends that part of the frame.
    void take_upload_times(const InteropStatus& status);
    /// History, Counters and Timeline stand still, or go on again; the world goes on.
    void freeze_plots(bool on);
    bool plots_frozen() const { return plots_frozen_; }
    /// Bytes a second that a copy in this backend's memory reads and writes; measured once, which takes some tenths
    /// of a second. 0: not to be had.
    double copy_rate();

    // The scene as a sort (session_sort.cpp).
    PassInView pass_in_view() const;
    bool engine_has_passes() const;                      // else their width can be chosen
    void choose_pass(uint32_t pass, uint32_t bits = 0);  // bits 0: as before
    void move_moment(int by);                            // of the frozen sort, else the pass in view
    /// Pauses, and keeps this step's sort to be looked at between its passes; where one is kept, lets it go. `wait`: it
    /// is there on return.
    void freeze_sort(bool wait = false);
    void unfreeze_sort();  // the world goes on if it did before
    bool freezes() const { return frozen_ != nullptr; }
    SortFreeze* frozen();  // once it can be looked at, else null
    /// Brings draw.sort up to date: before each drawing.
    void show_sort();
    /// Reads what the axis strip shows, where it is shown or the walk of the selected body is; `hovered` is an id that is
    /// not to be missed. Does not wait for a device unless `wait`.
    void read_strip(bool shown, uint32_t hovered, bool wait);
    const Strip* strip() const;
    /// Brings draw.walk up to date where it is shown, some time after the state changes. `wait`: at once.
    void show_walk(bool shown, bool wait);
    const sim::WalkOfBody* walk() const;  // what pulls the selected body; null: not known
    bool hides_bodies() const;            // whether the scene does, as a galaxy's halo
    void show_hidden_bodies();            // or hides them again; says so where there are none
    bool refuses_walk() const;            // there is no memory for it, or it would take too long
    std::string sort_note() const;        // why there is no sort to show; "" there is
    /// Ranks that are brought out, from and up to; the same without a brush, of bodies that a lesson shows.
    std::optional<std::pair<uint32_t, uint32_t>> brush, taught;

    // The race of this frame (session_race.cpp): the world waits until it is done.
    void start_race();  // or cancels the one that runs
    void cancel_race();
    bool races() const;
    void advance_race(double slice_s);
    const FrameRace* race() const { return race_.get(); }  // the last one; null: none yet

    // A second world beside this one (session_ab.cpp), from the same state and with as many steps.
    void start_ab(const std::string& engine, const std::string& broad_phase);
    void end_ab(const std::string& why = "");
    AbComparison* ab() { return ab_.get(); }  // null: none
    const AbComparison* ab() const { return ab_.get(); }

    Camera camera;
    DrawSettings draw;
    void select(uint32_t id);
    void look_at_selected();
    /// The box that the clip plane moves in: where the bodies are.
    const sim::Container& clip_box() const { return framing_.bodies(world_->container()); }
    std::optional<ClipHandle> clip_handle(float width, float height) const {
        return app::clip_handle(draw.clip, clip_box(), camera, width, height);
    }
    void turn_clip();       // on, across what the camera looks along, or off
    void next_clip_axis();  // and on
    void move_clip(int steps);
    void reset_camera() { set_camera(CameraPreset::start); }
    /// At once; from then on the camera follows the bodies until it is moved by hand.
    void set_camera(CameraPreset preset);
    CameraPreset camera_preset() const { return framing_.preset; }
    /// Where the view has another shape and the camera was not moved by hand, it is fitted again.
    void set_view_aspect(float aspect);
    /// Camera and colour scales follow the bodies: in a window a few times a second, without waiting for a device.
    void follow(double now_s, double frame_s);
    /// The same for a picture of exactly this state, `frame_s` after the picture before.
    void follow_exactly(double frame_s);
    /// A film of so many seconds, or a window (20 s to and fro).
    void set_path_length(double seconds) { framing_.path_length_s = seconds; }
    /// Counters' watched body, or, where no step has been done since it was selected, what a snapshot tells
    /// (then `rank_known` is false). Null when nobody is selected.
    const sim::WatchedBody* selected_body();
    bool rank_known() const { return !watched_by_hand_; }

    void say(const std::string& text, bool error = false, Topic topic = Topic::none);
    void close_message();  // the newest
    /// Errors of what has been put right since; or, with false, the others of what is over.
    void drop_messages(Topic topic, bool errors);
    const Messages& messages() const { return messages_; }
    void pass_messages(double seen_s);  // they were on the screen for so long
    std::string message;                // the newest; "" none
    bool message_is_error = false;

    std::vector<CameraKey> camera_keys;  // of this run, by step
    /// A run that goes forth alone needs no saved states.
    void never_goes_back();

private:
    void record(sim::StepReport& report);
    friend class RunHolder;
    void begin_run(bool spawned);
    void replace_world(const sim::Snapshot& state, const sim::Physics& physics);
    void adopt(std::unique_ptr<sim::World> world, const sim::WorldConfig& config);
    void choose_save_interval();
    void play_back(double frame_s);
    void step_backwards(uint64_t steps);
    void say_what_is_forgotten(bool forgotten);
    void say_why_saves_are_few();
    double time_of_run_s() const;
    void poll_frozen(bool wait);
    void drop_frozen();
    void look(const BodyStatistics& statistics, double dt_s);
    Camera camera_goal() const;
    void move_camera(double dt_s);
    void start_view();
    void begin_measuring();
    void change_search();
    void take(std::unique_ptr<sim::World> world, const sim::WorldConfig& config, bool keeps_state);
    sim::WorldConfig changed_config(Options& options, bool keep_state) const;
    void queue(uint32_t count);
    void queue_both(uint32_t count);
    bool watch_by_hand();
    bool if_there_is_room(const std::function<void()>& work);
    bool announces();
    bool asks();
    void report_slow();
    std::unique_ptr<sim::World> make_world(const sim::WorldConfig& config,
                                           std::optional<sim::Snapshot>& snapshot);
    bool made_in_parallel(const sim::WorldConfig& config) const;
    void follow_job();
    void take_changed(std::unique_ptr<sim::World> world, const ViewOptions& options,
                      const sim::WorldConfig& config);
    void restart_creation(bool other_physics);
    bool fits_beside(const sim::WorldConfig& config) const;
    bool makes_room(const sim::WorldConfig& config) const;
    std::shared_ptr<const sim::Ground> ground_now() const;
    void restore(const sim::Snapshot& snapshot);
    void refuse(const std::string& why);
    void note_change();
    void show_newest_message();

    ResolveWorld resolve_;
    CreateWorld create_;
    ViewOptions options_;                                                           // follows the changes
    const std::optional<uint64_t> first_bodies_;                                    // of the command line
    const std::string first_scene_, first_heightmap_, first_mesh_, first_gravity_;  // of the command line
    sim::WorldConfig config_;
    std::unique_ptr<sim::World> world_;
    std::unique_ptr<RunHolder> holder_;
    std::unique_ptr<sim::Playback> run_;  // of world_
    bool goes_back_ = true;
    bool whole_run_ = true;
    uint32_t own_bodies_ = 0;  // of the scene
    double run_start_s_ = 0;   // simulated time when the run began
    bool said_forgotten_ = false;
    std::string said_smaller_;  // of saved states
    std::vector<std::string> scenes_;
    std::string engine_of_[2];  // last used on cpu and cuda
    sim::Physics physics_, scene_physics_;

    float view_aspect_ = kUsualAspect;
    bool clip_waits_ = false;  // for the bodies to be seen, to go through their middle
    Camera fitted_;            // as the framing left it: another one was moved by hand
    AutoFraming framing_;
    std::unique_ptr<StatisticsReader> statistics_reader_;  // of this world, once it was asked
    double counted_at_s_ = 0;
    uint64_t counted_steps_ = 0;
    bool fresh_scales_ = true;
    Colour start_colour_ = Colour::kind;  // another one was chosen by hand

    static constexpr int kAnnouncedFrames = 3;  // panels lay it out, draw it, a compositor shows it one later
    int announced_ = 0;                         // calls that a slow change has been put off

    std::unique_ptr<WorldJob> job_, cancelled_;  // a world in the making, and one that is to end
    Changes job_changes_;
    ViewOptions job_options_;
    sim::WorldConfig job_config_;
    bool in_place_ = false;  // both did not fit beside each other

    std::optional<Question> question_;
    Changes asked_;  // what the question is about; none: the world as it is
    StepCost asked_cost_, cost_;
    bool agreed_ = false;        // `changes` need no question any more
    bool waits_paused_ = false;  // paused until the question is answered
    int pictures_first_ = 0;     // calls that steps are put off
    Messages messages_;
    double debt_s_ = 0;            // real time not simulated yet
    double spent_s_ = 0;           // on steps in the last frame
    uint64_t worlds_ = 0;          // so many there have been
    uint64_t queued_steps_ = 0;    // completed steps when all is done
    uint64_t steps_at_start_ = 0;  // of this world
    sim::Counters counters_;
    bool has_counters_ = false;
    double time_s_ = 0;
    bool plots_frozen_ = false;
    uint64_t frame_first_step_ = 1, frame_last_step_ = 0;  // of the frame that runs
    double recording_us_ = 0;                              // what the last report cost here
    std::optional<double> copy_rates_[2];                  // of cpu and cuda
    struct ClockSample {
        double wall_s, simulated_s;
    };
    std::deque<ClockSample> clock_;
    Statistics statistics_;
    double drawn_s_ = -1;  // when the last drawing that is known began
    double drawn_since_s_ = 0;
    double drawing_from_s_ = 0;  // those of another world began before; a GPU tells of them frames later
    double statistics_at_s_ = -1;
    std::optional<uint32_t> chosen_pass_;  // none: the upper one in which keys differ
    uint32_t chosen_bits_ = 0;             // 0: the usual number
    int key_bits_ = 32;                    // up to the upper one in which keys differ
    std::unique_ptr<SortFreeze> frozen_;
    std::unique_ptr<FrameRace> race_;
    std::unique_ptr<AbComparison> ab_;
    std::unique_ptr<StripFeed> strip_feed_;
    std::unique_ptr<WalkFeed> walk_feed_;
    WorldMoment frozen_at_{};
    bool was_paused_ = false;  // before it was frozen
    Colour colour_before_ = Colour::kind;

    std::vector<sim::StepReport> reports_;
    sim::WatchedBody watched_;
    bool watched_by_hand_ = false;
};

}  // namespace app

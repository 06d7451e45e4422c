// View of the live world: the camera, what is drawn and in which colours, the clip plane, the selected body.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "app/gl/scene_renderer.h"
#include "app/observe/readers/readers.h"
#include "app/run/run_file.h"
#include "app/view/session/auto_framing.h"
#include "app/view/session/clip_control.h"
#include "app/view/session/view_options.h"
#include "app/view/session/world_observer.h"
#include "sim/world.h"

namespace app {

class Messages;
class Simulation;

class View : public WorldObserver {
public:
    /// Looks as the options say. Throws BadUsage where they select a body that is not there. All outlive it.
    View(const ViewOptions& options, Simulation& simulation, Messages& messages);

    Camera camera;
    DrawSettings draw;
    std::vector<CameraKey> camera_keys;  // of this run, by step

    void select(uint32_t id);
    void look_at_selected();
    /// Returns the counters' watched body, or, where no step has been done since it was selected, what a snapshot says
    /// (then `rank_known` is false). Null when no body is selected.
    const sim::WatchedBody* selected_body();
    bool rank_known() const { return !watched_by_hand_; }

    /// Returns the box that the clip plane moves in: where the bodies are.
    const sim::Container& clip_box() const;
    std::optional<ClipHandle> clip_handle(float width, float height) const;
    void turn_clip();       // on, across what the camera looks along, or off
    void next_clip_axis();  // turns the plane to the next axis, and shows it
    void move_clip(int steps);

    void reset_camera() { set_camera(CameraPreset::start); }
    /// Sets it at once; from then on the camera follows the bodies until it is moved by hand.
    void set_camera(CameraPreset preset);
    CameraPreset camera_preset() const { return framing_.preset; }
    /// Fits the camera again where the view has another shape and the camera was not moved by hand.
    void set_aspect(float aspect);
    /// Lets camera and colour scales follow the bodies: in a window a few times per second, without waiting for a
    /// device.
    void follow(double now_s, double frame_s);
    /// Does the same for a picture of exactly this state, `frame_s` after the picture before.
    void follow_exactly(double frame_s);
    /// Sets the length of a film, or of a window's path (20 s to and fro).
    void set_path_length(double seconds) { framing_.path_length_s = seconds; }

    bool hides_bodies() const;  // true: the scene hides some, as a galaxy's halo
    void show_hidden_bodies();  // or hides them again; says so where there are none
    /// Bits of keys, up to the upper one in which keys differ.
    int key_bits() const { return key_bits_; }

private:
    void before_replacement() override { fitted_before_ = framing_.fits(); }
    void after_replacement() override;
    void after_change(const Changes& changes) override;
    void run_begins() override { camera_keys.clear(); }
    void after_jump() override;
    void other_bodies(const IdNow& id_now) override;
    void reported(const sim::StepReport& report) override;

    void start();
    void look(const BodyStatistics& statistics, double dt_s);
    Camera camera_goal() const;
    void move_camera(double dt_s);
    bool watch_by_hand();

    Simulation& simulation_;
    Messages& messages_;
    float aspect_ = kUsualAspect;
    bool clip_waits_ = false;  // for the bodies to be seen, to go through their middle
    Camera fitted_;            // last camera of the framing; another one was moved by hand
    AutoFraming framing_;
    bool fitted_before_ = false;                           // framing_.fits() with the world before
    std::unique_ptr<StatisticsReader> statistics_reader_;  // of this world, once it was needed
    double counted_at_s_ = 0;
    uint64_t counted_steps_ = 0;
    bool fresh_scales_ = true;
    Colour start_colour_ = Colour::kind;  // another one was chosen by hand
    int key_bits_ = 32;
    sim::WatchedBody watched_;
    bool watched_by_hand_ = false;
};

}  // namespace app

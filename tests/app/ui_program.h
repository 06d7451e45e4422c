// The program's window, offscreen, used like a person would: move, press, release, type. SWEEPLAB_TEST_PICTURES
// names a folder that receives what was drawn.
#pragma once
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/view/frame.h"
#include "app/view/session/session.h"
#include "tests/app/ui_fake_world.h"

namespace ui_program {

using app::InputEvent;

inline InputEvent move_to(double x, double y) {
    InputEvent event{InputEvent::mouse_move};
    event.x = x;
    event.y = y;
    return event;
}

inline InputEvent button(int code, bool down) {
    InputEvent event{InputEvent::mouse_button};
    event.code = code;
    event.down = down;
    return event;
}

inline InputEvent key_event(int code, bool down, int mods = 0) {
    InputEvent event{InputEvent::key};
    event.code = code;
    event.down = down;
    event.mods = mods;
    return event;
}

inline InputEvent text(char c) {
    InputEvent event{InputEvent::text};
    event.code = c;
    return event;
}

/// An offscreen context that a script types and clicks into.
class ScriptedContext : public app::Context {
public:
    ScriptedContext(int width, int height) : inner_(app::open_offscreen(width, height, -1)) {}
    const app::ContextInfo& info() const override { return inner_->info(); }
    int width() const override { return inner_->width(); }
    int height() const override { return inner_->height(); }
    bool should_close() const override { return false; }
    std::vector<InputEvent> poll() override { return std::exchange(events, {}); }
    void swap() override {
        inner_->swap();
        ++swaps;
    }
    bool hidden() const override { return is_hidden; }
    void set_title(const std::string& text) override { title = text; }
    unsigned framebuffer() const override { return inner_->framebuffer(); }
    float content_scale() const override { return 1; }
    void set_clipboard(const std::string& text) override { copied = text; }

    std::vector<InputEvent> events;
    std::string copied, title;
    bool is_hidden = false;
    int swaps = 0;

private:
    std::unique_ptr<app::Context> inner_;
};

/// The program without simulation, frame by frame; without a scene unless it is given one.
struct Program {
    Program(int width, int height, float scale = 1, app::CreateWorld create = fake::create,
            app::SceneRenderer* drawn = nullptr)
        : context(width, height),
          session({}, fake::resolve({}), fake::resolve, std::move(create)),
          scene(drawn) {
        state.scale = scale;
        session.simulation.paused = true;
        frames(3);
    }

    /// Pixels are drawn in the last one alone: most of the time of a frame, and nobody sees those before.
    void frames(int count) {
        for (int k = 0; k < count; k++) {
            if (k + 1 < count) glEnable(GL_RASTERIZER_DISCARD);
            frame.run();
            glDisable(GL_RASTERIZER_DISCARD);
        }
    }
    void send(std::vector<InputEvent> events) {
        context.events = std::move(events);
        frames(6);
    }
    /// Pressed, and repeated so many times before it goes up.
    void hold(int code, int repeats, int mods = 0) {
        InputEvent event = key_event(code, true, mods);
        for (int k = 0; k <= repeats; ++k) {
            context.events = {event};
            frame.run();
            event.repeats = true;
        }
        context.events = {key_event(code, false, mods)};
        frames(2);
    }
    void press(int code, int mods = 0) { send({key_event(code, true, mods), key_event(code, false, mods)}); }
    void click(const std::string& name) {
        const app::UiState::Item* item = state.find(name);
        ASSERT_NE(item, nullptr) << name << " is not on the screen";
        const double x = (item->min.x + item->max.x) / 2, y = (item->min.y + item->max.y) / 2;
        send({move_to(x, y), button(0, true), button(0, false)});
    }
    /// Steps, each in a frame of its own, then some frames that show them.
    void run_steps(int count) {
        session.simulation.paused = false;
        for (int k = 0; k < count; ++k) {
            session.simulation.step_exactly(1);
            const uint64_t step = session.simulation.counters().completed_steps;
            session.telemetry.history.begin_frame(step + 1, step + 1);
            session.simulation.collect(0);
        }
        session.simulation.paused = true;
        session.simulation.refresh_statistics(0, true);
        frames(3);
    }
    void save(const std::string& name) {
        const char* folder = std::getenv("SWEEPLAB_TEST_PICTURES");
        if (folder) app::write_png(std::string(folder) + "/" + name + ".png", frame.picture());
    }

    ScriptedContext context;
    app::Session session;
    app::Ui ui;
    app::UiState state;
    app::SceneRenderer* scene;
    app::Frame frame{context, session, scene, &ui, state};
};

}  // namespace ui_program

// Raw events into Dear ImGui, old and new.
#include "app/view/ui_input.h"

#include <imgui.h>

#include <algorithm>

#include "app/view/actions/keys.h"

namespace app {
namespace {

#if IMGUI_VERSION_NUM >= 18700
constexpr int kKeypadEnter = ImGuiKey_KeypadEnter;
#else
constexpr int kKeypadEnter = ImGuiKey_KeyPadEnter;
#endif

struct SpecialKey {
    int code;  // GLFW's
    int imgui;
};

constexpr SpecialKey kSpecialKeys[] = {
    {key::tab, ImGuiKey_Tab},
    {key::left, ImGuiKey_LeftArrow},
    {key::right, ImGuiKey_RightArrow},
    {key::up, ImGuiKey_UpArrow},
    {key::down, ImGuiKey_DownArrow},
    {key::page_up, ImGuiKey_PageUp},
    {key::page_down, ImGuiKey_PageDown},
    {key::home, ImGuiKey_Home},
    {key::end, ImGuiKey_End},
    {key::insert, ImGuiKey_Insert},
    {key::del, ImGuiKey_Delete},
    {key::backspace, ImGuiKey_Backspace},
    {key::space, ImGuiKey_Space},
    {key::enter, ImGuiKey_Enter},
    {key::escape, ImGuiKey_Escape},
    {key::kp_enter, kKeypadEnter},
    {'A', ImGuiKey_A},
    {'C', ImGuiKey_C},
    {'V', ImGuiKey_V},
    {'X', ImGuiKey_X},
    {'Y', ImGuiKey_Y},
    {'Z', ImGuiKey_Z},
};

/// Modifiers from the event's mask; a modifier key's own event changes its own bit (X11 reports the mask as
/// it was before).
int mods_after(const InputEvent& event) {
    int bit = 0;
    if (event.code == key::left_shift || event.code == key::right_shift) bit = key::shift;
    if (event.code == key::left_control || event.code == key::right_control) bit = key::control;
    if (event.code == key::left_alt || event.code == key::right_alt) bit = key::alt;
    return event.down ? event.mods | bit : event.mods & ~bit;
}

#if IMGUI_VERSION_NUM >= 18700

void feed_key(ImGuiIO& io, const InputEvent& event) {
    const int mods = mods_after(event);
#if IMGUI_VERSION_NUM >= 18837
    io.AddKeyEvent(ImGuiMod_Ctrl, (mods & key::control) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (mods & key::shift) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (mods & key::alt) != 0);
#else
    io.AddKeyEvent(ImGuiKey_ModCtrl, (mods & key::control) != 0);
    io.AddKeyEvent(ImGuiKey_ModShift, (mods & key::shift) != 0);
    io.AddKeyEvent(ImGuiKey_ModAlt, (mods & key::alt) != 0);
#endif
    const int code = letter_or_code(event);
    for (const SpecialKey& special : kSpecialKeys) {
        if (special.code == code) io.AddKeyEvent(static_cast<ImGuiKey>(special.imgui), event.down);
    }
}

void feed_mouse(ImGuiIO& io, const InputEvent& event) {
    if (event.kind == InputEvent::scroll) {
        io.AddMouseWheelEvent(static_cast<float>(event.x), static_cast<float>(event.y));
        return;
    }
    if (event.kind == InputEvent::mouse_move) {
        io.AddMousePosEvent(static_cast<float>(event.x), static_cast<float>(event.y));
    } else if (event.code >= 0 && event.code < 5) {
        io.AddMouseButtonEvent(event.code, event.down);
    }
}

void feed_focus(ImGuiIO& io, bool gained) { io.AddFocusEvent(gained); }

#else

void feed_key(ImGuiIO& io, const InputEvent& event) {
    const int mods = mods_after(event);
    io.KeyCtrl = (mods & key::control) != 0;
    io.KeyShift = (mods & key::shift) != 0;
    io.KeyAlt = (mods & key::alt) != 0;
    const int code = letter_or_code(event);
    if (code >= 0 && code < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[code] = event.down;
}

void feed_mouse(ImGuiIO& io, const InputEvent& event) {
    if (event.kind == InputEvent::scroll) {
        io.MouseWheelH += static_cast<float>(event.x);
        io.MouseWheel += static_cast<float>(event.y);
        return;
    }
    if (event.kind == InputEvent::mouse_move) {
        io.MousePos = ImVec2(static_cast<float>(event.x), static_cast<float>(event.y));
    } else if (event.code >= 0 && event.code < IM_ARRAYSIZE(io.MouseDown)) {
        io.MouseDown[event.code] = event.down;
    }
}

void feed_focus(ImGuiIO& io, bool gained) {
    io.AddFocusEvent(gained);
    if (gained) return;
    // The releases go to another window: nothing stays pressed.
    std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
    std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
    io.KeyCtrl = io.KeyShift = io.KeyAlt = false;
}

#endif

}  // namespace

void map_keys([[maybe_unused]] ImGuiIO& io) {
#if IMGUI_VERSION_NUM < 18700
    for (const SpecialKey& special : kSpecialKeys) io.KeyMap[special.imgui] = special.code;
#endif
}

void feed(ImGuiIO& io, const InputEvent& event) {
    switch (event.kind) {
        case InputEvent::key:
            feed_key(io, event);
            break;
        case InputEvent::text:
            io.AddInputCharacter(static_cast<unsigned>(event.code));
            break;
        case InputEvent::mouse_move:
        case InputEvent::mouse_button:
        case InputEvent::scroll:
            feed_mouse(io, event);
            break;
        case InputEvent::focus:
            feed_focus(io, event.code != 0);
            break;
        case InputEvent::drop:
        case InputEvent::resize:
        case InputEvent::expose:
            break;  // the size is read from the context every frame
    }
}

std::vector<InputEvent> take_one_frame(std::deque<InputEvent>& queue) {
    std::vector<InputEvent> taken;
    const auto changes_again = [&taken](const InputEvent& event) {
        return std::any_of(taken.begin(), taken.end(), [&event](const InputEvent& before) {
            return before.kind == event.kind && before.code == event.code;
        });
    };
    bool button_changed = false, moved = false;
    while (!queue.empty()) {
        const InputEvent& event = queue.front();
        const bool presses = event.kind == InputEvent::key || event.kind == InputEvent::mouse_button;
        if (event.repeats && changes_again(event)) {  // slow frames leave no repeats behind
            queue.pop_front();
            continue;
        }
        if (presses && changes_again(event)) break;
        if (event.kind == InputEvent::mouse_move && button_changed) break;
        // A control must have seen the mouse over it before it is pressed, and where it went before it is let
        // go.
        if (event.kind == InputEvent::mouse_button && moved) break;
        // What a control does when it is let go comes before what a key does next.
        if (event.kind == InputEvent::key && button_changed) break;
        moved = moved || event.kind == InputEvent::mouse_move;
        button_changed = button_changed || event.kind == InputEvent::mouse_button;
        taken.push_back(event);
        queue.pop_front();
    }
    return taken;
}

}  // namespace app

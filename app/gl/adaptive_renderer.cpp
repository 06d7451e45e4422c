// Draws at the quality that is requested, or that this machine is fast enough for; and goes on with the last good
// shaders while those of a folder are being edited.
#include <array>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/wall_clock.h"
#include "app/gl/base/adaptive_quality.h"
#include "app/gl/base/folder_watch.h"
#include "app/gl/frame_parts.h"
#include "app/gl/half_picture.h"
#include "sort/base/errors.h"

namespace app {

std::string QualityStatus::text() const {
    std::string out = kQualityNames[size_t(drawn)];
    if (!reason.empty()) out += ", " + reason;
    if (!left_out.empty()) out += "; off: " + join(left_out);
    return out;
}

static QualityLimit checked(const GlFacts& facts) {
    QualityLimit limit = quality_limit(facts);
    if (!limit.refusal.empty()) throw sort::Unavailable(limit.refusal);
    return limit;
}

static AdaptiveQuality adaptive(bool software, const QualityLimit& limit, const DrawLimits& limits) {
    auto goal = software ? AdaptiveQuality::for_software(limit.most) : AdaptiveQuality::for_gpu(limit.most);
    if (limits.goal) goal = *limits.goal;
    return {limit.usual, goal};
}

class AdaptiveRenderer : public SceneRenderer {
public:
    AdaptiveRenderer(const std::string& interop, const std::string& shaders_dir, const DrawLimits& limits)
        : limits_(limits),
          facts_(limits.facts ? *limits.facts : GlFacts::query()),
          limit_(checked(facts_)),
          adaptive_(adaptive(facts_.software, limit_, limits_)),
          folder_(shaders_dir),
          watch_(limits.live ? shaders_dir : ""),
          parts_(interop, facts_.software) {
        take(wanted(limits.quality));
        status_ = renderer().status();
    }

    void draw(sim::World& world, const Camera& camera, const DrawSettings& settings, unsigned framebuffer,
              const SubPicture* part) override {
        const double now = now_s();
        if (watch_.changed(now)) reload();
        // A picture that stands still may take its time.
        const uint64_t steps = world.counters().completed_steps;
        const bool moves = steps != last_steps_ || camera != last_camera_;
        if (limits_.live && !settings.quality && last_s_ >= 0 && moves)
            adaptive_.add(now, drawn().duration_us / 1000, (now - last_s_) * 1000, settings.behind);
        last_s_ = now;
        last_steps_ = steps;
        last_camera_ = camera;
        take(wanted(settings.quality));
        // A picture that stands still has all its pixels; not each one between two steps of a slow simulation.
        if (moves) moved_s_ = now;
        half_.use(limits_.live && !settings.quality && !settings.whole && now - moved_s_ < kStands_s &&
                  drawn_ == Quality::minimal && adaptive_.half());
        half_.draw(renderer(), world, camera, settings, framebuffer, part);
        describe(settings.quality);
    }
    uint32_t pick(int x, int y) override {
        const auto [in_x, in_y] = half_.place(x, y);
        return renderer().pick(in_x, in_y);
    }
    std::optional<SeenBody> look(int x, int y) override {
        const auto [in_x, in_y] = half_.place(x, y);
        return renderer().look(in_x, in_y);
    }
    const InteropStatus& status() const override { return status_; }
    const DrawReport& drawn() const override { return parts_.timer.last(); }
    MemoryList memory() const override {
        MemoryList all;
        parts_.list(all);
        for (const auto& renderer : renderers_)
            if (renderer) all.add(renderer->memory());
        half_.list(all);
        return all;
    }

private:
    SceneRenderer& renderer() { return *renderers_[size_t(drawn_)]; }
    Quality wanted(const std::optional<Quality>& requested) const {
        if (requested) return std::min(*requested, limit_.most);
        return std::min(limits_.live ? adaptive_.now() : limit_.usual, limit_.most);
    }
    std::unique_ptr<SceneRenderer> make(Quality quality) {
        return renderer_of_look(parts_, folder_, limits_.look.value_or(Look::of(quality)), limits_);
    }

    /// Sets the quality that draws from now on, or the next lower one that can. Other renderers stay, for later use.
    void take(Quality quality) {
        for (;; quality = Quality(int(quality) - 1)) {
            std::unique_ptr<SceneRenderer>& mine = renderers_[size_t(quality)];
            try {
                if (!mine) {
                    if (!status_.shader_error.empty()) return;  // nothing compiles until it is mended
                    mine = make(quality);
                }
                drawn_ = quality;
                return;
            } catch (const BadFile& error) {
                if (!folder_.empty() && !renderers_[size_t(drawn_)]) throw;
                if (!folder_.empty()) {
                    status_.shader_error = error.what();
                    return;
                }
                lower(quality, error.what());
            } catch (const sort::OverLimit& error) {
                lower(quality, error.what());
            }
        }
    }

    /// A driver that refuses what it should be able to do. Called while its exception is handled.
    void lower(Quality failed, const std::string& why) {
        if (failed == Quality::minimal) throw;
        limit_.most = Quality(int(failed) - 1);
        limit_.reason = std::string(kQualityNames[size_t(failed)]) + " is not possible: " + why;
        limit_.usual = std::min(limit_.usual, limit_.most);
        adaptive_ = adaptive(facts_.software, limit_, limits_);
    }

    void reload() {
        try {
            auto fresh = make(drawn_);
            renderers_ = {};
            renderers_[size_t(drawn_)] = std::move(fresh);
            status_.shader_error.clear();
            ++shaders_;
        } catch (const BadFile& error) {
            status_.shader_error = error.what();
        }
    }

    void describe(const std::optional<Quality>& requested) {
        std::string shader_error = std::move(status_.shader_error);
        status_ = renderer().status();
        status_.shader_error = std::move(shader_error);
        QualityStatus& quality = status_.quality;
        status_.shaders = shaders_;
        quality.drawn = limits_.look && limits_.look->still ? Quality::still : drawn_;
        quality.most = limit_.most;
        quality.adapts = limits_.live && !requested;
        quality.left_out = limits_.look.value_or(Look::of(drawn_)).left_out();
        if (half_.used()) quality.left_out.emplace_back("half of the pixels each way");
        quality.reason.clear();
        if (requested ? *requested > drawn_ : drawn_ == limit_.most && !half_.used())
            quality.reason = limit_.reason;
        else if (requested)
            quality.reason = "requested";
        else
            quality.reason = adaptive_.reason().empty() ? limit_.usual_reason : adaptive_.reason();
        if (quality.left_out.empty()) quality.reason.clear();
    }

    DrawLimits limits_;
    GlFacts facts_;
    QualityLimit limit_;
    AdaptiveQuality adaptive_;
    std::string folder_;  // of shaders; "": the embedded ones
    FolderWatch watch_;
    FrameParts parts_;
    std::array<std::unique_ptr<SceneRenderer>, std::size(kLiveQualities)> renderers_;
    HalfPicture half_;
    Quality drawn_ = Quality::minimal;
    static constexpr double kStands_s = 0.3;
    double moved_s_ = -1e9;
    double last_s_ = -1;  // the picture before
    uint64_t last_steps_ = 0;
    Camera last_camera_;
    uint64_t shaders_ = 0;
    InteropStatus status_;
};

std::unique_ptr<SceneRenderer> SceneRenderer::create(const std::string& interop,
                                                     const std::string& shaders_dir,
                                                     const DrawLimits& limits) {
    return std::make_unique<AdaptiveRenderer>(interop, shaders_dir, limits);
}

}  // namespace app

// The second picture.
#include "app/view/second_view.h"

#include <algorithm>

namespace app {

SecondView::SecondView(const ViewOptions& options)
    : scene_(SceneRenderer::create(options.interop, options.shaders_dir)) {}

void SecondView::draw(sim::World& world, const Camera& camera, DrawSettings settings,
                      const InteropStatus& first, unsigned framebuffer) {
    settings.quality = std::min(first.quality.drawn, Quality::high);
    settings.walk.reset();  // these two are of the first world
    settings.sort.values.reset();
    settings.time_passes = false;
    scene_->draw(world, camera, settings, framebuffer);
}

}  // namespace app

#include "app/gl/base/gl_facts.h"

#include <glad/gl.h>

#include <algorithm>

#include "app/gl/frame_data/gl_object.h"

namespace app {

static constexpr int kTryPx = 16;
static constexpr int kLeastBlocks = 6;        // bindings 0 to 5 of the shaders
static constexpr int kLeastVertexBlocks = 3;  // instances, pairs and boxes
static constexpr uint64_t kLeastBlockBytes = 1 << 24;

struct Target {
    GLenum format, attachment;
    const char* name;
};
static constexpr Target kTargets[] = {{GL_R32UI, GL_COLOR_ATTACHMENT0, "R32UI"},
                                      {GL_RGBA8, GL_COLOR_ATTACHMENT0, "RGBA8"},
                                      {GL_R8, GL_COLOR_ATTACHMENT0, "R8"},
                                      {GL_RG16F, GL_COLOR_ATTACHMENT0, "RG16F"},
                                      {GL_R16F, GL_COLOR_ATTACHMENT0, "R16F"},
                                      {GL_RGBA32F, GL_COLOR_ATTACHMENT0, "RGBA32F"},
                                      {GL_DEPTH_COMPONENT32F, GL_DEPTH_ATTACHMENT, "D32F"}};
/// Targets of the near shade, which only the highest quality has.
static constexpr const char* kNearShadeTargets[] = {"RG16F", "R16F"};

/// Tried, because some drivers say yes and mean no.
static bool can_be_drawn_into(const Target& target) {
    GlTexture texture;
    GlFramebuffer framebuffer;
    glTextureStorage2D(texture, 1, target.format, kTryPx, kTryPx);
    glNamedFramebufferTexture(framebuffer, target.attachment, texture, 0);
    if (target.attachment == GL_DEPTH_ATTACHMENT) glNamedFramebufferDrawBuffer(framebuffer, GL_NONE);
    const bool complete =
        glCheckNamedFramebufferStatus(framebuffer, GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    return glGetError() == GL_NO_ERROR && complete;
}

static bool can_copy_depth() {
    GlTexture from, to;
    for (const GLuint texture : {GLuint(from), GLuint(to)})
        glTextureStorage2D(texture, 1, GL_DEPTH_COMPONENT32F, kTryPx, kTryPx);
    glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, 0, 0, kTryPx, kTryPx, 1);
    return glGetError() == GL_NO_ERROR;
}

static int number_of(GLenum what) {
    GLint number = 0;
    glGetIntegerv(what, &number);
    return number;
}

bool is_software(const std::string& renderer) {
    for (const char* software : {"llvmpipe", "softpipe", "SWR"})
        if (renderer.find(software) != std::string::npos) return true;
    return false;
}

GlFacts GlFacts::query() {
    GlFacts facts;
    if (const GLubyte* name = glGetString(GL_RENDERER)) facts.renderer = reinterpret_cast<const char*>(name);
    facts.software = is_software(facts.renderer);
    facts.version = 10 * number_of(GL_MAJOR_VERSION) + number_of(GL_MINOR_VERSION);
    facts.vertex_blocks = number_of(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS);
    facts.blocks = number_of(GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS);
    facts.texture_px = number_of(GL_MAX_TEXTURE_SIZE);
    GLint64 bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
    facts.block_bytes = uint64_t(bytes);
    while (glGetError() != GL_NO_ERROR) {  // an older one's, which is not asked again
    }
    if (facts.version < 45) return facts;
    for (const Target& target : kTargets)
        if (!can_be_drawn_into(target)) facts.no_targets.push_back(target.name);
    facts.copies_depth = can_copy_depth();
    return facts;
}

static std::string no_target(const std::string& name) {
    return "OpenGL cannot draw into textures of format " + name;
}

/// Returns why no picture can be drawn with this GL; "": it can.
static std::string refusal(const GlFacts& facts) {
    if (facts.version < 45)
        return "OpenGL 4.5 is needed, this is " + std::to_string(facts.version / 10) + "." +
               std::to_string(facts.version % 10);
    for (const std::string& name : facts.no_targets)
        if (std::count(std::begin(kNearShadeTargets), std::end(kNearShadeTargets), name) == 0)
            return no_target(name);
    if (facts.blocks < kLeastBlocks || facts.vertex_blocks < kLeastVertexBlocks)
        return "OpenGL gives vertex shaders " + std::to_string(facts.vertex_blocks) +
               " and fragment shaders " + std::to_string(facts.blocks) + " storage blocks; needed are " +
               std::to_string(kLeastVertexBlocks) + " and " + std::to_string(kLeastBlocks);
    if (facts.block_bytes < kLeastBlockBytes)
        return "OpenGL's storage blocks hold " + std::to_string(facts.block_bytes) + " bytes; needed are " +
               std::to_string(kLeastBlockBytes);
    return "";
}

QualityLimit quality_limit(const GlFacts& facts) {
    QualityLimit limit;
    limit.refusal = refusal(facts);
    const auto lower = [&](Quality most, const std::string& why) {
        if (most >= limit.most) return;
        limit.most = most;
        limit.reason = why;
    };
    for (const char* name : kNearShadeTargets)
        if (std::count(facts.no_targets.begin(), facts.no_targets.end(), name))
            lower(Quality::medium, no_target(name));
    if (!facts.copies_depth)
        lower(Quality::minimal, "OpenGL cannot copy depth, which shadows on a ground need");
    for (const Quality quality : {Quality::high, Quality::medium, Quality::low}) {
        if (Look::of(quality).sun_map_px > facts.texture_px)
            lower(Quality(int(quality) - 1),
                  "OpenGL's textures are at most " + std::to_string(facts.texture_px) + " pixels wide");
    }
    limit.usual = limit.most;
    if (facts.software && limit.most > Quality::low) {
        limit.usual = Quality::low;
        limit.usual_reason = "software OpenGL";
    }
    return limit;
}

}  // namespace app

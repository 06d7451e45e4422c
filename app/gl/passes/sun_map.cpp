#include "app/gl/passes/sun_map.h"

#include "app/gl/base/gl_memory.h"

namespace app {

static constexpr GLuint kGroundWordBinding = 2, kWordBinding = 3;  // of storage blocks
static constexpr GLuint kGroup = 256;                              // shaders/light/sun_words.comp

/// Beyond the map nothing hides the sun.
static void make_map(GLuint texture, int side, GLint filter) {
    glTextureStorage2D(texture, 1, GL_DEPTH_COMPONENT32F, side, side);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, filter);
    const GLfloat far[] = {1, 1, 1, 1};
    glTextureParameterfv(texture, GL_TEXTURE_BORDER_COLOR, far);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
}

SunMap::SunMap(const ShaderFiles& files, const Look& look)
    : side_(look.sun_map_px), moves_(look.still), soft_(look.soft_shadows) {
    if (side_ == 0) return;
    disc_.emplace(files, "spheres/disc.vert", "spheres/disc.frag");
    large_disc_.emplace(files, "spheres/disc.vert", "spheres/disc.frag", std::vector<std::string>{"QUADS"});
    // Soft shadows read depths as numbers, which words are too; others compare them.
    computes_ = files.compute() && look.soft_shadows;
    if (!computes_) {
        words_depth_.emplace(files, "frame/fullscreen.vert", "light/sun_words.frag");
        return;
    }
    ground_words_.emplace(files, "light/sun_words.comp", std::vector<std::string>{"GROUND"});
    add_ground_.emplace(files, "light/sun_words.comp");
}

/// Makes the depth texture, when something is drawn into it: many small spheres without a ground need the words alone.
void SunMap::need_depth(int side) {
    if (depth_ && depth_->side == side) return;
    depth_.reset();
    depth_.emplace();
    depth_->side = side;
    make_map(depth_->texture, side, soft_ ? GL_NEAREST : GL_LINEAR);
    if (!soft_) glTextureParameteri(depth_->texture, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glNamedFramebufferTexture(depth_->framebuffer, GL_DEPTH_ATTACHMENT, depth_->texture, 0);
    glNamedFramebufferDrawBuffer(depth_->framebuffer, GL_NONE);
}

void SunMap::draw(const Casters& casters) {
    if (side_ == 0) return;
    // From below only bodies hide the light that the ground turns back.
    const bool ground = casters.ground.there() && casters.sun.axis[2].y < 0;
    if (!casters.ground.there()) ground_.reset();
    words_ = computes_ ? casters.words : 0;
    if (words_) {
        depth_.reset();
        if (ground) add_ground(casters);
        return;
    }
    const bool nothing = !ground && casters.bodies == 0;
    begin_depth(nothing ? 1 : side_);
    if (ground) draw_ground(casters);
    if (!nothing) draw_bodies(casters);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_DEPTH_TEST);
}

void SunMap::draw_bodies(const Casters& casters) {
    if (casters.boxes)
        casters.boxes->draw_casting();
    else if (casters.words)
        draw_words(casters.words);
    else if (casters.casters)
        casters.meshes.draw_casting(casters.casters);
    else
        casters.spheres.draw_bodies(casters.bodies, *disc_, *large_disc_);
}

void SunMap::begin_depth(int side) {
    need_depth(side);
    const GLfloat far = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, depth_->framebuffer);
    glViewport(0, 0, side, side);
    glClearNamedFramebufferfv(depth_->framebuffer, GL_DEPTH, 0, &far);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_DEPTH_CLAMP);
}

static bool same(const SunView& a, const SunView& b) {
    for (int k = 0; k < 3; ++k) {
        const sim::Vec3 off = a.axis[k] - b.axis[k];
        if (sim::dot(off, off) != 0 || a.least[k] != b.least[k] || a.most[k] != b.most[k]) return false;
    }
    return true;
}

SunMap::Ground* SunMap::known_ground(const Casters& casters) {
    const bool known =
        ground_ && ground_->version == casters.ground.version() && same(ground_->sun, casters.sun);
    return known ? &*ground_ : nullptr;
}

void SunMap::draw_ground(const Casters& casters) {
    const auto copy = [&](GLuint from, GLuint to) {
        glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, 0, 0, side_, side_, 1);
    };
    if (moves_) return casters.ground.draw_casting();
    const Ground* const known = known_ground(casters);
    if (known && known->depth) return copy(*known->depth, depth_->texture);
    casters.ground.draw_casting();
    ground_.reset();
    ground_.emplace(Ground{casters.ground.version(), casters.sun, GlTexture(), {}});
    glTextureStorage2D(*ground_->depth, 1, GL_DEPTH_COMPONENT32F, side_, side_);
    copy(depth_->texture, *ground_->depth);
}

/// Adds the ground to the words that the backend drew.
void SunMap::add_ground(const Casters& casters) {
    const GLuint pairs = GLuint(side_) * GLuint(side_) / 2, groups = (pairs + kGroup - 1) / kGroup;
    if (const Ground* known = known_ground(casters); !known || !known->words) {
        begin_depth(side_);
        casters.ground.draw_casting();
        glDisable(GL_DEPTH_CLAMP);
        glDisable(GL_DEPTH_TEST);
        ground_.reset();
        ground_.emplace(Ground{casters.ground.version(), casters.sun, {}, GlBuffer()});
        glNamedBufferStorage(*ground_->words, GLsizeiptr(short_sun_word_bytes(uint32_t(side_))), nullptr, 0);
        glBindTextureUnit(kDepthUnit, depth_->texture);
        glBindSampler(kDepthUnit, 0);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kWordBinding, *ground_->words);
        glUseProgram(*ground_words_);
        glDispatchCompute(groups, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        depth_.reset();
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kGroundWordBinding, *ground_->words);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kWordBinding, words_);
    glUseProgram(*add_ground_);
    glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

/// Draws the depths that the world's backend has computed, over the ground, if there is one.
void SunMap::draw_words(GLuint words) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kWordBinding, words);
    glUseProgram(*words_depth_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void SunMap::bind(TextureUnit unit) const {
    if (words_) {
        glTextureBufferRange(shown_words_, GL_R16, words_, 0,
                             GLsizeiptr(short_sun_word_bytes(uint32_t(side_))));
        glBindTextureUnit(kSunWordUnit, shown_words_);
        glBindSampler(kSunWordUnit, 0);
        return;
    }
    if (!depth_) return;
    glBindTextureUnit(unit, depth_->texture);
    glBindSampler(unit, 0);
}

void SunMap::list(MemoryList& to, const char* name) const {
    if (depth_) to.add(name, texture_bytes(depth_->texture));
    if (ground_ && ground_->depth) to.add(name, texture_bytes(*ground_->depth));
    if (ground_ && ground_->words) to.add(name, buffer_bytes(*ground_->words));
}

}  // namespace app

// The sphere passes.
#include "app/gl/passes/sphere_pass.h"

namespace app {

static constexpr GLuint kQuadBinding = 2;

/// Draws the spheres too large for sprites: no instances until the sprites' pass finds one
/// (shaders/spheres/quad_command.glsl).
static constexpr GLuint kQuadCommand[4] = {4, 0, 0, 0};

static void describe_instances(GLuint vertex_array, GLuint divisor) {
    glVertexArrayAttribFormat(vertex_array, 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribFormat(vertex_array, 1, 1, GL_FLOAT, GL_FALSE, offsetof(Instance, value));
    glVertexArrayAttribIFormat(vertex_array, 2, 1, GL_UNSIGNED_INT, offsetof(Instance, id));
    for (GLuint attribute = 0; attribute < 3; ++attribute) {
        glVertexArrayAttribBinding(vertex_array, attribute, 0);
        glEnableVertexArrayAttrib(vertex_array, attribute);
    }
    glVertexArrayBindingDivisor(vertex_array, 0, divisor);
}

SpherePass::SpherePass(const ShaderFiles& files)
    : sprite_(files, "spheres/sprite.vert", "spheres/sprite.frag"),
      quad_(files, "spheres/quad.vert", "spheres/quad.frag"),
      light_(files, "spheres/light.frag") {
    glNamedBufferStorage(quad_command_, sizeof kQuadCommand, kQuadCommand, 0);
    describe_instances(per_vertex_, 0);
    describe_instances(per_instance_, 1);
    glVertexAttribI4ui(3, sim::kNobody, 0, 0, 0);  // shaders/spheres/instance.glsl
}

void SpherePass::take(GLuint instances) {
    glVertexArrayVertexBuffer(per_vertex_, 0, instances, 0, sizeof(Instance));
    glVertexArrayVertexBuffer(per_instance_, 0, instances, 0, sizeof(Instance));
}

/// Draws all spheres in the order of slots: of two at one depth the same one wins in every draw. If the
/// backend drew the small ones, their slots are copied.
void SpherePass::draw_slots(const FrameTarget& target, uint32_t bodies, SphereRasterPass* raster) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kQuadBinding, quad_command_);
    if (raster) {
        raster->draw_slots(target);
        glUseProgram(sprite_);
        raster->draw_points();
        glUseProgram(quad_);
        raster->draw_quads();
        return;
    }

    draw_bodies(bodies, sprite_, quad_);
}

void SpherePass::draw_bodies(uint32_t bodies, const Program& sprite, const Program& quad) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kQuadBinding, quad_command_);

    // Sprites; one too large for that switches on the quads.
    glClearNamedBufferSubData(quad_command_, GL_R32UI, sizeof(GLuint), sizeof(GLuint), GL_RED_INTEGER,
                              GL_UNSIGNED_INT, nullptr);
    glUseProgram(sprite);
    glBindVertexArray(per_vertex_);
    glDrawArrays(GL_POINTS, 0, GLsizei(bodies));

    // Quads, usually none.
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, quad_command_);
    glUseProgram(quad);
    glBindVertexArray(per_instance_);
    glDrawArraysIndirect(GL_TRIANGLE_STRIP, nullptr);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void SpherePass::list(MemoryList& to) const {
    to.add("frame block and commands", buffer_bytes(quad_command_));
}

}  // namespace app

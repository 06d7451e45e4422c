// A shader copies the body's instance into memory that the host sees; a fence says when it is there.
#include "app/gl/body_probe.h"

#include <algorithm>
#include <utility>

#include "app/gl/base/texture_units.h"

namespace app {

static constexpr GLuint kProbedBinding = 0, kFoundBinding = 1;

BodyProbe::BodyProbe(const ShaderFiles& files) : program_(files, "frame/body_probe.comp") {
    constexpr GLbitfield kMapping = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    glNamedBufferStorage(found_, sizeof(Instance), nullptr, kMapping);
    found_here_ = static_cast<const Instance*>(glMapNamedBufferRange(found_, 0, sizeof(Instance), kMapping));
    glNamedBufferStorage(picked_, sizeof(Instance::id), nullptr, GL_DYNAMIC_STORAGE_BIT);
}

bool BodyProbe::in_picture(int x, int y) const {
    x -= picture_.corner_x;
    y -= picture_.corner_y;
    return x >= 0 && y >= 0 && x < picture_.width && y < picture_.height;
}

uint32_t BodyProbe::find(int x, int y) const {
    if (!in_picture(x, y)) return sim::kNobody;
    GLuint word = sim::kNobody;
    glGetTextureSubImage(picture_.slots, 0, x - picture_.corner_x, y - picture_.corner_y, 0, 1, 1, 1,
                         GL_RED_INTEGER, GL_UNSIGNED_INT, sizeof word, &word);
    if (word == sim::kNobody) return word;
    // Through a buffer of our own: drivers move to host memory what the host reads.
    const GLintptr slot = word & ~kSelectedBit;
    glCopyNamedBufferSubData(picture_.instances, picked_,
                             slot * GLintptr(sizeof(Instance)) + GLintptr(offsetof(Instance, id)), 0,
                             sizeof(Instance::id));
    uint32_t id = sim::kNobody;
    glGetNamedBufferSubData(picked_, 0, sizeof id, &id);
    return id;
}

/// Takes the place of what was asked before.
void BodyProbe::ask(int x, int y) {
    x_ = x;
    y_ = y;
    const GLuint nobody = sim::kNobody;
    glClearNamedBufferSubData(found_, GL_R32UI, offsetof(Instance, id), sizeof nobody, GL_RED_INTEGER,
                              GL_UNSIGNED_INT, &nobody);
    glBindTextureUnit(kSlotUnit, picture_.slots);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kFoundBinding, found_);
    glProgramUniform2i(program_, 1, x - picture_.corner_x, y - picture_.corner_y);
    glUseProgram(program_);
    for (uint32_t first = 0; first < picture_.bodies; first += picture_.readable) {
        const uint32_t count = std::min(picture_.bodies - first, picture_.readable);
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kProbedBinding, picture_.instances,
                          GLintptr(first) * GLintptr(sizeof(Instance)),
                          GLsizeiptr(count) * GLsizeiptr(sizeof(Instance)));
        glProgramUniform2ui(program_, 0, first, count);
        glDispatchCompute(1, 1, 1);
    }
    glUseProgram(0);
    glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    done_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

std::optional<Instance> BodyProbe::look(int x, int y) {
    std::optional<Instance> found;
    if (done_ && x == x_ && y == y_) {
        if (glClientWaitSync(done_, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED) return found;
        found = *found_here_;
    }
    glDeleteSync(std::exchange(done_, nullptr));
    if (in_picture(x, y)) ask(x, y);
    return found;
}

void BodyProbe::list(MemoryList& to) const {
    to.add("frame block and commands", buffer_bytes(found_) + buffer_bytes(picked_));
}

}  // namespace app

// What ptx.cmake compiles for headers of the simulation that no kernel uses yet: rotation, fields, the force
// law of a pair. Never run.
#include "sim/narrow/pair_force.h"

__global__ void rigid_kernel(const sim::ShapeView* shapes, sim::RigidBody* bodies,
                             sim::Quaternion* orientations, sim::PairForce* forces, sim::ContactLaw law) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const sim::RigidBody a = bodies[2 * i], b = bodies[2 * i + 1];
    orientations[i] = sim::step_orientation(orientations[i], a.inverse_inertia, a.angular_velocity, law.dt_s);
    const sim::PairForce on_a = sim::pair_force(sim::SerialLanes{}, shapes[0], a, shapes[1], b, law);
    forces[2 * i] = on_a;
    forces[2 * i + 1] = on_other(on_a, b.position_m - a.position_m);
}

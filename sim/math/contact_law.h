// The numbers of the force between two rigid bodies (pair_force.h).
#pragma once

namespace sim {

struct ContactLaw {
    float stiffness_n_m;
    float damping_ratio;  // of critical, for the mass that is felt at the contact
    float friction;       // Coulomb's coefficient
    float dt_s;
    bool memory = false;  // friction holds like a spring below its limit; else it creeps
};

}  // namespace sim

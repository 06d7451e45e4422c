// The lesson `tree`: the binary radix tree over the sorted Morton keys of bodies, and the walk of one body
// through it, as sim/gravity does it (tree.h, moments.h, pull.h). After T. Karras, "Maximizing parallelism in
// the construction of BVHs, octrees, and k-d trees", High Performance Graphics 2012; J. Barnes, P. Hut, "A
// hierarchical O(N log N) force-calculation algorithm", Nature 324, 1986.
//
// Example, keys 0 1 4 5: node 0 is [0, 3] split behind 1, node 1 [0, 1], node 2 [2, 3].
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "app/base/text/names.h"
#include "app/teach/bodies/plane_lesson.h"
#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t kSavingBodies = 256;  // bodies from which on a tree clearly saves work

constexpr sort::Break kTreeBreaks[] = {
    {kTiesByKey, "Equal keys not told apart by rank",
     "Equal keys have all bits in common, whatever their ranks. Of three or more bodies of one key, nodes end too early: "
     "bodies are below no node, and nobody feels their pull.",
     kPlaneLessonKeys, "few:3"},
    {kFirstChildOnly, "Moments without waiting for the second child",
     "A race condition: the first child that is done goes up to its node without waiting for the second: there is no counter. The node "
     "gets the mass of one child only, and so do all nodes above it.",
     kPlaneLessonKeys},
    {kOpensTooLate, "An opening angle of 4, and no least reach",
     "A node is accepted although the body is close to it, or even inside: then the body is pulled by a point that "
     "stands for itself as well, and the sum is far from right.",
     kPlaneLessonKeys},
};

constexpr sort::Picture kTreePictures[] = {
    {"keys", sort::Part::words, "x"},
    {"keys", sort::Part::words, "y"},
    {"keys", sort::Part::words, "mass"},
    {"keys", sort::Part::plane_bodies},
    {"prefixes", sort::Part::common_bits, "common bits"},
    {"nodes", sort::Part::tree_nodes},
    {"moments", sort::Part::tree_moments},
    {"walk", sort::Part::tree_walk, "term"},
    {"sum", sort::Part::words, "terms"},
    {"sum", sort::Part::words, "error"},
    {"sum", sort::Part::pull_matrix},
};

/// Returns with how many decimals of metres, 1 or 2, no reach is printed like the distance of its node.
int decimals_of(const std::vector<PlaneVisit>& visits) {
    const bool alike = std::any_of(visits.begin(), visits.end(), [&](const PlaneVisit& visit) {
        return visit.node != sim::kNoNode && visit.distance_m != visit.reach_m &&
               whole(visit.distance_m * 10) == whole(visit.reach_m * 10);
    });
    return alike ? 2 : 1;
}

class TreeLesson {
public:
    TreeLesson(const LessonInput& input, const sort::Break* broken)
        : broken_(broken), plane_(std::make_shared<LessonPlane>(make_plane(input.keys))) {
        lesson_ = plane_lesson(input);
        lesson_.pictures = kTreePictures;
    }

    Lesson make() {
        add_keys();
        add_prefixes();
        add_nodes();
        add_moments();
        add_walk();
        add_all_walks();
        lesson_.sorted_keys = keys_;
        lesson_.sorted_values = plane_->order;
        add_questions();
        lesson_.plane = plane_;
        return std::move(lesson_);
    }

private:
    void add_keys() {
        Words ids(plane_->count());
        std::iota(ids.begin(), ids.end(), 0u);
        LessonStep step = plane_step(
            "keys",
            "Bodies in a plane, each with a mass of 1 to 3 kg, and their Morton keys: the bits of the cell numbers on x "
            "and y, taking turns. The lesson `morton` shows how they are made.",
            plane_->key, ids);
        step.first_of_pass = true;
        step.arrays = {body_array("x", kPlaneX, body_words(*plane_, ids, &PlaneBody::x)),
                       body_array("y", kPlaneY, body_words(*plane_, ids, &PlaneBody::y)),
                       body_array("mass", "In kg.", body_words(*plane_, ids, &PlaneBody::mass_kg))};
        step.numbers = {{"pulls without a tree", std::to_string(uint64_t{plane_->count()} * plane_->count()),
                         "each body by each: n^2"}};
        lesson_.steps.push_back(step);
        LessonStep sorted = sorted_step(
            "sort",
            "Sorts the bodies by their keys. From here on, an index is a rank in this order. Bodies of one key are in "
            "the order of their ids.",
            plane_->key, ids, kPlaneKeyBits);
        sorted.first_of_pass = false;
        keys_ = sorted.keys;
        plane_->order = sorted.values;
        plane_->sorted_key.assign(keys_.begin(), keys_.end());
        lesson_.steps.push_back(std::move(sorted));
    }

    LessonStep step(const char* stage, const char* sentence) const {
        return plane_step(stage, sentence, keys_, plane_->order);
    }

    void add_prefixes() {
        LessonStep one = step(
            "prefixes",
            "How many leading bits has each key in common with the next? Where the number is small, a border between "
            "large squares lies between them. Equal keys are told apart by the bits of their ranks, so that no two are "
            "the same.");
        Words common;
        for (uint32_t rank = 0; rank + 1 < plane_->count(); ++rank)
            common.push_back(common_key_bits(*plane_, rank, rank + 1));
        common.push_back(0);
        one.arrays = {
            body_array("common bits",
                       "Leading bits in common with the next key; more than 8: equal keys, and bits of their "
                       "ranks. The last: 0.",
                       common)};
        uint32_t equal = 0;
        for (const uint32_t bits : common) equal += bits >= kPlaneKeyBits;
        one.numbers = {{"equal neighbours", std::to_string(equal), "told apart by the bits of their ranks"}};
        lesson_.steps.push_back(std::move(one));
    }

    void add_nodes() {
        make_nodes(*plane_, broken_);
        LessonStep one = step(
            "nodes",
            "n keys have n - 1 nodes. Node i begins or ends at index i. It goes to the side of the neighbour with which "
            "key i has more bits in common, as far as it has more in common than with the other neighbour. It is split "
            "where the fewest bits are in common. Every node finds this from the keys alone: one thread each, one "
            "launch, no waiting.");
        const auto words = [&](auto part) {
            Words all;
            for (const PlaneNode& node : plane_->nodes) all.push_back(part(node));
            return all;
        };
        if (!plane_->nodes.empty()) {
            one.arrays = {
                word_list("first", "Index of the node's first body.", "node",
                          words([](const PlaneNode& n) { return n.node.range.first; })),
                word_list("last", "Index of its last body.", "node",
                          words([](const PlaneNode& n) { return n.node.range.last; })),
                word_list("split",
                          "Index of the last body of its left child. A child of one body is that body.",
                          "node", words([](const PlaneNode& n) { return n.node.range.split; })),
                word_list("parent", "The node above it; the root, node 0, has none: 0.", "node",
                          words([](const PlaneNode& n) { return n.parent == sim::kNoNode ? 0 : n.parent; }))};
        }
        one.numbers = {{"nodes", std::to_string(plane_->nodes.size()), "one fewer than bodies"}};
        lesson_.steps.push_back(std::move(one));
    }

    void add_moments() {
        const Words heights = sum_moments(*plane_, broken_);
        LessonStep one = step(
            "moments",
            "A node of at most 3 bodies is a leaf (8 in the program); what lies below it is not used. Each leaf sums its "
            "bodies: mass, centre of mass, and a box around them. Then a node adds its left child and its right one, "
            "in this order. Of two children, the thread of the second one to arrive goes up: an atomic counter of the "
            "node tells it that it is the second.");
        one.looks_at_pairs = false;
        Words used, mass, x, y, reach;
        uint32_t leaves = 0, count = 0;
        for (uint32_t i = 0; i < plane_->nodes.size(); ++i) {
            const PlaneNode& node = plane_->nodes[i];
            used.push_back(node.used ? heights[i] : 0);
            mass.push_back(node.used ? whole(node.shape.mass_kg) : 0);
            x.push_back(node.used ? whole(node.node.centre.x) : 0);
            y.push_back(node.used ? whole(node.node.centre.y) : 0);
            reach.push_back(node.used ? whole(node.reach_m * 10) : 0);
            leaves += node.used && node.leaf;
            count += node.used;
        }
        if (!plane_->nodes.empty()) {
            one.arrays = {
                word_list("height", "Nodes on the longest way down from it; a leaf: 1; below a leaf: 0.",
                          "node", used),
                measured(word_list("mass", "Of its bodies; below a leaf: 0.", "node", mass), "kg", 0),
                measured(word_list("centre x", "Of its mass, rounded.", "node", x), "m", 0),
                measured(word_list("centre y", "Of its mass, rounded.", "node", y), "m", 0),
                measured(
                    word_list(
                        "reach",
                        "From this distance on the node may stand for its bodies: three times its size (the root mean "
                        "square distance of its bodies from the centre of mass), divided by the opening angle, less for "
                        "a light node and more for a heavy one; at least 1.5 times the way to the farthest corner of "
                        "its box.",
                        "node", reach),
                    "m", 1)};
        }
        one.numbers = {
            {"nodes used", std::to_string(count), std::to_string(leaves) + " of them leaves"},
            {"opening angle", fixed(static_cast<double>(plane_->opening)), "the smaller, the more exact"}};
        if (!plane_->nodes.empty())
            one.numbers.push_back({"mass of the root", std::to_string(mass[0]) + " kg",
                                   "all bodies together have " + std::to_string(total_mass()) + " kg"});
        lesson_.steps.push_back(std::move(one));
    }

    /// Adds the walk of a body that is neither among the first nor among the last.
    void add_walk() {
        plane_->target = plane_->count() / 3;
        plane_->visits = walk_of(*plane_, plane_->target);
        LessonStep one = step(
            "walk",
            "What pulls one body? The walk of Barnes and Hut (Barnes-Hut) begins at the root. A node that is farther away than its reach is accepted: "
            "it pulls as one point, with corrections for how its mass is spread. A nearer one is opened: its children "
            "are looked at, or the bodies of a leaf, one by one. In the program a group of up to 32 bodies walks "
            "together, a part of one of the largest nodes of at most 128: its box takes the place of the body.");
        one.looks_at_pairs = false;
        const int decimals = decimals_of(plane_->visits);
        const float per_metre = decimals == 2 ? 100 : 10;
        Words term(plane_->count(), 0), visited, accepted, distance, reach;
        uint32_t terms = 0;
        for (const PlaneVisit& visit : plane_->visits) {
            const bool alone = visit.node == sim::kNoNode;
            if (!alone) {
                visited.push_back(visit.node);
                accepted.push_back(visit.accepted);
                distance.push_back(whole(visit.distance_m * per_metre));
                reach.push_back(whole(visit.reach_m * per_metre));
            }
            if (!alone && !visit.accepted && !plane_->nodes[visit.node].leaf) continue;
            for (uint32_t rank = visit.first; rank <= visit.last; ++rank) {
                term[rank] = terms;
                terms += alone || !visit.accepted;
            }
            terms += !alone && visit.accepted;
        }
        one.arrays = {
            body_array("term",
                       "Which term of the sum stands for the body: the same number for all bodies of "
                       "an accepted node.",
                       term)};
        if (!visited.empty()) {
            one.arrays.push_back(
                word_list("visited", "Nodes that the walk looks at, in order.", "visit", visited));
            one.arrays.push_back(measured(
                word_list("distance", "From the body to the node's centre of mass.", "visit", distance), "m",
                decimals));
            one.arrays.push_back(measured(word_list("reach", "Of the node.", "visit", reach), "m", decimals));
            one.arrays.push_back(word_list(
                "accepted", "1: the distance is above the reach. 0: the node is opened.", "visit", accepted));
        }
        const PullSum sum = sum_of(*plane_, plane_->target, plane_->visits);
        one.numbers = {{"the body", "index " + std::to_string(plane_->target),
                        "id " + std::to_string(plane_->order[plane_->target])},
                       {"terms", std::to_string(sum.terms()),
                        std::to_string(sum.nodes) + " nodes and " + std::to_string(sum.bodies) +
                            " bodies, itself among them, which "
                            "adds 0; without a tree: " +
                            std::to_string(plane_->count())},
                       {"error", percent(error_of(plane_->target, sum)),
                        "of its acceleration, against the sum over all bodies"}};
        lesson_.steps.push_back(std::move(one));
    }

    /// Adds the walks of all bodies.
    void add_all_walks() {
        LessonStep one = step(
            "sum",
            "The same walk for every body. The error is the difference from the sum over all bodies, as a part of that "
            "sum; where the pulls nearly cancel, the part is large. When the bodies double, each has only a few terms "
            "more: the whole costs about n log n instead of n^2.");
        if (plane_->count() < kSavingBodies) one.sentence += " Few bodies save little: try -n 256.";
        Words terms, thousandths;
        std::vector<double> errors;
        uint64_t all = 0;
        uint32_t missed = 0, own = 0;
        double wrong2 = 0, exact2 = 0;
        for (uint32_t rank = 0; rank < plane_->count(); ++rank) {
            const std::vector<PlaneVisit> visits = walk_of(*plane_, rank);
            const PullSum sum = sum_of(*plane_, rank, visits);
            terms.push_back(sum.terms());
            all += sum.terms();
            errors.push_back(error_of(rank, sum));
            thousandths.push_back(whole(static_cast<float>(errors.back() * 1000)));
            const sim::Vec3 exact = direct_pull(*plane_, rank), wrong = sum.pull - exact;
            exact2 += static_cast<double>(sim::dot(exact, exact));
            wrong2 += static_cast<double>(sim::dot(wrong, wrong));
            missed += !counts_each_once(visits);
            own += std::any_of(visits.begin(), visits.end(), [&](const PlaneVisit& visit) {
                return visit.node != sim::kNoNode && visit.accepted && visit.first <= rank &&
                       rank <= visit.last;
            });
        }
        one.arrays = {body_array("terms", "Of the sum for this body.", terms),
                      measured(body_array("error", "Of its acceleration.", thousandths), "%", 1)};
        std::sort(errors.begin(), errors.end());
        const uint64_t direct = uint64_t{plane_->count()} * plane_->count();
        one.numbers = {
            {"terms of all bodies", std::to_string(all), "without a tree: " + std::to_string(direct)},
            {"error, median", percent(errors[errors.size() / 2]), "of all bodies"},
            {"error, rms", percent(exact2 > 0 ? std::sqrt(wrong2 / exact2) : 0),
             "root of the sum of squares: of the errors over that of the accelerations"}};
        lesson_.steps.push_back(std::move(one));
        const bool whole_mass =
            plane_->nodes.empty() || whole(plane_->nodes[0].shape.mass_kg) == total_mass();
        lesson_.sorted = missed == 0 && own == 0 && whole_mass;
        lesson_.result = missed ? counted(missed, "walk") + " of " + std::to_string(plane_->count()) +
                                      " do not sum every body once"
                         : own
                             ? counted(own, "body", "bodies") + " accepted a node that they are in themselves"
                         : !whole_mass ? "the root does not have the mass of all bodies"
                                       : std::to_string(all) + " terms instead of " + std::to_string(direct) +
                                             ", every body once in each sum";
    }

    void add_questions() {
        lesson_.questions = {
            {"prefixes", "Why are equal keys told apart by their ranks?",
             "Without ranks, three equal keys have no place where they are split: none has more in common with one "
             "neighbour than with the other. Their ranks are different, and in order as the keys are."},
            {"nodes", "How many nodes do n keys make, and how does a thread know which is its own?",
             "n - 1. Node i is the one that begins or ends at index i, and there is exactly one such node for every i "
             "but the last. So the nodes need no list, and no thread waits for another."},
            {"moments",
             "Why does the second child to arrive go up, and why is left then added before right all the same?",
             "When the second one arrives both are done. Which one that is depends on the timing of the threads; if it "
             "decided the order of the sum, the last bits would differ from run to run."},
            {"walk", "Why does a body never accept a node that it is in?",
             "A reach is at least 1.5 times the way from the centre of mass to the farthest corner of the node's box, so "
             "every point of the box is nearer than the reach."},
            {"moments", "Why is the reach of a light node shorter than that of a heavy one of the same size?",
             "What a node leaves out of the pull is about its mass times the third power of its size, over the fifth power "
             "of the distance. With the fifth root of its share, each node leaves out about the same."},
            {"walk",
             "The program lets groups walk, equal parts of nodes of at most 128 bodies. Why not any 32 neighbours in key order?",
             "Where the curve jumps, neighbours are far apart. Their common box is large and near to everything, so that "
             "nearly every node would be opened. The bodies of a node are those of a part of space."},
            {"sum", "What does a smaller opening angle change?",
             "Reaches grow, more nodes are opened, a sum has more terms, and the error falls. Towards 0 every node is "
             "opened, and the walk is the sum over all bodies."},
        };
    }

    uint32_t total_mass() const {
        uint32_t sum = 0;
        for (const PlaneBody& body : plane_->bodies) sum += body.mass_kg;
        return sum;
    }

    /// Returns the error of a pull as a share of the exact sum; 0 if there is no pull.
    double error_of(uint32_t rank, const PullSum& sum) const {
        const sim::Vec3 exact = direct_pull(*plane_, rank);
        const float size = sim::length(exact);
        return size > 0 ? static_cast<double>(sim::length(sum.pull - exact) / size) : 0;
    }

    bool counts_each_once(const std::vector<PlaneVisit>& visits) const {
        Words times(plane_->count(), 0);
        for (const PlaneVisit& visit : visits) {
            if (visit.node != sim::kNoNode && !visit.accepted && !plane_->nodes[visit.node].leaf) continue;
            for (uint32_t rank = visit.first; rank <= visit.last; ++rank) ++times[rank];
        }
        return std::all_of(times.begin(), times.end(), [](uint32_t count) { return count == 1; });
    }

    static std::string percent(double part) {
        char text[32];
        std::snprintf(text, sizeof text, part < 0.1 ? "%.2g %%" : "%.0f %%", part * 100);
        return text;
    }

    const sort::Break* broken_;  // null: all is right
    std::shared_ptr<LessonPlane> plane_;
    Lesson lesson_;
    Words keys_;  // by rank
};

Lesson make_tree(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    return TreeLesson(input, broken).make();
}

}  // namespace

LessonMaker tree_lesson() {
    return {
        "tree",
        "Trees from sorted keys: the tree of gravity, and the walk of one body",
        "T. Karras: Maximizing parallelism in the construction of BVHs, octrees, and k-d trees. High Performance "
        "Graphics, 2012; J. Barnes, P. Hut: A hierarchical O(N log N) force-calculation algorithm. Nature, 1986",
        make_tree,
        kTreeBreaks,
        kPlaneLessonKeys};
}

}  // namespace app

// The sentences about stages of steps and passes of the drawing, as a table.
#include "app/view/panels/stage_words.h"

namespace app {
namespace {

struct Words {
    std::string_view stage, text;
};

constexpr Words kStageWords[] = {
    {"step", "All stages of a step, and what is between them"},
    {"boxes", "The box around each body; of spheres, where this step moves them"},
    {"axis", "Chooses the sort axis: that along which the boxes are spread most"},
    {"plan", "Chooses the columns of the broad phase, by the size and the spread of the boxes"},
    {"prepare", "Clears what the stages of this step count into"},
    {"keys",
     "The sort key of each body, with columns where this step moves it, and the descents: keys greater than "
     "the next"},
    {"sort", "Sorts pairs of a key and a body; a sort that finds its keys in order ends at once"},
    {"filter", "Takes boxes off the list that meet no other along an axis, before the next axis is sorted"},
    {"reorder",
     "Moves the bodies, spheres to their new places too, into sorted order: the next step starts from it"},
    {"gather", "Finds where each column begins in the order, and the sorted boxes"},
    {"sweep", "Walks forward from each box while boxes overlap: the pairs, with columns the contacts too"},
    {"contacts", "Notes the pairs whose spheres touch"},
    {"ground", "The force of the ground on each body that touches it"},
    {"walls", "Pairs of a body and a wall that it reaches"},
    {"solve", "Sums the forces on each body, in ascending id of the other, and finishes its velocity"},
    {"wake", "Wakes bodies that were touched"},
    {"narrow/begin", "Empties the table of pairs, and frees the places of those that came near no more"},
    {"narrow/keep", "Keeps the contact points of pairs that have hardly moved, and lists the others"},
    {"narrow/search",
     "Looks for points of one mesh near the other's surface, and chooses those that are kept"},
    {"solve/colour", "Pairs that have no moving body in common get one colour, and are solved together"},
    {"solve/sweep",
     "Earlier pushes, then pushes and friction at each point, colour by colour, until bodies part"},
    {"solve/relax", "Once more without what takes the depth away; what came fast bounces"},
    {"gravity/cube", "The cube around all bodies, by which their Morton keys are scaled"},
    {"gravity/keys", "The Morton key of each body"},
    {"gravity/sort", "Sorts the Morton keys"},
    {"gravity/ties", "Puts bodies with equal Morton keys in the order of their ids"},
    {"gravity/tree", "The binary tree over the sorted keys"},
    {"gravity/moments", "Mass, centre and spread of each node, from the leaves upwards"},
    {"gravity/walk", "Walks through the tree, and sums the pull on each body"},
    {"gravity/gather", "Bodies in the order of their Morton keys"},
    {"gravity/direct", "Sums the pull of every body on every other one"},
    {"gaps", "Between the stages: launches, and waiting for the next one"},
    {"profiler", "What reading these times costs the processor; not part of the step"},
    {"drawing", "All passes of a picture"},
    {"legend", "The lit balls of the legend"},
    {"sky map", "Depth from the sky's light, for the shade that it leaves"},
    {"shade map", "Shade on the floor where bodies touch it"},
    {"sun map", "What lies in the sun's way: the shadows"},
    {"floor map", "The sun on each place of the floor"},
    {"bodies", "The nearest body of each pixel"},
    {"near shade", "Shade by neighbours on the screen"},
    {"points", "Bodies that are points of light"},
    {"light", "Light and shadow on the bodies"},
    {"stage", "Floor, walls and background"},
    {"overlays", "Boxes, lines and dots over the bodies"},
    {"edges", "Smooth edges, and out to the window"},
};

}  // namespace

std::string_view stage_words(std::string_view stage) {
    for (const Words& words : kStageWords) {
        if (words.stage == stage) return words.text;
    }
    const size_t slash = stage.rfind('/');
    return slash == std::string_view::npos ? "" : stage_words(stage.substr(0, slash));
}

}  // namespace app

// What the lesson of adaptive draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"windows", Part::displacement},
    {"windows", Part::words, "halo"},
    {"windows", Part::windows, "window begins", "window ends"},
    {"windows", Part::table, "descends"},
    {"windows", Part::table, "crowded"},
    {"windows", Part::copied, "kept keys", "kept places"},
    {"windows", Part::words, "kept places"},
    {"check", Part::borders, "keys", "ascends"},
    {"check", Part::borders, "places"},
    {"check", Part::decision, "proved", "halo"},
    {"write", Part::moves},
    {"full sort", Part::movers},
    {"full sort", Part::moves},
};

const bool registered = add_pictures("adaptive", kPictures);

}  // namespace
}  // namespace sort

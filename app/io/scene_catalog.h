// What there is to choose from: the built-in scenes by group, each with what it shows, and a search in their words.
#pragma once
#include <string>
#include <vector>

namespace app {

struct SceneEntry {
    std::string name;     // what load_scene takes
    std::string title;    // "Gas: elastic spheres collide in a closed cube"
    std::string group;    // "Particles"
    std::string teaches;  // a sentence; "": nothing is said
    std::string label;    // in lists: the name; of a file its stem, of frames the folder's name
};

/// Returns the built-in scenes, group by group, by name within each. Read once.
const std::vector<SceneEntry>& scene_catalog();

/// Returns a scene of that name, or of a file, or of a folder of frames, whose name ends in "/": these have their label for
/// a title, and their path in place of a sentence.
SceneEntry scene_entry(const std::string& name_or_path);

/// Returns how well `typed` fits: every one of its words must be in the entry's words, or in the name at
/// least letter by letter in order ("hgl" finds hourglass). 0: not at all; names count more than titles, and
/// these more than sentences.
int match(const SceneEntry& entry, const std::string& typed);

/// Returns the entries that fit, best first; all of them in their order if nothing is typed.
std::vector<SceneEntry> found_scenes(const std::vector<SceneEntry>& entries, const std::string& typed);

}  // namespace app

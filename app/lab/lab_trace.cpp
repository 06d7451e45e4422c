#include "app/lab/lab_trace.h"

#include <cstdlib>

#include "app/base/text/names.h"

namespace app {
namespace {

uint32_t number(const std::string& text) {
    return static_cast<uint32_t>(std::strtoull(text.c_str(), nullptr, 10));
}

LabWords words_of(const std::string& name, const std::string& text) {
    LabWords array{name};
    if (text.empty()) return array;
    for (const std::string& word : split(text, ' ')) {
        array.unwritten.push_back(word == "-");
        array.words.push_back(number(word));
    }
    return array;
}

}  // namespace

LabTrace read_trace(const std::string& report) {
    LabTrace trace;
    for (const std::string& line : split(report, '\n')) {
        const std::vector<std::string> fields = split(line, '\t');
        if (fields[0] == "array" && fields.size() == 3) {
            trace.inputs.push_back(words_of(fields[1], fields[2]));
        } else if (fields[0] == "store" && fields.size() == 9) {
            trace.stores.push_back({fields[1], fields[2] == "shared", number(fields[3]), number(fields[4]),
                                    number(fields[5]), number(fields[6]), number(fields[7]),
                                    number(fields[8])});
        } else if (fields[0] == "output" && fields.size() == 4) {
            trace.found.push_back(words_of(fields[1], fields[2]));
            trace.wanted.push_back(words_of(fields[1], fields[3]).words);
        }
    }
    return trace;
}

}  // namespace app

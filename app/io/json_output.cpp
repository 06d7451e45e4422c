#include "app/io/json_output.h"

#include <nlohmann/json.hpp>

#include "app/base/text/json_text.h"
#include "app/io/output_stream.h"

namespace app {

void write_json(const std::string& path, const nlohmann::ordered_json& json) {
    OutputStream file(path);
    file.stream() << json_text(json, 2) << '\n';
    file.commit();
}

}  // namespace app

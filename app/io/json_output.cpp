// Text that is no UTF-8, such as a driver's name, must not lose the whole report.
#include "app/io/json_output.h"

#include <nlohmann/json.hpp>

#include "app/io/output_stream.h"

namespace app {

void write_json(const std::string& path, const nlohmann::ordered_json& json) {
    OutputStream file(path);
    file.stream() << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    file.commit();
}

}  // namespace app

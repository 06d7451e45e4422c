#include "app/site/answer.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/json_text.h"
#include "app/base/text/names.h"

namespace app::site {

const char* answer(const std::function<std::string()>& make) {
    static std::string text;
    try {
        text = make();
    } catch (const nlohmann::json::exception&) {
        text = json_text({{"error", "the parameters of this page are not readable"}}, -1);
    } catch (const std::bad_alloc&) {
        text = json_text({{"error", "out of memory"}}, -1);
    } catch (const std::exception& error) {
        text = json_text({{"error", error.what()}}, -1);
    }
    return text.c_str();
}

const char* answer_json(const std::function<Json()>& make) {
    return answer([&] { return json_text(make(), -1); });
}

Params::Params(const char* text, std::initializer_list<const char*> known) : json_(Json::parse(text)) {
    if (!json_.is_object()) throw BadUsage("an object of parameters is expected");
    for (const auto& [name, value] : json_.items()) {
        const auto same = [&name = name](const char* one) { return name == one; };
        if (std::none_of(known.begin(), known.end(), same))
            throw BadUsage(unknown_name("parameter", name, {known.begin(), known.end()}));
    }
}

bool Params::has(const char* name) const {
    const auto at = json_.find(name);
    return at != json_.end() && !at->is_null() &&
           !(at->is_string() && at->get_ref<const std::string&>().empty());
}

std::string Params::text(const char* name) const {
    if (!has(name)) return "";
    const Json& value = json_[name];
    return value.is_string() ? value.get<std::string>() : json_text(value, -1);
}

std::optional<uint64_t> Params::count(const char* name, const std::string& flag) const {
    if (!has(name)) return std::nullopt;
    return parse_count(flag, text(name));
}

}  // namespace app::site

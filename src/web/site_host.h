// What a host of static files may be given: it goes by the endings of names alone, sends no policy
// along, and so would run in a browser what a server keeps from that.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace milepost::web {

// The name under which an answer that is no page can be kept, with an ending that says what it
// is; nothing for what a browser might run.
std::optional<std::string> host_file_name(std::string name, std::string_view type,
                                          std::string_view body);

// Whether a picture does nothing by itself, whoever opens it: no script, no event, no HTML in it,
// no link but to its own parts, to pictures and to the web.
bool is_inert_svg(std::string_view svg);

}  // namespace milepost::web

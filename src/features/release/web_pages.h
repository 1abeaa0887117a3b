// The handlers of this feature's pages, which page_routes.cc puts into rows.
#pragma once

#include "features/common/route.h"

namespace milepost::release::pages {

// part_routes.cc
http::Response show_part(const http::Request& request, const Visit& visit);
http::Response opt_in(const http::Request& request, const Visit& visit);
http::Response opt_out(const http::Request& request, const Visit& visit);
http::Response remove(const http::Request& request, const Visit& visit);
http::Response defer(const http::Request& request, const Visit& visit);
http::Response restore(const http::Request& request, const Visit& visit);
http::Response ask_exception(const http::Request& request, const Visit& visit);
http::Response decide_exception(const http::Request& request, const Visit& visit);
http::Response choose_opt_ins(const http::Request& request, const Visit& visit);
http::Response opt_in_chosen(const http::Request& request, const Visit& visit);

// freeze_routes.cc
http::Response show_freeze(const http::Request& request, const Visit& visit);
http::Response confirm_freeze(const http::Request& request, const Visit& visit);
http::Response apply_freeze(const http::Request& request, const Visit& visit);
http::Response undo_applied(const http::Request& request, const Visit& visit);
http::Response show_messages(const http::Request& request, const Visit& visit);
http::Response mail_messages(const http::Request& request, const Visit& visit);
http::Response json_messages(const http::Request& request, const Visit& visit);
http::Response markdown_messages(const http::Request& request, const Visit& visit);
http::Response mark_posted(const http::Request& request, const Visit& visit);

}  // namespace milepost::release::pages

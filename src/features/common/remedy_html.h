// A remedy on a page: where the button leads, or what its form sends. What has no page is the
// command to copy, or words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/common/route.h"
#include "gates/gate.h"
#include "gates/remedy.h"
#include "render/json_value.h"

namespace milepost {

struct WebRemedy {
  std::string label;  // of the button or link; "" when there is neither
  std::string href;   // where it leads, or what its form is sent to; "" when it leads nowhere
  bool posts = false;
  std::vector<std::pair<std::string, std::string>> fields = {};  // of the form
  std::string proposal = {};  // its key, where the form is about that one: it carries `_match`
  std::string command = {};   // to copy; "" where the page does it, or people do
  std::string words = {};     // the same as a part of a sentence
};

// Where the proposal's files are edited on the web, to which what is written leads; "" where that
// is not known.
struct EditLinks {
  std::string text, metadata;  // the same where the text has the metadata
};
WebRemedy web_remedy(const Remedy& remedy, const PageLinks& links, const EditLinks& edit = {});

// The best of a verdict's that a page has something for, else its first; a verdict without any has
// nothing.
std::optional<WebRemedy> best_remedy(const Verdict& verdict, const PageLinks& links,
                                     const EditLinks& edit = {});

// For web/remedy_button.html: "label", "href", "posts", "fields", "csrf", "match", "command",
// "words". `match` is the tag of the proposal that a form is about.
Json remedy_html(const WebRemedy& remedy, const Visitor& visitor, const std::string& match = {});

// "/keps/proposals/4211"
std::string proposal_href(const PageLinks& links, std::string_view called);
std::string page_href(const PageLinks& links, std::string_view path);

}  // namespace milepost

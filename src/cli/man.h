// Man pages in roff, made from the verbs' tables: milepost(1), and one for each
// verb, such as milepost-template-show(1). The same program makes the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/verb.h"

namespace milepost {

struct ManPage {
  std::string name;  // "milepost-template-show", of section 1
  std::string text;
};

ManPage man_page(const Program& program, const Verb& verb);
ManPage man_overview(const Program& program);

// The overview, then the verbs' in their order.
std::vector<ManPage> all_man_pages(const Program& program);

// The text as one line that roff shows as it is: nothing in it is a request, an
// escape, or a character shown as another.
std::string roff(std::string_view text);

}  // namespace milepost

// What awaits somebody, for people and programs.
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
#include "base/trouble.h"
#include "gates/inbox.h"
#include "report/text_options.h"

namespace milepost {

struct Inbox {
  Addressee addressee;
  std::string release;  // the only one looked at; "" for whatever awaits
  Instant now;
  bool anywhere_on_earth = false;
  std::vector<Awaited> items;  // most urgent first
  std::vector<std::string> notes;
  std::vector<Trouble> troubles;
};

// What is one task is said once; with `each`, everything on its own.
std::string render_inbox_text(const Inbox& inbox, const TextOptions& options, bool each = false);
std::string render_inbox_json(const Inbox& inbox);

}  // namespace milepost

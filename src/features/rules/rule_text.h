// What `rules` and `explain` print.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "render/json_value.h"
#include "render/text_options.h"
#include "rules/rule.h"

namespace milepost::rules {

struct PageOptions {
  bool bold = false;  // headings
  std::uint32_t columns = 80;
};

// One line for each rule: code, severity, name, summary. On a terminal summaries go on below
// their beginnings.
std::string render_rules_text(std::span<const Rule> rules, const TextOptions& options = {});

// {"rules":[{"rule","name","severity","summary"}]}
std::string render_rules_json(std::span<const Rule> rules);

// The same of one rule: {"rule","name","severity","summary"}
Json rule_json(const Rule& rule);

// A page of docs/rules, in Markdown, for reading on a terminal: headings without
// their marks, code indented, comments left out.
std::string render_page(std::string_view markdown, const PageOptions& options);

}  // namespace milepost::rules

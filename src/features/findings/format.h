// The formats a run can be written in, by name.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "features/findings/model.h"
#include "features/findings/text.h"
#include "rules/rule.h"

namespace milepost::findings {

enum class Format { kText, kJson, kSarif, kJunit, kGithub };

inline constexpr std::array<std::string_view, 5> kFormatNames = {"text", "json", "sarif", "junit",
                                                                 "github"};

std::optional<Format> parse_format(std::string_view name);

struct FormatOptions {
  TextOptions text;
  bool strict = false;          // warnings count as failures
  std::span<const Rule> rules;  // described where the format can
};

std::string render(Format format, const Run& run, const FormatOptions& options);

}  // namespace milepost::findings

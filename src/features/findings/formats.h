// The formats a run can be written in, by name.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "features/findings/model.h"
#include "render/text_options.h"
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

// For people: findings by file, and a summary. On a terminal each finding shows its source
// line with carets; elsewhere it is one line, `path:line:column: severity code name  message`.
// Nothing a document or a path contains can control the terminal.
std::string render_text(const Run& run, const TextOptions& options);
// "41 ms", "2.5 s", "3 min".
std::string describe(std::chrono::milliseconds elapsed);

// {"findings":[…],"summary":{"files","errors","warnings","infos"}}, and "troubles" when
// something could not be checked, "unlisted" when there are too many findings to list. Keys are
// added, never changed. Columns count code points; invalid UTF-8 becomes U+FFFD.
std::string render_json(const Run& run);

// SARIF 2.1.0, for code scanning and editors. `rules` describes the rules that the findings
// name; one it lacks is described by its findings alone.
std::string render_sarif(const Run& run, std::span<const Rule> rules);
// A path as a URI reference: relative paths stay relative, absolute ones become
// file: URIs, and every byte but letters, digits and -._~/ is percent-encoded.
std::string path_uri(std::string_view path);

// A suite for each file, a case for each finding. A case fails when its finding makes the
// run fail, so that what the CI server shows agrees with the exit status; other findings
// pass and say what they found.
std::string render_junit(const Run& run, bool strict);

// Workflow commands: GitHub shows them as annotations on the change. It keeps ten of a
// step, so the most severe ten are written and the rest is counted in one last notice.
inline constexpr std::size_t kGithubAnnotations = 10;
std::string render_github(const Run& run);

}  // namespace milepost::findings


#include "features/findings/formats.h"

#include <algorithm>

namespace milepost::findings {

std::optional<Format> parse_format(std::string_view name) {
  const auto found = std::ranges::find(kFormatNames, name);
  if (found == kFormatNames.end()) return std::nullopt;
  return static_cast<Format>(found - kFormatNames.begin());
}

std::string render(Format format, const Run& run, const FormatOptions& options) {
  switch (format) {
    case Format::kText: return render_text(run, options.text);
    case Format::kJson: return render_json(run);
    case Format::kSarif: return render_sarif(run, options.rules);
    case Format::kJunit: return render_junit(run, options.strict);
    case Format::kGithub: return render_github(run);
  }
  return {};
}

}  // namespace milepost::findings

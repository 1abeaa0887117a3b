// The SARIF 2.1.0 report, for code scanning and editors.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "features/findings/model.h"
#include "rules/rule.h"

namespace milepost::findings {

// `rules` describes the rules that the findings name; one it lacks is described
// by its findings alone.
std::string render_sarif(const Run& run, std::span<const Rule> rules);

// A path as a URI reference: relative paths stay relative, absolute ones become
// file: URIs, and every byte but letters, digits and -._~/ is percent-encoded.
std::string path_uri(std::string_view path);

}  // namespace milepost::findings

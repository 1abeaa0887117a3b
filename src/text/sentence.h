// Sentences in plain text.
#pragma once

#include <string_view>

namespace milepost {

// The first sentence, its mark included; all of the text when it has no end. A full stop
// ends one when white space and a new beginning follow: not "e.g. this", "v1.2" or "J. Doe".
std::string_view first_sentence(std::string_view text);

}  // namespace milepost

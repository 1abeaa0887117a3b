// Sentences in plain text.
#pragma once

#include <cstddef>
#include <string_view>

namespace milepost {

// The first sentences, their marks included; all of the text when it has no more of them,
// or when `most` is 0. A full stop ends a sentence when white space and a new beginning
// follow: not "e.g. this", "v1.2" or "J. Doe".
std::string_view first_sentences(std::string_view text, std::size_t most);

inline std::string_view first_sentence(std::string_view text) { return first_sentences(text, 1); }

// The last may lack its mark.
std::size_t count_sentences(std::string_view text);

}  // namespace milepost

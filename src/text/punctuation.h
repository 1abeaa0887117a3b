// What Unicode calls white space and punctuation: emphasis depends on both.
#pragma once

namespace milepost {

bool is_unicode_space(char32_t c);
bool is_unicode_punctuation(char32_t c);

}  // namespace milepost

// What a proposal says of itself in short.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "proposal/judgement.h"

namespace milepost {

// The first paragraphs, so many at most, of the section that sums the proposal up: a line each,
// without markup; "" when it says nothing.
std::string summary_of(const Process& process, const Document& document, const Judgement& judgement,
                       std::size_t paragraphs = 1);

// The sentence of a summary that best tells users what they get, without an opening such as "This
// proposal proposes to"; one of so many columns at most, when that is not 0. "" when none does.
std::string benefit_in(std::string_view summary, std::size_t columns = 0);

}  // namespace milepost

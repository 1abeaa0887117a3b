// Questions to somebody at a terminal. Everywhere else nothing is asked: what is
// missing is an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace milepost {

// The line that is typed, without blanks around it; nothing when the input ends.
std::optional<std::string> ask(std::string_view question);

// The same until it is not empty; `otherwise` is what an empty line means.
std::optional<std::string> ask_for(std::string_view question, std::string_view otherwise = {});

// Yes only for y and yes; nothing when the input ends.
std::optional<bool> confirm(std::string_view question);

// Shows something before the next question.
void tell(std::string_view text);

}  // namespace milepost

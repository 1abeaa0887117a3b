// What titles of documents begin with, as a pack writes it: "TEP-{number}: ". `{number}` stands for
// the proposal's number as paths have it, `{number:4}` for one of at least four digits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

struct PrefixedTitle {
  std::string_view number;  // as written; "" when the prefix has none
  std::string_view title;   // what follows
};

// Nothing when the title does not begin so. Case does not count.
std::optional<PrefixedTitle> read_title_prefix(std::string_view form, std::string_view title);

// The title without its prefix, if it has it.
std::string_view without_prefix(std::string_view form, std::string_view title);

// The prefix of a proposal; "" when it needs a number and there is none. `in_path` is the number as
// the path writes it, which counts where the form says no width.
std::string title_prefix_of(std::string_view form, std::string_view number,
                            std::string_view in_path);

// What a template's title begins with before what stands for a proposal's: "KEP-NNNN: " of
// "KEP-NNNN: Your title", "Design: " of "Design: <name>". "" when no part of it stays. `numbers`
// and `titles` are the words that stand for a number and for a title.
std::string_view prefix_of_template(std::string_view title, const std::vector<std::string>& numbers,
                                    const std::vector<std::string>& titles);

// What is wrong with a form, and what to do; "" for nothing.
std::string fault_of_title_prefix(std::string_view form);

}  // namespace milepost

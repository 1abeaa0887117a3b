// Code as HTML, with spans around its comments, strings, numbers and keywords. A reader sees the
// same characters, whatever they are: it guesses what they mean from the language's name, and a
// wrong guess costs a colour.
#pragma once

#include <string>
#include <string_view>

namespace milepost {

// `language` as it stands after a fence: "go", "yaml". Of one it does not know, and of a diagram,
// the text alone.
std::string code_html(std::string_view code, std::string_view language);

}  // namespace milepost

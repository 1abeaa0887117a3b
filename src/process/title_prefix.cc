#include "process/title_prefix.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kNumber = "{number";

// The parts of a form: what stands before the number and behind it, and how wide it is.
struct Form {
  std::string_view before, after;
  bool numbered = false;
  std::size_t width = 0;  // 0: as paths write it
};

Form parts_of(std::string_view form) {
  const std::size_t open = form.find(kNumber);
  const std::size_t close = open == form.npos ? form.npos : form.find('}', open);
  if (close == form.npos) return {form, {}, false, 0};
  Form parts{form.substr(0, open), form.substr(close + 1), true, 0};
  const std::string_view width = form.substr(open + kNumber.size(), close - open - kNumber.size());
  if (width.size() == 2 && width[0] == ':' && is_digit(width[1])) {
    parts.width = static_cast<std::size_t>(width[1] - '0');
  }
  return parts;
}

// Takes the text off the front; blanks at its end may be missing at the end of the title.
bool take(std::string_view& title, std::string_view text) {
  if (title.size() >= text.size() && equal_ignoring_case(title.substr(0, text.size()), text)) {
    title.remove_prefix(text.size());
    return true;
  }
  const std::string_view bare = trim(text);
  if (bare.empty() || !equal_ignoring_case(title, bare)) return false;
  title = {};
  return true;
}

}  // namespace

std::optional<PrefixedTitle> read_title_prefix(std::string_view form, std::string_view title) {
  if (form.empty()) return std::nullopt;
  const Form parts = parts_of(form);
  if (!take(title, parts.before)) return std::nullopt;
  if (!parts.numbered) return PrefixedTitle{{}, trim(title)};
  const auto digits =
      static_cast<std::size_t>(std::ranges::find_if_not(title, is_digit) - title.begin());
  const std::string_view number = title.substr(0, digits);
  title.remove_prefix(digits);
  if (number.empty() || !take(title, parts.after)) return std::nullopt;
  return PrefixedTitle{number, trim(title)};
}

std::string_view without_prefix(std::string_view form, std::string_view title) {
  const auto read = read_title_prefix(form, title);
  return read ? read->title : title;
}

std::string title_prefix_of(std::string_view form, std::string_view number,
                            std::string_view in_path) {
  const Form parts = parts_of(form);
  if (!parts.numbered) return std::string(form);
  if (number.empty()) return {};
  std::string written(parts.width == 0 && !in_path.empty() ? in_path : number);
  if (written.size() < parts.width) written.insert(0, parts.width - written.size(), '0');
  return fmt::format("{}{}{}", parts.before, written, parts.after);
}

std::string fault_of_title_prefix(std::string_view form) {
  if (trim(form).empty())
    return "`title-prefix` is what titles begin with, such as `TEP-{number}: `";
  const std::size_t open = form.find('{');
  if (open == form.npos && form.find('}') == form.npos) return {};
  const std::size_t close = open == form.npos ? form.npos : form.find('}', open);
  const std::string_view part =
      close == form.npos ? std::string_view() : form.substr(open + 1, close - open - 1);
  const bool number = part == "number" || (part.size() == 8 && part.starts_with("number:") &&
                                           part[7] >= '1' && part[7] <= '9');
  if (!number) {
    return "a title's prefix knows `{number}`, or `{number:4}` for one of at least four digits";
  }
  if (form.find_first_of("{}", close + 1) != form.npos) return "one `{number}` is enough";
  return {};
}

}  // namespace milepost

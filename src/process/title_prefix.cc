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

// Where the word stands that is no part of a longer one.
std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_alnum(text[at - 1]);
    if (!word.empty() && begins && (end == text.size() || !is_alnum(text[end]))) return at;
  }
  return text.npos;
}

// Where the first sign stands that separates parts of a title; npos for none.
std::size_t find_separator(std::string_view title) {
  std::size_t first = title.npos;
  for (const std::string_view separator : {":", " - ", " \u2013 ", " \u2014 "}) {
    first = std::min(first, title.find(separator));
  }
  return first;
}

// Behind "NNNN"; npos when it is not there, or stands in brackets behind the title.
std::size_t find_number_end(std::string_view title, const std::vector<std::string>& numbers) {
  for (const std::string& number : numbers) {
    const std::size_t at = number.size() < 2 ? title.npos : find_word(title, number);
    if (at != title.npos && title.substr(0, at).find('(') == title.npos) return at + number.size();
  }
  return title.npos;
}

std::size_t skip_separators(std::string_view title, std::size_t at) {
  while (at < title.size()) {
    const std::string_view rest = title.substr(at);
    const bool dash = rest.starts_with("\u2013") || rest.starts_with("\u2014");
    const bool bracket = rest.starts_with("\\]");  // that of no link
    const std::size_t link = rest.starts_with("](") ? rest.find(')') : rest.npos;
    const bool sign = is_space(rest[0]) || std::string_view("])}:-|.").find(rest[0]) != rest.npos;
    if (!dash && !bracket && !sign) break;
    at += dash ? 3 : bracket ? 2 : link != rest.npos ? link + 1 : 1;
  }
  return at;
}

bool stands_for_title(std::string_view text, const std::vector<std::string>& titles) {
  if (text.empty()) return true;  // "<name>" is no text to Markdown
  constexpr std::string_view kPairs[] = {"<>", "[]", "{}", "()"};
  const bool in_brackets = std::ranges::any_of(kPairs, [&](std::string_view pair) {
    return text.size() > 1 && text.front() == pair[0] && text.find(pair[1]) == text.size() - 1;
  });
  return in_brackets || std::ranges::any_of(titles, [&](const std::string& title) {
           return equal_ignoring_case(title, text);
         });
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

std::string_view prefix_of_template(std::string_view title, const std::vector<std::string>& numbers,
                                    const std::vector<std::string>& titles) {
  const std::size_t number = find_number_end(title, numbers);
  const std::size_t ends = number != title.npos ? number : find_separator(title);
  if (ends == title.npos) return {};
  const std::size_t begin = skip_separators(title, ends);
  const std::string_view rest = trim(title.substr(begin));
  const bool stays =
      number != title.npos ? !rest.empty() || begin > ends : stands_for_title(rest, titles);
  return stays ? title.substr(0, begin) : std::string_view();
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

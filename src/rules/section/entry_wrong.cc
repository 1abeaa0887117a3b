// MP226 entry-wrong: an entry of a list whose form the template gives has a day that no
// calendar has, a share of more than a hundred, or no link to the test that it names.
#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "base/date.h"
#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

constexpr std::size_t kYearDigits = 4;

bool is_any_of(char c, std::string_view set) { return set.find(c) != set.npos; }

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

bool is_day(std::string_view year, std::string_view month, std::string_view day) {
  const auto padded = [](std::string_view part) {
    return std::string(part.size() == 1 ? "0" : "").append(part);
  };
  return parse_date(fmt::format("{}-{}-{}", year, padded(month), padded(day))).has_value();
}

// A day in numbers, with the year first or last: 2022-10-05, 1/29/2024, 13.10.2023.
struct WrittenDay {
  std::size_t begin = 0, end = 0;
  bool possible = true;
};

std::optional<WrittenDay> day_at(std::string_view text, std::size_t at) {
  std::string_view parts[3];
  std::size_t end = at;
  for (std::size_t i = 0; i < std::size(parts); ++i) {
    if (i > 0) {
      const char separator = text[at + parts[0].size()];  // the same twice
      if (end >= text.size() || !is_any_of(separator, "-/.") || text[end] != separator) return {};
      ++end;
    }
    parts[i] = text.substr(end, digits_at(text, end));
    end += parts[i].size();
    if (parts[i].empty() || (i == 0 && end >= text.size())) return {};
  }
  const bool year_first = parts[0].size() == kYearDigits;
  const std::string_view year = year_first ? parts[0] : parts[2];
  const std::string_view one = year_first ? parts[1] : parts[0];
  const std::string_view two = year_first ? parts[2] : parts[1];
  const bool dotted = text[at + parts[0].size()] == '.';
  if (year.size() != kYearDigits || one.size() > 2 || two.size() > 2 || (year_first && dotted)) {
    return {};
  }
  // Who puts the year last may put the month before the day, or after it.
  const bool possible = is_day(year, one, two) || (!year_first && is_day(year, two, one));
  return WrittenDay{at, end, possible};
}

// The first in a line. What is part of a name, path or address is none.
std::optional<WrittenDay> find_day(std::string_view line) {
  constexpr std::string_view kInner = "-/._#=&?%@~";
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!is_digit(line[at])) continue;
    const bool inside = at > 0 && (is_alnum(line[at - 1]) || is_any_of(line[at - 1], kInner));
    const auto day = inside ? std::nullopt : day_at(line, at);
    if (day) {
      const char after = day->end < line.size() ? line[day->end] : ' ';
      const char next = day->end + 1 < line.size() ? line[day->end + 1] : ' ';
      const bool goes_on = is_alnum(after) || (is_any_of(after, kInner) && !is_space(next));
      if (!goes_on) return day;
    }
    at += digits_at(line, at);
  }
  return std::nullopt;
}

// What stands between the parts of an entry taken off: marks, and dashes of any length.
std::string_view without_dashes(std::string_view text) {
  constexpr std::string_view kDashes[] = {"–", "—"};
  for (;;) {
    const auto dash =
        std::ranges::find_if(kDashes, [&](std::string_view one) { return text.starts_with(one); });
    if (dash != std::end(kDashes)) {
      text.remove_prefix(dash->size());
    } else if (!text.empty() && (is_space(text.front()) || is_any_of(text.front(), "`-:*,|)"))) {
      text.remove_prefix(1);
    } else {
      return text;
    }
  }
}

// The share that an entry gives after its day, or right after its name: as "90%", or after a
// day as a number that nothing follows.
std::optional<double> share_in(std::string_view line, const std::optional<WrittenDay>& day) {
  const std::size_t colon = line.find(": ");
  if (!day && colon == line.npos) return std::nullopt;
  const std::string_view rest = without_dashes(line.substr(day ? day->end : colon + 1));
  double share = 0;
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), share, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit = trim(rest.substr(static_cast<std::size_t>(end - rest.data())));
  const bool alone = day && without_dashes(unit).empty();
  return unit.starts_with('%') || alone ? std::optional(share) : std::nullopt;
}

class Entries {
 public:
  Entries(const RuleInput& in, const EntryForm& form, Sink& sink)
      : in_(in), document_(in.proposal.document), form_(form), sink_(sink) {}

  void check(std::uint32_t t) {
    title_ = in_.judgement.wanted(t).title;
    for (const Span span : own_text(document_, in_.judgement, t)) {
      const auto [begin, end] = document_.blocks_in(span);
      for (std::uint32_t b = begin; b < end; ++b) {
        const Block& block = document_.blocks()[b];
        if (block.kind == BlockKind::kItem) check_link(block);
        if (block.kind != BlockKind::kParagraph) continue;
        for (const Span line : document_.lines_of(block)) check_values(line);
      }
    }
  }

 private:
  void check_values(Span line) {
    const std::string_view text = document_.text(line);
    const auto day = form_.date ? find_day(text) : std::nullopt;
    if (day && !day->possible) {
      const std::string_view written = text.substr(day->begin, day->end - day->begin);
      report(warning_while_open(in_), part_of(line, day->begin, written.size()),
             fmt::format("\"{}\" is no day of the calendar", written));
    }
    constexpr double kAll = 100;
    const auto share = form_.percentage ? share_in(text, day) : std::nullopt;
    if (share && *share > kAll) {
      report(warning_while_open(in_), line,
             fmt::format("no more than 100 % can be covered, not {}", *share));
    }
  }

  // Only an entry that begins with the name of a test is one in the template's form: others
  // describe in words what is tested.
  void check_link(const Block& item) {
    const bool due = !form_.names.empty() && !in_.judgement.small_set && !is_closed(in_) &&
                     in_.process.reached(in_.judgement.stage, form_.from);
    const bool outer = item.depth <= 1;
    if (!due || !outer) return;
    const std::string_view text = document_.text(item.content);
    const std::string_view line = trim(cut(text, '\n').first);
    const std::string_view name = name_in(line);
    const bool named = std::ranges::any_of(form_.names, [&](const std::string& word) {
      return find_ignoring_case(name, word) != name.npos;
    });
    if (!named || is_linked(text)) return;
    const auto at = static_cast<std::size_t>(name.data() - document_.text().data());
    const std::string since = form_.from.empty() ? "" : fmt::format(", due from {}", form_.from);
    report(Severity::kInfo, part_of({}, at, name.size()),
           fmt::format("\"{}\" has no link{}; link to the test or its results", name, since));
  }

  // `name` or aTest_name alone, or with a colon after it; "" for words.
  static std::string_view name_in(std::string_view line) {
    std::string_view name, rest;
    if (line.starts_with('`')) {
      std::tie(name, rest) = cut(line.substr(1), '`');
    } else {
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      name = line.substr(0, end);
      rest = line.substr(end);
      if (name.ends_with(':')) {
        name.remove_suffix(1);
        rest = ":";
      }
      const bool word = std::ranges::all_of(name, [](char c) { return is_alpha(c); }) &&
                        std::ranges::none_of(name.substr(std::min<std::size_t>(1, name.size())),
                                             [](char c) { return is_upper(c); });
      if (word) return {};
    }
    rest = trim(rest);
    const bool plain = name.find_first_of(" <>") == name.npos;
    return plain && (rest.empty() || rest.starts_with(':')) ? name : std::string_view();
  }

  // As a link, an address, or the number of a pull request.
  static bool is_linked(std::string_view text) {
    return text.find('[') != text.npos || text.find("://") != text.npos ||
           text.find('#') != text.npos;
  }

  static Span part_of(Span line, std::size_t at, std::size_t size) {
    const auto begin = line.begin + static_cast<std::uint32_t>(at);
    return {begin, begin + static_cast<std::uint32_t>(size)};
  }

  void report(Severity severity, Span at, std::string message) {
    sink_.report(severity, document_.source(), at, std::move(message)).section = title_;
  }

  const RuleInput& in_;
  const Document& document_;
  const EntryForm& form_;
  Sink& sink_;
  std::string title_;
};

}  // namespace

void entry_wrong(const RuleInput& in, Sink& sink) {
  for (const EntryForm& form : in.process.words.entries) {
    for (const std::string& title : form.sections) {
      const std::uint32_t t = in.judgement.find(title);
      if (t == kNone || in.judgement.missing(t)) continue;
      Entries(in, form, sink).check(t);
    }
  }
}

}  // namespace milepost

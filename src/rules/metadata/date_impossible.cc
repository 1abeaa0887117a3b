// MP305 date-impossible: a date is not a day of the calendar as yyyy-mm-dd. The
// first date of a proposal decides by which template it is judged: it must be
// right. One that can only mean one day, such as 2025-10-9, is MP326's.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"

namespace milepost {

namespace {

// Three numbers of at most four digits with the same mark between them; zeros
// for anything else.
std::array<int, 3> read_numbers(std::string_view text) {
  const std::size_t mark = text.find_first_of("-/.");
  if (mark == text.npos) return {};
  std::array<int, 3> numbers{};
  std::string_view rest = text;
  for (int& number : numbers) {
    const auto [part, tail] = cut(rest, text[mark]);
    if (part.empty() || part.size() > 4 || !std::ranges::all_of(part, is_digit)) return {};
    for (const char c : part) number = number * 10 + (c - '0');
    rest = tail;
  }
  return rest.empty() ? numbers : std::array<int, 3>{};
}

// The text as a date is written, if the calendar has such a day.
std::string as_date(int year, int month, int day) {
  std::string text = to_string(Date{year, month, day});
  return year >= 1000 && parse_date(text) ? text : std::string();
}

// The name of the file has a day that the calendar has not.
void check_name(const RuleInput& in, Sink& sink) {
  const std::string_view part = in.card.parts.find("date");
  if (part.empty() || date_in_name(part)) return;
  const Source& source = in.proposal.document.source();
  sink.report(Severity::kWarning, source, source.line_count() > 0 ? source.line(0) : Span{},
              fmt::format("{} in the name of the file is no date; rename it", in_quotes(part)));
}

}  // namespace

void date_impossible(const RuleInput& in, Sink& sink) {
  check_name(in, sink);
  for (const FieldScalar& value : values_of(in)) {
    if (value.field->type != FieldType::kDate || !is_set(in, value)) continue;
    if (read_date(value.text)) continue;
    const Source& source = *in.proposal.metadata->source;
    const bool first = value.field->role == FieldRole::kCreated;
    Finding& finding =
        sink.report(first ? Severity::kError : Severity::kWarning, source, value.node->span,
                    fmt::format("{} {} is no date; write it as yyyy-mm-dd", value.field->id,
                                in_quotes(value.text)));
    // 2023-14-05 is a guess.
    const auto [year, month, day] = read_numbers(value.text);
    const std::string meant = as_date(year, day, month);
    if (!meant.empty()) finding.note = fmt::format("did you mean {}?", meant);
  }
}

}  // namespace milepost

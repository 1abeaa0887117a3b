// MP502 review-number-wrong: a review file is named after one proposal and says
// that it is for another.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// The value with its quotes, if it has any, and another number.
Fix make_fix(const ReviewFile& file, const YamlNode& value) {
  const std::string_view old = file.source->text(value.span);
  const std::string quote = value.quoted ? std::string(1, old.front()) : std::string();
  return {fmt::format("write {}", file.number), {{value.span, quote + file.number + quote}}};
}

}  // namespace

void review_number_wrong(const RuleInput& in, Sink& sink) {
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    const std::string& key = file->review->number;
    const YamlNode& root = file->yaml->root();
    if (key.empty() || !root.is_map() || !file->yaml->complete()) continue;
    const YamlNode* value = root.find(key);
    if (!value || (value->is_scalar() && trim(value->text).empty())) {
      sink.report(Severity::kInfo, *file->source, value ? value->span : file->source->line(0),
                  fmt::format("{0} is missing; write `{0}: {1}`", key, file->number));
      continue;
    }
    if (value->is_scalar() && plain_number(value->text) == file->number) continue;
    const Span place = first_line(*file->source, value->span);
    const std::string_view said =
        value->is_scalar() ? std::string_view(value->text) : file->source->text(place);
    Finding& finding = sink.report(
        *file->source, place,
        fmt::format("{} is \"{}\", but the file is named after {}", key, said, file->number));
    if (value->is_scalar()) finding.fixes = {make_fix(*file, *value)};
  }
}

}  // namespace milepost

// MP326 spelling-unusual: a value is understood, but not written as the process
// writes it. Said once for each kind of slip in a document, with one fix for all
// of them.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/title_prefix.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"
#include "text/inline.h"

namespace milepost {

namespace {

enum class Slip : std::uint8_t {
  kPerson,
  kPlainPerson,
  kVersion,
  kNumber,
  kBoolean,
  kGroup,
  kDate,
  kBlanks
};

struct SpellingWording {
  std::string_view one;   // after the value; the value as it should be follows
  std::string_view more;  // after how many there are
  std::string_view fix;
};

constexpr SpellingWording kSpellingWordings[] = {
    {"has no @ in front", "people have no @ in front", "put an @ in front"},
    {"has an @ in front", "people have an @ in front", "take the @ off"},
    {"has no v in front", "versions have no v in front", "put a v in front"},
    {"has zeros in front", "numbers have zeros in front", "take the zeros off"},
    {"is not written as true or false", "values are not written as true or false",
     "write true or false"},
    {"is on the roster in another case", "groups are on the roster in another case",
     "write it as the roster does"},
    {"is not written as yyyy-mm-dd", "dates are not written as yyyy-mm-dd",
     "write it as yyyy-mm-dd"},
    {"has blanks inside its quotes", "values have blanks inside their quotes",
     "take the blanks off"},
};

struct Slipped {
  const YamlNode* node = nullptr;
  std::string better;
};

class Spelling {
 public:
  explicit Spelling(const RuleInput& in) : in_(in) {}

  void look_at(const FieldScalar& value) {
    const Field& field = *value.field;
    const std::string_view text = value.text;
    if (field.holds_people()) {
      const auto handle = read_handle(text);
      if (!handle) return;
      const HandleForm form = in_.process.handles;
      if (form == HandleForm::kAt && !handle->at) {
        return add(Slip::kPerson, value, fmt::format("@{}", text));
      }
      if (form == HandleForm::kPlain && handle->at && handle->alone) {
        return add(Slip::kPlainPerson, value, std::string(handle->name));
      }
    } else if (field.type == FieldType::kVersion || field.type == FieldType::kStages) {
      if (!parse_version(text)) return;
      if (is_digit(text.front())) return add(Slip::kVersion, value, fmt::format("v{}", text));
    } else if (field.type == FieldType::kNumber) {
      const std::string number = plain_number(text);
      if (number.empty()) return;
      if (number != text) return add(Slip::kNumber, value, number);
    } else if (field.type == FieldType::kBoolean) {
      const std::string_view truth = truth_of(text);
      if (truth.empty() || (value.node->quoted && in_.process.strict.types)) return;  // MP308
      if (truth != text) return add(Slip::kBoolean, value, std::string(truth));
    } else if (field.holds_groups()) {
      const std::string_view name = in_.facts.rosters().spelled(field.roster, text);
      if (!name.empty() && name != text) return add(Slip::kGroup, value, std::string(name));
    } else if (field.type == FieldType::kDate) {
      const auto date = read_date(text);
      if (!date) return;
      if (to_string(*date) != text) return add(Slip::kDate, value, to_string(*date));
    } else if (field.type != FieldType::kEnum) {
      return;
    }
    if (text != value.node->text && value.node->quoted) {
      add(Slip::kBlanks, value, std::string(text));
    }
  }

  void report(Sink& sink) const {
    const Source& source = *in_.proposal.metadata->source;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const std::vector<Slipped>& slips = found_[i];
      if (slips.empty()) continue;
      const Slipped& first = slips.front();
      Finding& finding = sink.report(
          source, first.node->span,
          slips.size() == 1 ? fmt::format("{} {}; write {}", in_quotes(first.node->text),
                                          kSpellingWordings[i].one, in_quotes(first.better))
                            : fmt::format("{} {}; write {} here", slips.size(),
                                          kSpellingWordings[i].more, in_quotes(first.better)));
      Fix fix{std::string(kSpellingWordings[i].fix), {}};
      for (const Slipped& slip : slips) {
        const bool quotes = static_cast<Slip>(i) == Slip::kVersion;
        if (auto edit = rewrite(source, *slip.node, slip.better, quotes)) {
          fix.edits.push_back(std::move(*edit));
        }
      }
      if (!fix.edits.empty()) finding.fixes.push_back(std::move(fix));
    }
  }

 private:
  void add(Slip slip, const FieldScalar& value, std::string better) {
    found_[static_cast<std::size_t>(slip)].push_back({value.node, std::move(better)});
  }

  const RuleInput& in_;
  std::array<std::vector<Slipped>, std::size(kSpellingWordings)> found_;  // by slip
};

// What the template itself puts before the status: "One of:".
bool is_of_template(const RuleInput& in, std::string_view title, std::string_view before) {
  const Document& pattern = in.judgement.pattern().document();
  const auto section = std::ranges::find_if(pattern.sections(), [&](const Section& candidate) {
    return heading_key(pattern.heading_of(candidate).text) == heading_key(title);
  });
  if (section == pattern.sections().end()) return false;
  return plain_text(pattern.text(section->body)).starts_with(trim(before));
}

// A status that stands in a section. A link around it is no fault: it says where
// the status was reached, and readers see one word. Nor is a successor beside it.
void check_section(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const std::string_view status = metadata.known_status;
  const std::string& shown = metadata.status.text;
  if (status.empty() || shown == status || !metadata.successors.empty()) return;
  const Status* const known = in.process.find_status(status);
  if (known && known->detailed && shown.starts_with(status)) return;
  const Source& source = *metadata.status.source;
  const Span all = metadata.status.span;
  const std::string_view written = source.text(all);
  const std::size_t at = find_ignoring_case(written, lower(status));
  if (at == written.npos) return;
  const Span word{all.begin + static_cast<std::uint32_t>(at),
                  all.begin + static_cast<std::uint32_t>(at + status.size())};
  const bool only_case = equal_ignoring_case(shown, status);
  const auto section =
      std::ranges::find(in.process.layout.metadata, MetadataForm::kSection, &MetadataSource::form);
  Finding& finding = sink.report(
      source, word,
      only_case
          ? fmt::format("the status is written {}; write {}", in_quotes(shown), in_quotes(status))
          : fmt::format("the section \"{}\" says more than the status; leave only {}",
                        section->name, in_quotes(status)));
  finding.section = section->name;
  if (written.find("<!--") != written.npos) return;  // the word may be the comment's
  const bool surplus_is_ours =
      word.end == all.end && is_of_template(in, section->name, written.substr(0, at));
  if (only_case) {
    finding.fixes.push_back({"write it in lower case", {{word, std::string(status)}}});
  } else if (surplus_is_ours) {
    finding.fixes.push_back({"leave only the status", {{all, std::string(status)}}, true});
  }
}

// The folder or file of a path whose name begins with the number; "" when there is none.
std::string_view name_with_number(std::string_view path, std::string_view number) {
  while (!path.empty()) {
    const auto [name, rest] = cut(path, '/');
    if (name.starts_with(number)) return name;
    path = rest;
  }
  return {};
}

// The title without what the process has titles begin with.
void check_title(const RuleInput& in, Sink& sink) {
  const std::string& form = in.process.layout.title_prefix;
  const std::uint32_t section = in.judgement.matching.title;
  if (form.empty() || section == kNone || !is_listed(in)) return;
  const Document& document = in.proposal.document;
  const Heading& heading = document.heading_of(document.sections()[section]);
  if (heading.text.empty() || read_title_prefix(form, heading.text)) return;
  if (!placeholder_in_title(in).empty()) return;  // MP602
  const std::string prefix = title_prefix_of(form, in.card.number, in.card.parts.find("number"));
  if (prefix.empty()) return;
  Finding& finding =
      sink.report(document.source(), heading.text_span,
                  fmt::format("the title does not begin with {}", in_quotes(prefix)));
  // A title that has the number already has it in another form.
  const std::string words = " " + heading_words(heading.text) + " ";
  const std::string number = in.card.number.empty() ? "\n" : in.card.number;
  if (words.find(" " + number + " ") != std::string::npos ||
      words.find("0" + number + " ") != std::string::npos) {
    return;
  }
  const std::uint32_t at = heading.text_span.begin;
  finding.fixes.push_back({"put it in front", {{{at, at}, prefix}}});
}

// A number with too few digits in the path.
void check_padding(const RuleInput& in, Sink& sink) {
  const std::string_view part = in.card.parts.find("number");
  const std::size_t padded = in.process.layout.padded;
  if (part.empty() || part.size() >= padded) return;
  const std::string_view name = name_with_number(in.card.path, part);
  if (name.empty() || !is_listed(in)) return;
  const Source& source = in.proposal.document.source();
  sink.report(
      source, source.line_count() > 0 ? source.line(0) : Span{},
      fmt::format("{} has a number of fewer than {} digits; rename it to {}", in_quotes(name),
                  padded, in_quotes(std::string(padded - part.size(), '0') + std::string(name))));
}

// A number with zeros in front in the path, where the process wants none there.
void check_path(const RuleInput& in, Sink& sink) {
  const std::string_view part = in.card.parts.find("number");
  const std::string number = plain_number(part);
  if (!in.process.layout.unpadded || number.empty() || number == "0" || number == part) return;
  const std::string_view name = name_with_number(in.card.path, part);
  const Metadata& metadata = *in.proposal.metadata;
  if (name.empty() || !metadata.source) return;
  const YamlNode* node = metadata.find(in.process, FieldRole::kNumber);
  sink.report(*metadata.source, node ? node->span : Span{},
              fmt::format("{} has zeros in front of its number; rename it to {}", in_quotes(name),
                          in_quotes(number + std::string(name.substr(part.size())))));
}

}  // namespace

void spelling_unusual(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (metadata.status_is_section) check_section(in, sink);
  check_path(in, sink);
  check_padding(in, sink);
  check_title(in, sink);
  if (!metadata.complete()) return;
  Spelling spelling(in);
  for (const FieldScalar& value : values_of(in)) {
    if (is_set(in, value)) spelling.look_at(value);
  }
  spelling.report(sink);
}

}  // namespace milepost

// MP306 field-missing: a field the process needs is absent, empty, or says only
// what stands for nothing. Absent ones are said together.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/need.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// The milestones, and what the document answers too, have rules of their own.
bool has_own_rule(const Field& field) {
  return field.role == FieldRole::kLatestMilestone || field.role == FieldRole::kMilestones ||
         field.role == FieldRole::kFeatureGates || field.role == FieldRole::kMetrics ||
         !field.answer.section.empty();
}

// The stage it is judged for is given: it is not to be asked for too.
bool is_given(const RuleInput& in, const Field& field) {
  return field.role == FieldRole::kStage && in.judgement.stage_said &&
         is_unset(in.process, in.proposal.metadata->stage.text);
}

// ", which is needed from alpha"; "" for what is needed always.
std::string reason(const When& when, std::string_view link) {
  std::string text;
  if (!when.from.empty()) text += " from " + when.from;
  if (!when.statuses.empty()) text += fmt::format(" while {}", fmt::join(when.statuses, " or "));
  return text.empty() ? text : fmt::format(", {} needed{}", link, text);
}

class Missing {
 public:
  Missing(const RuleInput& in, Sink& sink)
      : in_(in),
        sink_(sink),
        severity_(is_closed(in) ? Severity::kWarning : Severity::kError),
        source_(*in.proposal.metadata->source) {}

  void check_fields() {
    const YamlNode& root = in_.proposal.metadata->yaml->root();
    std::vector<const Field*> wanted;
    for (const Field& field : in_.process.fields) {
      if (has_own_rule(field) || is_given(in_, field)) continue;
      if (is_asked(in_, field.needed)) wanted.push_back(&field);
    }
    const Span place = root.entries.empty() ? source_.line(0) : root.entries.front().key_span;
    check(wanted, root, "the metadata", first_line(source_, place));
    for (const Field& field : in_.process.fields) {
      if (const YamlNode* node = in_.proposal.metadata->find(field)) check_parts(field, *node);
    }
  }

 private:
  // A record that says nothing, such as one whose name is "n/a", is none.
  void check_parts(const Field& field, const YamlNode& node) {
    if (field.fields.empty()) return;
    std::vector<const Field*> wanted;
    for (const Field& part : field.fields) {
      if (is_asked(in_, part.needed)) wanted.push_back(&part);
    }
    const auto check_one = [&](const YamlNode& record, std::string what) {
      const bool says_something = std::ranges::any_of(field.fields, [&](const Field& part) {
        const YamlNode* value = record.find(part.id);
        return value && !is_blank(*value);
      });
      if (!says_something) return;
      check(wanted, record, what, first_line(source_, record.span));
      for (const Field& part : field.fields) {
        if (const YamlNode* below = record.find(part.id)) check_parts(part, *below);
      }
    };
    if (field.type == FieldType::kMap) return check_one(node, fmt::format("\"{}\"", field.id));
    for (const YamlNode& record : node.items) {
      check_one(record, fmt::format("an entry of \"{}\"", field.id));
    }
  }

  void check(const std::vector<const Field*>& wanted, const YamlNode& map, std::string_view what,
             Span place) {
    std::vector<std::string_view> absent;
    std::string why;
    for (const Field* field : wanted) {
      if (const YamlEntry* entry = map.find_entry(field->id)) {
        check_value(*field, *entry);
        continue;
      }
      if (may_be_empty(in_, *field)) {
        report_later(*field, place);
        continue;
      }
      why = reason(field->needed, "which is");
      absent.push_back(field->id);
    }
    if (absent.empty()) return;
    const bool one = absent.size() == 1;
    sink_.report(severity_, source_, place,
                 fmt::format("{} lacks {}{}; add {}", what, listed(absent), one ? why : "",
                             one ? "it" : "them"));
  }

  // It may say nothing yet.
  void report_later(const Field& field, Span place) {
    sink_.report(Severity::kInfo, source_, place,
                 fmt::format("\"{}\" says nothing yet, which it may only while {}", field.id,
                             fmt::join(field.empty_in, " or ")));
  }

  void check_value(const Field& field, const YamlEntry& entry) {
    const YamlNode& value = *entry.value;
    if (!is_blank(value)) return;
    const std::vector<Scalar> said = scalars(&value);
    if (said.empty() && may_be_empty(in_, field)) return report_later(field, entry.key_span);
    if (said.empty()) {
      sink_.report(
          severity_, source_, entry.key_span,
          fmt::format("\"{}\" is empty{}; fill it in", field.id, reason(field.needed, "but")));
      return;
    }
    if (may_be_open(in_, field)) return;
    std::string why = reason(field.needed, "but");
    if (!field.open_in.empty()) {
      why = fmt::format(", which may stand only while {}", fmt::join(field.open_in, " or "));
    }
    sink_.report(severity_, source_, said.front().span,
                 fmt::format("\"{}\" says only {}{}; fill it in", field.id,
                             in_quotes(said.front().text), why));
  }

  // No scalar that says something, and nothing else either.
  bool is_blank(const YamlNode& value) const {
    if (value.is_map()) return value.entries.empty();
    return std::ranges::all_of(value.items,
                               [](const YamlNode& item) { return item.is_scalar(); }) &&
           std::ranges::all_of(scalars(&value), [&](const Scalar& scalar) {
             return is_unset(in_.process, scalar.text);
           });
  }

  const RuleInput& in_;
  Sink& sink_;
  Severity severity_;
  const Source& source_;
};

// Nothing at all is there, although the repository lists the proposal. What a
// section holds is asked for with the section.
// Fields between two lines `---` that empty lines stand before; where.
std::optional<Span> late_front_matter(const Document& document) {
  const std::string_view text = document.text();
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == 0 || begin == text.npos || !text.substr(begin).starts_with("---\n")) return {};
  if (text[begin - 1] != '\n' || text.find("\n---\n", begin + 3) == text.npos) return {};
  return Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + 3)};
}

void report_no_metadata(const RuleInput& in, Sink& sink) {
  const auto& forms = in.process.layout.metadata;
  const auto is_section = [](const MetadataSource& from) {
    return from.form == MetadataForm::kSection;
  };
  const bool wanted = std::ranges::any_of(
      in.process.fields, [&](const Field& field) { return is_asked(in, field.needed); });
  if (!wanted || !is_listed(in) || std::ranges::any_of(forms, is_section)) return;
  const Document& document = in.proposal.document;
  if (document.front_matter().present()) return;  // it is there, but never closed
  if (!in.card.files.metadata.empty()) return;    // it could not be read, which is said
  const bool file = !forms.empty() && forms.front().form == MetadataForm::kFile;
  if (is_unplaced(in)) {
    const std::string& path = in.card.files.document;
    sink.report(document.source(), document.source().line(0),
                fmt::format("{} stands in the place of a proposal and has no metadata; write `{}` "
                            "beside it, or give it another name",
                            path.substr(path.rfind('/') + 1), forms.front().name));
    return;
  }
  if (const auto fence = late_front_matter(document)) {
    sink.report(document.source(), *fence,
                "the metadata does not count, since it does not begin in the first line; remove "
                "what stands before it");
    return;
  }
  if (!forms.empty() && forms.front().form == MetadataForm::kUnderTitle) {
    sink.report(document.source(), title_place(in),
                "the proposal has no metadata; put a list under its title: `- Status: …`");
    return;
  }
  sink.report(
      document.source(), document.source().line(0),
      file ? fmt::format("the proposal has no metadata; write `{}` beside it", forms.front().name)
           : "the proposal has no metadata; begin it with fields between two lines `---`");
}

}  // namespace

void field_missing_elsewhere(const RepositoryInput& in, Sink& sink) {
  for (const auto& source : in.facts.other_files().undescribed) {
    sink.report(
        *source, source->line(0),
        fmt::format("this has the headings of a proposal and no metadata; make it {}, with "
                    "`{}` beside it",
                    in.process.layout.path.text(), in.process.layout.metadata.front().name));
  }
}

void field_missing(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.yaml) return report_no_metadata(in, sink);
  if (metadata.complete()) Missing(in, sink).check_fields();
}

}  // namespace milepost

// MP319 person-malformed: an entry for a person in which no handle can be found,
// or one with more than a handle in it. Said once for each kind of fault.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

enum class Fault : std::uint8_t { kNone, kNoHandle, kQuotes, kSeveral, kProse, kOpen };

struct PersonWording {
  Severity severity;
  std::string_view one, more;  // after the names
};

constexpr PersonWording kPersonWordings[] = {
    {Severity::kOff, "", ""},
    {Severity::kWarning, "is no handle; write it as \"{}\"",
     "are no handles; write each as \"{}\""},
    {Severity::kWarning, "has quotes that YAML takes for a part of it; use plain ones",
     "have quotes that YAML takes for a part of them; use plain ones"},
    {Severity::kWarning, "names several people; give each an entry of its own",
     "name several people each; give every one an entry of its own"},
    {Severity::kInfo, "says more than the handle, which alone is used",
     "say more than the handles, which alone are used"},
    {Severity::kInfo, "still stands beside those who are named; remove it",
     "still stand beside those who are named; remove them"},
};

// "@jane, for networking aspects" is how templates ask for it
// where a reviewer is to say what for.
Fault fault_of(std::string_view text) {
  const std::string_view bare = without_quotes(text);
  const auto inner = read_handle(bare);
  if (bare != text && inner && inner->alone) return Fault::kQuotes;
  const auto handle = read_handle(text);
  if (!handle) return Fault::kNoHandle;
  if (handle->alone) return Fault::kNone;
  const auto after = static_cast<std::size_t>(handle->name.end() - text.begin());
  const std::string_view rest = text.substr(after);
  const auto second = read_handle(rest);
  if (second && second->at) return Fault::kSeveral;
  return rest.starts_with(',') ? Fault::kNone : Fault::kProse;
}

// "@@jane" has one too many.
std::string_view with_one_at(std::string_view text) {
  while (text.starts_with("@@")) text.remove_prefix(1);
  return text;
}

class People {
 public:
  explicit People(const RuleInput& in) : in_(in) {}

  void look_at(const Field& field) {
    const std::vector<FieldScalar> values = values_of(in_, field);
    const bool anyone =
        std::ranges::any_of(values, [&](const FieldScalar& v) { return is_set(in_, v); });
    for (const FieldScalar& value : values) {
      if (is_placeholder(field, value.text)) continue;
      if (!is_unset(in_.process, value.text)) {
        add(fault_of(value.text), value);
      } else if (anyone && !may_be_open(in_, field)) {
        add(Fault::kOpen, value);
      }
    }
  }

  void report(Sink& sink) const {
    const Source& source = *in_.proposal.metadata->source;
    for (std::size_t i = 1; i < found_.size(); ++i) {
      if (found_[i].empty()) continue;
      std::vector<std::string> names;
      for (const FieldScalar& value : found_[i]) names.push_back(in_quotes(value.text));
      const PersonWording& wording = kPersonWordings[i];
      const bool one = names.size() == 1;
      const std::string who =
          one ? names.front() : fmt::format("{} entries, first {},", names.size(), names.front());
      Finding& finding = sink.report(
          std::min(wording.severity, warning_while_open(in_)), source, found_[i].front().node->span,
          fmt::format("{} {}", who, with_form(one ? wording.one : wording.more)));
      if (static_cast<Fault>(i) == Fault::kQuotes) {
        add_fix("use plain quotes", source, found_[i], without_quotes, finding);
      } else if (static_cast<Fault>(i) == Fault::kNoHandle) {
        add_fix("write one \"@\"", source, found_[i], with_one_at, finding);
      }
    }
  }

 private:
  // How a handle is written, in the place that a wording has for it.
  std::string with_form(std::string_view wording) const {
    std::string text(wording);
    const std::size_t at = text.find("{}");
    if (at != text.npos) {
      text.replace(at, 2, in_.process.handles == HandleForm::kPlain ? "name" : "@name");
    }
    return text;
  }

  void add(Fault fault, const FieldScalar& value) {
    if (fault != Fault::kNone) found_[static_cast<std::size_t>(fault)].push_back(value);
  }

  // Enters the handles that are plain once the text is read as `meant` has it.
  void add_fix(std::string title, const Source& source, const std::vector<FieldScalar>& values,
               std::string_view (*meant)(std::string_view), Finding& finding) const {
    Fix fix{std::move(title), {}};
    for (const FieldScalar& value : values) {
      const auto handle = read_handle(meant(value.text));
      if (!handle || !handle->alone) continue;
      auto edit = rewrite(
          source, *value.node,
          fmt::format("{}{}", in_.process.handles == HandleForm::kPlain ? "" : "@", handle->name));
      if (edit) fix.edits.push_back(std::move(*edit));
    }
    if (!fix.edits.empty()) finding.fixes.push_back(std::move(fix));
  }

  const RuleInput& in_;
  std::array<std::vector<FieldScalar>, std::size(kPersonWordings)> found_;  // by fault
};

}  // namespace

void person_malformed(const RuleInput& in, Sink& sink) {
  if (!in.proposal.metadata->complete()) return;
  People people(in);
  for (const Field& field : in.process.fields) {
    if (field.holds_people()) people.look_at(field);
  }
  people.report(sink);
}

}  // namespace milepost

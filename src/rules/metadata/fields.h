// What the rules on metadata share: the values it holds, when a field is asked
// for, and how a value is shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "process/field.h"
#include "proposal/metadata_edit.h"
#include "rules/rule.h"
#include "text/yaml.h"

namespace milepost {

// A scalar of the metadata that is not empty, and the field it belongs to: the
// field's own, one of its list, one for a stage, or one in its records.
struct FieldScalar {
  const Field* field = nullptr;
  const YamlNode* node = nullptr;
  std::string_view text;  // without blanks around it
};
std::vector<FieldScalar> values_of(const RuleInput& in);
std::vector<FieldScalar> values_of(const RuleInput& in, const Field& field);

// What the metadata says of a field without saying anything yet.
bool is_placeholder(const Field& field, std::string_view text);
// A word for what is still to come, as sections use it: "TBD".
bool is_open_word(const Process& process, std::string_view text);
// Neither unset nor a placeholder.
bool is_set(const RuleInput& in, const FieldScalar& value);

// The text without quotes of any kind, and blanks, around it.
std::string_view without_quotes(std::string_view text);
// "true" or "false" for a word that means it: yes, On; "" for any other.
std::string_view truth_of(std::string_view text);

// Whether the field may be unset in the proposal's status although it is needed.
bool may_be_open(const RuleInput& in, const Field& field);

// Whether it may be empty or absent in that status.
bool may_be_empty(const RuleInput& in, const Field& field);

// Whether the repository itself has this proposal: not a document on its own,
// nor another file that was named.
bool is_listed(const RuleInput& in);
// Listed by its file name alone: neither its path nor any metadata says that it is a proposal.
// A group's own README is such a document.
bool is_unplaced(const RuleInput& in);

// Of a group or person that is not on the roster; those of a proposal that nobody works on may
// have left.
Severity severity_of_stranger(const RuleInput& in);

// The value as part of a message: in quotes, on one line, not too long.
std::string in_quotes(std::string_view text);

}  // namespace milepost

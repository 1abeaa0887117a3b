// Writing tracking issues: a new one from its template, and changes to one that is
// there. Bytes that nothing is said about stay as they are.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/finding.h"
#include "issue/issue.h"

namespace milepost::track {

// Collects changes to the text of one issue.
class IssueEdits {
 public:
  explicit IssueEdits(const Issue& issue) : issue_(issue) {}

  void set(const IssueFieldText& field, std::string_view value);
  void tick(const IssueItem& item, bool ticked);
  void strike(const IssueItem& item, bool struck);
  void set_status(std::string_view status);
  void fill(const IssuePlaceholder& placeholder, std::string_view text);
  // Makes these the pull requests that stand there; none: the placeholder comes back.
  void fill(const IssueSlot& slot, const std::vector<std::string>& references);
  void drop_preamble();

  // The text with the changes made; as it was when there are none.
  std::string text() const;

 private:
  void replace(Span span, std::string text);

  const Issue& issue_;
  std::vector<std::vector<Edit>> edits_;
};

// What a new issue says.
struct IssueWords {
  std::string description, proposal, discussion, contact, groups;
  std::vector<std::pair<std::string, std::string>> targets;  // stage and release
};

// The template with its preamble gone and its fields filled.
std::string write_issue(const TrackingForm& form, const IssueWords& words);

// One line without markup, for the subject of a mail: at most as many characters as
// fit there, cut between words.
std::string subject_line(std::string_view text);

}  // namespace milepost::track

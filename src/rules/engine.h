// Runs the rules that are wanted, at the severity the process and the
// repository give them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/result.h"
#include "process/pack_errors.h"
#include "process/process.h"
#include "rules/rule.h"

namespace milepost {

// What the process's settings call rules and no rule is called, each with its place.
std::vector<PackError> unknown_rules(const Process& process);

class RuleEngine {
 public:
  // `select` and `ignore` hold codes, names or prefixes of codes. Fails on one
  // that no rule has, there or in the process's settings. With `all`, proposals at rest
  // are not spared remarks.
  static Result<RuleEngine> make(const Process& process, const std::vector<std::string>& select,
                                 const std::vector<std::string>& ignore, bool all = false);

  // Whether one of the rules on age is named: by --select, or with a severity in the
  // process or the repository. Reading the history is too much for those who did not ask.
  bool needs_age() const;

  std::vector<Finding> check(const RuleInput& input) const;
  // What belongs to no single proposal; once for a whole repository.
  std::vector<Finding> check_repository(const RepositoryInput& in) const;
  std::vector<Finding> check_template(const TemplateInput& in) const;
  // What is wrong with the change itself, not with what it leaves.
  std::vector<Finding> check_change(const ChangeInput& in) const;
  // What the change does to what proposals are judged by.
  std::vector<Finding> check_process(const ProcessChangeInput& in) const;
  // Whether what a rule finds in a document is an error.
  bool reports_errors(std::string_view code, std::string_view path) const;
  std::vector<Finding> check_issue(const IssueInput& in) const;

 private:
  using Severities = std::vector<std::optional<Severity>>;  // parallel to all_rules()

  explicit RuleEngine(const Process& process) : process_(&process) {}
  Severities at(std::string_view path) const;
  // Whether somebody named a rule that has this setting.
  bool is_named(const std::optional<Severity>& setting) const { return selected_ || setting; }

  // Whether a proposal at rest is spared the finding. What has a severity of its own is wanted.
  bool is_spared(const Finding& finding, const Severities& severities) const;

  const Process* process_;
  std::vector<bool> wanted_;  // parallel to all_rules()
  bool selected_ = false;     // rules were named
  bool all_ = false;          // nobody is spared anything
  Severities severities_;
};

}  // namespace milepost

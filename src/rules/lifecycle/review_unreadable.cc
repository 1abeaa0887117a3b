// MP506 review-unreadable: a review file is not YAML, or says things that mean
// nothing.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/merge_conflict.h"

namespace milepost {

namespace {

class ReviewReader {
 public:
  ReviewReader(const Process& process, const ReviewFile& file, Sink& sink)
      : file_(file),
        sink_(sink),
        odd_(process.strict.reviews ? Severity::kError : Severity::kWarning),
        strict_(process.strict.reviews),
        known_(process.stage_names()) {
    if (!file.review->number.empty()) known_.push_back(file.review->number);
  }

  void check() {
    for (const YamlProblem& problem : file_.yaml->problems()) {
      if (problem.kind == YamlProblemKind::kAnchor || problem.kind == YamlProblemKind::kTag)
        continue;
      if (is_after_conflict(*file_.source, problem.span.begin)) continue;
      sink_.report(*file_.source, first_line(*file_.source, problem.span), problem.message);
    }
    if (!file_.yaml->complete()) return;
    const YamlNode& root = file_.yaml->root();
    if (!root.is_map()) {
      sink_.report(*file_.source, file_.source->line(0),
                   fmt::format("a {} is a map of stages, each with its {}", file_.review->title,
                               file_.review->approver));
    }
    for (const YamlEntry& entry : root.entries) {
      if (entry.key == file_.review->number) continue;
      if (std::ranges::find(known_, entry.key) == known_.end()) {
        report_unknown(entry, "is no stage of the process", known_);
      } else {
        check_stage(entry);
      }
    }
  }

 private:
  void check_stage(const YamlEntry& stage) {
    const std::string& approver = file_.review->approver;
    const bool empty = stage.value->is_scalar() && trim(stage.value->text).empty();
    if (!stage.value->is_map() && !empty) {
      sink_.report(
          odd_, *file_.source, first_line(*file_.source, stage.value->span),
          fmt::format("`{}` holds no {}; what stands here is not read", stage.key, approver));
    }
    for (const YamlEntry& entry : stage.value->entries) {
      if (entry.key == approver) {
        check_approver(stage.key, *entry.value);
        continue;
      }
      report_unknown(entry, fmt::format("means nothing; only {} is read", approver),
                     std::vector{approver});
    }
  }

  // Several may stand in a list, unless the process is strict about reviews.
  void check_approver(std::string_view stage, const YamlNode& value) {
    if (value.is_scalar() || (value.is_list() && !strict_)) return;
    sink_.report(odd_, *file_.source, first_line(*file_.source, value.span),
                 fmt::format("the {} of {} must be one name, not a {}", file_.review->approver,
                             stage, value.is_list() ? "list" : "map"));
  }

  void report_unknown(const YamlEntry& entry, std::string_view what,
                      const std::vector<std::string>& known) {
    Finding& finding =
        sink_.report(odd_, *file_.source, entry.key_span, fmt::format("`{}` {}", entry.key, what));
    const std::string_view meant = nearest(entry.key, known);
    if (!meant.empty()) finding.note = fmt::format("did you mean \"{}\"?", meant);
  }

  const ReviewFile& file_;
  Sink& sink_;
  const Severity odd_;  // of what means nothing
  const bool strict_;
  std::vector<std::string> known_;
};

}  // namespace

void review_unreadable(const RuleInput& in, Sink& sink) {
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    ReviewReader(in.process, *file, sink).check();
  }
}

void review_unreadable_alone(const RepositoryInput& in, Sink& sink) {
  for (const ReviewFile& file : in.facts.reviews()) {
    if (in.facts.proposals_of(file).empty()) ReviewReader(in.process, file, sink).check();
  }
}

}  // namespace milepost

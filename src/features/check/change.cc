#include "features/check/change.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/strings.h"
#include "features/check/change_plan.h"
#include "features/check/check.h"
#include "features/check/judge_changes.h"
#include "features/findings/region.h"
#include "proposal/text_change.h"
#include "proposal/unread.h"
#include "rules/suppress.h"
#include "workspace/examine.h"

namespace milepost::check {

namespace {

// What makes a finding the same before and after: its rule, file, section and the
// text of its line, as in a baseline.
struct Likeness {
  std::string_view code;
  std::string_view file;
  std::string_view section;
  std::uint64_t line = 0;
  friend auto operator<=>(const Likeness&, const Likeness&) = default;
};

Likeness likeness(const Finding& finding, findings::LineHashes& lines) {
  Likeness found{finding.code, {}, finding.section, lines.of(finding)};
  if (!finding.source) return found;
  const std::string_view path = finding.source->path();
  found.file = path.substr(path.rfind('/') + 1);
  return found;
}

// The number a message begins with: how many it speaks of.
std::size_t count_in(std::string_view message) {
  std::size_t count = 0;
  std::from_chars(message.data(), message.data() + message.size(), count);
  return count;
}

// Tells which findings were there before. Each one before stands for one after:
// first for one that says the same, then for any like it, unless that speaks of
// more things.
class OldFindings {
 public:
  OldFindings(const std::vector<Finding>& before, const std::vector<Finding>& after)
      : old_(after.size()) {
    findings::LineHashes lines;
    std::map<std::pair<Likeness, std::string_view>, std::vector<std::size_t>> same;
    std::map<Likeness, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < before.size(); ++i) {
      same[{likeness(before[i], lines), before[i].message}].push_back(i);
    }
    std::vector<bool> used(before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      const auto found = same.find({likeness(after[i], lines), after[i].message});
      if (found == same.end() || found->second.empty()) continue;
      used[found->second.back()] = true;
      found->second.pop_back();
      old_[i] = true;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!used[i]) alike[likeness(before[i], lines)].push_back(i);
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (old_[i]) continue;
      const auto found = alike.find(likeness(after[i], lines));
      if (found == alike.end() || found->second.empty()) continue;
      const std::size_t was = count_in(before[found->second.back()].message);
      if (count_in(after[i].message) > was) continue;
      found->second.pop_back();
      old_[i] = true;
    }
  }

  bool has(std::size_t i) const { return old_[i]; }

 private:
  std::vector<bool> old_;
};

const Source* metadata_of(const Examined& examined) {
  return examined.proposal ? examined.proposal->metadata->source.get() : nullptr;
}

const Source* document_of(const Examined& examined) {
  return examined.proposal ? &examined.proposal->document.source() : nullptr;
}

constexpr std::string_view kRulesOfChanges = "MP5";

// One proposal of a change, examined on both sides.
class ComparedProposal {
 public:
  // With `judged`, the change does not switch off rules for itself.
  ComparedProposal(const ChangePlan& plan, const TouchedProposal& touched, const std::string& stage,
                   bool judged)
      : plan_(plan), touched_(touched), judged_(judged) {
    if (touched.before) before_ = look(*plan.before, *touched.before, stage, selected_before_);
    if (before_.proposal) former_.document = &before_.proposal->document;
    if (touched.after) {
      after_ =
          look(plan.after, *touched.after, stage, selected_after_, judged ? &former_ : nullptr);
    }
    document_ = compare_lines(document_of(before_), document_of(after_));
    metadata_ = compare_lines(metadata_of(before_), metadata_of(after_));
  }

  void collect(bool whole, const std::vector<std::string>& touched, findings::Run& run) {
    const OldFindings old(before_.findings, after_.findings);
    for (std::size_t i = 0; i < after_.findings.size(); ++i) {
      Finding& finding = after_.findings[i];
      if (whole || !old.has(i) || is_on_new_line(finding)) {
        run.findings.push_back(std::move(finding));
      }
    }
    check_change(touched, run);
    keep(after_, selected_after_, run);
    keep(before_, selected_before_, run);
    run.proposals += after_.proposal ? 1 : 0;
    run.files += after_.files;
    std::ranges::move(after_.read_errors, std::back_inserter(run.read_errors));
    for (ReadError& read_error : before_.read_errors) {
      run.read_errors.push_back(
          {std::move(read_error.path), "before the change " + read_error.message});
    }
  }

  // The rules that the change switches off in the document.
  std::vector<ProcessChange> suppressions() const {
    std::vector<ProcessChange> found;
    if (!after_.proposal) return found;
    const Document& document = after_.proposal->document;
    for (const NewSuppression& one : new_suppressions(former_, document)) {
      const bool weakens =
          one.code.starts_with(kRulesOfChanges) ||
          plan_.after.judged().rules.reports_errors(one.code, selected_after_.card->files.document);
      found.push_back(
          {document.shared_source(), one.at,
           fmt::format("{} is suppressed by a comment that the change brings", one.code), weakens});
    }
    return found;
  }

 private:
  static Examined look(const Workspace& at, const Card& card, const std::string& stage,
                       Selected& selected, const FormerText* former = nullptr) {
    selected = {&at, &card, false, card.document};
    return examine(selected, stage, {}, nullptr, former);
  }

  bool is_on_new_line(const Finding& finding) const {
    if (finding.source == document_of(after_))
      return document_.touch(*finding.source, finding.span);
    if (finding.source == metadata_of(after_))
      return metadata_.touch(*finding.source, finding.span);
    return false;
  }

  std::map<std::string, std::string_view> reviews(const Workspace& at, const Card* card) const {
    std::map<std::string, std::string_view> texts;
    if (!card) return texts;
    for (const ReviewFile* file : at.facts().reviews_of(*card)) {
      texts[file->review->id + "/" + file->number] = file->source->text();
    }
    return texts;
  }

  void check_change(const std::vector<std::string>& touched, findings::Run& run) {
    const auto side = [](const Examined& examined, const Selected& selected) {
      std::optional<ChangeSide> made;
      if (examined.proposal) {
        made.emplace(ChangeSide{*examined.proposal, examined.judgement, *selected.card,
                                selected.at->facts()});
      }
      return made;
    };
    const auto was = side(before_, selected_before_);
    const auto is = side(after_, selected_after_);
    // What cannot be read is in the read errors, and not gone.
    if ((touched_.before && !was) || (touched_.after && !is)) return;
    const bool review_changed =
        reviews(*plan_.before, touched_.before) != reviews(plan_.after, touched_.after);
    auto findings = plan_.after.judged().rules.check_change(
        {plan_.after.process(), was ? &*was : nullptr, is ? &*is : nullptr, document_, metadata_,
         review_changed, touched, judged_ ? &former_ : nullptr});
    std::ranges::move(findings, std::back_inserter(run.findings));
  }

  static void keep(const Examined& examined, const Selected& selected, findings::Run& run) {
    if (!examined.proposal) return;
    run.sources.push_back(examined.proposal->document.shared_source());
    if (const auto& metadata = examined.proposal->metadata->source) run.sources.push_back(metadata);
    for (const ReviewFile* review : selected.at->facts().reviews_of(*selected.card)) {
      run.sources.push_back(review->source);
    }
  }

  const ChangePlan& plan_;
  const TouchedProposal& touched_;
  const bool judged_;
  Selected selected_before_, selected_after_;
  Examined before_, after_;
  FormerText former_;
  LineChanges document_, metadata_;
};

// What belongs to no proposal, as far as it is new.
void check_repositories(const ChangePlan& plan, findings::Run& run) {
  const auto found = [](const Workspace& opened) {
    return opened.judged().rules.check_repository({opened.process(), opened.facts()});
  };
  const auto before = found(*plan.before);
  auto after = found(plan.after);
  const OldFindings old(before, after);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!old.has(i)) run.findings.push_back(std::move(after[i]));
  }
  keep_repository_sources(plan.after, run);
}

// What the change does to what it is judged by.
void check_judge(const JudgedChange& change, const ChangeEnds& ends, const ChangePlan& plan,
                 std::vector<ProcessChange> changes, findings::Run& run) {
  if (!ends.base) return;
  std::ranges::copy(change.changes, std::back_inserter(changes));
  std::ranges::move(roster_changes(change, plan), std::back_inserter(changes));
  std::ranges::move(inner_config_changes(plan), std::back_inserter(changes));
  auto findings = change.after->judged().rules.check_process({changes, change.accepted});
  std::ranges::move(findings, std::back_inserter(run.findings));
  for (const ProcessChange& one : changes) run.sources.push_back(one.source);
}

}  // namespace

Result<findings::Run> check_change(const JudgedChange& change, const ChangeEnds& ends,
                                   const ChangeOptions& options) {
  const Workspace& after = *change.after;
  TRY(auto plan, plan_change(after, ends, options.words));
  findings::Run run;
  run.notes = ends.notes;
  std::ranges::copy(after.notes(), std::back_inserter(run.notes));
  std::ranges::copy(change.notes, std::back_inserter(run.notes));
  run.read_errors = std::move(plan.read_errors);
  std::vector<std::string> touched;
  for (const TouchedProposal& proposal : plan.proposals) touched.push_back(proposal.path());

  std::size_t done = 0;
  std::vector<ProcessChange> suppressions;
  const bool judged = ends.base && !change.accepted;
  std::mutex collecting;
  parallel_for(touched.size(), after.jobs(), [&](std::size_t i) {
    ComparedProposal compared(plan, plan.proposals[i], after.options().judging.stage, judged);
    const std::lock_guard<std::mutex> lock(collecting);
    std::ranges::move(compared.suppressions(), std::back_inserter(suppressions));
    compared.collect(options.whole, touched, run);
    if (options.progress) options.progress(++done, touched.size());
  });
  if (touched.empty()) {
    run.nothing = after.index().cards.empty() ? "no proposals found; documents are " +
                                                    searched_places(after.process().layout)
                                              : "nothing changed: no proposal is touched";
  }
  if (options.words.empty()) check_repositories(plan, run);
  check_judge(change, ends, plan, std::move(suppressions), run);
  findings::sort_by_place(run.findings);
  return run;
}

}  // namespace milepost::check

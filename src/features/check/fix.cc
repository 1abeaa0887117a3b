#include "features/check/fix.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "workspace/examine.h"

namespace milepost::check {

namespace {

// One file as it was, as it is by now, and how many findings that took care of.
struct Mended {
  std::shared_ptr<const Source> before, after;
  std::size_t fixed = 0;
  FixedRules rules = {};

  // Takes what a round made of it. Null: the round left it as it was.
  void take(const Patched& patched) {
    if (!patched.source) return;
    after = patched.source;
    fixed += patched.fixed;
    for (const auto& [code, count] : patched.rules) rules[code] += count;
  }
};

// One proposal with its files as they become.
class ProposalFixer {
 public:
  ProposalFixer(const Selected& selected, const std::string& stage, bool unsafe)
      : selected_(selected), stage_(stage), unsafe_(unsafe) {}

  void run(FixRun& into) {
    bool done = false;
    while (!done) {
      FixRun found;
      done = fix(found);
      if (done) into = std::move(found);
    }
    if (stopped_.empty()) return;
    into.left_alone.push_back(
        {selected_.at->repository().shown_path(selected_.card->files.document),
         fmt::format("{} {} still there after the fix, so that was not made",
                     fmt::join(stopped_, ", "), stopped_.size() == 1 ? "is" : "are")});
  }

 private:
  // False when it does not come to an end: then the fixes that do no good are stopped.
  bool fix(FixRun& into) {
    Selected now = selected_;
    Card card;
    Mended document, metadata;
    std::size_t least = SIZE_MAX;
    for (int round = 0;; ++round) {
      Examined examined = examine(now, stage_);
      if (!examined.proposal) {
        std::ranges::copy(examined.read_errors, std::back_inserter(into.read_errors));
        return true;
      }
      if (!unsafe_) into.held_back = hold_back(examined.findings);
      const std::size_t left = fixes_left(examined.findings);
      const Proposal& proposal = *examined.proposal;
      const bool own_file = !selected_.card->files.metadata.empty() && proposal.metadata->source &&
                            proposal.metadata->source != proposal.document.shared_source();
      if (round == 0) {
        document = {proposal.document.shared_source(), proposal.document.shared_source()};
        if (own_file) metadata = {proposal.metadata->source, proposal.metadata->source};
        mend_reviews(examined.findings, into);
      }
      const auto last_document = document.after;
      const auto last_metadata = metadata.after;
      if (!proposal.document_missing) document.take(patch(document.after, examined.findings));
      if (own_file) metadata.take(patch(metadata.after, examined.findings));
      if (document.after == last_document && metadata.after == last_metadata) break;
      if (round >= kMostFixRounds && left >= least) {
        stop(examined.findings);
        return false;
      }
      least = std::min(least, left);
      const Document scanned(document.after);
      const Process& process = selected_.at->process();
      auto now_read =
          std::make_shared<const Metadata>(read_metadata(process, &scanned, metadata.after));
      card = make_card(process, selected_.card->files, std::move(now_read), &scanned);
      now.document = document.after;
      now.card = &card;
    }
    keep(selected_.card->files.document, document, into);
    keep(selected_.card->files.metadata, metadata, into);
    return true;
  }

  // Takes the unsafe fixes away; how many findings had one, by rule.
  static FixedRules hold_back(std::vector<Finding>& findings) {
    FixedRules held_back;
    for (Finding& finding : findings) {
      if (std::erase_if(finding.fixes, [](const Fix& fix) { return fix.unsafe; }) > 0) {
        ++held_back[finding.code];
      }
    }
    return held_back;
  }

  // How many findings can be fixed, without the rules whose fixes are stopped.
  std::size_t fixes_left(std::vector<Finding>& findings) const {
    std::size_t count = 0;
    for (Finding& finding : findings) {
      if (stopped_.contains(finding.code)) finding.fixes.clear();
      count += finding.fixes.empty() ? 0 : 1;
    }
    return count;
  }

  void stop(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      if (!finding.fixes.empty()) stopped_.insert(finding.code);
    }
  }

  // They were read with the facts, which do not change from round to round, and
  // no fix in one brings out another.
  void mend_reviews(const std::vector<Finding>& findings, FixRun& into) const {
    for (const ReviewFile* review : selected_.at->facts().reviews_of(*selected_.card)) {
      Mended mended{review->source, review->source};
      mended.take(patch(review->source, findings));
      keep(review->path, mended, into);
    }
  }

  void keep(const std::string& path, const Mended& mended, FixRun& into) const {
    if (!mended.before || mended.before->text() == mended.after->text()) return;
    const Repository& repository = selected_.at->repository();
    const std::string shown = repository.shown_path(path);
    auto target = path_to_write(repository, path);
    if (!target) {
      into.left_alone.push_back({shown, target.error().message});
      return;
    }
    into.files.push_back({repository.root,
                          shown,
                          {std::move(*target), std::string(mended.before->text()),
                           std::string(mended.after->text())},
                          mended.fixed,
                          mended.rules});
  }

  const Selected& selected_;
  const std::string& stage_;
  const bool unsafe_;
  std::set<std::string_view> stopped_;  // rules
};

// A file that belongs to two proposals, or that a link leads to, is changed once.
void drop_repeated(std::vector<FixedFile>& files) {
  std::set<std::pair<std::string, std::string>> seen;
  std::erase_if(files, [&](const FixedFile& file) {
    return !seen.emplace(file.root, file.change.path).second;
  });
}

}  // namespace

Result<FixRun> plan_fixes(const Workspace& workspace, const FixOptions& options) {
  TRY(auto selection, workspace.select({options.words, false, options.touched, false}));
  std::vector<FixRun> runs(selection.proposals.size());
  parallel_for(runs.size(), workspace.jobs(), [&](std::size_t i) {
    const Selected& selected = selection.proposals[i];
    // What is read from standard input has no file to change.
    if (selected.card->files.document == "<stdin>") return;
    ProposalFixer(selected, workspace.options().judging.stage, options.unsafe).run(runs[i]);
  });
  FixRun all;
  all.read_errors = std::move(selection.read_errors);
  for (FixRun& run : runs) {
    std::ranges::move(run.files, std::back_inserter(all.files));
    std::ranges::move(run.left_alone, std::back_inserter(all.left_alone));
    std::ranges::move(run.read_errors, std::back_inserter(all.read_errors));
    for (const auto& [code, count] : run.held_back) all.held_back[code] += count;
  }
  drop_repeated(all.files);
  for (const FixedFile& file : all.files) all.fixed += file.fixed;
  return all;
}

Result<void> apply_fixes(const FixRun& run) {
  std::map<std::string, std::vector<FileChange>> by_root;
  for (const FixedFile& file : run.files) by_root[file.root].push_back(file.change);
  for (const auto& [root, changes] : by_root) {
    TRY(apply_changes(root, changes));
  }
  return {};
}

}  // namespace milepost::check

#include "app/fix.h"

#include <algorithm>
#include <map>
#include <memory>

#include "app/examine.h"
#include "app/patch.h"
#include "app/plan.h"
#include "base/parallel.h"

namespace milepost {

namespace {

// One proposal with its files as they become.
class ProposalFixer {
 public:
  ProposalFixer(const Task& task, const std::string& stage) : task_(task), stage_(stage) {}

  void run(FixRun& into) {
    std::shared_ptr<const Source> first_document, first_metadata;
    Task now = task_;
    Card card;
    for (int round = 0; round < kMostFixRounds; ++round) {
      const Examined examined = examine(now, stage_);
      if (!examined.proposal) {
        std::ranges::copy(examined.troubles, std::back_inserter(into.troubles));
        return;
      }
      const Proposal& proposal = *examined.proposal;
      const bool own_file = !task_.card->files.metadata.empty() && proposal.metadata->source;
      if (round == 0) {
        first_document = proposal.document.shared_source();
        if (own_file) first_metadata = proposal.metadata->source;
      }
      const Patched document = proposal.document_missing
                                   ? Patched{}
                                   : patch(proposal.document.shared_source(), examined.findings);
      const Patched metadata =
          own_file ? patch(proposal.metadata->source, examined.findings) : Patched{};
      if (!document.source && !metadata.source) break;
      into.fixed += document.fixed + metadata.fixed;
      now.document = document.source ? document.source : proposal.document.shared_source();
      auto file =
          metadata.source ? metadata.source : (own_file ? proposal.metadata->source : nullptr);
      const Document scanned(now.document);
      const Process& process = *task_.at->judged->process;
      auto said =
          std::make_shared<const Metadata>(read_metadata(process, &scanned, std::move(file)));
      card = make_card(process, task_.card->files, std::move(said), &scanned);
      now.card = &card;
      last_document_ = now.document;
      last_metadata_ = own_file ? card.metadata->source : nullptr;
    }
    keep(task_.card->files.document, first_document, last_document_, into);
    keep(task_.card->files.metadata, first_metadata, last_metadata_, into);
  }

 private:
  void keep(const std::string& path, const std::shared_ptr<const Source>& before,
            const std::shared_ptr<const Source>& after, FixRun& into) const {
    if (!before || !after || before->text() == after->text()) return;
    into.files.push_back({task_.at->repository.root,
                          task_.at->repository.shown_path(path),
                          {path, std::string(before->text()), std::string(after->text())}});
  }

  const Task& task_;
  const std::string& stage_;
  std::shared_ptr<const Source> last_document_, last_metadata_;
};

}  // namespace

Result<FixRun> plan_fixes(const CheckRequest& request) {
  auto plan = make_plan(request);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  std::vector<FixRun> runs(plan->tasks.size());
  parallel_for(runs.size(), request.jobs, [&](std::size_t i) {
    const Task& task = plan->tasks[i];
    // What is read from standard input has no file to change.
    if (task.card->files.document != "<stdin>") ProposalFixer(task, request.stage).run(runs[i]);
  });
  FixRun all;
  all.troubles = std::move(plan->troubles);
  for (FixRun& run : runs) {
    all.fixed += run.fixed;
    std::ranges::move(run.files, std::back_inserter(all.files));
    std::ranges::move(run.troubles, std::back_inserter(all.troubles));
  }
  return all;
}

Result<void> apply_fixes(const FixRun& run) {
  std::map<std::string, std::vector<FileChange>> by_root;
  for (const FixedFile& file : run.files) by_root[file.root].push_back(file.change);
  for (const auto& [root, changes] : by_root) {
    if (auto applied = apply_changes(root, changes); !applied) return applied;
  }
  return {};
}

}  // namespace milepost

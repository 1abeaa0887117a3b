#include "app/examine.h"

#include "base/files.h"
#include "base/limits.h"
#include "base/utf8.h"

namespace milepost {

namespace {

// Null when it cannot be read: that is said, and the proposal left out.
std::shared_ptr<const Source> read_document(const Task& task, Examined& examined) {
  const Repository& repository = task.at->repository;
  const ProposalFiles& files = task.card->files;
  const std::string shown = repository.shown_path(files.document);
  if (!files.has_document) return std::make_shared<const Source>(shown, "");
  std::shared_ptr<const Source> document = task.document;
  if (!document) {
    auto source = read_source(repository.full_path(files.document), shown, kLimits.document_bytes);
    if (!source) {
      examined.troubles.push_back({shown, source.error().message});
      return nullptr;
    }
    document = std::move(*source);
  }
  ++examined.files;
  if (!utf8::looks_binary(document->text())) return document;
  examined.troubles.push_back({document->path(), "is a binary file, not Markdown"});
  return nullptr;
}

}  // namespace

std::vector<std::shared_ptr<const Source>> Examined::sources(const Task& task) const {
  std::vector<std::shared_ptr<const Source>> kept;
  if (findings.empty() || !proposal) return kept;
  kept.push_back(proposal->document.shared_source());
  if (proposal->metadata->source) kept.push_back(proposal->metadata->source);
  for (const ReviewFile* review : task.at->facts->reviews_of(*task.card)) {
    kept.push_back(review->source);
  }
  return kept;
}

Examined examine(const Task& task, const std::string& stage) {
  Examined examined;
  if (!task.card->files.metadata.empty() && task.card->metadata->source) ++examined.files;
  std::shared_ptr<const Source> document = read_document(task, examined);
  if (!document) return examined;

  const JudgedProcess& judged = *task.at->judged;
  Proposal& proposal =
      examined.proposal.emplace(Document(std::move(document)), task.card->metadata);
  proposal.document_missing = !task.card->files.has_document;
  examined.judgement = judged.judge.judge(proposal, {stage, judged.kind});
  examined.findings = judged.rules.check(
      {*judged.process, proposal, examined.judgement, *task.card, *task.at->facts});
  return examined;
}

}  // namespace milepost

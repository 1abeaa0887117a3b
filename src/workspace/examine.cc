#include "workspace/examine.h"

#include "base/files.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "proposal/links.h"

namespace milepost {

namespace {

std::string shown_path(const Selected& selected) {
  return selected.at->repository().shown_path(selected.card->files.document);
}

// The metadata as if it said this status and stage.
std::shared_ptr<const Metadata> as_if(const Process& process, const Card& card,
                                      const Document& document, const std::string& stage,
                                      const std::string& status) {
  auto metadata = std::make_shared<Metadata>(read_metadata(
      process, &document, card.files.metadata.empty() ? nullptr : card.metadata->source));
  if (const Status* known = process.find_status(status)) metadata->known_status = known->id;
  for (const Ladder& ladder : process.ladders) {
    for (const std::string& known : ladder.stages) {
      if (known == stage) metadata->known_stage = known;
    }
  }
  return metadata;
}

}  // namespace

Result<std::shared_ptr<const Source>> read_document(const Selected& selected) {
  const ProposalFiles& files = selected.card->files;
  if (!files.has_document) return std::make_shared<const Source>(shown_path(selected), "");
  std::shared_ptr<const Source> document = selected.document;
  if (!document) {
    auto source = selected.at->repository().read(files.document);
    if (!source) return source;
    document = std::move(*source);
  }
  if (utf8::looks_binary(document->text())) return failure("is a binary file, not Markdown");
  return document;
}

std::vector<std::shared_ptr<const Source>> Examined::sources(const Selected& selected) const {
  std::vector<std::shared_ptr<const Source>> kept;
  if (findings.empty() || !proposal) return kept;
  kept.push_back(proposal->document.shared_source());
  if (proposal->metadata->source) kept.push_back(proposal->metadata->source);
  for (const ReviewFile* review : selected.at->facts().reviews_of(*selected.card)) {
    kept.push_back(review->source);
  }
  return kept;
}

Examined examine(const Selected& selected, const std::string& stage, const std::string& status,
                 const DeadLinks* dead_links, const FormerText* former) {
  Examined examined;
  if (!selected.card->files.metadata.empty() && selected.card->metadata->source) ++examined.files;
  auto document = read_document(selected);
  if (!document) {
    examined.read_errors.push_back({shown_path(selected), document.error().message});
    return examined;
  }
  if (selected.card->files.has_document) ++examined.files;

  const JudgedProcess& judged = selected.at->judged();
  Proposal& proposal =
      examined.proposal.emplace(Document(std::move(*document)), selected.card->metadata);
  proposal.document_missing = !selected.card->files.has_document;
  if (!status.empty()) {
    proposal.metadata = as_if(*judged.process, *selected.card, proposal.document, stage, status);
  }
  examined.judgement = judged.judge.judge(proposal, {stage, judged.kind, status});
  if (!selected.card->has_text()) return examined;  // that there is none is no fault of it
  const Links links(*judged.process, proposal.document, selected.card->files.document);
  examined.findings =
      judged.rules.check({*judged.process, proposal, examined.judgement, *selected.card,
                          selected.at->facts(), links, dead_links, nullptr, former});
  return examined;
}

}  // namespace milepost

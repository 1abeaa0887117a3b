#include "workspace/kept_findings.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "workspace/examine.h"
#include "workspace/workspace.h"

namespace milepost {

namespace {

void add_date(Fingerprinter& print, const Date& date) {
  print.add(date.year).add(date.month).add(date.day);
}

// Of all that findings are made from but the facts.
Fingerprint key_of(const Selected& selected, const Source& document, const std::string& stage,
                   const std::string& status) {
  Fingerprinter print;
  print.add(selected.at->judged().fingerprint()).add(stage).add(status);
  add_date(print, selected.at->today());
  add_fingerprint(print, selected.card);
  const bool same = selected.card->document.get() == &document;
  print.add(same);
  if (!same) print.add(document.path()).add(document.text());
  return print.made();
}

// What findings of a proposal may point into.
std::vector<std::shared_ptr<const Source>> sources_of(const Selected& selected,
                                                      const Proposal& proposal) {
  std::vector<std::shared_ptr<const Source>> all{proposal.document.shared_source(),
                                                 proposal.metadata->source, selected.card->document,
                                                 selected.card->metadata->source};
  for (const ReviewFile* review : selected.at->facts().reviews_of(*selected.card)) {
    all.push_back(review->source);
  }
  std::erase(all, nullptr);
  return all;
}

// Leaves those that findings point into, each once. Whether all that they point into is there.
bool keep_pointed(const std::vector<Finding>& findings,
                  std::vector<std::shared_ptr<const Source>>& sources) {
  std::vector<std::shared_ptr<const Source>> pointed;
  bool all = true;
  for (const Finding& finding : findings) {
    const auto is_it = [&](const auto& source) { return source.get() == finding.source; };
    if (!finding.source || std::ranges::any_of(pointed, is_it)) continue;
    const auto found = std::ranges::find_if(sources, is_it);
    if (found == sources.end()) {
      all = false;
    } else {
      pointed.push_back(*found);
    }
  }
  if (all) sources = std::move(pointed);
  return all;
}

std::size_t bytes_of(const ProposalFindings& found) {
  constexpr std::size_t kPerEntry = 256;  // of list, map and pointers
  std::size_t all = kPerEntry + sizeof found;
  for (const Finding& finding : found.findings) {
    all += sizeof finding + finding.message.size() + finding.note.size() + finding.section.size();
    for (const Fix& fix : finding.fixes) {
      all += sizeof fix + fix.title.size();
      for (const Edit& edit : fix.edits) all += sizeof edit + edit.text.size();
    }
  }
  for (const auto& source : found.sources) {
    all += sizeof *source + source->path().size() + source->size() +
           source->line_count() * sizeof(std::uint32_t);
  }
  return all;
}

}  // namespace

KeptFindings::Pointer KeptFindings::find(const Selected& selected, const std::string& stage,
                                         const std::string& status) {
  const Facts& facts = selected.at->facts();
  const auto document = read_document(selected);
  std::optional<Fingerprint> key;
  Selected read = selected;  // with the document: what is looked up is what is examined
  if (document) {
    if (selected.card->files.has_document) read.document = *document;
    key = key_of(read, **document, stage, status);
    if (auto kept = find_kept(read, *key)) return kept;
  }
  FactsLog log;
  const auto found = std::make_shared<ProposalFindings>();
  {
    const FactsRecorder recorder(facts, *selected.card);
    Examined examined = examine(read, stage, status);
    log = recorder.log();
    found->files = examined.files;
    found->is_proposal = examined.proposal.has_value();
    found->findings = std::move(examined.findings);
    found->read_errors = std::move(examined.read_errors);
    if (examined.proposal) found->sources = sources_of(read, *examined.proposal);
  }
  const bool all_owned = keep_pointed(found->findings, found->sources);
  const bool can_be_kept = key && found->is_proposal && all_owned && log.complete();
  if (can_be_kept) {
    const std::size_t bytes = bytes_of(*found) + log.bytes();
    keep({*key, found, std::make_shared<const FactsLog>(std::move(log)), bytes});
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.fresh;
  return found;
}

// The facts are asked without the lock: that takes its time, and others need not wait for it.
KeptFindings::Pointer KeptFindings::find_kept(const Selected& selected, const Fingerprint& key) {
  Pointer found;
  std::shared_ptr<const FactsLog> log;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = by_key_.find(key);
    if (known == by_key_.end()) return nullptr;
    found = known->second->found;
    log = known->second->log;
  }
  if (!log->holds(selected.at->facts(), *selected.card)) return nullptr;
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.kept;
  const auto known = by_key_.find(key);
  if (known != by_key_.end()) entries_.splice(entries_.begin(), entries_, known->second);
  return found;
}

void KeptFindings::keep(Entry entry) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (const auto known = by_key_.find(entry.key); known != by_key_.end()) drop(known->second);
  if (entry.bytes > most_bytes_) return;
  while (counts_.bytes + entry.bytes > most_bytes_) drop(std::prev(entries_.end()));
  counts_.bytes += entry.bytes;
  entries_.push_front(std::move(entry));
  by_key_.emplace(entries_.front().key, entries_.begin());
  counts_.entries = entries_.size();
}

void KeptFindings::drop(Entries::iterator entry) {
  counts_.bytes -= entry->bytes;
  by_key_.erase(entry->key);
  entries_.erase(entry);
  counts_.entries = entries_.size();
}

KeptFindings::Counts KeptFindings::counts() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

}  // namespace milepost

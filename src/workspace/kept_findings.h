// Findings of proposals, kept in memory for whoever asks again: a server or an editor judges only
// what changed. Gate verdicts are never kept.
//
// Findings are kept by all they were made from: the bytes and paths of the proposal's files, the
// process and the options, the day, and what the rules asked of the facts, which is asked again.
// So what is kept never differs from what examine() would find. Threads may share one.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/finding.h"
#include "base/fingerprint.h"
#include "base/read_error.h"
#include "base/source.h"
#include "proposal/facts_log.h"
#include "workspace/selection.h"

namespace milepost {

// What examine() finds, without what it is found in. It owns what the findings point into, and is
// good after its workspace is gone.
struct ProposalFindings {
  std::vector<Finding> findings;
  std::vector<ReadError> read_errors;
  std::vector<std::shared_ptr<const Source>> sources;
  std::size_t files = 0;
  bool is_proposal = false;  // false: its document could not be read
};

class KeptFindings {
 public:
  using Pointer = std::shared_ptr<const ProposalFindings>;

  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  // What was not asked for the longest goes first when all would be more than so many bytes.
  explicit KeptFindings(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  // The findings of a proposal, kept or fresh. `stage` and `status` are as examine() takes them;
  // the web is not asked.
  Pointer find(const Selected& selected, const std::string& stage = {},
               const std::string& status = {});

  struct Counts {
    std::size_t kept = 0;   // answers that were
    std::size_t fresh = 0;  // and those that were not
    std::size_t entries = 0;
    std::size_t bytes = 0;
  };
  Counts counts() const;

 private:
  struct Entry {
    Fingerprint key;
    Pointer found;
    std::shared_ptr<const FactsLog> log;
    std::size_t bytes = 0;
  };
  using Entries = std::list<Entry>;  // the last that was asked for stands first

  Pointer find_kept(const Selected& selected, const Fingerprint& key);
  void keep(Entry entry);
  void drop(Entries::iterator entry);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  Entries entries_;
  std::unordered_map<Fingerprint, Entries::iterator, FingerprintHash> by_key_;
  Counts counts_;
};

}  // namespace milepost

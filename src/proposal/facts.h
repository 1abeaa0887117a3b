// Facts: what rules may know beyond the proposal they look at. Filled once and never
// changed; threads may share it.
//
// All is asked by functions, and what is asked can be logged (facts_log.h): what a rule found
// stays true as long as its questions get the same answers. So ask the narrowest question that
// will do; index(), rosters() and reviews() are answered with all there is.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/date.h"
#include "base/fingerprint.h"
#include "base/once.h"
#include "base/read_error.h"
#include "base/version.h"
#include "proposal/age.h"
#include "proposal/card.h"
#include "proposal/other_files.h"
#include "proposal/relations.h"
#include "proposal/reviews.h"
#include "proposal/rosters.h"
#include "proposal/template_metadata.h"
#include "text/anchors.h"

namespace milepost {

// The anchors of a Markdown file, by its path relative to the root; nullptr when
// there is no such file that can be read. Good as long as the function is.
using AnchorsOf = std::function<const Anchors*(const std::string& path)>;

// What facts are made of.
struct FactsInput {
  const Process* process = nullptr;  // of a repository; null for a document on its own
  std::shared_ptr<const Index> index = std::make_shared<const Index>();
  std::vector<ReadError> read_errors =
      {};  // of rosters and reviews; those of proposals are the index's
  Rosters rosters = {};
  std::vector<ReviewFile> reviews = {};
  std::vector<TemplateMetadata> template_metadata = {};
  std::function<OtherFiles()> read_other_files = {};  // when a rule on the repository asks
  Date today = {};
  PathKinds path_kind = {};
  AnchorsOf anchors_of = {};
  // What only the history tells, read when a rule or a gate first asks; null: it is not known.
  std::function<std::shared_ptr<const Ages>()> read_ages = {};
  std::function<std::shared_ptr<const StageEntries>()> read_entries = {};
  // The release being worked on, by the calendar or by what proposals aim at.
  std::function<std::optional<Version>()> read_at_work = {};
};

class Facts {
 public:
  Facts() : Facts(FactsInput{}) {}
  explicit Facts(FactsInput input);
  Facts(const Facts&) = delete;  // relations point into the index
  Facts& operator=(const Facts&) = delete;

  // False for a document on its own: nothing can then be said about what other
  // proposals, rosters or files there are.
  bool is_repository() const;
  Date today() const;

  const Index& index() const;
  const std::vector<ReadError>& read_errors() const;
  const Rosters& rosters() const;
  const std::vector<ReviewFile>& reviews() const;
  // For rules on the whole repository, whose findings are never kept: not logged.
  const std::vector<TemplateMetadata>& template_metadata() const { return in_.template_metadata; }
  const OtherFiles& other_files() const;

  // As the index finds them.
  const Card* find(std::string_view path) const;
  std::vector<const Card*> proposals_numbered(const std::string& number) const;
  std::vector<const Card*> proposals_with_gate(const std::string& gate) const;  // as often as said

  // Those of a proposal: of the number its metadata gives, and of its path's
  // should they differ. Where two proposals have one number, each has the files
  // that fit it best.
  std::vector<const ReviewFile*> reviews_of(const Card& card) const;
  // The proposals of the file's number.
  std::vector<const Card*> proposals_of(const ReviewFile& file) const;

  // From which day on most proposals have a heading of this text, by when they were created;
  // nothing when at no time most had. What a template asks for may be younger than a proposal.
  std::optional<Date> usual_since(const std::string& heading) const;

  PathKind path_kind(const std::string& path) const;
  const Anchors* anchors_of(const std::string& path) const;

  // As Relations has them.
  std::vector<Reference> references_of(const Card& card) const;
  std::span<const Circle> circles_of(const Card& card) const;
  std::vector<const Card*> naming(const Card& card, FieldRole role) const;
  const Card* find_moved(const std::string& path) const;

  bool knows_ages() const;
  const Age* age_of(const Card& card) const;
  // The last time it came to the stage; nullptr when that is not known.
  const StageEntry* entry_of(const Card& card, std::string_view stage) const;

  // The release that is being worked on: those before it are out. Nothing when that is not known.
  std::optional<Version> release_at_work() const;

  // Of all that index(), rosters() and reviews() give; made once.
  Fingerprint index_fingerprint() const;
  Fingerprint rosters_fingerprint() const;
  Fingerprint reviews_fingerprint() const;

 private:
  const Ages* ages() const;
  std::optional<Date> find_usual_since(const std::string& heading) const;
  std::vector<const Card*> numbered(const std::string& number) const;
  void assign_reviews();

  const FactsInput in_;
  const Relations relations_;
  std::unordered_map<std::string, std::vector<std::size_t>> reviews_by_path_;  // of a proposal
  Once<std::shared_ptr<const Ages>> ages_;
  Once<std::shared_ptr<const StageEntries>> entries_;
  Once<std::optional<Version>> at_work_;
  Once<OtherFiles> other_files_;
  mutable std::mutex usual_mutex_;
  mutable std::unordered_map<std::string, std::optional<Date>> usual_since_;
  Once<Fingerprint> index_fingerprint_;
  Once<Fingerprint> rosters_fingerprint_;
  Once<Fingerprint> reviews_fingerprint_;
};

// Of a card, all that can be seen by it: its paths, and the files its fields are read from.
void add_fingerprint(Fingerprinter& print, const Card* card);
void add_fingerprint(Fingerprinter& print, const ReviewFile& file);

// Reads what facts of a repository are made of, around an index that is read already.
FactsInput read_facts(const Repository& repository, std::shared_ptr<const Index> index, Date today,
                      int jobs);
std::unique_ptr<Facts> gather_facts(const Repository& repository, Date today, int jobs);

}  // namespace milepost

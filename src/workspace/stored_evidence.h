// What the record says of proposals, as gates ask for it.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "gates/evidence.h"
#include "process/releases.h"
#include "proposal/judgement.h"
#include "proposal/text_change.h"
#include "store/record.h"

namespace milepost {

class Workspace;

class StoredEvidence final : public Evidence {
 public:
  using States = std::unordered_map<std::string, ProposalState>;  // by stream

  // There is no record: nothing can be known.
  StoredEvidence() = default;
  // A proposal without a state is one of which nothing is recorded.
  StoredEvidence(States states, Releases releases, Sha256 sha256);

  bool known() const { return sha256_.has_value(); }
  const ProposalState& state_of(const Card& card) const;
  const Sha256& sha256() const { return *sha256_; }

  // Reads a text that is kept, by its key, when it is first asked for. Several threads may
  // ask at once.
  using ReadText = std::function<Result<std::optional<std::string>>(const std::string& key)>;
  void read_issues_by(ReadText read) { read_issue_ = std::move(read); }
  // The text of a proposal's tracking issue; "" when it has none.
  Result<std::string> issue_text(const ProposalState& state) const;
  // To say how much has changed since an approval takes its text, and so does to judge one of
  // earlier rules. Of many proposals it is enough to say that something has.
  void read_approved_by(ReadText read, bool counts_words) {
    read_approved_ = std::move(read);
    counts_words_ = counts_words;
  }
  bool counts_words() const { return counts_words_; }
  std::optional<std::string> approved_text(const std::string& key) const;

  // Without the proposal's text it cannot be told which are valid: see TextEvidence.
  std::optional<std::vector<Approval>> approvals(const Card&, std::string_view,
                                                 std::string_view) const override {
    return std::nullopt;
  }
  std::vector<Objection> objections(const Card& card) const override;
  std::vector<std::string> confirmed(const Card& card, std::string_view kind) const override;
  // Who tells whether any other proposal has a part in a release, where not all states are
  // at hand. Those who have none lack it only where somebody has one.
  using Others = std::function<Result<bool>(std::string_view release)>;
  void ask_others(Others others) { others_ = std::move(others); }
  // Knows of opting in to releases that somebody has a part in, and of pull requests.
  static bool answers(const RecordQuestion& question);
  std::optional<Recorded> recorded(const Card& card, const RecordQuestion& question,
                                   std::string_view release) const override;

 private:
  Result<bool> anybody_in(std::string_view release) const;
  std::optional<Recorded> recorded_participation(const Card& card, std::string_view release) const;

  States states_;
  std::unordered_set<std::string> counted_;  // releases that a state at hand has a part in
  Others others_;
  Releases releases_;
  std::optional<Sha256> sha256_;
  ReadText read_issue_, read_approved_;
  bool counts_words_ = false;
};

// The same beside the text of one proposal, which its approvals are held against.
class TextEvidence final : public Evidence {
 public:
  // Who knows the tracking issue of the proposal, and what is merged of it.
  class IssueReader {
   public:
    virtual ~IssueReader() = default;
    // Of a list or an item of the issue.
    virtual std::optional<Recorded> ask(std::string_view what) const = 0;
    virtual std::optional<KnownIssue> issue() const = 0;
    virtual bool is_merged() const = 0;
    virtual const Tracker* tracker() const = 0;
  };

  // Items are not computed from what the issue says of items, which would be a circle.
  enum class Asks : std::uint8_t { kFields, kItems };

  TextEvidence(const StoredEvidence& stored, const Process& process, const Judge& judge,
               const JudgedText& text, const IssueReader* reader = nullptr,
               Asks asks = Asks::kFields)
      : stored_(stored),
        process_(process),
        judge_(judge),
        text_(text),
        reader_(reader),
        asks_items_(reader && asks == Asks::kItems) {}

  std::optional<std::vector<Approval>> approvals(const Card& card, std::string_view role,
                                                 std::string_view stage) const override;
  std::optional<Recorded> recorded(const Card& card, const RecordQuestion& question,
                                   std::string_view release) const override {
    if (asks_items_ && !StoredEvidence::answers(question)) return reader_->ask(question.what);
    return stored_.recorded(card, question, release);
  }
  std::vector<std::string> confirmed(const Card& card, std::string_view kind) const override {
    return stored_.confirmed(card, kind);
  }
  std::vector<Objection> objections(const Card& card) const override {
    return stored_.objections(card);
  }
  std::optional<KnownIssue> issue(const Card&) const override {
    return reader_ ? reader_->issue() : std::nullopt;
  }
  bool is_merged(const Card&) const override { return reader_ && reader_->is_merged(); }
  const Tracker* tracker(const Card&) const override {
    return asks_items_ ? reader_->tracker() : nullptr;
  }

 private:
  const StoredEvidence& stored_;
  const Process& process_;
  const Judge& judge_;
  const JudgedText text_;
  const IssueReader* reader_;  // null: it knows of no issue
  const bool asks_items_;
};

// What the record of a workspace has of one proposal, or of all. One that is not there knows
// nothing; one that cannot be read is an error. The calendar is read first.
Result<StoredEvidence> stored_evidence(const Workspace& workspace, const Card* card);

// What a record has of one proposal, whose state was read from it.
StoredEvidence evidence_of(const std::shared_ptr<const Record>& record, const Releases& releases,
                           const Card& card, ProposalState state);

}  // namespace milepost

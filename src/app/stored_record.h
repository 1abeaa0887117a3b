// What the record says of proposals, as gates ask for it.
#pragma once

#include <string>
#include <unordered_map>

#include "app/record.h"
#include "gates/record.h"
#include "gates/releases.h"

namespace milepost {

class StoredRecord final : public Record {
 public:
  using States = std::unordered_map<std::string, ProposalState>;  // by stream

  // There is no record: nothing can be known.
  StoredRecord() = default;
  // A proposal without a state is one of which nothing is recorded.
  StoredRecord(States states, Releases releases)
      : known_(true), states_(std::move(states)), releases_(std::move(releases)) {}

  std::optional<std::vector<Approval>> approvals(const Card& card, std::string_view role,
                                                 std::string_view stage) const override;
  // Knows `opt-in`, and `KIND-linked` and `KIND-merged` of pull requests.
  std::optional<Recorded> recorded(const Card& card, std::string_view condition,
                                   std::string_view release) const override;

 private:
  bool known_ = false;
  States states_;
  Releases releases_;
};

// The record of a repository: of one proposal, or of all. One that is not there knows
// nothing; one that cannot be read is an error.
Result<StoredRecord> read_record(const Repository& repository, const Releases& releases,
                                 const std::string& address, const Card* card);

}  // namespace milepost

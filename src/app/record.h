// The record of a repository, for use cases: what is known of proposals beyond their
// files, and how more is put down.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "proposal/card.h"
#include "proposal/repository.h"
#include "store/proposal_state.h"
#include "store/store.h"

namespace milepost {

// Who does something, and when.
struct Actor {
  std::string handle;
  Instant now;
};

// An event to be put down, with the texts it names.
struct Decision {
  std::vector<NewEvent> events;
  std::vector<std::string> texts;
};

class RecordBook {
 public:
  // `address` as --store has it; "" for the file in the repository's state folder.
  static Result<RecordBook> open(const Repository& repository, const std::string& address,
                                 Access access);

  Store& store() { return *store_; }
  const Store& store() const { return *store_; }

  // What is recorded may be read by several threads at once.
  Result<ProposalState> state_of(const Card& card) const;
  // What was put down of it, the oldest first.
  Result<std::vector<Event>> events_of(const Card& card) const;
  // As it was before an instant.
  Result<ProposalState> state_before(const std::string& stream, Instant before) const;
  // The streams of those that have a part in a release.
  Result<std::vector<std::string>> streams_in(std::string_view release) const {
    return store_->streams_with(release);
  }
  // Of every proposal that has one, by stream.
  Result<void> for_each(
      const std::function<void(std::string_view stream, std::string_view state)>& each) const;
  // A text that is kept, by the digest that events have; nothing when it is not there.
  Result<std::optional<std::string>> text(const std::string& key) const;

  // Looks at what is recorded, asks what is to be put down because of it, and puts it
  // down. When somebody else was quicker, it looks and asks again. Nothing to put down
  // is no error.
  using Decide = std::function<Result<Decision>(const ProposalState& state)>;
  Result<void> act(const Card& card, const Decide& decide);
  // The same for several proposals: all of it is put down, or nothing. Asked with the
  // place of each among them.
  using DecideEach = std::function<Result<Decision>(std::size_t which, const ProposalState& state)>;
  Result<void> act(std::span<const Card* const> cards, const DecideEach& decide);

 private:
  explicit RecordBook(std::unique_ptr<Store> store) : store_(std::move(store)) {}
  std::unique_ptr<Store> store_;
  std::unique_ptr<std::mutex> reading_ = std::make_unique<std::mutex>();
};

// "proposal/4211"; of one without a number, by its path.
std::string stream_of(const Card& card);

NewEvent event_of(const Card& card, std::string_view kind, const Actor& actor, EventFields fields);

// What is summed up of a stream, whatever it is about.
const Projection& record_projection();

}  // namespace milepost

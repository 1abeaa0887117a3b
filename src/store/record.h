// The record of a repository, for use cases: what is known of proposals beyond their
// files, and how more is recorded.
#pragma once

#include <cstdint>
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
#include "store/moves.h"
#include "store/proposal_state.h"
#include "store/store.h"
#include "store/upon_seen.h"

namespace milepost {

namespace events {
struct Encoded;
}

// Who does something, and when.
struct Actor {
  std::string handle;
  Instant now;
};

// An event to be recorded, with the texts it names.
struct Decision {
  std::vector<NewEvent> events;
  std::vector<std::string> texts;
};

// "proposal/4211"; of one without a number, by its path.
std::string stream_of(const Card& card);
std::string stream_named(std::string_view number_or_path);
bool is_proposal(std::string_view stream);
// The number or path in the name of a stream.
std::string called_in(std::string_view stream);

// Streams are those of stream_of(): what a proposal was called before is seen to here.
class Record {
 public:
  // Whether opening it could find one, as far as can be known without.
  static bool may_be_there(const Repository& repository, const std::string& address);
  // `address` as --store has it; "" for the file in the repository's state folder. Whoever
  // reads and says that it is another time than the clock's sees what was recorded by then.
  static Result<Record> open(const Repository& repository, const std::string& address,
                             Access access, std::optional<Instant> now = std::nullopt);

  // The same record with what was recorded since: it is not looked through for damage again.
  Result<Record> reread() const;

  Store& store() { return *store_; }
  const Store& store() const { return *store_; }

  // What is recorded may be read by several threads at once.
  Result<ProposalState> state_of(const Card& card) const { return state_of(stream_of(card)); }
  Result<ProposalState> state_of(const std::string& stream) const;
  // As it was before an instant.
  Result<ProposalState> state_before(const std::string& stream, Instant before) const;
  // What was recorded of it, the oldest first.
  Result<std::vector<Event>> events_of(const std::string& stream) const;
  // The latest of them, at most `most`, without reading the others.
  struct Latest {
    std::vector<Event> events = {};  // the oldest first
    std::uint64_t earlier = 0;       // how many there are before them
  };
  Result<Latest> latest_of(const std::string& stream, std::size_t most) const;
  // The last of a kind; nothing when there is none.
  Result<std::optional<Event>> last_of_kind(const std::string& stream, std::string_view kind) const;
  // At most `most` of whatever stream, from a number on.
  Result<std::vector<Event>> events(std::uint64_t from, std::size_t most) const;
  // Where it ends.
  Result<Head> head() const;
  // The streams of those that have a part in a release.
  Result<std::vector<std::string>> streams_in(std::string_view release) const;
  // The streams of those whose text may not be merged.
  Result<std::vector<std::string>> unmerged_streams() const;
  // Of every proposal that has one, by stream.
  Result<void> for_each(
      const std::function<void(const std::string& stream, ProposalState state)>& each) const;
  // A text that is kept, by the digest that events have; nothing when it is not there.
  Result<std::optional<std::string>> text(const std::string& key) const;

  // Looks at what is recorded, asks what is to be recorded because of it, and records
  // it. When somebody else was quicker, it looks and asks again. Nothing to record
  // is no error.
  using Decide = std::function<Result<Decision>(const ProposalState& state)>;
  Result<void> act(const Card& card, const Decide& decide);
  // The same for several proposals: all of it is recorded, or nothing. Asked with the
  // place of each among them.
  using DecideEach = std::function<Result<Decision>(std::size_t which, const ProposalState& state)>;
  Result<void> act(std::span<const Card* const> cards, const DecideEach& decide);

  // Says that what was known by one stream's name is known by the other's from now on.
  Result<void> move(const std::string& from, const std::string& to, const Actor& actor);
  const Moves& moves() const { return moves_; }

  // Who acts has proved to be this person: what they record is not claimed.
  void prove(std::string handle) { proved_ = std::move(handle); }
  // What is recorded from now on is decided upon what somebody has seen; null: upon what is there.
  void decide_upon(std::shared_ptr<UponSeen> seen) { seen_ = std::move(seen); }

 private:
  Record(std::shared_ptr<Store> store, Moves moves)
      : store_(std::move(store)), moves_(std::move(moves)) {}
  // Asked after the versions were read that are appended to: they are then of what was seen.
  Result<void> check_seen(const std::string& stream) const;
  // With the versions it is of, when they are asked for.
  Result<ProposalState> seen_state(const std::string& stream, std::vector<Seen>* seen) const;
  Result<ProposalState> joined_state(const std::string& stream) const;
  // Found by a word, of which it holds by what is looked at.
  Result<std::vector<std::string>> streams_with(
      std::string_view word, const std::function<bool(const ProposalState&)>& holds) const;

  std::shared_ptr<Store> store_;  // of those that were reread, too
  Moves moves_;
  std::string proved_;  // who acts, by their handle; "": whoever says so
  std::shared_ptr<UponSeen> seen_;
  std::optional<Instant> end_;  // what was recorded from then on is not looked at
  std::shared_ptr<std::recursive_mutex> reading_ = std::make_shared<std::recursive_mutex>();
};

// event_of(card, actor, events::Held{why})
NewEvent event_of(const Card& card, const Actor& actor, events::Encoded what);

// What is summed up of a stream, whatever it is about.
const Projection& record_projection();

}  // namespace milepost

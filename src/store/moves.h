// By which names proposals are known, when names change. One without a number is known by
// its path: whoever moves its file says so by an event (events::Moved) of the stream "moves",
// and from then on the streams of both names together are the proposal's. What is written
// about another proposal under the old name later has a stream of its own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/event.h"

namespace milepost {

inline constexpr std::string_view kMovesStream = "moves";

class Moves {
 public:
  // From what the store keeps, and back.
  static Moves read(std::string_view state);
  std::string write() const;

  // Names are those of streams: "proposal/design/a.md".
  void move(const std::string& from, const std::string& to);

  bool empty() const { return streams_.empty(); }
  // The streams of a name, the oldest first. Events are added to the last.
  std::vector<std::string> streams_of(const std::string& name) const;
  // The name that a stream belongs to.
  std::string name_of(const std::string& stream) const;
  // The names that have several streams, in order.
  std::vector<std::string> joined() const;

 private:
  std::string unused(const std::string& name) const;

  // Of names that were moved, from or to.
  std::map<std::string, std::vector<std::string>> streams_;
  std::map<std::string, std::string> names_;  // by stream
};

// The fold of the store's projection, over the stream "moves".
std::string fold_moves(std::string_view state, const Event& event);

}  // namespace milepost

// Tells whoever listens what changes in a repository: which proposals, and what was recorded.
//
// A listener that does not keep up loses its stream (http/stream.h), and nobody waits for it. The
// changes that were told last are kept, so that a page misses none between being made and being
// listened for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "http/stream.h"

namespace milepost::web {

// What differs from the snapshot before.
struct LiveChange {
  std::uint64_t generation = 0;
  std::vector<std::string> proposals = {};  // their keys (proposal_key)
  bool all = false;                         // more than can be named
};

// An event of the record, as recorded_text() makes it.
struct RecordedMessage {
  std::uint64_t number = 0;
  std::string text;
};

// What was recorded after the event that somebody knew last.
struct Missed {
  std::vector<RecordedMessage> messages = {};
  std::uint64_t last = 0;  // up to which it was read
  bool more = false;       // than is told at once: whoever comes back by the last hears the rest
};

class Live {
 public:
  static constexpr std::size_t kMostKept = 256;
  // Each holds a connection: half of what a server has.
  static constexpr std::size_t kMostListeners = 500;

  enum class Denied : std::uint8_t {
    kAll,     // there are too many streams
    kClient,  // the client has too many
    kBehind,  // more was told since it was read what was missed: read again
  };
  // `generation` is of the snapshot that somebody has looked at, 0 for none: what changed since is
  // told at once, and so is what they missed of the record. One client may have so many streams.
  tl::expected<std::shared_ptr<http::Stream>, Denied> listen(
      std::uint64_t generation, const std::string& client, std::size_t most_of_client,
      const std::optional<Missed>& missed = std::nullopt);
  // That there is such a snapshot now, even if it only looks at a later minute: before anybody is
  // shown it, lest its pages be taken for those of another server.
  void note_generation(std::uint64_t generation);
  void tell(const LiveChange& change);
  // Of the record, up to the event `last`. Unless it is all, streams end after it: who comes back
  // says what they have heard, and gets the rest.
  void tell_recorded(const std::vector<RecordedMessage>& messages, std::uint64_t last,
                     bool is_all = true);
  void end();

  std::size_t listeners() const;

 private:
  std::vector<std::shared_ptr<http::Stream>> streams();
  void push(const std::string& message);

  mutable std::mutex mutex_;
  std::deque<LiveChange> kept_;
  std::uint64_t told_ = 0;       // the last event of the record that was told
  std::uint64_t newest_ = 0;     // of the snapshots
  std::uint64_t forgotten_ = 0;  // of the changes that were told and are not kept
  struct Listener {
    std::weak_ptr<http::Stream> stream;
    std::string client;
    std::uint64_t known = 0;  // the last event that was told when it began
  };
  std::vector<Listener> listeners_;
  bool ended_ = false;
};

// As messages of a stream of events: "event: change\ndata: {…}\n\n". What was recorded has its
// number as id, by which one who comes back says what it knows.
std::string change_text(const LiveChange& change);
std::string recorded_text(std::uint64_t number, const std::string& json_line);

}  // namespace milepost::web

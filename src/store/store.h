// A Store is the record of what happened, open: events that are only ever added,
// the texts kept with them, and what each stream's events sum up to.
//
// It is one file, or a database that several machines share; nothing else differs.
// What append() acknowledged is on disk. Threads may share a Store, which lets them in one at a
// time. A record that is not there yet is an empty one, made by the first who writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/result.h"
#include "store/event.h"
#include "store/projection.h"
#include "store/schema.h"
#include "store/tables.h"

namespace milepost {

class RemoteRecord;

struct StorePlace {
  std::string root;  // of the repository whose state folder has the record
  // Of a database instead, "postgresql://…", or of a server, "https://…"; "" for none.
  std::string address;
};

enum class Access : std::uint8_t {
  kInspect,  // a damaged record, too, and states are left as they are: for verify(), rebuild()
  kRead,
  kWrite,
};

// The version of a stream that a decision is based on; 0: there was nothing.
struct Seen {
  std::string stream;
  std::uint64_t version = 0;
};

struct Appended {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};
// A stream has moved on; nothing was recorded, and the caller decides again.
struct Conflict {
  std::string stream;
  std::uint64_t version = 0;  // that it has now
};
using AppendResult = std::variant<Appended, Conflict>;

// The last event; number 0 before the first.
struct Head {
  std::uint64_t number = 0;
  Digest digest;
  friend bool operator==(const Head&, const Head&) = default;
};

class Store {
 public:
  // Whether there is a file for open() to look into; of an address that is not known.
  static bool may_be_there(const StorePlace& place);
  // Brings an older record up to date. Refuses what a newer program wrote, files and tables
  // that are no record, and but for kInspect a record that is damaged (refuse_damage() of
  // verify.h). Only with kWrite a record is made where none is.
  static Result<std::unique_ptr<Store>> open(
      const StorePlace& place, const Projection& projection, Access access,
      std::span<const Migration> migrations = all_migrations());

  bool is_there() const { return tables_ != nullptr; }
  // Whether a server keeps it, and this is its mirror.
  bool is_mirror() const { return remote_ != nullptr; }
  // What messages call it: a path, or an address without its password.
  const std::string& name() const { return name_; }
  // Made at random with the record, and kept when it moves; "" when it is not there.
  const std::string& id() const { return id_; }
  const Sha256& sha256() const { return sha256_; }

  // --- writing ---

  // Records all the events, or none. For each stream in `seen`, only when it has that
  // version still: a decision seen this way may be appended again after an error that
  // left it unknown whether it was recorded, and will be a Conflict if it was. Streams
  // not in `seen` are added to whatever they have. `texts` are those that the events
  // name and the record lacks; one that no event names is refused, and so is an event that
  // is older than what is recorded, by more than clocks differ.
  Result<AppendResult> append(std::span<const NewEvent> events, std::span<const Seen> seen,
                              std::span<const std::string> texts = {});

  // Makes what streams sum up to anew, and puts in place what keeps events from being
  // changed. Refuses a record whose events are damaged.
  Result<void> rebuild();

  // --- reading ---

  Result<Head> head() const;
  // Of a stream; 0 when it has no events.
  Result<std::uint64_t> version(std::string_view stream) const;
  // The latest time of any event; nothing before the first.
  Result<std::optional<Instant>> latest() const;
  // At most `most`, from a number or from a version of a stream on.
  Result<std::vector<Event>> events(std::uint64_t from, std::size_t most) const;
  Result<std::vector<Event>> events_of(std::string_view stream, std::uint64_t from,
                                       std::size_t most) const;
  // The last of a kind in a stream; nothing when there is none.
  Result<std::optional<Event>> last_of_kind(std::string_view stream, std::string_view kind) const;

  // What a stream sums up to; nothing when it has no events. Fails when it has events that were
  // not summed up.
  Result<std::optional<std::string>> state(std::string_view stream) const;
  // The same with the version it is of, to decide upon and then append.
  Result<std::optional<StateRow>> state_row(std::string_view stream) const;
  // All streams that begin with `prefix`, in order.
  Result<void> for_each_state(
      std::string_view prefix,
      const std::function<void(std::string_view stream, std::string_view state)>& each) const;

  // The streams that a word of the projection finds, in order; their states are not read.
  Result<std::vector<std::string>> streams_with(std::string_view word) const;

  Result<std::optional<std::string>> text(const Digest& digest) const;
  // The digests of texts in order, those after one; nothing: from the first.
  Result<std::vector<Digest>> texts_after(const std::optional<Digest>& after,
                                          std::size_t most) const;

  Result<RecordCounts> counts() const;

  // Everything read within sees the record as it is now. Must not write.
  Result<void> in_snapshot(const std::function<Result<void>()>& read) const;

 private:
  Store(const Sha256& sha256, const Projection& projection)
      : sha256_(sha256), projection_(projection) {}

  Result<void> prepare(std::unique_ptr<Database> database, Access access,
                       std::span<const Migration> migrations);
  Result<void> bring_up_to_date(Access access);
  // Of a server's record (remote.h): reads all of it; records through it.
  Result<void> mirror();
  Result<AppendResult> append_remotely(std::span<const NewEvent> events, std::span<const Seen> seen,
                                       std::span<const std::string> texts);
  using Looks = std::unordered_map<std::string, StreamLook>;
  Result<void> check_end(const StreamLook& look) const;
  Result<std::optional<Conflict>> look_at(std::span<const NewEvent> events,
                                          std::span<const Seen> seen, Instant clock,
                                          Looks& looks) const;
  Result<Appended> write(std::span<const NewEvent> events, Looks& looks,
                         std::vector<Event>& written);
  Result<void> read_back(const std::vector<Event>& written, Instant clock,
                         const Looks& looks) const;
  tl::unexpected<Error> not_summed_up(const std::string& stream) const;
  Result<void> write_texts(std::span<const NewEvent> events, std::span<const std::string> texts);

  friend class Verifier;
  friend class Importer;

  mutable std::recursive_mutex using_;
  Sha256 sha256_;
  Projection projection_;
  std::string name_;
  std::string id_;
  std::unique_ptr<Tables> tables_;  // null: there is no record yet
  std::span<const Migration> migrations_;
  std::shared_ptr<RemoteRecord> remote_;  // null: the record is kept here
};

}  // namespace milepost

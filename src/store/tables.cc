#include "store/tables.h"

#include <charconv>
#include <utility>

namespace milepost {

namespace {

#define MILEPOST_EVENT_COLUMNS \
  "number, stream, version, kind, actor, claimed, time, fields, texts, before, digest"

std::int64_t signed_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

// All of a text as a number; `wrong` becomes true when it is none.
std::int64_t number_of(std::string_view text, bool& wrong) {
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  wrong = wrong || failed != std::errc() || end != text.data() + text.size();
  return value;
}

std::uint64_t count_of(std::string_view text, bool& wrong) {
  const std::int64_t value = number_of(text, wrong);
  wrong = wrong || value < 0;
  return static_cast<std::uint64_t>(value < 0 ? 0 : value);
}

EventRow event_of(Row row) {
  EventRow read;
  Event& event = read.event;
  bool wrong = false;
  read.number = event.number = count_of(row[0], wrong);
  read.stream = event.stream = row[1];
  event.version = count_of(row[2], wrong);
  event.kind = row[3];
  event.by = row[4];
  event.claimed = row[5] == "1";
  wrong = wrong || (row[5] != "0" && row[5] != "1");
  event.time = {number_of(row[6], wrong)};
  wrong = wrong || !is_recordable(event.time);
  auto fields = parse_fields(row[7]);
  auto texts = parse_texts(row[8]);
  const auto before = parse_digest(row[9]);
  const auto digest = parse_digest(row[10]);
  if (wrong || !fields || !texts || !before || !digest) {
    read.damage = "cannot be read";
    return read;
  }
  event.fields = std::move(*fields);
  event.texts = std::move(*texts);
  event.before = *before;
  event.digest = *digest;
  return read;
}

HeadRow head_of(Row row, bool& wrong) {
  const auto digest = parse_digest(row[2]);
  wrong = wrong || !digest;
  return {std::string(row[0]), count_of(row[1], wrong), digest.value_or(Digest()),
          count_of(row[3], wrong)};
}

tl::unexpected<Error> no_head(const Database& database) {
  return failure(database.name() +
                 " is damaged: its head cannot be read; milepost fsck tells more");
}

StateRow state_of(Row row) {
  bool wrong = false;  // fsck compares versions, whatever is written there
  const std::uint64_t version = count_of(row[1], wrong);
  return {std::string(row[0]), version, std::string(row[2]), std::string(row[3])};
}

}  // namespace

std::string word_text(std::string_view word) { return "\n" + std::string(word) + "\n"; }

Result<void> Tables::lock() {
  // SQLite lets one transaction write at a time as it is.
  if (database_->dialect() == Dialect::kSqlite) return {};
  return database_->post("SELECT 1 FROM milepost_head FOR UPDATE", {});
}

Result<HeadRow> Tables::head() {
  std::optional<HeadRow> found;
  bool wrong = false;
  auto done =
      database_->run("SELECT id, number, digest, projection FROM milepost_head", {}, [&](Row row) {
        wrong = wrong || found;
        found = head_of(row, wrong);
      });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (!found || wrong) return no_head(*database_);
  return std::move(*found);
}

Result<StreamLook> Tables::look(std::string_view stream, Instant clock) {
  std::optional<StreamLook> found;
  bool wrong = false;
  auto done = database_->run(
      "SELECT h.id, h.number, h.digest, h.projection,"
      " coalesce((SELECT e.digest FROM milepost_events e WHERE e.number = h.number), ''),"
      " coalesce((SELECT max(e.time) FROM milepost_events e), 0),"
      " coalesce((SELECT e.version FROM milepost_events e WHERE e.stream = $1"
      " ORDER BY e.version DESC LIMIT 1), 0), coalesce(s.version, 0), coalesce(s.words, ''),"
      " coalesce(s.state, ''),"
      " coalesce((SELECT max(e.time) FROM milepost_events e WHERE e.time <= $2), 0)"
      " FROM milepost_head h LEFT JOIN milepost_states s ON s.stream = $1",
      {stream, clock.seconds}, [&](Row row) {
        found = StreamLook{head_of(row, wrong),
                           std::string(row[4]),
                           {number_of(row[5], wrong)},
                           {number_of(row[10], wrong)},
                           count_of(row[6], wrong),
                           {std::string(stream), count_of(row[7], wrong), std::string(row[8]),
                            std::string(row[9])}};
      });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (!found || wrong) return no_head(*database_);
  return std::move(*found);
}

Result<void> Tables::insert_head(const HeadRow& head) {
  const std::string digest = head.digest.hex();
  return database_->run("INSERT INTO milepost_head VALUES (1, $1, $2, $3, $4)",
                        {head.id, signed_of(head.number), digest, signed_of(head.projection)});
}

Result<void> Tables::update_head(const HeadRow& head) {
  const std::string digest = head.digest.hex();
  return database_->post(
      "UPDATE milepost_head SET id = $1, number = $2, digest = $3, projection = $4 WHERE one = 1",
      {head.id, signed_of(head.number), digest, signed_of(head.projection)});
}

Result<void> Tables::insert(const Event& event) {
  const std::string fields = fields_text(event.fields);
  const std::string texts = texts_text(event.texts);
  const std::string before = event.before.hex();
  const std::string digest = event.digest.hex();
  return database_->post(
      "INSERT INTO milepost_events (" MILEPOST_EVENT_COLUMNS
      ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      {signed_of(event.number), event.stream, signed_of(event.version), event.kind, event.by,
       std::int64_t{event.claimed ? 1 : 0}, event.time.seconds, fields, texts, before, digest});
}

Result<std::vector<EventRow>> Tables::read_events(std::string_view sql,
                                                  std::initializer_list<Value> values) {
  std::vector<EventRow> rows;
  auto done = database_->run(sql, values, [&](Row row) { rows.push_back(event_of(row)); });
  if (!done) return tl::unexpected(std::move(done.error()));
  return rows;
}

Result<std::vector<EventRow>> Tables::events_from(std::uint64_t number, std::size_t most) {
  return read_events("SELECT " MILEPOST_EVENT_COLUMNS
                     " FROM milepost_events WHERE number >= $1 ORDER BY number LIMIT $2",
                     {signed_of(number), signed_of(most)});
}

Result<std::vector<EventRow>> Tables::events_of(std::string_view stream, std::uint64_t version,
                                                std::size_t most) {
  return read_events("SELECT " MILEPOST_EVENT_COLUMNS
                     " FROM milepost_events WHERE stream = $1 AND version >= $2"
                     " ORDER BY version LIMIT $3",
                     {stream, signed_of(version), signed_of(most)});
}

Result<std::vector<EventRow>> Tables::last_of_kind(std::string_view stream, std::string_view kind) {
  return read_events("SELECT " MILEPOST_EVENT_COLUMNS
                     " FROM milepost_events WHERE stream = $1 AND kind = $2"
                     " ORDER BY version DESC LIMIT 1",
                     {stream, kind});
}

Result<std::vector<EventRow>> Tables::events_after(std::string_view stream, std::uint64_t version,
                                                   std::size_t most) {
  return read_events("SELECT " MILEPOST_EVENT_COLUMNS
                     " FROM milepost_events WHERE (stream, version) > ($1, $2)"
                     " ORDER BY stream, version LIMIT $3",
                     {stream, signed_of(version), signed_of(most)});
}

Result<std::uint64_t> Tables::version(std::string_view stream) {
  std::uint64_t version = 0;
  bool wrong = false;
  auto done = database_->run(
      "SELECT version FROM milepost_events WHERE stream = $1 ORDER BY version DESC LIMIT 1",
      {stream}, [&](Row row) { version = count_of(row[0], wrong); });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (wrong) return failure(database_->name() + " is damaged; milepost fsck tells more");
  return version;
}

Result<std::optional<Instant>> Tables::latest() {
  std::optional<Instant> latest;
  bool wrong = false;
  auto done = database_->run("SELECT time FROM milepost_events ORDER BY time DESC LIMIT 1", {},
                             [&](Row row) { latest = Instant{number_of(row[0], wrong)}; });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (wrong) return failure(database_->name() + " is damaged; milepost fsck tells more");
  return latest;
}

// In one statement, so that both are of one moment.
Result<Tables::StreamState> Tables::state(std::string_view stream) {
  StreamState found{{std::string(stream), 0, {}, {}}, 0};
  bool wrong = false;
  auto done = database_->run(
      "SELECT e.version, coalesce(s.version, 0), coalesce(s.words, ''), coalesce(s.state, '')"
      " FROM (SELECT coalesce(max(version), 0) AS version FROM milepost_events"
      " WHERE stream = $1) e LEFT JOIN milepost_states s ON s.stream = $1",
      {stream}, [&](Row row) {
        found.version = count_of(row[0], wrong);
        found.state.version = count_of(row[1], wrong);
        found.state.words = row[2];
        found.state.state = row[3];
      });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (wrong) return failure(database_->name() + " is damaged; milepost fsck tells more");
  return found;
}

Result<std::vector<StateRow>> Tables::states(std::string_view least, std::string_view after,
                                             std::size_t most) {
  std::vector<StateRow> rows;
  auto done = database_->run(
      "SELECT stream, version, words, state FROM milepost_states"
      " WHERE stream >= $1 AND stream > $2 ORDER BY stream LIMIT $3",
      {least, after, signed_of(most)}, [&](Row row) { rows.push_back(state_of(row)); });
  if (!done) return tl::unexpected(std::move(done.error()));
  return rows;
}

Result<std::vector<std::string>> Tables::streams_with(std::string_view word) {
  const std::string text = word_text(word);
  std::vector<std::string> streams;
  auto done = database_->run(
      database_->dialect() == Dialect::kSqlite
          ? "SELECT stream FROM milepost_states WHERE instr(words, $1) > 0 ORDER BY stream"
          : "SELECT stream FROM milepost_states WHERE strpos(words, $1) > 0 ORDER BY stream",
      {text}, [&](Row row) { streams.emplace_back(row[0]); });
  if (!done) return tl::unexpected(std::move(done.error()));
  return streams;
}

Result<void> Tables::put(const StateRow& state) {
  return database_->post(
      "INSERT INTO milepost_states (stream, version, words, state) VALUES ($1, $2, $3, $4)"
      " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, words = excluded.words,"
      " state = excluded.state",
      {state.stream, signed_of(state.version), state.words, state.state});
}

Result<void> Tables::clear_states() { return database_->run("DELETE FROM milepost_states"); }

Result<void> Tables::put_text(const Digest& digest, std::string_view text) {
  const std::string key = digest.hex();
  return database_->post(
      "INSERT INTO milepost_texts (digest, content) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      {key, Blob{text}});
}

Result<std::optional<std::string>> Tables::text(std::string_view key) {
  std::optional<std::string> found;
  auto done = database_->run("SELECT content FROM milepost_texts WHERE digest = $1", {key},
                             [&](Row row) { found = row[0]; });
  if (!done) return tl::unexpected(std::move(done.error()));
  return found;
}

Result<std::vector<std::string>> Tables::text_keys(std::string_view after, std::size_t most) {
  std::vector<std::string> keys;
  auto done =
      database_->run("SELECT digest FROM milepost_texts WHERE digest > $1 ORDER BY digest LIMIT $2",
                     {after, signed_of(most)}, [&](Row row) { keys.emplace_back(row[0]); });
  if (!done) return tl::unexpected(std::move(done.error()));
  return keys;
}

Result<RecordCounts> Tables::counts() {
  RecordCounts counts;
  bool wrong = false;
  auto done = database_->run(
      "SELECT (SELECT count(*) FROM milepost_events), (SELECT count(*) FROM milepost_states),"
      " (SELECT count(*) FROM milepost_texts)",
      {}, [&](Row row) {
        counts = {count_of(row[0], wrong), count_of(row[1], wrong), count_of(row[2], wrong)};
      });
  if (!done) return tl::unexpected(std::move(done.error()));
  return counts;
}

Result<std::vector<Tables::WrongType>> Tables::wrong_types() {
  std::vector<WrongType> columns;
  if (database_->dialect() != Dialect::kSqlite) return columns;
  auto done = database_->run(
      "SELECT s.name, c.name, lower(c.type) FROM sqlite_schema s, pragma_table_info(s.name) c"
      " WHERE s.type = 'table' AND s.name IN"
      " ('milepost_head', 'milepost_events', 'milepost_states', 'milepost_texts')"
      " AND c.type IN ('TEXT', 'INTEGER', 'BLOB') ORDER BY s.name, c.cid",
      {}, [&](Row row) {
        columns.push_back({std::string(row[0]), std::string(row[1]), std::string(row[2])});
      });
  bool wrong = false;
  for (WrongType& one : columns) {
    if (!done) break;
    // The names are among those that stand above, and of tables that were held against ours.
    done = database_->run("SELECT count(*) FROM " + one.table + " WHERE typeof(\"" + one.column +
                              "\") <> '" + one.type + "'",
                          {}, [&](Row row) { one.values = count_of(row[0], wrong); });
  }
  if (!done) return tl::unexpected(std::move(done.error()));
  std::erase_if(columns, [](const WrongType& one) { return one.values == 0; });
  return columns;
}

}  // namespace milepost

// The record in PostgreSQL, for several machines at once.
//
// Whoever writes first locks the one row of milepost_head, so that writers stand in
// line; unique constraints refuse a second event of the same number even then.
// Transactions that write are READ COMMITTED: each statement after the lock sees
// all that was committed before it.
//
// A server that hangs is worse than one that refuses: whoever waits for it is limited in how
// long it may say nothing, and once one has waited in vain the others do not begin to.

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "base/strings.h"
#include "store/database.h"
#include "store/postgresql_address.h"
#include "store/postgresql_library.h"

namespace milepost {

namespace {

using Clock = std::chrono::steady_clock;

constexpr ::Oid kByteaType = 17;

// How long a server may say nothing. The largest answer that is ever asked for at once takes it a
// fraction of that; who writes may have to stand in line first, as long as lock_timeout.
constexpr std::chrono::seconds kPatience{5};
constexpr std::chrono::seconds kPatienceInLine{35};

// What every session needs: to be told of a commit once it is on disk, to give up
// rather than wait for ever, and texts as they are.
constexpr const char* kSession =
    "SELECT set_config('synchronous_commit', 'on', false)"
    "  WHERE current_setting('synchronous_commit') = 'off';"
    "SET lock_timeout = '30s'; SET statement_timeout = 0; SET bytea_output = 'hex';"
    "SET standard_conforming_strings = on";

// Held while the schema is looked at and changed; the number is "milepost" in ASCII.
constexpr std::string_view kSchemaLock = "SELECT pg_advisory_xact_lock(7883951805622612852)";

std::string from_hex(std::string_view text) {
  std::string bytes;
  if (text.starts_with("\\x")) text.remove_prefix(2);
  bytes.reserve(text.size() / 2);
  for (; text.size() >= 2; text.remove_prefix(2)) {
    bytes += static_cast<char>(hex_value(text[0]) * 16 + hex_value(text[1]));
  }
  return bytes;
}

using Session = std::unique_ptr<PGconn, decltype(PostgresqlLibrary::PQfinish)>;

// One that may have failed.
Session open_session(const PostgresqlLibrary& lib, const PostgresqlAddress& address) {
  // What stands before the address is overruled by it, what stands behind is not.
  constexpr std::array<std::pair<const char*, const char*>, 6> kUsual = {
      {{"connect_timeout", "5"},
       {"tcp_user_timeout", "10000"},
       {"keepalives_idle", "10"},
       {"keepalives_interval", "5"},
       {"keepalives_count", "3"},
       {"fallback_application_name", "milepost"}}};
  std::vector<const char*> keywords;
  std::vector<const char*> values;
  for (const auto& [keyword, value] : kUsual) {
    keywords.push_back(keyword);
    values.push_back(value);
  }
  keywords.insert(keywords.end(), {"dbname", "client_encoding", nullptr});
  values.insert(values.end(), {address.text().c_str(), "UTF8", nullptr});
  return {lib.PQconnectdbParams(keywords.data(), values.data(), 1), lib.PQfinish};
}

// Whether a server that has said nothing when it was asked speaks again. A thread of its own finds
// out, so that nobody else waits for it.
class Reach {
 public:
  // Of an address, for as long as the program runs.
  static Reach& of(const PostgresqlLibrary& library, const PostgresqlAddress& address) {
    static std::mutex mutex;
    static auto& all = *new std::map<std::string, std::unique_ptr<Reach>>;  // outlives the threads
    const std::scoped_lock held(mutex);
    auto& found = all[address.text()];
    if (!found) found.reset(new Reach(library, address));
    return *found;
  }

  // No session can be made.
  bool is_silent() const { return silent_; }
  // Nor is one that was made of any use.
  bool hangs() const { return hangs_; }

  void note_silence(bool of_session) {
    const std::scoped_lock held(mutex_);
    if (of_session) hangs_ = true;
    if (silent_.exchange(true)) return;
    try {
      std::thread([this] { listen(); }).detach();
    } catch (const std::system_error&) {
      silent_ = hangs_ = false;  // there are no more threads: each finds out by itself
    }
  }

 private:
  Reach(const PostgresqlLibrary& library, PostgresqlAddress address)
      : lib_(library), address_(std::move(address)) {}

  // A refusal is an answer, too: everybody may get it.
  void listen() {
    while (true) {
      const auto begun = Clock::now();
      const Session session = open_session(lib_, address_);
      const bool opened = lib_.PQstatus(session.get()) == CONNECTION_OK;
      if (opened || Clock::now() - begun < kRefusal) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    const std::scoped_lock held(mutex_);
    silent_ = hangs_ = false;
  }

 public:
  // A refusal comes sooner, silence lasts longer.
  static constexpr std::chrono::seconds kRefusal{2};

 private:
  const PostgresqlLibrary& lib_;
  const PostgresqlAddress address_;
  std::mutex mutex_;  // of whoever changes these
  std::atomic<bool> silent_ = false;
  std::atomic<bool> hangs_ = false;
};

class Postgresql final : public Database {
 public:
  Postgresql(const PostgresqlLibrary& library, PostgresqlAddress address)
      : lib_(library),
        address_(std::move(address)),
        reach_(Reach::of(library, address_)),
        open_(nullptr, library.PQfinish) {}

  Result<void> connect();

  Dialect dialect() const override { return Dialect::kPostgresql; }
  const std::string& name() const override { return address_.shown(); }
  Result<void> run(std::string_view sql, std::span<const Value> values,
                   const RowReader& read) override;
  Result<void> post(std::string_view sql, std::span<const Value> values) override;
  Result<void> run_script(const std::string& sql) override;
  Result<std::uint64_t> schema() override;
  Result<void> set_schema(std::uint64_t schema) override;
  Result<void> lock_schema() override { return Database::run(kSchemaLock); }
  // The server looks after its files itself.
  Result<std::vector<std::string>> check() override { return std::vector<std::string>(); }
  bool is_damaged() const override { return damaged_; }
  Result<void> begin(TransactionKind kind) override;
  Result<void> commit() override;
  void roll_back() override;

 private:
  using Answer = std::unique_ptr<PGresult, decltype(PostgresqlLibrary::PQclear)>;

  Answer own(PGresult* result) const { return {result, lib_.PQclear}; }
  bool is_lost() const { return ended_ || silent_ || lib_.PQstatus(open_.get()) != CONNECTION_OK; }
  Result<void> prepare_session();
  Result<void> reconnect();
  // Puts a statement into the pipe, and what it needs before it.
  bool send(std::string_view sql, std::span<const Value> values);
  bool send_plain(const char* sql);
  // Sends all that is in the pipe and reads what comes back: the answer to the last.
  Result<Answer> settle();
  // Runs statements without values: the answer to the last, or to the one that failed.
  Answer execute(const char* sql);
  // The next answer, once it is there; none when the server says nothing for too long.
  Answer next_answer();
  void await_answer();
  void give_up();
  std::chrono::seconds patience() const { return in_line_ ? kPatienceInLine : kPatience; }
  Result<void> expect(const Answer& answer);
  // Of several lines the first says what is wrong.
  std::string first_line(std::string_view message) const;
  std::string last_message() const;

  const PostgresqlLibrary& lib_;
  PostgresqlAddress address_;
  Reach& reach_;
  Session open_;
  std::map<std::string, std::string, std::less<>>
      prepared_;            // statements, and what they are called
  std::size_t named_ = 0;   // how many statements were ever given a name
  std::size_t queued_ = 0;  // statements in the pipe
  bool in_transaction_ = false;
  bool in_line_ = false;  // others may be writing, or what is done takes long
  bool ended_ = false;    // the server has said that it ends the session
  bool silent_ = false;   // it has said nothing for too long
  bool damaged_ = false;
};

std::string Postgresql::first_line(std::string_view message) const {
  message = trim(cut(trim(message), '\n').first);
  if (message.starts_with("ERROR:") || message.starts_with("FATAL:")) {
    message = trim(cut(message, ':').second);
  }
  return address_.blanked(message);
}

std::string Postgresql::last_message() const {
  if (silent_) return "it does not answer";
  return first_line(lib_.PQerrorMessage(open_.get()));
}

Result<void> Postgresql::connect() {
  prepared_.clear();
  queued_ = 0;
  ended_ = false;
  silent_ = reach_.is_silent();
  if (!silent_) {
    const auto begun = Clock::now();
    open_ = open_session(lib_, address_);
    if (is_lost() && Clock::now() - begun >= Reach::kRefusal) reach_.note_silence(false);
  }
  return prepare_session();
}

// --- waiting -----------------------------------------------------------------------------

void Postgresql::give_up() {
  silent_ = true;
  // Whatever of it is read later would be taken for the answer to something else.
  ::shutdown(lib_.PQsocket(open_.get()), SHUT_RDWR);
  reach_.note_silence(true);
}

void Postgresql::await_answer() {
  PGconn* const session = open_.get();
  auto until = Clock::now() + patience();
  while (!is_lost()) {
    const int unsent = lib_.PQflush(session);
    if (unsent < 0 || (unsent == 0 && lib_.PQisBusy(session) == 0)) return;
    pollfd socket{lib_.PQsocket(session), POLLIN, 0};
    if (unsent > 0) socket.events |= POLLOUT;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    const int ready = left > 0 ? ::poll(&socket, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return give_up();
    if ((socket.revents & ~POLLOUT) != 0 && lib_.PQconsumeInput(session) == 0) return;
    until = Clock::now() + patience();
  }
}

Postgresql::Answer Postgresql::next_answer() {
  await_answer();
  return own(silent_ ? nullptr : lib_.PQgetResult(open_.get()));
}

Postgresql::Answer Postgresql::execute(const char* sql) {
  Answer last = own(nullptr);
  if (is_lost() || lib_.PQsendQuery(open_.get(), sql) != 1) return last;
  while (Answer next = next_answer()) last = std::move(next);
  return last;
}

Result<void> Postgresql::prepare_session() {
  if (is_lost())
    return failure(fmt::format("connecting to {}: {}", name(), last_message()),
                   ErrorKind::kUnavailable);
  // Whoever calls decides what is printed.
  lib_.PQsetNoticeProcessor(open_.get(), [](void*, const char*) {}, nullptr);
  lib_.PQsetnonblocking(open_.get(), 1);
  if (auto set = expect(execute(kSession)); !set) return set;
  std::string encoding;
  if (auto asked = Database::run("SHOW server_encoding", {}, [&](Row row) { encoding = row[0]; });
      !asked) {
    return asked;
  }
  if (encoding == "UTF8") return {};
  return failure(fmt::format("{}: the database is encoded in {}; the record needs one in UTF8",
                             name(), encoding));
}

// A session that was lost is made anew, but never within a transaction.
Result<void> Postgresql::reconnect() {
  if (in_transaction_) return {};
  if (is_lost()) return connect();
  if (!reach_.hangs()) return {};
  return failure(name() + ": it does not answer", ErrorKind::kUnavailable);
}

Result<void> Postgresql::expect(const Answer& answer) {
  const ExecStatusType status = lib_.PQresultStatus(answer.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return {};
  const char* const field =
      answer ? lib_.PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE) : nullptr;
  const std::string_view state = field != nullptr ? field : "";
  const std::string message =
      answer && !silent_ ? first_line(lib_.PQresultErrorMessage(answer.get())) : last_message();
  ended_ = ended_ || state.starts_with("57P");  // it is shutting down, or told to end it
  if (is_lost()) {
    return failure(fmt::format("{}: the connection was lost: {}", name(), message),
                   ErrorKind::kUnavailable);
  }
  if (state == "40001" || state == "40P01") {
    return failure(name() + ": somebody else was writing at the same moment; try again",
                   ErrorKind::kUnavailable);
  }
  if (state == "55P03") {
    return failure(name() + ": another process has been writing to it for 30 s; try again",
                   ErrorKind::kUnavailable);
  }
  if (state == "23505") {
    return failure(name() + ": has an event of this number already; milepost fsck tells more");
  }
  // Statements are always the same: only tables that are not what they were make one wrong.
  const bool is_changed = state == "42P01" || state == "42703" || state == "42883";
  if (is_changed || state == "XX001" || state == "XX002") {
    damaged_ = true;
    return failure(fmt::format("{} is damaged: {}; milepost fsck tells more", name(), message));
  }
  return failure(fmt::format("{}: {}", name(), message));
}

bool Postgresql::send_plain(const char* sql) {
  if (queued_ == 0 && lib_.PQenterPipelineMode(open_.get()) != 1) return false;
  ++queued_;
  return lib_.PQsendQueryParams(open_.get(), sql, 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
}

bool Postgresql::send(std::string_view sql, std::span<const Value> values) {
  if (queued_ == 0 && lib_.PQenterPipelineMode(open_.get()) != 1) return false;
  const auto count = static_cast<int>(values.size());
  auto known = prepared_.find(sql);
  if (known == prepared_.end()) {
    // Values have the types that the statement makes of them.
    known = prepared_.emplace(sql, fmt::format("milepost{}", named_++)).first;
    ++queued_;
    if (lib_.PQsendPrepare(open_.get(), known->second.c_str(), known->first.c_str(), count,
                           nullptr) != 1) {
      return false;
    }
  }
  std::vector<std::string> texts(values.size());
  std::vector<const char*> pointers(values.size());
  std::vector<int> lengths(values.size());
  std::vector<int> formats(values.size(), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (const auto* number = std::get_if<std::int64_t>(&values[i])) {
      texts[i] = std::to_string(*number);
    } else if (const auto* text = std::get_if<std::string_view>(&values[i])) {
      texts[i] = *text;
    } else {
      texts[i] = std::get<Blob>(values[i]).bytes;
      formats[i] = 1;
    }
    pointers[i] = texts[i].c_str();
    lengths[i] = static_cast<int>(texts[i].size());
  }
  ++queued_;
  return lib_.PQsendQueryPrepared(open_.get(), known->second.c_str(), count, pointers.data(),
                                  lengths.data(), formats.data(), 0) == 1;
}

Result<Postgresql::Answer> Postgresql::settle() {
  Answer last = own(nullptr);
  Result<void> outcome;
  lib_.PQpipelineSync(open_.get());
  for (; queued_ > 0; --queued_) {
    last = next_answer();
    // After one that failed the others are not tried.
    if (outcome) outcome = expect(last);
    while (!is_lost() && next_answer()) {
    }
  }
  if (!is_lost()) {
    next_answer();  // that all was read
    lib_.PQexitPipelineMode(open_.get());
  }
  if (outcome) return last;
  // It is not known which statements were prepared; names are not used again.
  prepared_.clear();
  return tl::unexpected(std::move(outcome.error()));
}

Result<void> Postgresql::post(std::string_view sql, std::span<const Value> values) {
  constexpr std::size_t kMostQueued = 1000;
  if (!send(sql, values)) return failure(fmt::format("{}: {}", name(), last_message()));
  if (queued_ < kMostQueued) return {};
  return settle().map([](const Answer&) {});
}

Result<void> Postgresql::run(std::string_view sql, std::span<const Value> values,
                             const RowReader& read) {
  if (auto connected = reconnect(); !connected) return connected;
  if (!send(sql, values)) return failure(fmt::format("{}: {}", name(), last_message()));
  const auto settled = settle();
  if (!settled) return tl::unexpected(settled.error());
  if (!read) return {};
  const Answer& answer = *settled;

  const int count = lib_.PQnfields(answer.get());
  std::vector<std::string_view> columns(static_cast<std::size_t>(count));
  std::vector<std::string> decoded(columns.size());
  for (int row = 0; row < lib_.PQntuples(answer.get()); ++row) {
    for (int column = 0; column < count; ++column) {
      const auto i = static_cast<std::size_t>(column);
      columns[i] = {lib_.PQgetvalue(answer.get(), row, column),
                    static_cast<std::size_t>(lib_.PQgetlength(answer.get(), row, column))};
      if (lib_.PQftype(answer.get(), column) != kByteaType) continue;
      decoded[i] = from_hex(columns[i]);
      columns[i] = decoded[i];
    }
    read(columns);
  }
  return {};
}

Result<void> Postgresql::run_script(const std::string& sql) {
  if (auto connected = reconnect(); !connected) return connected;
  if (queued_ > 0) {
    if (const auto settled = settle(); !settled) return tl::unexpected(settled.error());
  }
  // A table of millions of rows may get another index.
  const bool was_in_line = std::exchange(in_line_, true);
  const Answer answer = execute(sql.c_str());
  in_line_ = was_in_line;
  return expect(answer);
}

Result<std::uint64_t> Postgresql::schema() {
  // The catalogue itself: to_regclass() may remember that there was no such table.
  constexpr std::string_view kTable =
      "SELECT 1 FROM pg_catalog.pg_class c"
      " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
      " WHERE c.relname = 'milepost_schema' AND n.nspname = ANY (current_schemas(false))";
  bool is_there = false;
  auto asked = Database::run(kTable, {}, [&](Row) { is_there = true; });
  if (!asked) return tl::unexpected(std::move(asked.error()));
  if (!is_there) return 0;
  std::uint64_t number = 0;
  auto read = Database::run("SELECT number FROM milepost_schema", {}, [&](Row row) {
    std::from_chars(row[0].data(), row[0].data() + row[0].size(), number);
  });
  if (!read) return tl::unexpected(std::move(read.error()));
  if (number == 0) return failure(name() + ": the table milepost_schema is none of milepost's");
  return number;
}

Result<void> Postgresql::set_schema(std::uint64_t schema) {
  return run_script(
      fmt::format("CREATE TABLE IF NOT EXISTS milepost_schema (one int PRIMARY KEY CHECK (one = 1),"
                  " number bigint NOT NULL);"
                  "INSERT INTO milepost_schema VALUES (1, {0})"
                  " ON CONFLICT (one) DO UPDATE SET number = {0}",
                  schema));
}

Result<void> Postgresql::begin(TransactionKind kind) {
  if (auto connected = reconnect(); !connected) return connected;
  if (!send_plain(kind == TransactionKind::kWrite
                      ? "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
                      : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
    return failure(fmt::format("{}: {}", name(), last_message()));
  }
  in_transaction_ = true;
  in_line_ = kind == TransactionKind::kWrite;
  return {};
}

Result<void> Postgresql::commit() {
  const bool sent = send_plain("COMMIT");
  const auto settled = settle();
  in_line_ = false;
  if (is_lost()) {
    in_transaction_ = false;
    return failure(fmt::format("{}: the connection was lost while it was being recorded ({}); it "
                               "is not known whether it was: look first",
                               name(), last_message()),
                   ErrorKind::kUnavailable);
  }
  if (!sent || !settled) {
    roll_back();
    if (!settled) return tl::unexpected(settled.error());
    return failure(fmt::format("{}: {}", name(), last_message()));
  }
  in_transaction_ = false;
  // A transaction in which a statement failed is rolled back by its COMMIT.
  if (std::string_view(lib_.PQcmdStatus(settled->get())) == "COMMIT") return {};
  return failure(name() + ": nothing was recorded, since a statement had failed");
}

void Postgresql::roll_back() {
  in_transaction_ = false;
  in_line_ = false;
  if (queued_ > 0) (void)settle();
  if (!is_lost()) execute("ROLLBACK");
}

}  // namespace

Result<std::unique_ptr<Database>> open_postgresql(const PostgresqlAddress& address) {
  const auto library = postgresql_library();
  if (!library) return tl::unexpected(library.error());
  auto database = std::make_unique<Postgresql>(**library, address);
  if (auto connected = database->connect(); !connected) {
    return tl::unexpected(std::move(connected.error()));
  }
  return database;
}

}  // namespace milepost

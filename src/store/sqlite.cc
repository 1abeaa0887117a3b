// The record in one file.
//
// The rollback journal rather than a write-ahead log: the record stays one file that
// can be copied, readers write nothing, and it works wherever files can be locked.
// synchronous=EXTRA is FULL and a sync of the folder once the journal is gone;
// without it a power failure could bring the journal back, and undo what was
// acknowledged.

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <map>
#include <numeric>
#include <span>
#include <sys/stat.h>
#include <thread>

#include <fmt/format.h>

#include "base/posix.h"
#include "store/database.h"
#include "store/sqlite_codes.h"
#include "store/sqlite_library.h"
#include "store/waiting.h"

namespace milepost {

namespace {

constexpr int kPatience = 30'000;  // milliseconds that another process may take to write
constexpr std::int64_t kApplication = 0x4d696c65;  // "Mile", in the header of the file

// Any longer value is not ours, and would only cost memory.
constexpr int kLongest = 32 << 20;

std::atomic<void (*)()>& wait_notice() {
  static std::atomic<void (*)()> notice = nullptr;
  return notice;
}

// SQLite asks after each try whether to go on; sooner at first, since most waits are short.
int wait_for_other(void* /*unused*/, int tries) {
  constexpr std::array kFirstDelays = {1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50};  // milliseconds
  constexpr int kDelay = 100;
  constexpr int kNoticeAfter = 1000;
  const auto at = static_cast<std::size_t>(tries);
  const int delay = at < kFirstDelays.size() ? kFirstDelays[at] : kDelay;
  const auto first = std::span(kFirstDelays).first(std::min(at, kFirstDelays.size()));
  const int waited =
      std::accumulate(first.begin(), first.end(), 0) + static_cast<int>(at - first.size()) * kDelay;
  if (waited >= kPatience) return 0;
  const auto notice = wait_notice().load();
  if (notice != nullptr && waited < kNoticeAfter && waited + delay >= kNoticeAfter) notice();
  std::this_thread::sleep_for(std::chrono::milliseconds(delay));
  return 1;
}

using Statement = std::unique_ptr<sqlite3_stmt, decltype(SqliteLibrary::sqlite3_finalize)>;

class Sqlite final : public Database {
 public:
  Sqlite(const SqliteLibrary& library, sqlite3* open, std::string path)
      : lib_(library), open_(open, library.sqlite3_close_v2), path_(std::move(path)) {}

  Result<void> prepare();

  Dialect dialect() const override { return Dialect::kSqlite; }
  const std::string& name() const override { return path_; }
  Result<void> run(std::string_view sql, std::span<const Value> values,
                   const RowReader& read) override;
  Result<void> run_script(const std::string& sql) override;
  Result<std::uint64_t> schema() override;
  Result<void> set_schema(std::uint64_t schema) override;
  Result<void> lock_schema() override { return {}; }  // one writes at a time
  Result<std::vector<std::string>> check() override;
  bool is_damaged() const override { return damaged_; }
  Result<void> begin(TransactionKind kind) override;
  Result<void> commit() override;
  void roll_back() override;

 private:
  Result<sqlite3_stmt*> statement(std::string_view sql);
  std::vector<int> declared_types(sqlite3_stmt* run) const;
  tl::unexpected<Error> wrong_type(sqlite3_stmt* run, int column);
  tl::unexpected<Error> failed();

  const SqliteLibrary& lib_;
  std::unique_ptr<sqlite3, decltype(SqliteLibrary::sqlite3_close_v2)> open_;
  std::string path_;
  std::map<std::string, Statement, std::less<>> statements_;
  bool damaged_ = false;
};

tl::unexpected<Error> Sqlite::failed() {
  const int code = lib_.sqlite3_extended_errcode(open_.get());
  const std::string name = sqlite_code_name(code);
  const auto refused = [&](std::string_view what, ErrorKind kind = ErrorKind::kUnavailable) {
    return failure(fmt::format("{}: {} ({})", path_, what, name), kind);
  };
  switch (code & 0xff) {
    case SQLITE_BUSY: return refused("another process has been writing to it for 30 s; try again");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      damaged_ = true;
      return failure(fmt::format("{} is damaged: {} ({}); milepost fsck tells more", path_,
                                 lib_.sqlite3_errstr(code), name));
    case SQLITE_CONSTRAINT:
      if (code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE ||
          code == SQLITE_CONSTRAINT_ROWID) {
        return refused("has an event of this number already; milepost fsck tells more");
      }
      return refused(fmt::format("{}; milepost fsck tells more", lib_.sqlite3_errmsg(open_.get())));
    case SQLITE_READONLY: return refused("may not be written");
    default: return refused(lib_.sqlite3_errstr(code));
  }
}

Result<void> Sqlite::prepare() {
  lib_.sqlite3_busy_handler(open_.get(), wait_for_other, nullptr);
  lib_.sqlite3_limit(open_.get(), SQLITE_LIMIT_LENGTH, kLongest);
  // The file may come from anywhere: nothing in it is run or trusted.
  lib_.sqlite3_db_config(open_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  lib_.sqlite3_db_config(open_.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  // Streams are summed up one after the other, though their events lie far apart: most
  // of a large record should be at hand (64 MiB, taken as needed).
  return run_script(
      "PRAGMA cache_size = -65536; PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON; PRAGMA "
      "mmap_size = 0;");
}

Result<sqlite3_stmt*> Sqlite::statement(std::string_view sql) {
  const auto known = statements_.find(sql);
  if (known != statements_.end()) return known->second.get();
  sqlite3_stmt* made = nullptr;
  if (lib_.sqlite3_prepare_v3(open_.get(), sql.data(), static_cast<int>(sql.size()),
                              SQLITE_PREPARE_PERSISTENT, &made, nullptr) != SQLITE_OK) {
    const int code = lib_.sqlite3_extended_errcode(open_.get());
    if ((code & 0xff) != SQLITE_ERROR) return failed();
    // Statements are always the same: only tables that are not what they were make one wrong.
    damaged_ = true;
    return failure(fmt::format("{} is damaged: {} ({}); milepost fsck tells more", path_,
                               lib_.sqlite3_errmsg(open_.get()), sqlite_code_name(code)));
  }
  return statements_.emplace(sql, Statement(made, lib_.sqlite3_finalize)).first->second.get();
}

// Of what comes from a column of a table; 0 for what is worked out.
std::vector<int> Sqlite::declared_types(sqlite3_stmt* run) const {
  std::vector<int> types(static_cast<std::size_t>(lib_.sqlite3_column_count(run)));
  for (std::size_t i = 0; i < types.size(); ++i) {
    const char* const declared = lib_.sqlite3_column_decltype(run, static_cast<int>(i));
    const std::string_view type = declared == nullptr ? "" : declared;
    if (type == "TEXT") types[i] = SQLITE_TEXT;
    if (type == "INTEGER") types[i] = SQLITE_INTEGER;
    if (type == "BLOB") types[i] = SQLITE_BLOB;
  }
  return types;
}

// A table that is not STRICT takes bytes for a text, and then no search for the text finds
// them.
tl::unexpected<Error> Sqlite::wrong_type(sqlite3_stmt* run, int column) {
  damaged_ = true;
  return failure(fmt::format(
      "{} is damaged: a value of the column {} is no {}; milepost fsck "
      "tells more",
      path_, lib_.sqlite3_column_name(run, column), lib_.sqlite3_column_decltype(run, column)));
}

Result<void> Sqlite::run(std::string_view sql, std::span<const Value> values,
                         const RowReader& read) {
  const auto prepared = statement(sql);
  if (!prepared) return tl::unexpected(prepared.error());
  sqlite3_stmt* const run = *prepared;
  // What a statement reads, it lets go of at once.
  const std::unique_ptr<sqlite3_stmt, decltype(SqliteLibrary::sqlite3_reset)> reset(
      run, lib_.sqlite3_reset);
  int at = 0;
  for (const Value& value : values) {
    ++at;
    int bound = SQLITE_OK;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      bound = lib_.sqlite3_bind_int64(run, at, *number);
    } else if (const auto* text = std::get_if<std::string_view>(&value)) {
      bound = lib_.sqlite3_bind_text(run, at, text->empty() ? "" : text->data(),
                                     static_cast<int>(text->size()), SQLITE_STATIC);
    } else {
      const std::string_view bytes = std::get<Blob>(value).bytes;
      bound = lib_.sqlite3_bind_blob(run, at, bytes.empty() ? "" : bytes.data(),
                                     static_cast<int>(bytes.size()), SQLITE_STATIC);
    }
    if (bound != SQLITE_OK) return failed();
  }
  std::vector<std::string_view> columns(static_cast<std::size_t>(lib_.sqlite3_column_count(run)));
  const std::vector<int> wanted = declared_types(run);
  int stepped = SQLITE_ROW;
  while ((stepped = lib_.sqlite3_step(run)) == SQLITE_ROW) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const int column = static_cast<int>(i);
      const int type = lib_.sqlite3_column_type(run, column);
      if (wanted[i] != 0 && type != wanted[i]) return wrong_type(run, column);
      const void* const bytes = type == SQLITE_BLOB ? lib_.sqlite3_column_blob(run, column)
                                                    : lib_.sqlite3_column_text(run, column);
      const int size = lib_.sqlite3_column_bytes(run, column);
      columns[i] = bytes == nullptr ? std::string_view()
                                    : std::string_view(static_cast<const char*>(bytes),
                                                       static_cast<std::size_t>(size));
    }
    if (read) read(columns);
  }
  if (stepped != SQLITE_DONE) return failed();
  return {};
}

Result<void> Sqlite::run_script(const std::string& sql) {
  if (lib_.sqlite3_exec(open_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return failed();
  }
  return {};
}

Result<std::uint64_t> Sqlite::schema() {
  // In one statement, so that a record is seen whole while somebody makes it.
  constexpr std::string_view kAll =
      "SELECT (SELECT application_id FROM pragma_application_id),"
      " (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)";
  std::array<std::int64_t, 3> found{};
  auto done = Database::run(kAll, {}, [&](Row row) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::from_chars(row[i].data(), row[i].data() + row[i].size(), found[i]);
    }
  });
  if (!done) return tl::unexpected(std::move(done.error()));
  if (found == std::array<std::int64_t, 3>{}) return 0;
  const auto [application, schema, tables] = found;
  if (application != kApplication || schema < 1) {
    return failure(path_ + " is a database, but no record of milepost's");
  }
  return static_cast<std::uint64_t>(schema);
}

Result<void> Sqlite::set_schema(std::uint64_t schema) {
  return run_script(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplication, schema));
}

Result<std::vector<std::string>> Sqlite::check() {
  constexpr std::string_view kSound = "ok";
  std::vector<std::string> found;
  auto done = Database::run("PRAGMA integrity_check(100)", {}, [&](Row row) {
    if (row[0] != kSound) found.emplace_back(row[0]);
  });
  if (!done && !damaged_) return tl::unexpected(std::move(done.error()));
  if (!done) found.push_back(std::move(done.error().message));
  return found;
}

Result<void> Sqlite::begin(TransactionKind kind) {
  return run_script(kind == TransactionKind::kWrite ? "BEGIN IMMEDIATE" : "BEGIN");
}

Result<void> Sqlite::commit() {
  auto done = run_script("COMMIT");
  if (done) return done;
  const int code = lib_.sqlite3_extended_errcode(open_.get());
  roll_back();
  // What was to be the last step may have been made before the disk failed.
  if ((code & 0xff) != SQLITE_IOERR) return done;
  return tl::unexpected(
      std::move(done.error()).within("it is not known whether this was recorded; look first"));
}

void Sqlite::roll_back() { (void)run_script("ROLLBACK"); }

// What SQLite opens beside the file: it would wait for a FIFO, and not say what is wrong.
Result<void> check_companions(const std::string& path) {
  for (const char* const ending : {"-journal", "-wal", "-shm"}) {
    const std::string beside = path + ending;
    struct stat status{};
    if (::lstat(beside.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
      return failure(beside + " " + not_a_file(status.st_mode));
    }
  }
  return {};
}

// Makes the file, for its owner alone: SQLite itself would let others read it. It is never
// opened here: to close a file lets go of all locks that this process has on it, also of those
// that SQLite took for another thread meanwhile, and then two processes write at once.
Result<bool> make_file(const std::string& path, bool create) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) return failure(path + " " + not_a_file(status.st_mode));
    return create || status.st_size > 0;
  }
  if (errno != ENOENT) return failed("opening", path);
  if (!create) return false;
  if (::mknod(path.c_str(), S_IFREG | 0600, 0) == 0 || errno == EEXIST) return true;
  return failed("making", path);
}

Result<std::unique_ptr<Database>> open_at(const std::string& path, int flags) {
  const auto library = sqlite_library();
  if (!library) return tl::unexpected(library.error());
  sqlite3* open = nullptr;
  // Readers too may write: what a process that died left half written has to be undone first.
  const int code = (*library)->sqlite3_open_v2(
      path.c_str(), &open,
      flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  auto database = std::make_unique<Sqlite>(**library, open, path);
  if (code != SQLITE_OK) {
    return failure(fmt::format("opening {}: {} ({})", path, (*library)->sqlite3_errstr(code),
                               sqlite_code_name(code)),
                   ErrorKind::kUnavailable);
  }
  if (auto prepared = database->prepare(); !prepared) {
    return tl::unexpected(std::move(prepared.error()));
  }
  return database;
}

}  // namespace

void set_wait_notice(void (*notice)()) { wait_notice() = notice; }

Result<std::unique_ptr<Database>> open_sqlite(const std::string& path, bool create) {
  const auto is_there = make_file(path, create);
  if (!is_there) return tl::unexpected(is_there.error());
  if (!*is_there) return nullptr;
  if (auto sound = check_companions(path); !sound) return tl::unexpected(std::move(sound.error()));
  return open_at(path, SQLITE_OPEN_NOFOLLOW);
}

Result<std::unique_ptr<Database>> open_sqlite_in_memory() {
  return open_at(":memory:", SQLITE_OPEN_MEMORY);
}

}  // namespace milepost

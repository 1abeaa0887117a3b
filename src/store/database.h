// A Database is an open connection that understands SQL: one way to speak to
// SQLite and to PostgreSQL, for the sources of this folder.
//
// Statements are written so that both understand them, with $1, $2, … in the order
// of the values. One thread at a time may use one. Failures that leave it unknown
// whether something was written say so; nothing is ever tried again by itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace milepost {

struct Blob {
  std::string_view bytes;
};
using Value = std::variant<std::int64_t, std::string_view, Blob>;

// The columns of one row as texts, there until the next row; what is NULL is "".
using Row = std::span<const std::string_view>;
using RowReader = std::function<void(Row)>;

enum class Dialect : std::uint8_t { kSqlite, kPostgresql };

enum class TransactionKind : std::uint8_t {
  kRead,   // sees what there was when it began
  kWrite,  // the only one that writes, or waits until it is
};

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  virtual Dialect dialect() const = 0;
  // What a message calls it: a path, or an address without its password.
  virtual const std::string& name() const = 0;

  // Runs one statement.
  virtual Result<void> run(std::string_view sql, std::span<const Value> values,
                           const RowReader& read) = 0;
  // The same for a statement that gives no rows, within a transaction. It may be put off
  // until the next run() or commit(), which then says what went wrong with it: nobody
  // else waits while statements go to a server one by one.
  virtual Result<void> post(std::string_view sql, std::span<const Value> values) {
    return run(sql, values, {});
  }
  // Runs several statements without values.
  virtual Result<void> run_script(const std::string& sql) = 0;

  // The schema of the record in it; 0 when there is none. Fails for what is no record.
  virtual Result<std::uint64_t> schema() = 0;
  // Within a transaction that writes.
  virtual Result<void> set_schema(std::uint64_t schema) = 0;
  // Within a transaction: nobody else changes the schema before it ends.
  virtual Result<void> lock_schema() = 0;

  // What the database itself finds wrong with what it keeps.
  virtual Result<std::vector<std::string>> check() = 0;
  // Whether a failure was due to damage of what is kept.
  virtual bool is_damaged() const = 0;

  virtual Result<void> begin(TransactionKind kind) = 0;
  virtual Result<void> commit() = 0;
  virtual void roll_back() = 0;

  Result<void> run(std::string_view sql, std::initializer_list<Value> values = {},
                   const RowReader& read = {}) {
    return run(sql, std::span(values.begin(), values.size()), read);
  }
  Result<void> post(std::string_view sql, std::initializer_list<Value> values) {
    return post(sql, std::span(values.begin(), values.size()));
  }
};

// Rolls back what was not committed.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database, TransactionKind kind) {
    if (auto begun = database.begin(kind); !begun) return tl::unexpected(std::move(begun.error()));
    return Transaction(database);
  }
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (database_ != nullptr) database_->roll_back();
  }

  Result<void> commit() { return std::exchange(database_, nullptr)->commit(); }

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

// The record.db of a state folder. Nothing when it is not there, or empty, and
// `create` is false.
Result<std::unique_ptr<Database>> open_sqlite(const std::string& path, bool create);

// One that is gone when it is closed.
Result<std::unique_ptr<Database>> open_sqlite_in_memory();

// The database that a checked address leads to.
class PostgresqlAddress;
Result<std::unique_ptr<Database>> open_postgresql(const PostgresqlAddress& address);

}  // namespace milepost

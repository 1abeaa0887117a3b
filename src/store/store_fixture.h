// An empty place for a record, in either backend, for tests of the store.
//
// PostgreSQL is the server of MILEPOST_TEST_POSTGRES, which ./dev test starts; each
// test has a schema of its own in it. Without one, these tests are skipped.
#pragma once

#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "base/tree_fixture.h"
#include "store/database.h"
#include "store/postgresql_address.h"
#include "store/store.h"

namespace milepost {

// Keeps who did what, in order.
inline std::string fold_names(std::string_view state, const Event& event) {
  return std::string(state) + event.kind + " " + event.by + "\n";
}
inline constexpr Projection kNames{1, fold_names};

// The same, and found by who did it.
inline std::vector<std::string> names_in(std::string_view state) {
  std::vector<std::string> names;
  while (!state.empty()) {
    const std::string_view line = state.substr(0, state.find('\n'));
    names.emplace_back(line.substr(line.find(' ') + 1));
    state.remove_prefix(line.size() + 1);
  }
  return names;
}
inline constexpr Projection kFound{2, fold_names, names_in};

class StoreFixture : public TreeFixture, public testing::WithParamInterface<Dialect> {
 protected:
  StoreFixture()
      // Syncing a file on disk is slow, a thousand times.
      : TreeFixture(::access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                                    : std::filesystem::temp_directory_path()) {}

  void SetUp() override {
    place_.root = at("");
    if (GetParam() == Dialect::kSqlite) return;
    const char* const server = std::getenv("MILEPOST_TEST_POSTGRES");
    if (server == nullptr) GTEST_SKIP() << "there is no server: MILEPOST_TEST_POSTGRES";
    std::random_device chance;
    server_ = server;
    schema_ = "test" + std::to_string(chance()) + "_" + std::to_string(chance());
    run(open_postgresql(*PostgresqlAddress::parse(server_)), "CREATE SCHEMA " + schema_);
    place_.address =
        server_ + "?application_name=" + schema_ + "&options=-csearch_path%3D" + schema_;
  }

  void TearDown() override {
    if (!schema_.empty()) sql("DROP SCHEMA " + schema_ + " CASCADE");
  }

  // Runs SQL in the record behind the store's back.
  void sql(const std::string& script) const {
    if (GetParam() == Dialect::kSqlite) {
      run(open_sqlite(file(), true), script);
    } else {
      // To connect takes longer than most scripts do.
      if (!back_door_) back_door_ = *open_postgresql(*PostgresqlAddress::parse(place_.address));
      const auto done = back_door_->run_script(script);
      ASSERT_TRUE(done) << done.error().message;
    }
  }

  // Lets events be changed, as somebody would who means harm.
  void unlock() const {
    sql(GetParam() == Dialect::kSqlite
            ? "DROP TRIGGER milepost_events_stay; DROP TRIGGER milepost_events_remain"
            : "ALTER TABLE milepost_events DISABLE TRIGGER ALL");
  }

  // The record behind the store's back.
  std::unique_ptr<Database> database() const {
    auto opened = GetParam() == Dialect::kSqlite
                      ? open_sqlite(file(), true)
                      : open_postgresql(*PostgresqlAddress::parse(place_.address));
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }

  std::string file() const { return at(".milepost/record.db"); }

  std::unique_ptr<Store> open(Access access = Access::kWrite,
                              const Projection& projection = kNames) const {
    auto store = Store::open(place_, projection, access);
    EXPECT_TRUE(store) << store.error().message;
    return store ? std::move(*store) : nullptr;
  }

  static NewEvent event(std::string stream, std::string kind = "approved",
                        std::string by = "jane") {
    NewEvent made;
    made.stream = std::move(stream);
    made.kind = std::move(kind);
    made.by = std::move(by);
    made.time = {1'790'000'000};
    made.fields = {{"role", "prr"}, {"stage", "beta"}};
    return made;
  }

  static Appended append(Store& store, const std::vector<NewEvent>& events,
                         const std::vector<Seen>& seen = {},
                         const std::vector<std::string>& texts = {}) {
    const auto result = store.append(events, seen, texts);
    EXPECT_TRUE(result) << result.error().message;
    if (!result || !std::holds_alternative<Appended>(*result)) {
      ADD_FAILURE() << "nothing was recorded";
      return {};
    }
    return std::get<Appended>(*result);
  }

  StorePlace place_;

  std::string schema_;  // also the name by which the server knows this test

 private:
  static void run(const Result<std::unique_ptr<Database>>& database, const std::string& script) {
    ASSERT_TRUE(database) << database.error().message;
    const auto done = (*database)->run_script(script);
    ASSERT_TRUE(done) << done.error().message;
  }

  std::string server_;
  mutable std::unique_ptr<Database> back_door_;
};

inline std::string dialect_name(const testing::TestParamInfo<Dialect>& info) {
  return info.param == Dialect::kSqlite ? "Sqlite" : "Postgresql";
}

#define MILEPOST_BOTH_BACKENDS(suite)       \
  INSTANTIATE_TEST_SUITE_P(Backends, suite, \
                           testing::Values(Dialect::kSqlite, Dialect::kPostgresql), dialect_name)

}  // namespace milepost

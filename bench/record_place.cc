#include "record_place.h"

#include <cstdlib>
#include <filesystem>
#include <random>

#include <fmt/format.h>

#include "store/database.h"
#include "store/postgresql_address.h"

namespace milepost::bench {

namespace fs = std::filesystem;

RecordPlace::RecordPlace(const char* server) {
  if (server == nullptr) {
    std::string pattern = (fs::temp_directory_path() / "milepost-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) place_.root = fs::canonical(pattern).string();
    return;
  }
  std::random_device chance;
  server_ = server;
  schema_ = fmt::format("bench{}", chance());
  place_.address = fmt::format("{}?options=-csearch_path%3D{}", server_, schema_);
  run("CREATE SCHEMA " + schema_);
}

RecordPlace::~RecordPlace() {
  std::error_code ignored;
  if (!place_.root.empty()) fs::remove_all(place_.root, ignored);
  if (!schema_.empty()) run("DROP SCHEMA " + schema_ + " CASCADE");
}

void RecordPlace::run(const std::string& script) const {
  const auto address = PostgresqlAddress::parse(server_);
  if (!address) return;
  if (const auto database = open_postgresql(*address)) (void)(*database)->run_script(script);
}

}  // namespace milepost::bench

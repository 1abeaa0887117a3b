// A place for a record in either backend, gone with its owner.
#pragma once

#include <string>

#include "store/store.h"

namespace milepost::bench {

class RecordPlace {
 public:
  // In a temporary folder, or in a schema of its own on the server.
  explicit RecordPlace(const char* server);
  ~RecordPlace();
  RecordPlace(const RecordPlace&) = delete;
  RecordPlace& operator=(const RecordPlace&) = delete;
  const StorePlace& get() const { return place_; }

 private:
  void run(const std::string& script) const;

  StorePlace place_;
  std::string server_;
  std::string schema_;
};

}  // namespace milepost::bench

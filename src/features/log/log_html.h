// What happened as a page, the latest first.
#pragma once

#include <cstddef>
#include <string>

#include "features/common/route.h"
#include "features/log/model.h"
#include "render/json_value.h"
#include "store/store.h"

namespace milepost::log {

// What the address of the page asks for.
struct LogFilters {
  std::string proposal = {}, release = {}, since = {};
  std::size_t page = 1;
};

inline constexpr std::size_t kLogPage = 100;

// Of a log that has the entries of that page, at least.
Json log_html(const Visit& visit, const Log& log, const LogFilters& filters);

// The record that was asked: where it is kept, and where it ends.
struct RecordPlace {
  std::string name;  // a path, or an address without its password
  bool is_there = false;
  Head head;
};
// Where on the server it is kept is told to who has signed in.
Json place_html(const Visit& visit, const RecordPlace& place);

}  // namespace milepost::log

// What a running server knows of itself: its repositories, its routes and what it has counted.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/metrics.h"
#include "web/route_table.h"
#include "web/served.h"

namespace milepost::web {

// A repository, and where its pages are.
struct Mount {
  std::string name;  // in addresses
  std::string base;  // "" when it is the only one, else "/" and its name
  std::function<std::shared_ptr<const Snapshot>()> now;     // null until there is one
  std::function<void()> refresh;                            // something was recorded
  std::function<const search::SearchIndex*()> search = {};  // null until there is one
  // Whether its record could be read when it was looked at last; none: it could.
  std::function<bool()> answers = {};
  std::string title = {};  // on pages; "": its name
};

class ServerState {
 public:
  ServerState(std::vector<Mount> served, std::span<const Route* const> routes)
      : mounts(std::move(served)), table(routes), metrics(table.size()) {}

  const std::vector<Mount> mounts;
  const RouteTable table;
  mutable Metrics metrics;
  std::atomic<bool> ending{false};

  bool ready() const;    // to be asked: every repository is read, and every record answers
  bool is_read() const;  // every repository
};

}  // namespace milepost::web

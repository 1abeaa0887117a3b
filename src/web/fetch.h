// Keeps the clone of a repository that is served by its address up to date.
//
// Whoever looks at the clone sees by its refs that something came. A fetch that fails is reported,
// once for each reason, and tried again when the next is due.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace milepost::web {

struct FetchOptions {
  std::string address;
  std::string cache;  // the folder of all clones
  std::chrono::milliseconds every = std::chrono::seconds(60);
  std::function<void(const std::string& message)> log = {};
};

class Fetcher {
 public:
  // Clones first what was never cloned, which fails when it cannot be; what is there already is
  // used at once.
  static Result<std::unique_ptr<Fetcher>> start(FetchOptions options);
  // A fetch that hangs is not waited for.
  ~Fetcher();
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;

  const std::string& folder() const;
  // For a clone that is damaged. What there was stays when it fails.
  Result<void> clone_anew();

 private:
  struct Shared;
  explicit Fetcher(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  std::shared_ptr<Shared> shared_;
};

// Where the clone of an address is kept.
std::string clone_folder(const std::string& cache, const std::string& address);

}  // namespace milepost::web

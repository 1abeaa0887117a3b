#include "web/fetch.h"

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/posix.h"
#include "base/strings.h"
#include "git/mirror.h"
#include "web/served.h"

namespace milepost::web {

namespace fs = std::filesystem;

namespace {

// How long a server that ends waits for what is being fetched.
constexpr std::chrono::seconds kPatience{2};

}  // namespace

// Outlives the Fetcher when its thread hangs.
struct Fetcher::Shared {
  FetchOptions options;
  std::string folder;
  std::atomic<bool> stopping = false;
  std::mutex fetching;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;

  Result<void> fetch_into(const std::string& clone) {
    return mirror_repository(options.address, clone, [this] { return stopping.load(); });
  }

  Result<void> fetch() {
    const std::scoped_lock held(fetching);
    return fetch_into(folder);
  }

  // A clone that was begun is not taken for a whole one.
  Result<void> clone_anew() {
    const std::scoped_lock held(fetching);
    const std::string fresh = folder + ".new";
    std::error_code failed;
    fs::remove_all(fresh, failed);
    TRY(fetch_into(fresh));
    fs::remove_all(folder, failed);
    if (!failed) fs::rename(fresh, folder, failed);
    if (failed) return failure("replacing " + folder + ": " + failed.message());
    return {};
  }

  void run() {
    std::string reported;
    while (!stopping) {
      const auto fetched = fetch();
      const std::string failed = fetched ? "" : fetched.error().message;
      if (!failed.empty() && failed != reported && !stopping && options.log) {
        options.log(failed + "; serving what was fetched before");
      }
      reported = failed;
      std::unique_lock lock(mutex);
      changed.wait_for(lock, options.every, [this] { return stopping.load(); });
    }
    const std::scoped_lock lock(mutex);
    done = true;
    changed.notify_all();
  }
};

Result<std::unique_ptr<Fetcher>> Fetcher::start(FetchOptions options) {
  auto shared = std::make_shared<Shared>();
  shared->folder = clone_folder(options.cache, options.address);
  shared->options = std::move(options);
  std::error_code failed;
  fs::create_directories(fs::path(shared->folder).parent_path(), failed);
  if (failed) return failure("making " + shared->folder + ": " + failed.message());
  // What was begun and cut off has no branch yet.
  const auto has_commit = [&] {
    const auto git = Git::find(shared->folder);
    return git && *git && (*git)->top() == shared->folder && (*git)->head().value_or(std::nullopt);
  };
  if (!real_path(shared->folder + "/HEAD") || !has_commit()) TRY(shared->fetch());
  std::thread([shared] { shared->run(); }).detach();
  return std::unique_ptr<Fetcher>(new Fetcher(std::move(shared)));
}

Fetcher::~Fetcher() {
  std::unique_lock lock(shared_->mutex);
  shared_->stopping = true;
  shared_->changed.notify_all();
  shared_->changed.wait_for(lock, kPatience, [this] { return shared_->done; });
}

const std::string& Fetcher::folder() const { return shared_->folder; }
Result<void> Fetcher::clone_anew() { return shared_->clone_anew(); }

std::string clone_folder(const std::string& cache, const std::string& address) {
  return fmt::format("{}/clones/{}-{:016x}.git", cache, served_names({address}).front(),
                     hash_bytes(address));
}

}  // namespace milepost::web

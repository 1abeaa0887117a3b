#include "measure.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace milepost::bench {

double Times::median() const {
  if (all_.empty()) return 0;
  std::vector<double> sorted = all_;
  std::ranges::sort(sorted);
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double Times::best() const { return all_.empty() ? 0 : *std::ranges::min_element(all_); }

double time_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

std::optional<Spawned> spawn(const std::vector<std::string>& command,
                             const std::string& directory) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);

  Spawned result;
  int failed = 0;
  rusage usage{};
  result.milliseconds = time_of([&] {
    pid_t child = 0;
    failed = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    if (failed == 0) ::wait4(child, &result.status, 0, &usage);
  });
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return std::nullopt;
  result.peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return result;
}

}  // namespace milepost::bench

// Timing: wall-clock milliseconds, here and in other programs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace milepost::bench {

// The times of one subject, one for each round.
class Times {
 public:
  void add(double milliseconds) { all_.push_back(milliseconds); }
  double median() const;
  double best() const;

 private:
  std::vector<double> all_;
};

double time_of(const std::function<void()>& work);

struct Spawned {
  double milliseconds = 0;
  double peak_megabytes = 0;  // at least what this program had in use at the time
  int status = 0;
};

// Runs a program, found on PATH, with its output thrown away, and waits for it.
// Nothing when there is no such program.
std::optional<Spawned> spawn(const std::vector<std::string>& command, const std::string& directory);

}  // namespace milepost::bench

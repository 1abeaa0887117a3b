// The log of requests: a line of JSON each, on standard error or wherever it is told. Nothing that
// opens a door is in it: no token, no cookie, no password, no code of a link, and no value of a
// query but those that are known to be none of these.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "http/message.h"

namespace milepost::web {

std::string log_time();  // 2026-10-08T12:00:00.123Z

struct LogEntry {
  std::string time;  // as log_time() gives it
  std::string_view id, client, method;
  std::string path;  // as log_path() gives it
  int status = 0;
  std::size_t bytes = 0;
  double milliseconds = 0;
  std::string_view handle;   // "" for somebody who has not signed in
  std::string_view failure;  // what went wrong here; "" for nothing
};

// On one line, with its end.
std::string log_line(const LogEntry& entry);

// The same of something that is no request.
std::string log_note(std::string_view message);

// The path with its query; a value that may be a secret is "…". `pattern` is the route's: the
// values of {code} and the like are hidden, too.
std::string log_path(std::string_view target, std::string_view pattern);

// What X-Request-Id says, when it is a short plain word; else a new one.
std::string request_id(std::string_view given);

// Writes lines one after the other without letting anybody wait. When the reader does not keep
// up, lines are left out, and how many is said.
class LogWriter {
 public:
  explicit LogWriter(int descriptor);
  ~LogWriter();
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  void write(std::string_view line);
  void flush();  // waits until all is written

 private:
  void run();

  const int descriptor_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  std::size_t left_out_ = 0;
  bool writing_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace milepost::web

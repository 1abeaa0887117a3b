#include "web/log.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <random>
#include <set>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/instant.h"
#include "base/strings.h"
#include "http/message.h"
#include "render/json_value.h"

namespace milepost::web {

namespace {

constexpr std::size_t kMostWaiting = std::size_t{4} << 20U;

// Values of queries that everybody may see in a log: what was looked for, and how.
bool is_plain(std::string_view name) {
  static const std::set<std::string_view> plain = {
      "after",  "approved", "at",    "by", "done",  "fields", "format", "from", "group",
      "kind",   "limit",    "page",  "q",  "query", "role",   "since",  "sort", "stage",
      "status", "to",       "until", "v",  "view",  "with",   "person"};
  return plain.contains(name);
}

void hide_values(std::string& path, std::string_view pattern) {
  constexpr std::string_view kSecrets[] = {"{code}", "{token}", "{secret}"};
  std::string hidden;
  std::string_view rest = path;
  std::string_view shape = pattern;
  while (!rest.empty()) {
    const auto [segment, after] = cut(rest, '/');
    const auto [piece, later] = cut(shape, '/');
    const bool secret = std::ranges::find(kSecrets, piece) != std::end(kSecrets);
    hidden += secret ? "…" : std::string(segment);
    if (rest.size() > segment.size()) hidden += '/';
    rest = after;
    shape = later;
  }
  path = std::move(hidden);
}

}  // namespace

std::string log_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  std::string text = to_string(Instant{milliseconds / 1000});
  text.insert(text.size() - 1, fmt::format(".{:03}", milliseconds % 1000));
  return text;
}

std::string log_note(std::string_view message) {
  return json_line({{"time", log_time()}, {"message", message}}) + '\n';
}

namespace {

// A string of JSON. Most need no escapes, and a line is written for each request.
void append_string(std::string& line, std::string_view text) {
  const bool plain = std::ranges::all_of(
      text, [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
  if (plain) {
    line += '"';
    line += text;
    line += '"';
  } else {
    line += json_line(Json(std::string(text)));
  }
}

}  // namespace

std::string log_line(const LogEntry& entry) {
  std::string line;
  line.reserve(256);
  const auto add = [&](std::string_view name, std::string_view value) {
    line += line.empty() ? "{\"" : ",\"";
    line += name;
    line += "\":";
    append_string(line, value);
  };
  add("time", entry.time);
  add("id", entry.id);
  add("client", entry.client);
  add("method", entry.method);
  add("path", entry.path);
  line += fmt::format(",\"status\":{},\"bytes\":{},\"ms\":{:.3f}", entry.status, entry.bytes,
                      entry.milliseconds);
  if (!entry.handle.empty()) add("handle", entry.handle);
  if (!entry.failure.empty()) add("error", entry.failure);
  line += "}\n";
  return line;
}

std::string log_path(std::string_view target, std::string_view pattern) {
  const auto [before, query] = cut(target, '?');
  std::string path(before);
  // An address that no route has may be one with a slip in it.
  constexpr std::string_view kGuarded[] = {"setup", "invite"};
  if (pattern.empty()) {
    for (const std::string_view word : kGuarded) {
      const std::string plain = http::decode(path).value_or(path);
      const std::size_t at = plain.find("/" + std::string(word) + "/");
      if (at != plain.npos) path = plain.substr(0, at + word.size() + 2) + "…";
    }
  } else if (pattern.find('{') != pattern.npos) {
    // Where the repository is mounted below a name, the path has one segment more.
    const auto slashes = [](std::string_view text) {
      if (text.ends_with('/')) text.remove_suffix(1);  // which addresses may have at their end
      return std::ranges::count(text, '/');
    };
    const bool mounted = slashes(path) > slashes(pattern) && pattern.find("...") == pattern.npos;
    hide_values(path, mounted ? "/-" + std::string(pattern) : std::string(pattern));
  }
  char separator = '?';
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto [name, value] = cut(pair, '=');
    path += std::exchange(separator, '&');
    path += is_plain(name) ? std::string(pair) : std::string(name) + (value.empty() ? "" : "=…");
  }
  constexpr std::size_t kMost = 500;
  if (path.size() > kMost) path = path.substr(0, kMost) + "…";
  return path;
}

std::string request_id(std::string_view given) {
  const bool sane =
      given.size() >= 4 && given.size() <= 64 && std::ranges::all_of(given, [](char c) {
        return is_alnum(c) || c == '-' || c == '_' || c == '.';
      });
  if (sane) return std::string(given);
  // Who started when, then counted: unique among servers without asking for chance each time.
  static const std::uint32_t start = std::random_device{}();
  static std::atomic<std::uint64_t> count{0};
  return fmt::format("{:08x}-{:06x}", start, ++count);
}

LogWriter::LogWriter(int descriptor) : descriptor_(descriptor), thread_([this] { run(); }) {}

LogWriter::~LogWriter() {
  {
    const std::scoped_lock held(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LogWriter::write(std::string_view line) {
  {
    const std::scoped_lock held(mutex_);
    if (waiting_.size() + line.size() > kMostWaiting) {
      ++left_out_;
      return;
    }
    const bool was_empty = waiting_.empty();
    waiting_ += line;
    if (!was_empty) return;
  }
  changed_.notify_all();
}

void LogWriter::flush() {
  std::unique_lock held(mutex_);
  changed_.wait(held, [&] { return waiting_.empty() && !writing_; });
}

void LogWriter::run() {
  std::unique_lock held(mutex_);
  while (true) {
    changed_.wait(held, [&] { return !waiting_.empty() || ending_; });
    if (waiting_.empty()) return;
    std::string lines = std::exchange(waiting_, {});
    if (left_out_ > 0) {
      lines += json_line({{"left_out", std::exchange(left_out_, 0)}}) + '\n';
    }
    writing_ = true;
    held.unlock();
    std::string_view rest = lines;
    while (!rest.empty()) {
      const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) break;  // nobody reads the log: serving goes on
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
    held.lock();
    writing_ = false;
    changed_.notify_all();
  }
}

}  // namespace milepost::web

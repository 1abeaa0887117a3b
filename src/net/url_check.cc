#include "net/url_check.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "net/host.h"
#include "net/transfer.h"
#include "net/web_url.h"

namespace milepost::net {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kLookUpThreads = 8;

// One address on its way to a verdict.
struct Job {
  WebUrl url;  // where its redirects have led so far
  bool head = true;
  int redirects = 0;
  bool begun = false;
  Clock::time_point until;  // when its own time is over
  UrlVerdict verdict;
};

class Checker {
 public:
  Checker(const UrlCheckOptions& options, Transfers transfers)
      : options_(options),
        transfers_(std::move(transfers)),
        until_(Clock::now() + options.total_limit) {}

  std::vector<UrlVerdict> run(const std::vector<std::string>& urls);

 private:
  std::size_t add(const std::string& url);
  void ask_all();
  void start_ready();
  void read(const Reply& reply);
  void read_status(std::size_t index, const Reply& reply);
  void follow(std::size_t index, const std::string& redirect);
  void settle(std::size_t index, UrlState state, std::string reason);
  void judge_names();

  static milliseconds left(Clock::time_point until) {
    return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(until - Clock::now()));
  }

  const UrlCheckOptions& options_;
  Transfers transfers_;
  const Clock::time_point until_;
  std::vector<Job> jobs_;
  std::unordered_map<std::string, std::size_t> by_address_;
  std::deque<std::size_t> ready_;
  struct Host {
    std::size_t active = 0;
    std::deque<std::size_t> waiting;  // for one of its transfers to end
  };
  std::unordered_map<std::string, Host> hosts_;
  std::vector<std::size_t> nameless_;  // their host's name led nowhere
  bool name_seen_ = false;             // some host's name led somewhere
  std::size_t settled_ = 0;
};

std::vector<UrlVerdict> Checker::run(const std::vector<std::string>& urls) {
  std::vector<std::size_t> indices;
  indices.reserve(urls.size());
  for (const std::string& url : urls) indices.push_back(add(url));
  ask_all();
  judge_names();
  std::vector<UrlVerdict> verdicts;
  verdicts.reserve(urls.size());
  for (const std::size_t index : indices) verdicts.push_back(jobs_[index].verdict);
  return verdicts;
}

std::size_t Checker::add(const std::string& written) {
  auto url = read_url(written);
  const auto [found, is_new] = by_address_.emplace(url ? url->text : written, jobs_.size());
  if (!is_new) return found->second;
  Job job;
  job.verdict.reason = "there was no time left to ask";
  jobs_.push_back(std::move(job));
  if (url) {
    jobs_.back().url = std::move(*url);
    ready_.push_back(found->second);
  } else {
    settle(found->second, UrlState::kRefused, std::move(url.error().message));
  }
  return found->second;
}

void Checker::ask_all() {
  constexpr milliseconds kLongestWait(1000);
  while (left(until_).count() > 0) {
    start_ready();
    if (transfers_.active() == 0) return;
    for (const Reply& reply : transfers_.wait(std::min(kLongestWait, left(until_)))) read(reply);
    if (options_.progress) options_.progress(settled_, jobs_.size());
  }
}

// What waits for its host comes back when one of the host's transfers ends.
void Checker::start_ready() {
  while (!ready_.empty() && transfers_.active() < options_.transfers) {
    const std::size_t index = ready_.front();
    ready_.pop_front();
    Job& job = jobs_[index];
    Host& host = hosts_[job.url.host];
    if (host.active >= options_.transfers_per_host) {
      host.waiting.push_back(index);
      continue;
    }
    if (!job.begun) job.until = Clock::now() + options_.url_limit;
    job.begun = true;
    ++host.active;
    transfers_.start({index, job.url.text, job.head, std::min(left(job.until), left(until_))});
  }
}

void Checker::read(const Reply& reply) {
  Job& job = jobs_[reply.id];
  Host& host = hosts_[job.url.host];
  --host.active;
  if (!host.waiting.empty()) {
    ready_.push_front(host.waiting.front());
    host.waiting.pop_front();
  }
  name_seen_ = name_seen_ || (reply.name_known && job.url.named);
  switch (reply.outcome) {
    case Outcome::kAnswered: read_status(reply.id, reply); break;
    case Outcome::kNoName: nameless_.push_back(reply.id); break;
    case Outcome::kPrivate:
      settle(reply.id, UrlState::kRefused,
             fmt::format("{} has the private address {}", job.url.host, reply.message));
      break;
    case Outcome::kTimedOut:
      // Whose time it was that ended decides what may be said.
      if (left(until_).count() > 0)
        settle(reply.id, UrlState::kUnclear, "the server did not answer in time");
      break;
    case Outcome::kBrokeOff:
      if (job.head) {
        job.head = false;
        ready_.push_back(reply.id);
        break;
      }
      [[fallthrough]];
    case Outcome::kFailed: settle(reply.id, UrlState::kUnclear, reply.message); break;
  }
}

void Checker::read_status(std::size_t index, const Reply& reply) {
  constexpr int kTooManyRequests = 429;
  constexpr int kRangeNotThere = 416;  // of an empty page, which is there all the same
  Job& job = jobs_[index];
  if (!reply.redirect.empty()) {
    follow(index, reply.redirect);
  } else if (reply.status < 400 || reply.status == kRangeNotThere) {
    settle(index, UrlState::kFine, {});
  } else if (job.head && reply.status != kTooManyRequests) {
    // Many a server knows only GET, and some say "not found" to anything else.
    job.head = false;
    ready_.push_back(index);
  } else {
    const bool gone = reply.status == 404 || reply.status == 410;
    settle(index, gone ? UrlState::kBroken : UrlState::kUnclear,
           fmt::format("the server answers {}", reply.status));
  }
}

void Checker::follow(std::size_t index, const std::string& redirect) {
  Job& job = jobs_[index];
  if (++job.redirects > options_.redirects) {
    settle(index, UrlState::kUnclear,
           fmt::format("the server redirects more than {} times", options_.redirects));
    return;
  }
  auto url = read_url(redirect);
  if (!url) {
    settle(index, UrlState::kRefused,
           "the server redirects to another address: " + std::move(url.error().message));
    return;
  }
  job.url = std::move(*url);
  job.head = true;
  ready_.push_back(index);
}

void Checker::settle(std::size_t index, UrlState state, std::string reason) {
  jobs_[index].verdict = {state, std::move(reason)};
  ++settled_;
}

// A name that is nowhere to be found is believed to be gone only where others are
// found: without a network, or behind a wall, there are no names at all.
void Checker::judge_names() {
  std::vector<std::string> names;
  for (const std::size_t index : nameless_) names.push_back(jobs_[index].url.host);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<NameState> states(names.size(), NameState::kUnclear);
  if (name_seen_) {
    parallel_for(names.size(), kLookUpThreads, [&](std::size_t i) {
      if (left(until_).count() > 0) states[i] = look_up(names[i]);
    });
  }
  for (const std::size_t index : nameless_) {
    const std::string& host = jobs_[index].url.host;
    const auto at = std::lower_bound(names.begin(), names.end(), host) - names.begin();
    const bool gone = states[static_cast<std::size_t>(at)] == NameState::kUnknown;
    settle(index, gone ? UrlState::kBroken : UrlState::kUnclear,
           gone ? fmt::format("there is no host {}", host)
                : fmt::format("the name {} could not be looked up", host));
  }
}

}  // namespace

Result<std::vector<UrlVerdict>> check_urls(const std::vector<std::string>& urls,
                                           const UrlCheckOptions& options) {
  TransferOptions transfer_options;
  transfer_options.connect_limit = options.connect_limit;
  transfer_options.allow_loopback = options.allow_loopback;
  TRY(auto transfers, Transfers::open(std::move(transfer_options)));
  return Checker(options, std::move(transfers)).run(urls);
}

}  // namespace milepost::net

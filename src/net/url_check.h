// Asks the web whether links still lead somewhere.
//
// Only what is certain is called broken: the server says that the page is not
// there or gone, or there is no such host. A server that is busy, slow, or wants
// to know who asks tells nothing about the link.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace milepost::net {

struct UrlCheckOptions {
  std::size_t transfers = 16;          // at a time, in all
  std::size_t transfers_per_host = 2;  // at a time
  int redirects = 5;
  std::chrono::milliseconds connect_limit{5'000};
  std::chrono::milliseconds url_limit{15'000};  // for one address with its redirects
  std::chrono::milliseconds total_limit{120'000};
  bool allow_loopback = false;  // for tests, whose server is on this machine
  // Called from the caller's thread with how many of the different addresses are done.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

enum class UrlState : std::uint8_t {
  kFine,
  kBroken,
  kUnclear,    // could not be told
  kRefused,    // never asked: a private address, a password in it, another scheme
  kUnchecked,  // the time for all was over
};

struct UrlVerdict {
  UrlState state = UrlState::kUnchecked;
  std::string reason;  // for people: "the server answers 404"; "" when fine
};

// One verdict for each of `urls`, in their order. Each address is asked once,
// whatever fragments it is written with. Fails when libcurl is not there.
Result<std::vector<UrlVerdict>> check_urls(const std::vector<std::string>& urls,
                                           const UrlCheckOptions& options = {});

}  // namespace milepost::net

// Links to other sites: the one thing about a document that only the web knows.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/url_check.h"
#include "rules/rule.h"
#include "workspace/workspace.h"

namespace milepost::check {

// One verdict for each address.
using UrlChecker =
    std::function<Result<std::vector<net::UrlVerdict>>(const std::vector<std::string>& urls)>;

// Asks over the network. `progress` is called with how many addresses are done.
UrlChecker web_checker(std::function<void(std::size_t done, std::size_t total)> progress);

struct WebAnswer {
  DeadLinks dead;
  std::string note;  // for the report: how many were asked, and how many gave no answer
};

// Has the checker look at every address the documents and metadata of the proposals link to.
// Fails when the web cannot be asked at all.
Result<WebAnswer> ask_the_web(const Selection& selection, const UrlChecker& external, int jobs);

}  // namespace milepost::check

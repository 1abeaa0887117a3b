// Links to other sites: the one thing about a document that only the web knows.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "workspace/plan.h"
#include "workspace/plan_request.h"

namespace milepost::check {

// Asks over the network. `progress` is called with how many addresses are done.
UrlChecker web_checker(std::function<void(std::size_t done, std::size_t total)> progress);

struct WebAnswer {
  DeadLinks dead;
  std::string note;  // for the report: how many were asked, and how many gave no answer
};

// Has `request.external` look at every address the documents and metadata of the proposals
// link to. Fails when the web cannot be asked at all.
Result<WebAnswer> ask_the_web(const Selection& plan, const CheckRequest& request);

}  // namespace milepost::check

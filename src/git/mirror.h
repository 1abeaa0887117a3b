// A copy of a repository elsewhere, kept to be looked at: bare, with its branches, tags and pull
// requests under the names they have there, and its HEAD.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/result.h"

namespace milepost {

// An address as messages show it: without the name and password that may be in it.
std::string shown_address(const std::string& address);

// Makes the copy, or brings it up to date: what is gone there goes here. `stop` is asked now and
// then; when it says so, the error is that it was stopped. One who says nothing for as long as
// `silence` has failed. What there was stays when it fails. Nothing that the other end sends is
// run, and no password is sent.
Result<void> mirror_repository(const std::string& address, const std::string& folder,
                               const std::function<bool()>& stop = {},
                               std::chrono::milliseconds silence = std::chrono::minutes(1));

}  // namespace milepost

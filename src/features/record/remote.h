// A server's record, spoken with over HTTP: `milepost --store https://server`.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/remote.h"

namespace milepost::record {

// The token is MILEPOST_TOKEN, else git's milepost.token; without one what anybody may read can be
// read. Plain http is for servers on this machine alone: others would see the token.
Result<std::shared_ptr<RemoteRecord>> open_server(const std::string& address,
                                                  const std::string& root);

}  // namespace milepost::record

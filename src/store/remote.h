// A record that a server keeps. What it has is mirrored here, event by event, and verified; what is
// to be recorded is sent to it, which decides whether this person may.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/import.h"
#include "store/store.h"

namespace milepost {

// Events in order, with the texts that they name. As it goes out of a server and comes in here.
struct RecordPage {
  std::string id;  // of the record; "" when there is none yet
  Head head;       // of all events, not of these alone
  std::vector<Event> events;
  std::vector<RecordText> texts;
};

class RemoteRecord {
 public:
  RemoteRecord() = default;
  RemoteRecord(const RemoteRecord&) = delete;
  RemoteRecord& operator=(const RemoteRecord&) = delete;
  virtual ~RemoteRecord() = default;

  virtual Result<RecordPage> events_after(std::uint64_t number) = 0;
  // Whom the server knows us to be; "" for nobody.
  virtual Result<std::string> person() = 0;
  // As Store::append().
  virtual Result<AppendResult> append(std::span<const NewEvent> events, std::span<const Seen> seen,
                                      std::span<const std::string> texts) = 0;
};

// "https://…" or "http://…".
bool is_remote(std::string_view address);

// Speaks with the server at an address, for the repository at `root`. The network is beyond this
// folder: main() says who does.
using OpenRemote = Result<std::shared_ptr<RemoteRecord>> (*)(const std::string& address,
                                                             const std::string& root);
void set_remote_opener(OpenRemote open);
Result<std::shared_ptr<RemoteRecord>> open_remote(const std::string& address,
                                                  const std::string& root);

}  // namespace milepost

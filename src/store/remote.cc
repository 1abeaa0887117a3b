#include "store/remote.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

OpenRemote& remote_opener() {
  static OpenRemote open = nullptr;
  return open;
}

// All that a server has, in pages, until nothing is left.
Result<RecordPage> read_all(RemoteRecord& remote) {
  RecordPage all;
  std::set<Digest> kept;
  while (true) {
    const std::uint64_t last = all.events.empty() ? 0 : all.events.back().number;
    TRY(auto page, remote.events_after(last));
    const bool ends = page.events.empty();
    if (!all.id.empty() && page.id != all.id) {
      return failure("the server has another record than a moment ago; try again",
                     ErrorKind::kUnavailable);
    }
    all.id = std::move(page.id);
    all.head = page.head;
    for (Event& event : page.events) all.events.push_back(std::move(event));
    for (RecordText& text : page.texts) {
      if (kept.insert(text.digest).second) all.texts.push_back(std::move(text));
    }
    if (ends || all.events.back().number >= all.head.number) return all;
  }
}

}  // namespace

bool is_remote(std::string_view address) {
  const std::string scheme = lower(address.substr(0, address.find("://")));
  return address.find("://") != address.npos && (scheme == "https" || scheme == "http");
}

void set_remote_opener(OpenRemote open) { remote_opener() = open; }

Result<std::shared_ptr<RemoteRecord>> open_remote(const std::string& address,
                                                  const std::string& root) {
  if (!remote_opener()) return failure(address + ": no server can be asked here");
  return remote_opener()(address, root);
}

Result<void> Store::mirror() {
  TRY(auto all, within(name_, read_all(*remote_)));
  tables_ = nullptr;
  id_.clear();
  if (all.id.empty()) return {};
  TRY(auto database, open_sqlite_in_memory());
  TRY(prepare(std::move(database), Access::kWrite, migrations_));
  std::size_t event = 0;
  std::size_t text = 0;
  const auto next = [&]() -> Result<std::optional<RecordItem>> {
    if (event < all.events.size()) return RecordItem(std::move(all.events[event++]));
    if (text < all.texts.size()) return RecordItem(std::move(all.texts[text++]));
    return std::nullopt;
  };
  return within(name_, import_record(*this, all.id, all.head, next));
}

Result<AppendResult> Store::append_remotely(std::span<const NewEvent> events,
                                            std::span<const Seen> seen,
                                            std::span<const std::string> texts) {
  TRY(const auto appended, remote_->append(events, seen, texts));
  // Also after a conflict: the caller looks at what is there now.
  TRY(mirror());
  return appended;
}

}  // namespace milepost

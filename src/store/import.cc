#include "store/import.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

class Importer {
 public:
  Importer(Store& store, const std::string& id, const Head& head)
      : store_(store), tables_(*store.tables_), wanted_(head) {
    head_ = {id, 0, digest_before_first(store.sha256(), id), store.projection_.version};
  }

  Result<void> run(const NextItem& next) {
    auto transaction = Transaction::begin(tables_.database(), TransactionKind::kWrite);
    if (!transaction) return tl::unexpected(std::move(transaction.error()));
    if (auto locked = tables_.lock(); !locked) return locked;
    const auto before = tables_.head();
    if (!before) return tl::unexpected(before.error());
    const auto counts = tables_.counts();
    if (!counts) return tl::unexpected(counts.error());
    if (before->number != 0 || counts->events != 0 || counts->texts != 0) {
      return failure(
          fmt::format("{} is not empty: it has {} events; a record is imported whole, "
                      "into an empty store",
                      store_.name(), counts->events));
    }
    while (true) {
      auto item = next();
      if (!item) return tl::unexpected(std::move(item.error()));
      if (!*item) break;
      auto* const event = std::get_if<Event>(&**item);
      auto taken = event != nullptr ? take(*event) : take(std::get<RecordText>(**item));
      if (!taken) return taken;
    }
    if (auto whole = check_whole(); !whole) return whole;
    if (auto rebuilt = rebuild_states(tables_, store_.projection_); !rebuilt) return rebuilt;
    if (auto updated = tables_.update_head(head_); !updated) return updated;
    if (auto done = transaction->commit(); !done) return done;
    store_.id_ = head_.id;
    return {};
  }

 private:
  Result<void> take(Event& event) {
    if (auto right = check_event(event); !right) return right;
    if (event.number != head_.number + 1) {
      return failure(
          fmt::format("event {} stands where {} should", event.number, head_.number + 1));
    }
    std::uint64_t& version = versions_[event.stream];
    if (event.version != ++version) {
      return failure(fmt::format("event {} is not the next of {}", event.number, event.stream));
    }
    event.before = head_.digest;
    if (digest_of(store_.sha256(), event) != event.digest) {
      return failure(fmt::format("event {} was changed, or what stands before it", event.number));
    }
    head_.number = event.number;
    head_.digest = event.digest;
    missing_.insert(event.texts.begin(), event.texts.end());
    return tables_.insert(event);
  }

  Result<void> take(const RecordText& text) {
    if (store_.sha256().of(text.text) != text.digest) {
      return failure(fmt::format("the text {} was changed", text.digest.hex()));
    }
    if (missing_.erase(text.digest) == 0) {
      return failure(
          fmt::format("no event names the text {}, or it is there twice", text.digest.hex()));
    }
    return tables_.put_text(text.digest, text.text);
  }

  Result<void> check_whole() const {
    if (head_.number != wanted_.number) {
      return failure(fmt::format("it ends with event {}; its first line promises {} events",
                                 head_.number, wanted_.number));
    }
    if (head_.digest != wanted_.digest) {
      return failure("its last event is not the one its first line names");
    }
    if (missing_.empty()) return {};
    return failure(fmt::format("the text {} is missing", missing_.begin()->hex()));
  }

  Store& store_;
  Tables& tables_;
  Head wanted_;
  HeadRow head_;
  std::unordered_map<std::string, std::uint64_t> versions_;
  std::set<Digest> missing_;  // texts that events name, still to come
};

Result<void> import_record(Store& store, const std::string& id, const Head& head,
                           const NextItem& next) {
  if (!store.is_there()) return failure(store.name() + " was opened for reading");
  constexpr std::size_t kIdDigits = 32;
  if (id.size() != kIdDigits || !std::ranges::all_of(id, is_alnum)) {
    return failure("its first line has no identifier of a record");
  }
  return Importer(store, id, head).run(next);
}

}  // namespace milepost

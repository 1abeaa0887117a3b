#include "web/live.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "render/json_value.h"

namespace milepost::web {

namespace {

// A comment, which listeners pass over: proxies close what is silent.
constexpr const char* kHeartbeat = ": still here\n\n";

}  // namespace

tl::expected<std::shared_ptr<http::Stream>, Live::Denied> Live::listen(
    std::uint64_t generation, const std::string& client, std::size_t most_of_client,
    const std::optional<Missed>& missed) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(listeners_, [](const Listener& one) {
    const auto stream = one.stream.lock();
    return !stream || stream->ended();
  });
  if (listeners_.size() >= kMostListeners) return tl::unexpected(Denied::kAll);
  const auto of_client = std::ranges::count(listeners_, client, &Listener::client);
  if (static_cast<std::size_t>(of_client) >= most_of_client) return tl::unexpected(Denied::kClient);
  if (missed && !missed->more && told_ > missed->last) return tl::unexpected(Denied::kBehind);
  auto made = std::make_shared<http::Stream>(kHeartbeat);
  made->push("retry: 2000\n\n");
  // One who comes back before anything was told says it, too.
  if (!missed && told_ > 0) made->push(fmt::format("id: {}\n\n", told_));
  if (generation > 0) {
    // A server that was started again counts anew.
    const bool unknown = generation > newest_ || generation < forgotten_;
    if (unknown) made->push(change_text({newest_, {}, true}));
    for (const LiveChange& change : kept_) {
      if (!unknown && change.generation > generation) made->push(change_text(change));
    }
  }
  std::uint64_t known = told_;
  if (missed) {
    for (const RecordedMessage& message : missed->messages) made->push(message.text);
    if (!missed->messages.empty()) known = missed->messages.back().number;
  }
  if (ended_ || (missed && missed->more)) made->end();
  listeners_.push_back({made, client, known});
  return made;
}

std::vector<std::shared_ptr<http::Stream>> Live::streams() {
  const std::scoped_lock lock(mutex_);
  std::vector<std::shared_ptr<http::Stream>> all;
  for (const auto& one : listeners_) {
    if (auto stream = one.stream.lock()) all.push_back(std::move(stream));
  }
  return all;
}

void Live::push(const std::string& message) {
  for (const auto& stream : streams()) stream->push(message);
}

void Live::note_generation(std::uint64_t generation) {
  const std::scoped_lock lock(mutex_);
  newest_ = std::max(newest_, generation);
}

void Live::tell(const LiveChange& change) {
  note_generation(change.generation);
  {
    const std::scoped_lock lock(mutex_);
    kept_.push_back(change);
    if (kept_.size() > kMostKept) {
      forgotten_ = kept_.front().generation;
      kept_.pop_front();
    }
  }
  push(change_text(change));
}

void Live::tell_recorded(const std::vector<RecordedMessage>& messages, std::uint64_t last,
                         bool is_all) {
  std::vector<Listener> listening;
  {
    const std::scoped_lock lock(mutex_);
    told_ = last;
    listening = listeners_;
  }
  for (const Listener& one : listening) {
    const auto stream = one.stream.lock();
    if (!stream) continue;
    for (const RecordedMessage& message : messages) {
      if (message.number > one.known) stream->push(message.text);
    }
    if (!is_all) stream->end();
  }
}

void Live::end() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  for (const auto& stream : streams()) stream->end();
}

std::size_t Live::listeners() const {
  const std::scoped_lock lock(mutex_);
  std::size_t count = 0;
  for (const auto& one : listeners_) {
    const auto stream = one.stream.lock();
    count += stream && !stream->ended() ? 1 : 0;
  }
  return count;
}

std::string change_text(const LiveChange& change) {
  const Json data = {
      {"generation", change.generation}, {"proposals", change.proposals}, {"all", change.all}};
  return fmt::format("event: change\ndata: {}\n\n", json_line(data));
}

std::string recorded_text(std::uint64_t number, const std::string& json_line) {
  return fmt::format("id: {}\nevent: recorded\ndata: {}\n\n", number, json_line);
}

}  // namespace milepost::web

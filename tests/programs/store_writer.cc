// Writes to a record as tests need it: for ever, until it is killed, or with many
// hands at once. PLACE is a folder, or the address of a database.
//
//   store_writer PLACE append NAME
//     appends batches; once one is acknowledged, prints its last number and digest
//   store_writer PLACE approve PREFIX PEOPLE ROUNDS
//     PEOPLE threads, each of which sees to it that PREFIX and its number has approved
//     each of ROUNDS proposals once; prints how many approvals it recorded
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "store/record.h"
#include "store/store.h"

namespace milepost {
namespace {

constexpr int kFailed = 2;

std::unique_ptr<Store> open_or_exit(const StorePlace& place) {
  auto store = Store::open(place, record_projection(), Access::kWrite);
  if (store) return std::move(*store);
  fmt::print(stderr, "{}\n", store.error().message);
  std::_Exit(kFailed);
}

template <typename T>
T value_or_exit(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::_Exit(kFailed);
}

NewEvent event_of(std::string stream, std::string by) {
  NewEvent event;
  event.stream = std::move(stream);
  event.kind = "approved";
  event.by = std::move(by);
  event.time = {1'790'000'000};
  event.fields = {{"role", "prr"}, {"stage", "beta"}};
  return event;
}

int append_for_ever(const StorePlace& place, const std::string& name) {
  const auto store = open_or_exit(place);
  for (std::size_t i = 0;; ++i) {
    std::vector<NewEvent> events;
    for (std::size_t j = 0; j <= i % 4; ++j) {
      events.push_back(event_of(fmt::format("proposal/{}", (i + j) % 5), name));
    }
    std::vector<std::string> texts;
    if (i % 3 == 0) {
      texts.push_back(fmt::format("the text that {} approved in round {}\n", name, i));
      events[0].texts = {store->sha256().of(texts[0])};
    }
    const auto appended = value_or_exit(store->append(events, {}, texts));
    const auto last = std::get<Appended>(appended).last;
    const auto digest = value_or_exit(store->events(last, 1)).at(0).digest.hex();
    const std::string line = fmt::format("{} {}\n", last, digest);
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) return kFailed;
  }
}

// Whether it was this call that recorded the approval.
bool approve_once(Store& store, const std::string& stream, const std::string& by) {
  constexpr std::size_t kMost = 100'000;
  while (true) {
    const auto events = value_or_exit(store.events_of(stream, 1, kMost));
    for (const Event& event : events) {
      if (event.by == by) return false;
    }
    const std::vector<NewEvent> approval{event_of(stream, by)};
    const std::vector<Seen> seen{{stream, events.size()}};
    const auto result = value_or_exit(store.append(approval, seen));
    if (std::holds_alternative<Appended>(result)) return true;
  }
}

int approve(const StorePlace& place, const std::string& prefix, int people, int rounds) {
  std::atomic<int> recorded = 0;
  std::vector<std::thread> threads;
  for (int person = 0; person < people; ++person) {
    threads.emplace_back([&, person] {
      const auto store = open_or_exit(place);
      for (int i = 0; i < rounds; ++i) {
        // Everybody begins elsewhere, as people do.
        const int round = (i + person * 7) % rounds;
        if (approve_once(*store, fmt::format("proposal/{}", round),
                         fmt::format("{}{}", prefix, person))) {
          ++recorded;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  fmt::print("{}\n", recorded.load());
  return 0;
}

int run(const std::vector<std::string>& words) {
  if (words.size() < 3) return kFailed;
  const bool address = words[0].find("://") != std::string::npos;
  const StorePlace place{address ? "" : words[0], address ? words[0] : ""};
  if (words[1] == "append") return append_for_ever(place, words[2]);
  if (words[1] != "approve" || words.size() != 5) return kFailed;
  return approve(place, words[2], std::atoi(words[3].c_str()), std::atoi(words[4].c_str()));
}

}  // namespace
}  // namespace milepost

int main(int count, char** words) {
  return milepost::run(std::vector<std::string>(words + 1, words + count));
}

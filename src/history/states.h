// The states of a process: what a proposal is, in one word. On its way that is its
// status, and in the last open status of the way the stage it has come to; stages of
// other ladders count as those of the first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "history/tenure.h"
#include "process/process.h"

namespace milepost {

enum class StateKind : std::uint8_t {
  kOpen,    // on the usual way
  kParked,  // open, but off the way: nobody waits for it
  kDone,    // at the end of the way
  kOver,    // closed otherwise
};

struct State {
  std::string name;
  StateKind kind = StateKind::kOpen;
};

class States {
 public:
  explicit States(const Process& process);

  // Along the way, then what ends it, then what is off it.
  const std::vector<State>& all() const { return all_; }
  // Nothing for a status that the process does not know.
  std::optional<std::size_t> of(std::string_view status, std::string_view stage) const;
  // Whether the stage tells the state, else the status does.
  Track track_of(std::string_view status, std::string_view stage) const;

  // The statuses of the usual way, and the one that ends it ("" when none does).
  const std::vector<std::string>& way() const { return way_; }
  const std::string& end() const { return end_; }
  bool is_on_way(std::string_view status) const;  // open and on the way

 private:
  std::optional<std::size_t> named(std::string_view name) const;

  const Process& process_;
  std::vector<State> all_;
  std::vector<std::string> way_;
  std::string climbing_;  // the status in which stages count
  std::string end_;
};

}  // namespace milepost

#include "proposal/circles.h"

#include <algorithm>
#include <cassert>
#include <span>

namespace milepost {

namespace {

constexpr std::size_t kUnseen = static_cast<std::size_t>(-1);

// The steps from each thing, side by side.
class StepsFrom {
 public:
  StepsFrom(std::size_t count, const std::vector<Pointing>& steps)
      : begins_(count + 1), steps_(steps.size()) {
    for (const Pointing& step : steps) ++begins_[step.from + 1];
    for (std::size_t i = 0; i < count; ++i) begins_[i + 1] += begins_[i];
    std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
    for (const Pointing& step : steps) steps_[next[step.from]++] = step;
  }

  std::span<const Pointing> operator[](std::size_t thing) const {
    return {steps_.data() + begins_[thing], begins_[thing + 1] - begins_[thing]};
  }

 private:
  std::vector<std::size_t> begins_;
  std::vector<Pointing> steps_;
};

// Tarjan's strongly connected components, with a stack of its own: chains may be
// as long as there are things.
class Groups {
 public:
  Groups(std::size_t count, const StepsFrom& steps)
      : steps_(steps), group_(count, kUnseen), order_(count, kUnseen), lowest_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (order_[i] == kUnseen) walk(i);
    }
  }

  std::size_t of(std::size_t thing) const { return group_[thing]; }
  std::size_t size(std::size_t group) const { return sizes_[group]; }
  std::size_t count() const { return sizes_.size(); }

 private:
  struct Visit {
    std::size_t thing;
    std::size_t next = 0;  // of its steps
  };

  void enter(std::size_t thing) {
    order_[thing] = lowest_[thing] = seen_++;
    open_.push_back(thing);
    visits_.push_back({thing});
  }

  void walk(std::size_t start) {
    enter(start);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::size_t thing = visit.thing;
      if (visit.next < steps_[thing].size()) {
        const std::size_t to = steps_[thing][visit.next++].to;
        if (order_[to] == kUnseen) {
          enter(to);
        } else if (group_[to] == kUnseen) {
          lowest_[thing] = std::min(lowest_[thing], order_[to]);
        }
        continue;
      }
      visits_.pop_back();
      if (!visits_.empty()) {
        std::size_t& before = lowest_[visits_.back().thing];
        before = std::min(before, lowest_[thing]);
      }
      if (lowest_[thing] == order_[thing]) close(thing);
    }
  }

  void close(std::size_t first) {
    sizes_.push_back(0);
    std::size_t thing = kUnseen;
    while (thing != first) {
      thing = open_.back();
      open_.pop_back();
      group_[thing] = sizes_.size() - 1;
      ++sizes_.back();
    }
  }

  const StepsFrom& steps_;
  std::vector<std::size_t> group_, order_, lowest_, sizes_, open_;
  std::vector<Visit> visits_;
  std::size_t seen_ = 0;
};

}  // namespace

std::vector<std::vector<Pointing>> find_circles(std::size_t count,
                                                const std::vector<Pointing>& all) {
  std::vector<std::vector<Pointing>> circles;
  const StepsFrom steps(count, all);
  const Groups groups(count, steps);
  std::vector<bool> told(groups.count());
  std::vector<const Pointing*> led_by(count);  // how each thing was reached
  std::vector<std::size_t> queue;
  for (std::size_t first = 0; first < count; ++first) {
    const std::size_t group = groups.of(first);
    if (groups.size(group) < 2 || told[group]) continue;
    told[group] = true;
    queue.assign(1, first);
    for (std::size_t i = 0; i < queue.size() && !led_by[first]; ++i) {
      for (const Pointing& step : steps[queue[i]]) {
        assert(step.from != step.to);
        if (groups.of(step.to) != group || led_by[step.to]) continue;
        led_by[step.to] = &step;
        queue.push_back(step.to);
      }
    }
    std::vector<Pointing> way;
    std::size_t at = first;
    do {
      way.push_back(*led_by[at]);
      at = led_by[at]->from;
    } while (at != first);
    std::ranges::reverse(way);
    circles.push_back(std::move(way));
  }
  return circles;
}

}  // namespace milepost

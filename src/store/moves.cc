#include "store/moves.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/tab_lines.h"
#include "store/events.h"

namespace milepost {

Moves Moves::read(std::string_view state) {
  Moves moves;
  for (TabLines lines(state); lines.next();) {
    const std::vector<std::string>& fields = lines.fields();
    if (fields.size() < 2) continue;
    const std::vector<std::string> streams(fields.begin() + 1, fields.end());
    for (const std::string& stream : streams) moves.names_[stream] = fields.front();
    moves.streams_[fields.front()] = streams;
  }
  return moves;
}

std::string Moves::write() const {
  std::string text;
  for (const auto& [name, streams] : streams_) {
    std::vector<std::string> fields{name};
    fields.insert(fields.end(), streams.begin(), streams.end());
    add_line(text, fields);
  }
  return text;
}

void Moves::move(const std::string& from, const std::string& to) {
  if (from == to) return;
  std::vector<std::string> streams = streams_of(from);
  const std::vector<std::string> own = streams_of(to);
  streams.insert(streams.end(), own.begin(), own.end());
  for (const std::string& stream : streams) names_[stream] = to;
  streams_[to] = std::move(streams);
  const std::string fresh = unused(from);
  names_[fresh] = from;
  streams_[from] = {fresh};
}

std::vector<std::string> Moves::streams_of(const std::string& name) const {
  const auto found = streams_.find(name);
  return found == streams_.end() ? std::vector{name} : found->second;
}

std::string Moves::name_of(const std::string& stream) const {
  const auto found = names_.find(stream);
  return found == names_.end() ? stream : found->second;
}

std::vector<std::string> Moves::joined() const {
  std::vector<std::string> names;
  for (const auto& [name, streams] : streams_) {
    if (streams.size() > 1) names.push_back(name);
  }
  return names;
}

// "proposal/design/a.md#2": a stream that no name has.
std::string Moves::unused(const std::string& name) const {
  for (std::size_t i = 2;; ++i) {
    std::string stream = fmt::format("{}#{}", name, i);
    if (!names_.contains(stream)) return stream;
  }
}

std::string fold_moves(std::string_view state, const Event& event) {
  const auto moved = events::decode<events::Moved>(event);
  if (!moved) return std::string(state);
  Moves moves = Moves::read(state);
  if (!moved->from.empty() && !moved->to.empty()) moves.move(moved->from, moved->to);
  return moves.write();
}

}  // namespace milepost

#include "process/pack_errors.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "process/validate.h"

namespace milepost {

namespace {

// Under which keys the names of what a process is made of are defined.
constexpr std::pair<std::string_view, std::string_view> kDefined[] = {
    {"stage", "ladders"},
    {"status", "statuses"},
    {"gate", "gates"},
    {"role", "roles"},
    {"field", "fields"},
    {"field or review", "fields"},
    {"roster", "rosters"},
    {"review", "reviews"},
    {"kind", "kinds"},
    {"section", "kinds"},
    {"checklist", "checklists"},
    {"date of the calendar", "calendar"},
    {"item", "tracking"},
    {"label", "tracking"},
    {"kind of links", "tracking"},
    {"value of the status", "tracking"},
};

std::string_view key_of(std::string_view what) {
  const auto found =
      std::ranges::find(kDefined, what, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(kDefined) ? std::string_view() : found->second;
}

bool is_built_in(const Source* source) {
  return source && find_embedded(source->path()).has_value();
}

// "line 12 of `milepost process show kep`", where people can read it.
std::string seen_at(const Place& place) {
  const auto [root, rest] = cut(place.source->path(), '/');
  const auto [pack, file] = cut(rest, '/');
  const auto line = place.source->position(place.span.begin).line;
  if (file == "process.yaml")
    return fmt::format("line {} of `milepost process show {}`", line, pack);
  return fmt::format("line {} of {} in the pack {}", line, file, pack);
}

std::string_view pack_of(const Place& place) {
  return cut(cut(place.source->path(), '/').second, '/').first;
}

std::optional<Span> find_top_key(std::string_view yaml, std::string_view key) {
  std::size_t begin = 0;
  while (!key.empty() && begin < yaml.size()) {
    const std::string_view line = yaml.substr(begin, yaml.find('\n', begin) - begin);
    if (line.starts_with(key) && line.substr(key.size()).starts_with(':')) {
      return Span{static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(begin + key.size())};
    }
    begin += line.size() + 1;
  }
  return std::nullopt;
}

// Where one of the files defines what is missing, else what is wrong, else names the process.
Place cause_in(const std::vector<const Source*>& files, std::string_view what, const Place& place) {
  const std::string_view keys[] = {key_of(what), top_key_at(place.source->text(), place.span.begin),
                                   "extends", "process"};
  for (const std::string_view key : keys) {
    for (const Source* file : files) {
      if (const auto span = find_top_key(file->text(), key)) return {file, *span};
    }
  }
  return {files.front(), {0, 0}};
}

}  // namespace

std::string to_string(const PackError& error) {
  if (!error.place.source) return error.message;
  return to_string(error.place) + ": " + error.message;
}

std::string_view top_key_at(std::string_view yaml, std::size_t offset) {
  std::size_t begin = std::min(offset, yaml.size());
  for (;;) {
    const std::size_t end = begin == 0 ? yaml.npos : yaml.rfind('\n', begin - 1);
    begin = end == yaml.npos ? 0 : end + 1;
    if (begin < yaml.size() && is_alpha(yaml[begin])) {
      const std::string_view line = yaml.substr(begin);
      return line.substr(0, line.find_first_of(": \n"));
    }
    if (begin == 0) return {};
    --begin;
  }
}

bool PackErrors::is_new(const Place& place, const std::string& message) const {
  return std::ranges::none_of(errors_, [&](const PackError& error) {
    return error.place.source == place.source && error.place.span.begin == place.span.begin &&
           error.message == message;
  });
}

void PackErrors::add(const Place& place, std::string message) {
  if (!is_new(place, message)) return;
  errors_.push_back({place, std::move(message)});
  missing_.emplace_back();
}

void PackErrors::unknown(const Place& place, std::string_view what, std::string_view name,
                         const std::vector<std::string>& known) {
  if (doubtful_.contains(key_of(what))) return;
  std::string message = milepost::unknown(what, name, known);
  if (!is_new(place, message)) return;
  errors_.push_back({place, std::move(message)});
  missing_.push_back({std::string(what), std::string(name)});
}

void PackErrors::no_section(const Place& place, std::string_view title,
                            const std::vector<std::string>& titles) {
  if (!sections_known_) return;
  const std::string_view meant = nearest(title, titles);
  std::string message =
      fmt::format("no template has the section `{}`{}", title,
                  meant.empty() ? std::string() : fmt::format("; did you mean `{}`?", meant));
  if (!is_new(place, message)) return;
  errors_.push_back({place, std::move(message)});
  missing_.push_back({"section", std::string(title)});
}

void PackErrors::doubt(const Place& place) {
  if (place.source) doubtful_.emplace(top_key_at(place.source->text(), place.span.begin));
}

std::optional<Place> PackErrors::removal_of(const Missing& missing) const {
  for (const auto& [what, place] : removed_) {
    if (!missing.name.empty() && what.what == missing.what && what.name == missing.name &&
        !is_built_in(place.source)) {
      return place;
    }
  }
  return std::nullopt;
}

std::vector<PackError> PackErrors::shown(const std::vector<const Source*>& users_files) const {
  std::vector<const Source*> files;
  for (const Source* file : users_files) {
    if (file && !is_built_in(file)) files.push_back(file);
  }
  std::vector<PackError> shown;
  std::map<std::pair<std::string, std::string>, std::size_t> told;  // what and name, where in shown
  std::map<std::size_t, std::size_t> more;
  for (std::size_t i = 0; i < errors_.size(); ++i) {
    const auto& [place, message] = errors_[i];
    if (files.empty() || !is_built_in(place.source)) {
      shown.push_back(errors_[i]);
      continue;
    }
    const auto& [what, name] = missing_[i];
    const auto removal = removal_of(missing_[i]);
    const Place cause = removal ? *removal : cause_in(files, what, place);
    if (what.empty()) {
      shown.push_back({cause, fmt::format("{}, with what the pack {} says ({})", message,
                                          pack_of(place), seen_at(place))});
      continue;
    }
    const auto [known, first] = told.try_emplace({what, name}, shown.size());
    if (!first) {
      ++more[known->second];
      continue;
    }
    shown.push_back({cause, fmt::format("no {} is called `{}` any more, and the pack {} goes by it "
                                        "({}",
                                        what, name, pack_of(place), seen_at(place))});
  }
  for (const auto& [key, at] : told) {
    std::string& message = shown[at].message;
    const auto others = more.find(at);
    if (others != more.end()) {
      message += fmt::format(" and {}", counted(others->second, "more place"));
    }
    message += "); keep it, or say here what goes by it instead";
  }
  return shown;
}

}  // namespace milepost

#include "features/release/new_release.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "features/release/calendar.h"
#include "text/yaml.h"

namespace milepost::release {

namespace {

std::string entry_text(std::string_view indent, const std::string& name,
                       const std::vector<std::pair<std::string, Date>>& dates,
                       std::string_view end) {
  std::string text = fmt::format("{}- name: {}{}", indent, name, end);
  for (const auto& [id, day] : dates) {
    text += fmt::format("{}  {}: {}{}", indent, id, to_string(day), end);
  }
  return text;
}

// What stands before the text on its line.
std::string_view before_on_line(std::string_view text, std::size_t at) {
  const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(begin, at - begin);
}

// The file with an entry after the last of its list.
Result<std::string> with_entry(const Source& source, const std::string& name,
                               const std::vector<std::pair<std::string, Date>>& dates) {
  const Yaml yaml(source);
  const std::string text(source.text());
  const std::string_view end = text.find("\r\n") == text.npos ? "\n" : "\r\n";
  const auto refused = [&] {
    return failure(
        fmt::format("{} is written in a way that milepost does not add to; "
                    "add {} by hand",
                    source.path(), name));
  };
  const YamlEntry* const list = yaml.root().find_entry("releases");
  if (!list) {
    const std::string_view gap = text.empty() || text.ends_with('\n') ? "" : end;
    return fmt::format("{}{}releases:{}{}", text, gap, end, entry_text("  ", name, dates, end));
  }
  std::string indent = "  ";
  std::size_t after = list->key_span.end;
  if (!list->value->items.empty()) {
    const std::string_view before = before_on_line(text, list->value->items.front().span.begin);
    const std::size_t dash = before.find_first_not_of(' ');
    if (dash == before.npos || trim(before) != "-") return refused();
    indent = before.substr(0, dash);
    after = list->value->items.back().span.end;
  } else if (!list->value->is_scalar() || !list->value->text.empty()) {
    return refused();
  }
  // The span of a block ends where its last value does, or after the line.
  const bool whole = after > 0 && text[after - 1] == '\n';
  const std::size_t line_end = whole ? after - 1 : text.find('\n', after);
  const bool last = line_end == text.npos;
  return fmt::format("{}{}{}{}", text.substr(0, last ? text.size() : line_end + 1),
                     last ? end : std::string_view(), entry_text(indent, name, dates, end),
                     last ? std::string() : text.substr(line_end + 1));
}

// Releases come one after the other, by their names and by their days.
Result<void> check_follows(const Calendar& calendar, const Releases& known, const Version& version,
                           const std::vector<std::pair<std::string, Date>>& dates) {
  if (known.all().empty()) return {};
  const Release& newest = known.all().back();
  if (version < newest.version) {
    return failure(
        fmt::format("{} is older than {}, the newest in {}; what came before it is "
                    "added by hand",
                    to_string(version), newest.name, calendar.file));
  }
  for (const auto& [id, day] : dates) {
    const auto before = newest.date(id);
    if (!before) continue;
    if (*before < start_of(day)) break;
    return failure(
        fmt::format("the {} of {} would be on {}, no later than that of {}: say a later "
                    "--start",
                    calendar.find(id)->title, to_string(version), to_string(day), newest.name));
  }
  return {};
}

}  // namespace

Result<NewRelease> plan_release(const Workspace& workspace, const NewReleaseOptions& options) {
  if (!workspace.recognised()) return failure(not_recognised("here"));
  const Repository& repository = workspace.repository();
  const Process& process = workspace.process();
  const Calendar& calendar = process.calendar;
  if (calendar.file.empty()) {
    return failure(fmt::format("the process {} has no releases", process.name));
  }
  const auto version = parse_version(options.release);
  if (!version || version->is_zero()) {
    return failure(
        fmt::format("a release is a version such as v1.38, not \"{}\"", options.release));
  }
  const std::string name = to_string(*version);
  const auto dates = usual_dates(calendar, options.start);
  if (dates.empty()) {
    return failure(
        fmt::format("the process {} does not say in which weeks its dates lie", process.name));
  }
  TRY(const Releases& known, workspace.calendar());
  if (known.find(*version)) return failure(fmt::format("{} has {} already", calendar.file, name));
  TRY(check_follows(calendar, known, *version, dates));

  NewRelease made{repository.root, {calendar.file, std::nullopt, std::nullopt}, {}};
  auto path = path_to_write(repository, calendar.file);
  if (!path) return tl::unexpected(std::move(path.error()).within(calendar.file));
  made.change.path = std::move(*path);
  if (known.known()) {
    const auto source = repository.read(calendar.file);
    if (!source) return tl::unexpected(Error(source.error()).within("reading " + calendar.file));
    made.change.before = std::string((*source)->text());
    TRY(made.change.after, with_entry(**source, name, dates));
  } else {
    made.change.after =
        fmt::format("# The releases, and what is due when.\nschema: 1\nreleases:\n{}",
                    entry_text("  ", name, dates, "\n"));
  }
  // What was written must read as what was meant.
  const Source after(calendar.file, *made.change.after);
  const auto read = parse_releases(process, after);
  const Release* const added = read ? read->find(*version) : nullptr;
  if (!added || read->all().size() != known.all().size() + 1) {
    return failure(fmt::format("{} cannot be added to {}{}", name, calendar.file,
                               read ? std::string() : ": " + read.error().message));
  }
  made.calendar = calendar_of(process, *added);
  return made;
}

}  // namespace milepost::release

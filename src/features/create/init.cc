#include "features/create/init.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/file_tree.h"
#include "base/limits.h"
#include "features/create/ci_files.h"
#include "git/remotes.h"
#include "process/load.h"
#include "process/releases.h"

namespace milepost::create {

namespace {

constexpr const char* kConfigName = "milepost.yaml";
constexpr const char* kExampleRelease = "v1.0";

bool is_there(const std::string& root, const std::string& path) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(root + "/" + path, unknown));
}

std::string config_text(const Process& process, const std::string& name) {
  std::string text = fmt::format("schema: 1\nprocess: {}\n", name);
  std::string kinds;
  for (const Kind& kind : process.kinds) {
    const auto own = std::ranges::find(process.start, kind.template_path, &StartingFile::from);
    if (own == process.start.end()) continue;
    const bool found =
        std::ranges::any_of(kind.places, [&](const Glob& place) { return place.matches(own->to); });
    if (found) continue;
    kinds += fmt::format("#   - id: {}\n#     template: {}\n", kind.id, own->to);
  }
  if (kinds.empty()) return text;
  return text +
         "\n# To go by the template in this repository once you have changed it:\n# kinds:\n" +
         kinds;
}

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, path.rfind('/') + 1));
}

// Whether a file is a template of the pack, or its metadata beside it. A milepost.yaml over the
// pack may name other templates.
bool is_of_template(const Process& process, const Process& pack, const StartingFile& file) {
  const auto is_template = [&](const StartingFile& one) {
    return std::ranges::find(pack.kinds, one.from, &Kind::template_path) != pack.kinds.end();
  };
  const bool is_metadata =
      std::ranges::any_of(process.layout.metadata, [&](const MetadataSource& form) {
        return form.form == MetadataForm::kFile && file.to == folder_of(file.to) + form.name;
      });
  return is_template(file) ||
         (is_metadata && std::ranges::any_of(process.start, [&](const StartingFile& other) {
            return is_template(other) && folder_of(other.to) == folder_of(file.to);
          }));
}

// One release whose dates lie as far apart as is usual.
std::string calendar_text(const Calendar& calendar, const Date& today) {
  std::string text = fmt::format(
      "# The releases, and what is due when. These dates are an example: put yours here.\n"
      "schema: 1\nreleases:\n  - name: {}\n",
      kExampleRelease);
  for (const auto& [id, day] : usual_dates(calendar, today)) {
    text += fmt::format("    {}: {}\n", id, to_string(day));
  }
  return text;
}

bool names_milepost(const FileTree& tree, const std::string& path) {
  const auto source = tree.read(path, path, kLimits.yaml_bytes);
  return source && (*source)->text().find("milepost") != std::string_view::npos;
}

bool has_weeks(const Calendar& calendar) {
  return std::ranges::any_of(calendar.dates,
                             [](const CalendarDate& date) { return date.week.has_value(); });
}

}  // namespace

Result<InitPlan> plan_init(const Workspace& workspace, const InitOptions& options) {
  const bool configured = workspace.recognised() && workspace.repository().how.empty();
  if (configured && !options.process.empty() && options.process != workspace.process().name) {
    return failure(fmt::format("{} names the process {} already; change it there", kConfigName,
                               workspace.process().name));
  }
  InitPlan plan;
  std::shared_ptr<const Process> followed = workspace.repository().process;
  auto tree = workspace.repository().tree;
  if (!configured && !options.process.empty()) {
    TRY(const auto repository, RepositoryFinder(options.process).open(workspace.here()));
    plan.root = repository.root;
    followed = repository.process;
    tree = repository.tree;
  } else {
    plan.root = workspace.root();
    plan.how = workspace.repository().how;
  }
  if (!followed) return plan;
  const Process& process = *followed;
  plan.process = process.name;

  const auto add = [&](const std::string& path, std::string text) {
    if (is_there(plan.root, path)) {
      plan.kept.push_back(path);
    } else if (!text.empty()) {
      plan.changes.push_back({path, std::nullopt, std::move(text)});
    }
  };
  add(kConfigName, config_text(process, options.process.empty() ? process.name : options.process));
  for (const Kind& kind : process.kinds) {
    if (kind.own_path.empty()) {
      plan.other_kinds.push_back(kind.id);
    } else {
      plan.templates.push_back(kind.own_path);
    }
  }
  TRY(const auto choice, choose_known_process(workspace.here(), options.process));
  TRY(const auto pack, load_process(choice.pack, nullptr));
  for (const StartingFile& file : process.start) {
    const bool left_out = !plan.templates.empty() && is_of_template(process, *pack, file);
    add(file.to, left_out ? std::string() : std::string(file.source->text()));
  }
  if (!process.calendar.file.empty() && has_weeks(process.calendar)) {
    add(process.calendar.file, calendar_text(process.calendar, workspace.today()));
  }
  for (CiFile& file : ci_files(find_remotes(plan.root))) {
    if (is_there(plan.root, file.path) && !names_milepost(*tree, file.path)) {
      plan.without_milepost.push_back(file.path);
    }
    add(file.path, std::move(file.text));
  }
  return plan;
}

Result<void> apply_init(const InitPlan& plan) {
  if (plan.changes.empty()) return {};
  return apply_changes(plan.root, plan.changes);
}

}  // namespace milepost::create

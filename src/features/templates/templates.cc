#include "features/templates/templates.h"

#include <filesystem>
#include <unistd.h>

#include "base/files.h"
#include "base/limits.h"
#include "base/named_path.h"
#include "features/check/patch.h"
#include "process/load.h"
#include "process/template.h"
#include "rules/engine.h"

namespace milepost::templates {

namespace {

struct ReadTemplate {
  std::string root;  // of the repository around it, or its own folder
  std::string path;  // relative to the root; "" for standard input
  std::shared_ptr<const Process> process;
  std::shared_ptr<const Source> source;
  RuleEngine rules;
};

Result<std::shared_ptr<const Process>> process_of(const Workspace& workspace) {
  if (workspace.recognised()) return workspace.repository().process;
  TRY(const auto name, fallback_pack());
  return load_pack(name, workspace.options().directory);
}

Result<ReadTemplate> read_template(const Workspace& workspace, const std::string& path) {
  TRY(auto process, process_of(workspace));
  namespace fs = std::filesystem;
  const std::string named = (fs::path(workspace.here()) / path).string();
  auto source = path == "-" ? read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes)
                            : read_named(named, path, kLimits.document_bytes, workspace.root());
  if (!source) return tl::unexpected(std::move(source.error()).within(path));
  TRY(auto engine, RuleEngine::make(*process, {}, {}));
  ReadTemplate read{{}, {}, std::move(process), std::move(*source), std::move(engine)};
  if (path == "-") return read;
  TRY(const fs::path full, follow_named(named, workspace.root()));
  const fs::path below = full.lexically_relative(workspace.root());
  const bool within = !below.empty() && *below.begin() != "..";
  read.root = within ? workspace.root() : full.parent_path().string();
  read.path = within ? below.string() : full.filename().string();
  return read;
}

}  // namespace

Result<TemplateView> view_template(const Workspace& workspace, const std::string& path) {
  TRY(const auto read, read_template(workspace, path));
  const Template subject(read.source);
  TemplateView view;
  for (const TemplateSection& section : subject.sections()) {
    view.sections.push_back({section.title, section.level, section.required,
                             section.required ? section.stage : std::string(), section.line});
  }
  view.run.findings = read.rules.check_template({*read.process, subject});
  findings::sort_by_place(view.run.findings);
  findings::shorten(view.run, {});
  view.run.sources.push_back(read.source);
  view.run.files = 1;
  return view;
}

Result<check::FixRun> plan_template_fixes(const Workspace& workspace, const std::string& path) {
  TRY(const auto read, read_template(workspace, path));
  if (read.path.empty()) return failure("standard input cannot be fixed; name a file");
  check::FixRun run;
  check::FixedRules rules;
  std::shared_ptr<const Source> now = read.source;
  for (int round = 0;; ++round) {
    const Template subject(now);
    check::Patched patched = check::patch(now, read.rules.check_template({*read.process, subject}));
    if (!patched.source) break;
    if (round == check::kMostFixRounds) {
      return failure("what is wrong is still there after the fix; nothing was changed");
    }
    run.fixed += patched.fixed;
    for (const auto& [code, count] : patched.rules) rules[code] += count;
    now = std::move(patched.source);
  }
  if (now != read.source) {
    run.files.push_back({read.root,
                         path,
                         {read.path, std::string(read.source->text()), std::string(now->text())},
                         run.fixed,
                         std::move(rules)});
  }
  return run;
}

}  // namespace milepost::templates

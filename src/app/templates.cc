#include "app/templates.h"

#include <unistd.h>

#include "app/judged_process.h"
#include "base/files.h"
#include "base/limits.h"
#include "process/template.h"
#include "proposal/repository.h"
#include "rules/engine.h"

namespace milepost {

Result<TemplateView> view_template(const TemplateRequest& request) {
  auto repository = open_repository(request.directory, request.process);
  if (!repository) return tl::unexpected(std::move(repository.error()));
  auto process = std::move(repository->process);
  if (!process) {
    auto loaded = load_pack(kFallbackPack, request.directory);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    process = std::move(*loaded);
  }
  const bool absolute = request.path.starts_with('/');
  auto source = request.path == "-"
                    ? read_descriptor(STDIN_FILENO, "<stdin>", kLimits.document_bytes)
                    : read_source(absolute ? request.path : request.directory + "/" + request.path,
                                  request.path, kLimits.document_bytes);
  if (!source) {
    return tl::unexpected(std::move(source.error()).within(request.path));
  }
  const Template subject(*source);
  TemplateView view;
  for (const TemplateSection& section : subject.sections()) {
    view.sections.push_back({section.title, section.level, section.required,
                             section.required ? section.stage : std::string(), section.line});
  }
  auto engine = RuleEngine::make(*process, {}, {});
  if (!engine) return tl::unexpected(std::move(engine.error()));
  view.run.findings = engine->check_template({*process, subject});
  sort_by_place(view.run.findings);
  view.run.sources.push_back(std::move(*source));
  view.run.files = 1;
  return view;
}

}  // namespace milepost

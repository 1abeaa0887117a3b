// A process made ready for checking: its judge, and the rules that are wanted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_tree.h"
#include "base/fingerprint.h"
#include "base/once.h"
#include "base/result.h"
#include "process/process.h"
#include "proposal/judgement.h"
#include "proposal/repository.h"
#include "rules/engine.h"

namespace milepost {

// The pack whose words and stages count when a template is named and no repository says,
// without the fields of its own: the template is another process's, and only its status,
// stage, kind and dates can be told.
Result<std::shared_ptr<Process>> load_fallback(const std::string& directory);

// How documents are judged, where somebody says so.
struct JudgingOptions {
  std::string template_path = {};        // judge by this template instead of the pack's
  std::string kind = {};                 // "" to read or infer it
  std::string stage = {};                // as if the proposal were at this stage
  std::vector<std::string> select = {};  // rules by code, name or prefix; none: all
  std::vector<std::string> ignore = {};
  bool all = false;  // remarks on proposals at rest, too
};

struct JudgedProcess {
  std::shared_ptr<const Process> process;
  Judge judge;
  RuleEngine rules;
  const Kind* kind = nullptr;  // when the user named it
  JudgingOptions options;

  JudgedProcess(std::shared_ptr<const Process> ready, RuleEngine engine, JudgingOptions wanted)
      : process(std::move(ready)),
        judge(*process),
        rules(std::move(engine)),
        options(std::move(wanted)) {}

  // Of all that the process was read from, and of the options: two that have the same judge
  // alike. Made when first asked for.
  Fingerprint fingerprint() const;

 private:
  Once<Fingerprint> fingerprint_;
};

// Where a template that the options name is, seen from the directory.
struct TemplatePlace {
  std::string full;                 // absolute
  std::optional<std::string> path;  // from the root, when it lies below
  // The same by its name alone, links as they are written.
  std::optional<std::string> named = {};
};
TemplatePlace find_template(const std::string& directory, const std::string& root,
                            const std::string& path);

// Applies the options. A template that lies below the root is read from `tree`, the files there.
Result<std::shared_ptr<const JudgedProcess>> make_judged_process(
    std::shared_ptr<const Process> process, const std::string& directory, const std::string& root,
    const FileTree& tree, const JudgingOptions& options);

}  // namespace milepost

// A process made ready for checking: its judge, and the rules that are wanted.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "process/process.h"
#include "proposal/judgement.h"
#include "proposal/repository.h"
#include "rules/engine.h"
#include "workspace/plan_request.h"

namespace milepost {

// The pack whose words and stages count when a template is named and no repository says,
// without the fields of its own: the template is another process's, and only its status,
// stage, kind and dates can be told.
Result<std::shared_ptr<Process>> load_fallback(const std::string& directory);

struct JudgedProcess {
  std::shared_ptr<const Process> process;
  Judge judge;
  RuleEngine rules;
  const Kind* kind = nullptr;  // when the user named it

  JudgedProcess(std::shared_ptr<const Process> ready, RuleEngine engine)
      : process(std::move(ready)), judge(*process), rules(std::move(engine)) {}
};

// Applies what the request says: --template, --kind, --for, --select, --ignore.
Result<std::shared_ptr<const JudgedProcess>> make_judged_process(
    std::shared_ptr<const Process> process, const CheckRequest& request);

}  // namespace milepost

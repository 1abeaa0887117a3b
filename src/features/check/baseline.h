// The actions behind `check --baseline` and `check --write-baseline`.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "features/findings/baseline.h"
#include "features/findings/model.h"
#include "workspace/workspace.h"

namespace milepost::check {

// Writes the run's findings into the file, which may be there already. Its path is seen from
// where one stands, as are those of the findings.
Result<void> store_baseline(const Workspace& workspace, const std::string& file,
                            const findings::Run& run);

// A finding for each of ten thousand proposals, and then some.
inline constexpr std::size_t kMostBaselineBytes = 64U << 20U;

// The baseline of whoever judges a change, which counts instead of the file; null within: it has
// none.
using JudgeBaseline = std::optional<std::shared_ptr<const Source>>;

// How many findings a baseline leaves out that another, or none (null), does not. One that cannot
// be read leaves out nothing.
std::size_t entries_added(const std::shared_ptr<const Source>& before, const Source& after);

// Takes what the file has out of the run; gives back what is gone.
Result<std::vector<findings::BaselineEntry>> subtract_baseline(const Workspace& workspace,
                                                               const std::string& file,
                                                               findings::Run& run,
                                                               const JudgeBaseline& judge = {});

}  // namespace milepost::check

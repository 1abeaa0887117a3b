// The actions behind `milepost log`: what the record and git know of one proposal, and what the
// record knows of a release.
#pragma once

#include <optional>
#include <string>

#include "base/date.h"
#include "base/result.h"
#include "base/version.h"
#include "features/log/model.h"
#include "workspace/workspace.h"

namespace milepost::log {

struct Period {
  std::optional<Date> since, until;  // both days are part of it
};

struct ProposalLogOptions {
  std::string subject;  // a number or path, that it has or last had
  Period period;
};

// Every event of a proposal, by whatever name it was known, beside its moves in git. Without a
// git repository the events alone. Fails when neither knows such a proposal.
Result<Log> log_proposal(const Workspace& workspace, const ProposalLogOptions& options);

struct ReleaseLogOptions {
  Version release;
  Period period;
};

// Every event that names the release, whichever proposal it is of.
Result<Log> log_release(const Workspace& workspace, const ReleaseLogOptions& options);

// Every event of the record.
Result<Log> log_record(const Workspace& workspace, const Period& period);

}  // namespace milepost::log

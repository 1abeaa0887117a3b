// The actions behind `milepost log`: what the record and git know of one proposal, and what the
// record knows of a release.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

#include "base/date.h"
#include "base/result.h"
#include "base/version.h"
#include "features/log/model.h"
#include "store/event.h"
#include "workspace/workspace.h"

namespace milepost::log {

// What an event is as an entry, of no proposal yet.
LogEntry entry_of_event(const Event& event, const Process& process);

struct Period {
  std::optional<Date> since, until;  // both days are part of it
};

// Of all entries those of one page, counted from the latest on: a record grows without end, and
// few look at its beginning.
struct Slice {
  std::size_t skip = 0;
  std::size_t most = std::numeric_limits<std::size_t>::max();
  bool is_all() const { return most == std::numeric_limits<std::size_t>::max(); }
};

struct ProposalLogOptions {
  std::string subject;  // a number or path, that it has or last had
  Period period = {};
  Slice slice = {};
};

// Every event of a proposal, by whatever name it was known, beside its moves in git. Without a
// git repository the events alone. Fails when neither knows such a proposal.
Result<Log> log_proposal(const Workspace& workspace, const ProposalLogOptions& options);

struct ReleaseLogOptions {
  Version release;
  Period period = {};
  Slice slice = {};
};

// Every event that names the release, whichever proposal it is of.
Result<Log> log_release(const Workspace& workspace, const ReleaseLogOptions& options);

// Every event of the record. A slice beyond its beginning is the last one before that.
Result<Log> log_record(const Workspace& workspace, const Period& period, const Slice& slice = {});

}  // namespace milepost::log

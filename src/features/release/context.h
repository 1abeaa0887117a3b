// One release of a workspace, and the proposals that may be in it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "process/releases.h"
#include "workspace/workspace.h"

namespace milepost::release {

struct ReleaseOptions {
  std::string release;
  std::vector<std::string> words = {};  // only these proposals of it; none: all
};

// Points into the workspace, which outlives it.
struct ReleaseContext {
  const Workspace& workspace;
  Selection selection;  // all proposals
  const Releases& releases;
  const Release& release;

  const Process& process() const { return workspace.process(); }
  std::string name() const { return to_string(release.version); }  // as events have it
};

// Fails when the process has no releases, the calendar is wrong, or has no such release.
Result<ReleaseContext> find_context(const Workspace& workspace, const ReleaseOptions& options);

// Those of the workspace. Fails when its process has none.
Result<const Releases*> releases_of(const Workspace& workspace);

// The release that a name means.
Result<const Release*> find_release(const Process& process, const Releases& releases,
                                    const std::string& name);

// Whether the proposal's files aim at the release.
bool aims_at(const Process& process, const Card& card, const Version& release);

// What is left of a proposal that the record knows by its number or path, and whose files
// are gone.
Card gone_card(const std::string& called);

}  // namespace milepost::release

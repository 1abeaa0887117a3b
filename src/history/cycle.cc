#include "history/cycle.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace milepost {

namespace {

constexpr std::size_t kEnough = 3;  // proposals

// The last release that has begun, or the one after it when that is out; the first
// when none has begun. Nothing when all are out.
std::optional<Version> at_work_by(const std::vector<DatedRelease>& calendar, Instant now) {
  std::optional<Version> next;
  for (std::size_t i = calendar.size(); i-- > 0;) {
    const DatedRelease& release = calendar[i];
    const bool out = release.out && *release.out <= now;
    if (out) return next;
    if (release.begins && *release.begins <= now) return release.version;
    next = release.version;
  }
  return next;
}

std::optional<Version> at_work_by(const std::vector<NamedReleases>& named) {
  std::map<Version, std::size_t> counts;
  for (const NamedReleases& one : named) {
    if (one.aim) ++counts[without_patch(*one.aim)];
  }
  for (const auto& [version, count] : std::views::reverse(counts)) {
    if (count >= kEnough) return version;
  }
  return std::nullopt;
}

}  // namespace

Cycles::Cycles(const std::vector<DatedRelease>& calendar, const std::vector<NamedReleases>& named,
               Instant now) {
  std::vector<DatedRelease> dated = calendar;
  std::ranges::sort(dated, {}, &DatedRelease::version);
  at_work_ = at_work_by(dated, now);
  from_calendar_ = at_work_.has_value();
  if (!at_work_) {
    at_work_ = at_work_by(named);
    // A calendar whose releases are all out: what is at work is none of them.
    if (at_work_ && !dated.empty() && *at_work_ <= dated.back().version) at_work_.reset();
  }
  for (const DatedRelease& release : dated) all_.push_back(without_patch(release.version));
  for (const NamedReleases& one : named) {
    if (one.aim) all_.push_back(without_patch(*one.aim));
    for (const Version& version : one.others) all_.push_back(without_patch(version));
  }
  std::ranges::sort(all_);
  const auto repeated = std::ranges::unique(all_);
  all_.erase(repeated.begin(), repeated.end());
}

bool Cycles::shipped(const Version& version) const {
  return at_work_ && without_patch(version) < *at_work_;
}

Version without_patch(const Version& version) { return {version.major, version.minor, 0}; }

}  // namespace milepost

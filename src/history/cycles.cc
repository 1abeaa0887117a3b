#include "history/cycles.h"

namespace milepost {

std::vector<DatedRelease> dated_releases(const Calendar& calendar, const Releases& releases) {
  std::vector<DatedRelease> list;
  for (const Release& release : releases.all()) {
    DatedRelease one{release.version, std::nullopt, std::nullopt};
    for (const auto& [id, instant] : release.dates) {
      if (!one.begins || instant < *one.begins) one.begins = instant;
    }
    if (!calendar.dates.empty()) one.out = release.date(calendar.dates.back().id);
    list.push_back(one);
  }
  return list;
}

}  // namespace milepost

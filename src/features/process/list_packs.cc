#include "features/process/list_packs.h"

#include <algorithm>

#include "process/load.h"
#include "proposal/repository.h"

namespace milepost::process {

namespace {

Result<PackEntry> read_entry(const std::string& name, const PackFiles& files) {
  TRY(const auto check, check_pack(files, nullptr));
  PackEntry entry{name, check.process->title, {}};
  for (const Glob& glob : check.process->layout.recognised_by) {
    entry.recognised_by.push_back(glob.pattern());
  }
  return entry;
}

}  // namespace

Result<std::vector<PackEntry>> list_packs(const std::string& directory) {
  std::vector<PackEntry> entries;
  for (const std::string& name : built_in_packs()) {
    TRY(auto entry, read_entry(name, built_in_pack(name)));
    entries.push_back(std::move(entry));
  }
  // Whatever is wrong here is no matter of the list.
  const auto choice = choose_process(directory, "");
  if (!choice || choice->name.empty()) return entries;
  auto known = std::ranges::find(entries, choice->name, &PackEntry::name);
  if (known == entries.end()) {
    auto own = read_entry(choice->name, choice->pack);
    if (!own) return entries;
    known = entries.insert(entries.end(), std::move(*own));
  }
  known->here = true;
  known->how = choice->how;
  return entries;
}

}  // namespace milepost::process

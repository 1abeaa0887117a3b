#include "features/process/check_process.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/embedded.h"
#include "base/named_path.h"
#include "process/new_place.h"
#include "process/own_metadata.h"
#include "proposal/repository.h"
#include "rules/engine.h"

namespace milepost::process {

namespace {

std::shared_ptr<const Source> owner_of(const Process& process, const Source* source) {
  const auto found =
      std::ranges::find(process.sources, source, [](const auto& one) { return one.get(); });
  return found == process.sources.end() ? nullptr : *found;
}

std::string shown_from(const std::string& directory, const std::string& path) {
  if (!path.starts_with('/')) return path;
  std::error_code failed;
  const auto here = std::filesystem::weakly_canonical(directory, failed);
  return failed ? path : path_below(here.string(), path).value_or(path);
}

}  // namespace

std::vector<PackFault> faults_of(const PackCheck& check, const std::string& directory) {
  std::vector<PackFault> faults;
  for (const PackError& error : check.errors) {
    PackFault fault;
    fault.message = error.message;
    if (error.place.source) {
      const Position at = error.place.source->position(error.place.span.begin);
      fault.path = shown_from(directory, error.place.source->path());
      fault.line = at.line;
      fault.column = at.column;
      fault.source = owner_of(*check.process, error.place.source);
      fault.span = error.place.span;
    }
    faults.push_back(std::move(fault));
  }
  std::ranges::stable_sort(faults, {}, [](const PackFault& fault) {
    return std::tie(fault.path, fault.line, fault.column);
  });
  return faults;
}

Result<CheckedPack> check_process(const std::string& directory, const std::string& name) {
  TRY(const auto choice, choose_known_process(directory, name));
  TRY(auto check, check_pack(choice.pack, choice.config ? &*choice.config : nullptr));
  std::ranges::move(unknown_rules(*check.process), std::back_inserter(check.errors));
  std::ranges::move(metadata_faults(*check.process), std::back_inserter(check.errors));
  std::ranges::move(faults_of_new_place(*check.process), std::back_inserter(check.errors));
  CheckedPack checked{choice.name, faults_of(check, directory), {}};
  for (const auto& source : check.process->sources) {
    if (!find_embedded(source->path())) {
      checked.files.push_back(shown_from(directory, source->path()));
    }
  }
  return checked;
}

}  // namespace milepost::process

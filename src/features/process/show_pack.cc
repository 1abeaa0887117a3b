#include "features/process/show_pack.h"

#include "process/load.h"
#include "proposal/repository.h"

namespace milepost::process {

Result<PackText> show_pack(const std::string& directory, const std::string& name) {
  TRY(const auto choice, choose_known_process(directory, name));
  const std::string path = choice.pack.folder + "process.yaml";
  TRY(const auto source, within("reading " + path, choice.pack.read(path)));
  return PackText{choice.name, path, std::string(source->text())};
}

}  // namespace milepost::process
namespace milepost::process {
Result<PackText> show_merged_pack(const std::string&, const std::string&) {
  return failure("not yet");
}
}  // namespace milepost::process

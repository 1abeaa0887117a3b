#include <filesystem>

#include "features/process/formats.h"
#include "render/json_value.h"

namespace milepost::process {

namespace {

Json faults_json(const std::vector<PackFault>& faults) {
  Json list = Json::array();
  for (const PackFault& fault : faults) {
    const bool placed = !fault.path.empty();
    list.push_back({{"path", text_or_null(fault.path)},
                    {"line", placed ? Json(fault.line) : Json()},
                    {"column", placed ? Json(fault.column) : Json()},
                    {"message", fault.message}});
  }
  return list;
}

Json findings_json(const std::vector<TrialFindings>& findings) {
  Json list = Json::array();
  for (const TrialFindings& one : findings) {
    list.push_back(
        {{"rule", one.code}, {"count", one.count}, {"path", one.path}, {"message", one.message}});
  }
  return list;
}

Json trial_json(const PackTrial& trial) {
  if (!trial.done) return {};
  return {{"notFound", trial.missed},
          {"errors", findings_json(trial.errors)},
          {"warnings", findings_json(trial.warnings)},
          {"newFault", text_or_null(trial.new_fault)},
          {"newToFillIn", trial.new_errors}};
}

}  // namespace

std::string render_packs_json(const std::vector<PackEntry>& packs) {
  Json list = Json::array();
  for (const PackEntry& pack : packs) {
    list.push_back({{"process", pack.name},
                    {"title", text_or_null(pack.title)},
                    {"recognisedBy", pack.recognised_by},
                    {"here", pack.here},
                    {"how", text_or_null(pack.how)}});
  }
  return json_text({{"processes", std::move(list)}});
}

std::string render_check_json(const CheckedPack& checked) {
  return json_text({{"process", checked.name},
                    {"files", checked.files},
                    {"errors", faults_json(checked.faults)}});
}

std::string render_new_pack_json(const NewPack& pack, bool made) {
  Json files = Json::array();
  for (const FileChange& change : pack.changes) {
    const auto name = std::filesystem::path(change.path).filename();
    files.push_back((std::filesystem::path(pack.folder) / name).string());
  }
  return json_text({{"process", pack.name},
                    {"folder", pack.folder},
                    {"made", made},
                    {"files", std::move(files)},
                    {"examples", pack.examples},
                    {"unlike", pack.unlike},
                    {"notMarkdown", pack.not_markdown},
                    {"unread", pack.unread},
                    {"errors", faults_json(pack.faults)},
                    {"trial", trial_json(pack.trial)}});
}

}  // namespace milepost::process

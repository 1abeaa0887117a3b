#include "features/upgrade/upgrade.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/edits.h"
#include "features/upgrade/merge.h"
#include "proposal/metadata_edit.h"
#include "workspace/examine.h"

namespace milepost::upgrade {

namespace {

// The version asked for, by its place in the lineage; the newest by default.
Result<std::size_t> version_of(const Kind& kind, const std::string& to) {
  const auto& versions = kind.lineage.versions;
  if (to.empty()) return versions.size() - 1;
  const auto found = std::ranges::find(versions, to, &TemplateVersion::id);
  if (found != versions.end()) return static_cast<std::size_t>(found - versions.begin());
  std::vector<std::string> known;
  for (const TemplateVersion& version : versions) {
    known.push_back(fmt::format("{} ({})", version.id, to_string(version.date)));
  }
  return failure(
      fmt::format("there is no version \"{}\" of the template of kind \"{}\"; there are {}", to,
                  kind.id, fmt::join(known, ", ")));
}

// The metadata with the version it names set to another; nothing when it names
// none.
Result<std::optional<std::string>> with_version(const Process& process, const Metadata& metadata,
                                                const std::string& id) {
  const FieldValue& pinned = metadata.template_version;
  const Field* field = process.field(FieldRole::kTemplateVersion);
  if (!field || !pinned.present() || pinned.text.empty() || pinned.text == id) return std::nullopt;
  if (!metadata.complete() || pinned.source != metadata.source.get()) {
    return failure("its metadata cannot be read to its end; milepost check says where");
  }
  YamlEditor editor(*metadata.source, metadata.yaml->root());
  TRY(editor.set(field->id, id));
  Splice spliced = splice(metadata.source->text(), std::vector<std::vector<Edit>>{editor.take()});
  return std::move(spliced.text);
}

class Upgrading {
 public:
  Upgrading(const std::string& to, UpgradeRun& run) : to_(to), run_(run) {}

  // Fails when the version is none of the template's; what else goes wrong is the
  // proposal's trouble.
  Result<void> add(const Selected& selected) {
    const Repository& repository = selected.at->repository();
    const ProposalFiles& files = selected.card->files;
    if (!files.has_document) {
      return selected.named
                 ? report_error(selected, files.metadata, "there is no document beside it")
                 : Result<void>();
    }
    auto path = path_to_write(repository, files.document);
    if (!path) return report_error(selected, files.document, path.error().message);
    if (*path != files.document) {
      if (!selected.named) return {};
      return report_error(
          selected, files.document,
          fmt::format("is a link to {}; upgrade that", repository.shown_path(*path)));
    }
    auto source = read_document(selected);
    if (!source) return report_error(selected, files.document, source.error().message);

    const JudgedProcess& judged = selected.at->judged();
    const Proposal proposal(Document(std::move(*source)), selected.card->metadata);
    const Judgement judgement = judged.judge.judge(proposal, {"", judged.kind});
    const auto& versions = judgement.kind->lineage.versions;
    if (versions.empty()) {
      return report_error(selected, files.document,
                          fmt::format("nothing is known of earlier versions of its template: kind "
                                      "\"{}\" has no lineage",
                                      judgement.kind->id));
    }
    TRY(const std::size_t to, version_of(*judgement.kind, to_));
    if (to < judgement.version) {
      const TemplateVersion& own = versions[judgement.version];
      return report_error(selected, files.document,
                          fmt::format("it is written for version {} of the template ({}), which is "
                                      "newer than {}",
                                      own.id, to_string(own.date), versions[to].id));
    }
    auto made = upgrade(proposal, judgement, to, selected.at->process().toc);
    if (!made) return report_error(selected, files.document, made.error().message);
    return keep(selected, proposal, versions, std::move(*made));
  }

 private:
  Result<void> report_error(const Selected& selected, const std::string& path,
                            std::string message) {
    run_.read_errors.push_back({selected.at->repository().shown_path(path), std::move(message)});
    return {};
  }

  Result<void> keep(const Selected& selected, const Proposal& proposal,
                    const std::vector<TemplateVersion>& versions, Upgrade made) {
    const Process& process = selected.at->process();
    const ProposalFiles& files = selected.card->files;
    const std::string before(proposal.document.text());
    const Metadata& metadata = *proposal.metadata;
    const std::string& id = versions[made.to].id;
    std::vector<FileChange> changes;
    if (files.metadata.empty()) {
      // The version stands in the document itself.
      const Document written(std::make_shared<const Source>(files.document, made.text));
      auto pinned = with_version(process, read_metadata(process, &written, nullptr), id);
      if (!pinned) return report_error(selected, files.document, pinned.error().message);
      if (*pinned) made.text = std::move(**pinned);
    } else {
      auto pinned = with_version(process, metadata, id);
      if (!pinned) return report_error(selected, files.metadata, pinned.error().message);
      if (*pinned) {
        changes.push_back(
            {files.metadata, std::string(metadata.source->text()), std::move(*pinned)});
      }
    }
    if (made.text != before) changes.push_back({files.document, before, made.text});

    UpgradedProposal& shown = run_.proposals.emplace_back();
    shown.proposal = ref_of(*selected.card, selected.at->repository());
    shown.proposal.path = selected.at->shown_path(files.document);
    shown.from = versions[made.from].id;
    shown.from_date = versions[made.from].date;
    shown.to = id;
    shown.to_date = versions[made.to].date;
    shown.changed = !changes.empty();
    shown.steps = std::move(made.steps);
    auto& all = run_.changes[selected.at->repository().root];
    std::ranges::move(changes, std::back_inserter(all));
    return {};
  }

  const std::string& to_;
  UpgradeRun& run_;
};

}  // namespace

Result<UpgradeRun> plan_upgrades(const Workspace& workspace, const UpgradeOptions& options) {
  TRY(auto selection, workspace.select({options.words}));
  UpgradeRun run;
  run.notes = std::move(selection.notes);
  run.read_errors = std::move(selection.read_errors);
  Upgrading upgrading(options.to, run);
  for (const Selected& selected : selection.proposals) {
    TRY(upgrading.add(selected));
  }
  return run;
}

Result<void> make_upgrades(const UpgradeRun& run) {
  for (const auto& [root, changes] : run.changes) {
    if (changes.empty()) continue;
    TRY(apply_changes(root, changes));
  }
  return {};
}

}  // namespace milepost::upgrade

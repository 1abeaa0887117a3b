#include "features/common/verbs.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/named_path.h"
#include "base/posix.h"
#include "base/printable.h"
#include "base/strings.h"
#include "base/whole_file.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/record/formats.h"
#include "features/record/status.h"
#include "features/record/transfer.h"

namespace milepost::record {

namespace {

namespace fs = std::filesystem;

constexpr Option kStatusOptions[] = {
    kStoreOption,
    {"--format", "", "FORMAT", "how to write it", kTextOrJson},
};
constexpr Option kExportOptions[] = {
    kStoreOption,
    {"--quiet", "-q", "", "do not say how much was exported"},
};
constexpr Option kImportOptions[] = {
    kStoreOption,
    {"--dry-run", "", "", "read and verify everything, change nothing"},
    {"--quiet", "-q", "", "do not say how much was imported"},
};

constexpr Example kStatusExamples[] = {
    {"milepost store status", "where is the record, and how much does it hold?"},
    {"milepost store status --store postgresql://db.example.org/milepost", "the one of a team"},
};
constexpr Example kExportExamples[] = {
    {"milepost store export record.jsonl", "keep a copy elsewhere"},
    {"milepost store export | gzip > record.jsonl.gz", "the same, smaller"},
};
constexpr Example kImportExamples[] = {
    {"milepost store import --store postgresql://db.example.org/ours record.jsonl",
     "move a record to PostgreSQL"},
    {"milepost store import --dry-run record.jsonl", "is the copy sound?"},
};

std::string file_of(const Arguments& arguments) {
  const std::string name = arguments.operands().empty() ? "-" : arguments.operands().front();
  return name == "-" ? name : (fs::path(directory_of(arguments)) / name).string();
}

int run_status(const Arguments& arguments, Console& console) {
  const auto workspace = open_unsettled(workspace_options(arguments), now_utc());
  if (!workspace) return console.report_error(workspace.error().message);
  const auto status = record_status(**workspace);
  if (!status) return console.report_error(status.error().message);
  console.out += arguments.value("--format") == "json" ? render_status_json(*status)
                                                       : render_status_text(*status);
  return kClean;
}

// Standard output gets all or nothing, as with every verb; a file may be larger than memory.
Result<Head> export_to(const Store& store, const std::string& path, const std::string& root,
                       Console& console) {
  if (path == "-") {
    return export_record(store, [&](std::string_view line) -> Result<void> {
      console.out += line;
      return {};
    });
  }
  TRY(auto file, WholeFile::begin(path, 0600, root));
  TRY(const auto head, export_record(store, [&](std::string_view line) { return file.add(line); }));
  TRY(file.finish());
  return head;
}

int run_export(const Arguments& arguments, Console& console) {
  const auto workspace = open_unsettled(workspace_options(arguments), now_utc());
  if (!workspace) return console.report_error(workspace.error().message);
  const auto store = open_store(**workspace, Access::kRead);
  if (!store) return console.report_error(store.error().message);
  const auto head = export_to(**store, file_of(arguments), (*workspace)->root(), console);
  if (!head) {
    console.out.clear();
    return console.report_error(head.error().message);
  }
  if (!arguments.has("--quiet")) {
    console.err += fmt::format("{} exported from {}\n", counted(head->number, "event"),
                               printable_path((*store)->name()));
  }
  return kClean;
}

int run_import(const Arguments& arguments, Console& console) {
  const std::string path = file_of(arguments);
  const auto found = path == "-" ? path : follow_named(path);
  if (!found) return console.report_error(path + ": " + found.error().message);
  // O_NONBLOCK: opening a FIFO nobody writes to must not hang.
  const Descriptor file(
      path == "-" ? -1 : ::open(found->c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (path != "-" && file.get() < 0) return console.report_error(path + ": " + reason(errno));
  struct stat status{};
  if (path != "-" && ::fstat(file.get(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return console.report_error({path + " " + not_a_file(status.st_mode),
                                 {"milepost store import - reads standard input"}});
  }
  const int input = path == "-" ? STDIN_FILENO : file.get();
  const auto report_error = [&](Error error) {
    const std::string name = path == "-" ? "standard input" : arguments.operands().front();
    return console.report_error("nothing was imported: " + std::move(error).within(name).message);
  };
  const auto workspace = open_unsettled(workspace_options(arguments), now_utc());
  if (!workspace) return report_error(workspace.error());
  if (arguments.has("--dry-run")) {
    const auto head = try_import(**workspace, input);
    if (!head) return report_error(head.error());
    console.err += fmt::format("{} could be imported\n", counted(head->number, "event"));
    return kClean;
  }
  const auto imported = import_from(**workspace, input);
  if (!imported) return report_error(imported.error());
  if (!arguments.has("--quiet")) {
    console.err += fmt::format("{} imported into {}\n", counted(imported->head.number, "event"),
                               printable_path(imported->store));
  }
  return kClean;
}

}  // namespace

extern constinit const Verb kStoreStatusVerb{
    "store status",
    kUpkeep,
    "show where the record is, and what it holds",
    "The record has what is not in the files: approvals, ticks and the like, as events that are "
    "only ever added. It is a file in milepost's folder within git's, or a database in "
    "PostgreSQL that several machines share.",
    kStatusOptions,
    {},
    kStatusExamples,
    "0 shown, also when nothing is recorded yet\n2 could not run",
    run_status,
};

extern constinit const Verb kStoreExportVerb{
    "store export",
    kUpkeep,
    "write the record as JSON Lines",
    "All events in order, then the texts kept with them, one a line. The same record is always "
    "the same bytes, whichever store it is in.",
    kExportOptions,
    {"FILE", "where to write it; nothing, or -, is standard output", 0, 1},
    kExportExamples,
    "0 exported\n2 could not run, or nothing is recorded yet",
    run_export,
};

extern constinit const Verb kStoreImportVerb{
    "store import",
    kUpkeep,
    "take over a record that was exported",
    "Into an empty store only, all or nothing. Every digest is verified on the way. The record "
    "keeps its identifier, so that checkpoints of it stay good.",
    kImportOptions,
    {"FILE", "what store export wrote; - is standard input", 1, 1},
    kImportExamples,
    "0 imported\n2 could not run: the store is not empty, or the file is damaged",
    run_import,
};

}  // namespace milepost::record

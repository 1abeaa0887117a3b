#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/process/formats.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::process {

namespace {

constexpr std::size_t kShownNames = 3;
constexpr std::uint32_t kGutter = 11;  // columns before the text of a line

std::string some_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShownNames); ++i) {
    text += (i == 0 ? "" : ", ") + printable_path(names[i]);
  }
  if (names.size() > kShownNames) text += fmt::format(" and {} more", names.size() - kShownNames);
  return text;
}

std::string lines_of_fault(const PackFault& fault, std::uint32_t width) {
  const auto shown = fault.source ? excerpt(*fault.source, fault.span, width) : std::nullopt;
  if (!shown) return {};
  return fmt::format("{:>8} │ {}\n         │ {}{}\n", shown->line, shown->text,
                     std::string(shown->indent, ' '), std::string(shown->carets, '^'));
}

std::string lines_of(const std::vector<PackFault>& faults, bool excerpts, std::uint32_t width) {
  std::string out;
  for (const PackFault& fault : faults) {
    if (fault.path.empty()) {
      out += printable(fault.message) + "\n";
      continue;
    }
    out += fmt::format("{}:{}:{}: {}\n", printable_path(fault.path), fault.line, fault.column,
                       printable(fault.message));
    if (excerpts) out += lines_of_fault(fault, width > kGutter ? width - kGutter : width);
  }
  return out;
}

std::string left_out(const std::vector<std::string>& names, std::string_view why) {
  if (names.empty()) return {};
  return fmt::format("  {} {}: {}\n", counted(names.size(), "file"), why, some_names(names));
}

std::string lines_of(const std::vector<TrialFindings>& findings, std::string_view noun) {
  std::string out;
  for (const TrialFindings& one : findings) {
    out += fmt::format("  {} of {}, such as {}: {}\n", counted(one.count, noun), one.code,
                       printable_path(one.path), printable(one.message));
  }
  return out;
}

std::string lines_of(const PackTrial& trial, std::size_t examples) {
  if (!trial.done) return {};
  std::string out = "tried\n";
  if (examples > 0) {
    const bool well = trial.missed.empty() && trial.errors.empty() && trial.warnings.empty();
    out += fmt::format("  {} of {} found{}\n", examples - trial.missed.size(),
                       counted(examples, "example"), well ? ", and nothing wrong" : "");
    if (!trial.missed.empty()) out += fmt::format("  not found: {}\n", some_names(trial.missed));
  }
  out += lines_of(trial.errors, "error") + lines_of(trial.warnings, "warning");
  if (!trial.new_fault.empty()) {
    out += fmt::format("  a new proposal cannot be made: {}\n", printable(trial.new_fault));
  } else if (trial.new_errors.empty()) {
    out += "  a new proposal can be made\n";
  }
  for (const std::string& error : trial.new_errors) {
    out += fmt::format("  a new proposal is to be filled in: {}\n", printable(error));
  }
  return out;
}

}  // namespace

std::string render_packs_text(const std::vector<PackEntry>& packs, std::uint32_t width) {
  Table table;
  table.columns = {{"process"}, {"title", false, true}, {"recognised by", false, true}};
  std::string here;
  for (const PackEntry& pack : packs) {
    table.rows.push_back({printable(pack.name), printable(pack.title),
                          printable(fmt::format("{}", fmt::join(pack.recognised_by, ", ")))});
    if (pack.here) {
      here = fmt::format("this repository goes by {} ({})\n", printable(pack.name),
                         printable(pack.how));
    }
  }
  if (here.empty()) here = "this repository goes by none: milepost init, or milepost process new\n";
  return render_table_text(table, width) + here;
}

std::string render_check_text(const CheckedPack& checked, bool excerpts, std::uint32_t width) {
  if (!checked.faults.empty()) {
    return lines_of(checked.faults, excerpts, width) + counted(checked.faults.size(), "error") +
           "\n";
  }
  if (checked.files.empty()) {
    return fmt::format("process {}: nothing to report\n", printable(checked.name));
  }
  return fmt::format("process {}: {}, nothing to report\n", printable(checked.name),
                     counted(checked.files.size(), "file"));
}

std::string render_new_pack_text(const NewPack& pack) {
  const std::string folder = printable_path(pack.folder);
  std::string out = fmt::format("a first version of the process {}, from {}\nmade\n",
                                printable(pack.name), counted(pack.examples, "example"));
  for (const FileChange& change : pack.changes) {
    const auto name = std::filesystem::path(change.path).filename();
    out += "  " + printable_path((std::filesystem::path(pack.folder) / name).string()) + "\n";
  }
  const std::string left = left_out(pack.unlike, "with few of the template's headings") +
                           left_out(pack.not_markdown, "not in Markdown") +
                           left_out(pack.unread, "not readable");
  if (!left.empty()) out += "left out\n" + left;
  if (!pack.faults.empty()) {
    out += "to mend\n" + lines_of(pack.faults, false, 0);
  }
  out += lines_of(pack.trial, pack.examples);
  const std::string file = (std::filesystem::path(pack.folder) / "process.yaml").string();
  out += fmt::format("next: read {}, where each guess has its reason\n", printable_path(file));
  const std::string commands[][2] = {
      {"milepost process check " + folder, "is it right?"},
      {"milepost check --process " + folder, "what does it find?"},
      {"milepost init --process " + folder, "to go by it from now on"},
  };
  std::size_t widest = 0;
  for (const auto& [command, purpose] : commands) widest = std::max(widest, command.size());
  for (const auto& [command, purpose] : commands) {
    out += fmt::format("  {:<{}}  {}\n", command, widest, purpose);
  }
  return out;
}

}  // namespace milepost::process

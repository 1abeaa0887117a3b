#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/findings/formats.h"
#include "features/findings/region.h"
#include "render/excerpt.h"

namespace milepost::findings {

namespace {

constexpr std::uint32_t kMargin = 11;  // "      96 │ "
constexpr std::uint32_t kHanging = 6;  // where a message goes on
constexpr std::uint32_t kNoteRoom = 24;

class TextReport {
 public:
  TextReport(const Run& run, const TextOptions& options)
      : run_(run), options_(options), columns_(std::max(options.columns, kLeastColumns)) {}

  std::string render() {
    for (const auto& finding : run_.findings) {
      if (options_.quiet && finding.severity <= Severity::kInfo) continue;
      if (options_.terminal && !options_.concise) {
        show(finding);
      } else {
        list(finding);
      }
    }
    if (!options_.quiet) summarise();
    return std::move(out_);
  }

 private:
  std::string painted(Severity severity, std::string_view text) const {
    if (!options_.colour) return std::string(text);
    const int colour = severity == Severity::kError ? 31 : severity == Severity::kWarning ? 33 : 36;
    return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
  }

  std::string bold(std::string_view text) const {
    return options_.colour ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
  }

  void add(std::string_view line) {
    const std::size_t end = line.find_last_not_of(' ');
    out_.append(line.substr(0, end == line.npos ? 0 : end + 1));
    out_.push_back('\n');
  }

  // One line, for pipes, editors and grep.
  void list(const Finding& finding) {
    std::string line;
    if (finding.source != nullptr) {
      const Region place = places_.of(finding);
      const std::string path(path_of(finding));
      const std::string shown =
          fmt::format("{}:{}:{}", printable_path(path), place.line, place.column);
      line = options_.links.link(path, static_cast<std::uint32_t>(place.line), shown) + ": ";
    }
    add(line + painted(finding.severity, name(finding.severity)) +
        fmt::format(" {} {}  {}", finding.code, finding.name, printable(full_message(finding))));
  }

  void show(const Finding& finding) {
    if (!begun_ || path_of(finding) != path_) {
      if (begun_) add("");
      begun_ = true;
      path_ = path_of(finding);
      if (!path_.empty()) {
        add(options_.links.link(path_, 0, bold(printable_path(path_))));
      }
    }
    std::optional<Excerpt> seen;
    if (has_place(finding)) seen = excerpt(*finding.source, finding.span, columns_ - kMargin);
    headline(finding, printable(seen ? finding.message : full_message(finding)));
    if (seen) underline(finding, *seen);
  }

  // An information on the file as a whole has no line worth showing.
  static bool has_place(const Finding& finding) {
    if (finding.source == nullptr) return false;
    const bool whole = finding.span == Span{};
    return finding.severity > Severity::kInfo || !whole;
  }

  void headline(const Finding& finding, const std::string& message) {
    const std::string_view severity = name(finding.severity);
    const std::string label = fmt::format(" {} {}  ", finding.code, finding.name);
    const auto used = static_cast<std::uint32_t>(2 + severity.size() + label.size());
    const auto lines = wrap(message, columns_ - std::min(columns_, used), columns_ - kHanging);
    add("  " + painted(finding.severity, severity) + label + lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) add(std::string(kHanging, ' ') + lines[i]);
  }

  void underline(const Finding& finding, const Excerpt& seen) {
    const std::string gutter = fmt::format("{:>8}", seen.line);
    const std::size_t number = gutter.find_last_of(' ') + 1;
    add(gutter.substr(0, number) +
        options_.links.link(path_, seen.line, std::string_view(gutter).substr(number)) +
        fmt::format(" │ {}", seen.text));
    const std::string carets =
        std::string(seen.indent, ' ') + painted(finding.severity, std::string(seen.carets, '^'));
    const std::string note = printable(finding.note);
    const std::uint32_t room = columns_ - kMargin;
    const std::uint32_t taken = seen.indent + seen.carets + 1;
    const std::uint32_t beside = room - std::min(room, taken);
    if (beside >= std::min(kNoteRoom, utf8::width(note))) {
      const auto lines = wrap(note, beside, beside);
      add(fmt::format("{:8} │ {} {}", "", carets, lines.front()));
      for (std::size_t i = 1; i < lines.size(); ++i) {
        add(fmt::format("{:8} │ {:{}}{}", "", "", taken, lines[i]));
      }
      return;
    }
    add(fmt::format("{:8} │ {}", "", carets));
    for (const auto& line : wrap(note, room, room)) add(fmt::format("{:8} │ {}", "", line));
  }

  std::string counts() const {
    std::string text = run_.proposals > 0     ? counted(run_.proposals, "proposal")
                       : run_.files > 0       ? counted(run_.files, "file")
                       : run_.nothing.empty() ? std::string("no proposals found")
                                              : run_.nothing;
    bool any = false;
    for (const auto severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
      const std::size_t count = run_.count(severity);
      if (count == 0) continue;
      any = true;
      text += ", " + counted(count, name(severity));
    }
    if (!any && run_.files + run_.proposals > 0) text += ", nothing to report";
    if (run_.baselined > 0) text += fmt::format(" beside {} in the baseline", run_.baselined);
    if (options_.elapsed && any) text += " in " + describe(*options_.elapsed);
    if (!run_.read_errors.empty()) {
      text += fmt::format(", {} could not be checked", run_.read_errors.size());
    }
    return text;
  }

  void summarise() {
    const std::string text = counts();
    if (!options_.terminal) return add(text);
    if (!run_.findings.empty()) add("");
    for (const auto& note : run_.notes) add(printable(note));
    if (run_.findings.empty()) return add(text);
    const auto worst = std::ranges::max_element(run_.findings, {}, &Finding::severity);
    const std::string hint = fmt::format("milepost explain {} tells more", worst->code);
    const bool fits = utf8::width(text) + 8 + hint.size() <= columns_;
    add(text + (fits ? std::string(8, ' ') : "\n") + hint);
  }

  const Run& run_;
  const TextOptions& options_;
  const std::uint32_t columns_;
  Regions places_;
  std::string out_;
  std::string_view path_;
  bool begun_ = false;
};

}  // namespace

std::string render_text(const Run& run, const TextOptions& options) {
  return TextReport(run, options).render();
}

std::string describe(std::chrono::milliseconds elapsed) {
  const auto count = elapsed.count();
  if (count < 1000) return fmt::format("{} ms", count);
  if (count < 60'000) return fmt::format("{:.1f} s", static_cast<double>(count) / 1000);
  return fmt::format("{} min", (count + 30'000) / 60'000);
}

}  // namespace milepost::findings

#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/findings/formats.h"
#include "features/findings/region.h"

namespace milepost::findings {

namespace {

struct Suite {
  std::string name;
  std::string cases;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
};

class JunitReport {
 public:
  JunitReport(const Run& run, bool strict) : run_(run), strict_(strict) {}

  std::string render() {
    for (const auto& read_error : run_.read_errors) add(read_error);
    std::string_view path;
    bool begun = false;
    for (const auto& finding : run_.findings) {
      if (!begun || path != path_of(finding)) {
        begun = true;
        path = path_of(finding);
        suites_.push_back({path.empty() ? "milepost" : std::string(path), {}, 0, 0, 0});
      }
      add(finding);
    }
    // Readers of the format refuse a report without any case.
    if (suites_.empty()) {
      suites_.push_back({"milepost", passed(counted(run_.files, "file")), 1, 0, 0});
    }
    return written();
  }

 private:
  static std::string passed(std::string_view what) {
    return fmt::format("    <testcase classname=\"milepost\" name=\"{}\"/>\n", xml_text(what));
  }

  bool fails(Severity severity) const {
    return severity == Severity::kError || (strict_ && severity == Severity::kWarning);
  }

  void add(const ReadError& read_error) {
    Suite suite;
    suite.name = read_error.path.empty() ? "milepost" : read_error.path;
    suite.tests = suite.errors = 1;
    suite.cases = fmt::format(
        "    <testcase classname=\"{}\" name=\"could be checked\">\n"
        "      <error type=\"trouble\" message=\"{}\"/>\n"
        "    </testcase>\n",
        xml_text(suite.name), xml_text(read_error.message));
    suites_.push_back(std::move(suite));
  }

  void add(const Finding& finding) {
    Suite& suite = suites_.back();
    const Region place = places_.of(finding);
    const std::string where = fmt::format("{}:{}:{}", suite.name, place.line, place.column);
    const std::string message =
        fmt::format("{} {}  {}", name(finding.severity), finding.code, full_message(finding));
    ++suite.tests;
    suite.cases +=
        fmt::format("    <testcase classname=\"{}\" name=\"{} {} {}:{}\">\n", xml_text(suite.name),
                    finding.code, finding.name, place.line, place.column);
    if (fails(finding.severity)) {
      ++suite.failures;
      suite.cases +=
          fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", finding.code,
                      xml_text(full_message(finding)), xml_text(where + ": " + message));
    } else {
      suite.cases +=
          fmt::format("      <system-out>{}</system-out>\n", xml_text(where + ": " + message));
    }
    suite.cases += "    </testcase>\n";
  }

  std::string written() const {
    Suite all;
    for (const auto& suite : suites_) {
      all.tests += suite.tests;
      all.failures += suite.failures;
      all.errors += suite.errors;
      all.cases += fmt::format(
          "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\">\n"
          "{}  </testsuite>\n",
          xml_text(suite.name), suite.tests, suite.failures, suite.errors, suite.cases);
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"milepost\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n"
        "{}</testsuites>\n",
        all.tests, all.failures, all.errors, all.cases);
  }

  const Run& run_;
  const bool strict_;
  Regions places_;
  std::vector<Suite> suites_;
};

}  // namespace

std::string render_junit(const Run& run, bool strict) { return JunitReport(run, strict).render(); }

}  // namespace milepost::findings

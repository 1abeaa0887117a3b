#include "corpus_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

#include "features/check/check_fixture.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

std::uint32_t line_of(const Finding& finding) {
  return finding.source->position(finding.span.begin).line;
}

bool satisfies(const Finding& finding, const Wanted& wanted) {
  return finding.code == wanted.rule && finding.severity == wanted.severity &&
         (wanted.line == 0 || line_of(finding) == wanted.line) &&
         finding.message.find(wanted.in_message) != std::string::npos;
}

}  // namespace

void Corpus::SetUp() {
  if (!fs::exists(corpus_folder() / "keps.bundle")) {
    GTEST_SKIP() << "no corpus at " << corpus_folder();
  }
}

const fs::path& keps() {
  static const fs::path clone = [] {
    const fs::path target =
        fs::temp_directory_path() / ("milepost-corpus-" + std::to_string(::getpid()));
    const std::string command = "git clone --quiet --branch master '" +
                                (corpus_folder() / "keps.bundle").string() + "' '" +
                                target.string() + "'";
    if (std::system(command.c_str()) != 0) return fs::path();
    std::atexit([] {
      fs::remove_all(fs::temp_directory_path() / ("milepost-corpus-" + std::to_string(::getpid())));
    });
    return target;
  }();
  return clone;
}

findings::Run run_check(const fs::path& directory, const std::vector<std::string>& paths,
                        const std::string& template_path) {
  WorkspaceOptions where;
  where.directory = directory.string();
  where.judging.template_path = template_path;
  where.judging.all = true;  // closed proposals show the trickiest headings
  auto run = check::open_and_check(where, {paths});
  EXPECT_TRUE(run.has_value()) << (run ? "" : run.error().message);
  return run ? std::move(*run) : findings::Run();
}

std::string all_of(const findings::Run& run) {
  std::string text;
  for (const Finding& finding : run.findings) {
    text += std::to_string(line_of(finding)) + " " + std::string(finding.code) + " " +
            finding.message + "\n";
  }
  return text;
}

void expect(const Case& c, const findings::Run& run) {
  SCOPED_TRACE(c.name);
  for (const Wanted& wanted : c.there) {
    const bool found = std::ranges::any_of(
        run.findings, [&](const Finding& finding) { return satisfies(finding, wanted); });
    EXPECT_TRUE(found) << wanted.rule << " at line " << wanted.line << " “" << wanted.in_message
                       << "” is missing among\n"
                       << all_of(run);
  }
  for (const char* rule : c.absent) {
    for (const Finding& finding : run.findings) {
      EXPECT_NE(finding.code, rule) << "line " << line_of(finding) << ": " << finding.message;
    }
  }
  if (c.most_errors >= 0) {
    EXPECT_LE(run.count(Severity::kError), static_cast<std::size_t>(c.most_errors)) << all_of(run);
  }
}

}  // namespace milepost

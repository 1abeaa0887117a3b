#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/named_path.h"
#include "base/printable.h"
#include "base/replace_file.h"
#include "base/result.h"
#include "cli/man.h"
#include "features/common/topics.h"
#include "main/verbs.h"

namespace milepost {

namespace {

namespace fs = std::filesystem;

constexpr Option kOptions[] = {
    {"--into", "", "DIR", "write each page to a file in DIR, made if need be, and list the files"},
    {"--dry-run", "", "", "with --into: list the files, and write none"},
};

constexpr Example kExamples[] = {
    {"milepost man check | man -l -", "read a page that is not installed"},
    {"milepost man --into ~/.local/share/man/man1", "let man find them: man milepost-check"},
};

Result<void> write_pages(const std::vector<ManPage>& pages, const fs::path& folder) {
  const std::string making = fmt::format("making {}", folder.string());
  TRY(const auto full, within(making, follow_named(folder.string())));
  std::error_code error;
  fs::create_directories(full, error);
  if (error) return failure(fmt::format("{}: {}", making, error.message()));
  for (const auto& page : pages) {
    const fs::path path = folder / (page.name + ".1");
    TRY(within("writing " + path.string(), replace_file(path.string(), page.text)));
  }
  return {};
}

int run_man(const Arguments& arguments, Console& console) {
  const std::string_view into = arguments.value("--into");
  if (into.empty() && arguments.has("--dry-run")) {
    return console.report_error("--dry-run needs --into: without it nothing is written");
  }
  const std::vector<std::string_view> words(arguments.operands().begin(),
                                            arguments.operands().end());
  std::vector<ManPage> pages;
  if (!words.empty()) {
    const auto verb = named_verb(words);
    if (!verb) return console.report_error(verb.error());
    pages.push_back(man_page(program(), **verb));
  } else if (into.empty()) {
    pages.push_back(man_overview(program()));
  } else {
    pages = all_man_pages(program());
  }

  if (into.empty()) {
    console.out += pages.front().text;
    return kClean;
  }
  const fs::path folder = fs::path(directory_of(arguments)) / into;
  if (!arguments.has("--dry-run")) {
    if (const auto done = write_pages(pages, folder); !done) {
      return console.report_error(done.error().message);
    }
  }
  for (const auto& page : pages) {
    console.out += printable((fs::path(into) / (page.name + ".1")).string()) + '\n';
  }
  return kClean;
}

}  // namespace

constinit const Verb kManVerb{
    "man",
    kUpkeep,
    "print a man page, or write them all into a folder",
    "Without a VERB, prints the page of milepost itself; with --into, writes every page.",
    kOptions,
    {"VERB", "such as check, or template show", 0, 2},
    kExamples,
    "0 printed, or written\n2 there is no such verb, or a page could not be written",
    run_man,
};

}  // namespace milepost

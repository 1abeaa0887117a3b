// Derives a pack's lineage.yaml from the versions of a template, given as
// DATE FILE pairs, oldest first:
//
//   derive_lineage 2018-12-01 v1.md 2019-02-08 v2.md … > lineage.yaml
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/date.h"
#include "base/files.h"
#include "base/limits.h"
#include "process/lineage.h"
#include "process/template.h"

namespace milepost {
namespace {

int derive(int argc, char** argv) {
  std::vector<std::unique_ptr<Template>> templates;
  std::vector<DatedTemplate> versions;
  for (int i = 1; i + 1 < argc; i += 2) {
    const auto date = parse_date(argv[i]);
    auto source = read_source(argv[i + 1], argv[i + 1], kLimits.document_bytes);
    if (!date || !source) {
      std::fprintf(stderr, "derive_lineage: %s: %s\n", argv[i + 1],
                   date ? source.error().message.c_str() : "its date must be yyyy-mm-dd");
      return 2;
    }
    templates.push_back(std::make_unique<Template>(std::move(*source)));
    versions.push_back({*date, templates.back().get()});
  }
  if (versions.empty()) {
    std::fputs("usage: derive_lineage DATE FILE [DATE FILE]... > lineage.yaml\n", stderr);
    return 2;
  }
  std::fputs(write_lineage(versions).c_str(), stdout);
  return 0;
}

}  // namespace
}  // namespace milepost

int main(int argc, char** argv) { return milepost::derive(argc, argv); }

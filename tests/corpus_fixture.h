// The corpus of real proposals, read in place, and what is wanted of a check of
// one. Where the corpus is absent, tests are skipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/finding.h"
#include "features/findings/model.h"
#include "process/process_fixture.h"

namespace milepost {

class Corpus : public testing::Test {
 protected:
  void SetUp() override;
};

// A clone of the bundle, made once and shared by the tests of one process; ""
// when it could not be made.
const std::filesystem::path& keps();

findings::Run run_check(const std::filesystem::path& directory,
                        const std::vector<std::string>& paths,
                        const std::string& template_path = {});

struct Wanted {
  const char* rule;
  Severity severity;
  std::uint32_t line;      // 0: anywhere
  const char* in_message;  // "" for any
};

struct Case {
  const char* name;
  const char* path;
  std::vector<Wanted> there;
  std::vector<const char*> absent;  // rules that must stay quiet
  int most_errors = -1;             // -1: not looked at
};

void expect(const Case& c, const findings::Run& run);

// Every finding on a line, for a failing test to show.
std::string all_of(const findings::Run& run);

}  // namespace milepost

#include "features/drift/feature_gates.h"

#include <gtest/gtest.h>

#include "process/process_fixture.h"

namespace milepost::drift {
namespace {

// "Name: Alpha@v1.30 Beta" for each gate.
std::vector<std::string> read(std::string_view text, const char* path) {
  const FeatureGates gates({make_source(text, path)});
  std::vector<std::string> lines;
  for (const CodeGate& gate : gates.all()) {
    std::string line = gate.name + ":";
    for (const GateEntry& entry : gate.entries) {
      line += " " + entry.stage;
      if (entry.version) line += "@" + to_string(*entry.version);
      EXPECT_EQ(entry.source->text(entry.span), entry.stage);
    }
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(FeatureGates, ReadsLists) {
  const struct {
    const char* name;
    std::string_view text;
    Lines want;
  } cases[] = {
      {"nothing", "", {}},
      {"comments alone", "# gates\n\n  # more\n", {}},
      {"words", "Fast alpha\nSlow  beta v1.30 # since long\n", {"Fast: alpha", "Slow: beta@v1.30"}},
      {"colons", "Fast: alpha\r\nSlow: \"GA\"\r\n", {"Fast: alpha", "Slow: GA"}},
      {"a table",
       "name,stage,version\nFast,Alpha,1.2\nFast,Beta,1.4\n",
       {"Fast: Alpha@v1.2 Beta@v1.4"}},
      {"versions in any order",
       "Fast beta 1.10\nFast alpha 1.9\n",
       {"Fast: alpha@v1.9 beta@v1.10"}},
      {"with its default", "Fast false alpha 1.2\nSlow=true\n", {"Fast: alpha@v1.2", "Slow:"}},
      {"only named", "Fast\n", {"Fast:"}},
      {"no text at all", "\x01\xff\n:,:\n", {"\x01\xff:"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(read(c.text, "gates.txt"), c.want);
  }
}

constexpr std::string_view kGo = R"go(package features

import "example.org/featuregate"

const (
	// Old featuregate.Feature = "Old"
	Fast featuregate.Feature = "Fast"
	/* Gone featuregate.Feature = "Gone" */
	Period featuregate.Feature = "CustomPeriod"
	Lonely featuregate.Feature = "Lonely" // PreRelease: featuregate.GA}
)

const unit string = "second"

var other = "text with { braces } and \"quotes\""

func init() {
	x := "y"
	runtime.Must(gate.Add(gates))
	if x == "y" { panic('}') }
}

var gates = map[featuregate.Feature]featuregate.FeatureSpec{
	Fast:           {Default: false, PreRelease: featuregate.Alpha},
	features.Slow:  {Default: true, PreRelease: featuregate.GA, LockToDefault: true}, // soon gone
}

var versioned = map[featuregate.Feature]featuregate.VersionedSpecs{
	Period: {
		{Version: version.MustParse("1.30"), Default: true, PreRelease: featuregate.Beta},
		{Version: version.MustParse("1.9"), Default: false, PreRelease: featuregate.Alpha}, // "x"
	},
	pkg.Whole: featuregate.VersionedSpecs{
		{
			Version:    version.MustParse(`1.31`),
			LockToDefault: true,
			PreRelease: featuregate.GA,
		},
	},
}

var needs = map[featuregate.Feature][]featuregate.Feature{
	Fast: {Period, Slow},
	Nothing: {},
}
)go";

TEST(FeatureGates, ReadsGo) {
  EXPECT_EQ(read(kGo, "features.go"), (Lines{"Fast: Alpha", "CustomPeriod: Alpha@v1.9 Beta@v1.30",
                                             "Lonely:", "Slow: GA", "Whole: GA@v1.31"}));
  EXPECT_EQ(read(kGo, "-").size(), 5) << "Go is known by its first word, too";
}

// "Fast-": its last entry is off by default; "+" on, "?" not said.
std::vector<std::string> defaults(std::string_view text, const char* path) {
  const FeatureGates gates({make_source(text, path)});
  std::vector<std::string> lines;
  for (const CodeGate& gate : gates.all()) {
    if (gate.entries.empty()) continue;
    const std::optional<bool> on = gate.entries.back().on;
    lines.push_back(gate.name + (!on ? '?' : *on ? '+' : '-'));
  }
  return lines;
}

TEST(FeatureGates, OnOrOffByDefault) {
  EXPECT_EQ(defaults(kGo, "features.go"), (Lines{"Fast-", "CustomPeriod+", "Slow+", "Whole?"}));
  EXPECT_EQ(defaults("A false alpha 1.2\nB: beta, TRUE\nC alpha\nD alpha true false\n", "list"),
            (Lines{"A-", "B+", "C?", "D+"}));
  EXPECT_EQ(defaults("package a\nA: {Default: on(), PreRelease: f.Beta}\n", "a.go"), Lines{"A?"});
}

TEST(FeatureGates, FilesBelongTogether) {
  const FeatureGates gates(
      {make_source("package a\nvar x = map[F]S{\n\tPeriod: {PreRelease: f.Beta},\n}\n", "b.go"),
       make_source("package a\nconst Period f.Feature = \"CustomPeriod\"\n", "a.go"),
       make_source("Other alpha 1.3\n", "list")});
  ASSERT_NE(gates.find("CustomPeriod"), nullptr);
  EXPECT_EQ(gates.find("CustomPeriod")->entries.at(0).source->path(), "b.go");
  EXPECT_EQ(gates.find("Period"), nullptr);
  EXPECT_EQ(gates.latest(), (Version{1, 3, 0}));
}

TEST(FeatureGates, BrokenGoIsReadAsFarAsItGoes) {
  const std::string deep = "package a\n" + std::string(100'000, '{') + "PreRelease: x.Y";
  for (const std::string_view text :
       {std::string_view("package a\nFast: {PreRelease: f.Alpha"),
        std::string_view("package a\n}}}\nFast: {Version: \"1.2\n, PreRelease: \"f\"}"),
        std::string_view("package a\n/* never closed Fast: {PreRelease: f.Alpha}"),
        std::string_view("package a\n`raw Fast: {PreRelease: f.Alpha}"), std::string_view(deep),
        std::string_view("package a\n\"\\")}) {
    EXPECT_EQ(read(text, "a.go"), Lines{});
  }
  EXPECT_EQ(read("package a\nA: {PreRelease: f.}\nB: {PreRelease: f.Beta}\n", "a.go"),
            (Lines{"A: f", "B: Beta"}));
}

}  // namespace
}  // namespace milepost::drift

#include "features/check/external.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "features/check/check_fixture.h"
#include "proposal/tree_fixture.h"

namespace milepost::check {
namespace {

using Texts = std::vector<std::string>;
using net::UrlState;
using net::UrlVerdict;

class External : public TreeFixture {
 protected:
  External() {
    write("keps/sig-a/1-one/README.md",
          "# KEP-1: One\n\n[a](https://a.example/gone#x) https://a.example/gone <mailto:x@y.z>\n"
          "https://b.example/slow\n");
    write("keps/sig-a/1-one/kep.yaml",
          "status: provisional\nsee-also:\n  - https://a.example/gone#y\n  - https://c.example/\n");
    write("keps/sig-a/2-two/README.md", "# KEP-2: Two\n\n[a](https://a.example/gone)\n");
    write("keps/sig-a/2-two/kep.yaml", "status: implemented\n");
    where_.directory = at("");
    where_.judging.select = {"MP409"};
    where_.jobs = 1;
  }

  // "path severity message".
  Texts findings(const UrlChecker& web) {
    auto checked = open_and_check(where_, {{}, false, web});
    error_ = checked ? "" : checked.error().message;
    run_ = checked ? std::move(*checked) : findings::Run{};
    Texts all;
    for (const Finding& finding : run_.findings) {
      all.push_back(
          fmt::format("{} {} {}", finding.source->path(), name(finding.severity), finding.message));
    }
    return all;
  }

  WorkspaceOptions where_;
  findings::Run run_;
  std::string error_;
};

TEST_F(External, AsksOnceForEachAddress) {
  Texts asked;
  findings([&](const Texts& urls) -> Result<std::vector<UrlVerdict>> {
    asked = urls;
    return std::vector<UrlVerdict>(urls.size(), {UrlState::kFine, ""});
  });
  EXPECT_EQ(asked,
            (Texts{"https://a.example/gone", "https://b.example/slow", "https://c.example/"}));
  EXPECT_EQ(run_.notes.back(), "the web was asked about 3 addresses");
}

TEST_F(External, TellsOfWhatIsDeadOnceForEachDocument) {
  const auto web = [](const Texts& urls) -> Result<std::vector<UrlVerdict>> {
    std::vector<UrlVerdict> verdicts;
    for (const std::string& url : urls) {
      if (url.ends_with("gone")) {
        verdicts.push_back({UrlState::kBroken, "the server answers 404"});
      } else {
        verdicts.push_back({url.ends_with("slow") ? UrlState::kUnclear : UrlState::kUnchecked, ""});
      }
    }
    return verdicts;
  };
  EXPECT_EQ(findings(web),
            (Texts{"keps/sig-a/1-one/README.md warning https://a.example/gone leads nowhere: the "
                   "server answers 404",
                   "keps/sig-a/2-two/README.md info https://a.example/gone leads nowhere: the "
                   "server answers 404"}));
  EXPECT_EQ(run_.notes.back(), "the web was asked about 3 addresses; 2 gave no clear answer");
}

TEST_F(External, FailsWhenTheWebCannotBeAsked) {
  findings([](const Texts&) -> Result<std::vector<UrlVerdict>> { return failure("no libcurl"); });
  EXPECT_EQ(error_, "--external cannot ask the web: no libcurl");
}

TEST_F(External, AsksNobodyUnasked) {
  EXPECT_EQ(findings(nullptr), Texts{});
  EXPECT_EQ(error_, "");
}

}  // namespace
}  // namespace milepost::check

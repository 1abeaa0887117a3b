#include "base/change_journal.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/beneath.h"
#include "base/strings.h"

namespace milepost {
namespace {

const ChangeJournal kJournal = {
    "../..",
    {"new", "new/deep"},
    {{"", "a.md", ".milepost-0123456789abcdef.tmp", fingerprint("old")},
     {"new/deep", "two\nlines \xFF.md", ".milepost-0000000000000000.tmp", std::nullopt},
     {"b", "gone.md", "", fingerprint("")}},
};

// The journal with one thing changed, and a hash that fits.
template <typename Change>
std::optional<ChangeJournal> parsed_after(Change change) {
  ChangeJournal journal = kJournal;
  change(journal);
  return parse_journal(to_bytes(journal));
}

std::string with_hash(std::string bytes) {
  const std::uint64_t hash = hash_bytes(bytes);
  for (unsigned shift = 64; shift > 0; shift -= 4) {
    bytes += "0123456789abcdef"[hash >> (shift - 4) & 15U];
  }
  return bytes + '\0';
}

TEST(ChangeJournals, AreReadAsTheyWereWritten) {
  EXPECT_EQ(parse_journal(to_bytes(kJournal)), kJournal);
  EXPECT_EQ(parse_journal(to_bytes({})), ChangeJournal{});
}

TEST(ChangeJournals, AreBadWhenCutShortOrDamaged) {
  const std::string bytes = to_bytes(kJournal);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(parse_journal(std::string_view(bytes).substr(0, size)).has_value()) << size;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(parse_journal(damaged).has_value()) << i;
  }
  EXPECT_FALSE(parse_journal(bytes + '\0').has_value());
}

TEST(ChangeJournals, AreBadWhenTheyReachOut) {
  EXPECT_TRUE(parsed_after([](ChangeJournal&) {}).has_value());
  const auto is_bad = [](auto change) { return !parsed_after(change).has_value(); };
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.new_folders[0] = "../x"; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.new_folders[0] = ""; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[0].folder = "/etc"; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[0].name = ""; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[0].name = "a/b"; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[0].name = ".."; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[0].temporary = "README.md"; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[0].temporary = ".milepost-/../x.tmp"; }));
  EXPECT_TRUE(is_bad([](ChangeJournal& j) { j.steps[2].before = std::nullopt; }));
}

TEST(ChangeJournals, WhateverIsReadStaysBeneathTheRoot) {
  const auto field =
      rc::gen::element<std::string>("0", "1", "1", "2", "", "a", "b/c", "../x", "-", "-", "3 ff",
                                    ".milepost-x.tmp", ".milepost-x.tmp", "99999999999999999999");
  int read = 0;
  for (std::uint64_t n = 0; n < 20'000; ++n) {
    std::string bytes("milepost changes 1\0..\0", 22);
    const auto fields = rc::gen::container<std::vector<std::string>>(field);
    for (const auto& text : fields(rc::Random(n), 12).value()) bytes += text + '\0';
    const auto journal = parse_journal(with_hash(bytes));
    if (!journal) continue;
    ++read;
    for (const auto& folder : journal->new_folders) EXPECT_TRUE(is_path_beneath(folder));
    for (const auto& step : journal->steps) {
      EXPECT_TRUE(is_path_beneath(step.path()));
      EXPECT_TRUE(step.temporary.empty() || step.temporary == ".milepost-x.tmp");
    }
  }
  EXPECT_GT(read, 10);
}

TEST(ChangeJournals, TemporaryNamesDiffer) {
  std::set<std::string> names;
  for (int i = 0; i < 100; ++i) names.insert(temporary_name());
  EXPECT_EQ(names.size(), 100U);
  EXPECT_EQ(names.begin()->size(), std::string(".milepost-0123456789abcdef.tmp").size());
}

}  // namespace
}  // namespace milepost

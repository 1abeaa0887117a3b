#include "store/event.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace milepost {
namespace {

Event sample() {
  Event event;
  event.stream = "proposal/4211";
  event.kind = "approved";
  event.by = "jane";
  event.time = {1'790'000'000};
  event.fields = {{"role", "prr"}, {"note", "so, be it:\n\xc3\xa4"}};
  event.texts = {Digest{}};
  event.number = 7;
  event.version = 2;
  return event;
}

Sha256 sha256() {
  auto loaded = Sha256::load();
  EXPECT_TRUE(loaded) << loaded.error().message;
  return *loaded;
}

TEST(Digest, OfKnownTexts) {
  EXPECT_EQ(sha256().of("").hex(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256().of("abc").hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, IsReadAsItIsWritten) {
  const std::string hex = sha256().of("abc").hex();
  ASSERT_TRUE(parse_digest(hex));
  EXPECT_EQ(parse_digest(hex)->hex(), hex);
  EXPECT_FALSE(parse_digest(""));
  EXPECT_FALSE(parse_digest(hex.substr(1)));
  EXPECT_FALSE(parse_digest(hex + "0"));
  EXPECT_FALSE(parse_digest("B" + hex.substr(1)));
  EXPECT_FALSE(parse_digest("g" + hex.substr(1)));
}

// Records hold these digests: when this test fails, the encoding has changed, and
// every record there is would be called damaged.
TEST(Event, ItsDigestNeverChanges) {
  EXPECT_EQ(digest_of(sha256(), sample()).hex(),
            "6a03e91028c7cc5e1f181ab779231d0b1739d0cbe6f3b72d9094150d25573c9c");
  EXPECT_EQ(digest_before_first(sha256(), "abc"), sha256().of("milepost record 1\nabc"));
}

TEST(Event, EveryPartCountsInItsDigest) {
  const Sha256 hash = sha256();
  const auto with = [](auto change) {
    Event event = sample();
    change(event);
    return event;
  };
  const struct {
    const char* name;
    Event event;
  } cases[] = {
      {"stream", with([](Event& e) { e.stream += "1"; })},
      {"kind", with([](Event& e) { e.kind = "approve"; })},
      {"by", with([](Event& e) { e.by.clear(); })},
      {"claimed", with([](Event& e) { e.claimed = false; })},
      {"time", with([](Event& e) { ++e.time.seconds; })},
      {"a value", with([](Event& e) { e.fields[1].second += " "; })},
      {"a key", with([](Event& e) { e.fields[0].first = "r"; })},
      {"order of fields", with([](Event& e) { std::swap(e.fields[0], e.fields[1]); })},
      {"a field less", with([](Event& e) { e.fields.pop_back(); })},
      {"where a value ends",
       with([](Event& e) { e.fields = {{"role", "prr,4:note,"}, {"x", "y"}}; })},
      {"texts", with([](Event& e) { e.texts.clear(); })},
      {"number", with([](Event& e) { ++e.number; })},
      {"version", with([](Event& e) { ++e.version; })},
      {"before", with([](Event& e) { e.before.bytes[31] = 1; })},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_NE(digest_of(hash, c.event), digest_of(hash, sample()));
  }
}

TEST(Event, FieldsAreReadAsTheyAreWritten) {
  const EventFields cases[] = {
      {}, {{"a", ""}}, {{"a", "1:b,"}, {"c,", "\xc3\xa4\n"}}, sample().fields};
  for (const auto& fields : cases) EXPECT_EQ(parse_fields(fields_text(fields)), fields);
  for (const char* wrong :
       {"1:a", "1:a,", "1:a,2:b,", "01:a,1:b,", "a", ":,", "1", "-1:a,1:b,",
        "99999999999999999999:a,1:b,", "18446744073709551615:a,1:b,", "1:a,1:bc"}) {
    EXPECT_FALSE(parse_fields(wrong)) << wrong;
  }
  EXPECT_EQ(parse_texts(texts_text({sha256().of("a"), sha256().of("b")})),
            (std::vector{sha256().of("a"), sha256().of("b")}));
  EXPECT_FALSE(parse_texts("ab"));
}

TEST(Event, LimitsAreKept) {
  struct Case {
    const char* name;
    void (*change)(Event&);
    std::string want;
  };
  const Case cases[] = {
      {"right", [](Event&) {}, ""},
      {"no stream", [](Event& e) { e.stream.clear(); }, "an event needs a stream"},
      {"no kind", [](Event& e) { e.kind.clear(); }, "an event needs a kind"},
      {"nobody", [](Event& e) { e.by.clear(); }, ""},
      {"long name", [](Event& e) { e.by.assign(257, 'a'); },
       "the author of an event is longer than 256 bytes"},
      {"line end in a name", [](Event& e) { e.stream += "\n"; },
       "the stream of an event has characters that no name can have"},
      {"no UTF-8", [](Event& e) { e.kind += "\xff"; },
       "the kind of an event has characters that no name can have"},
      {"zero in a value", [](Event& e) { e.fields[0].second = std::string(1, '\0'); },
       "the role is no text: it is not UTF-8, or has a NUL in it"},
      {"twice", [](Event& e) { e.fields[1].first = "role"; }, "an event has two fields role"},
      {"too large", [](Event& e) { e.fields[0].second.assign(64UL * 1024, 'a'); },
       "the role is too long: it has 65536 bytes, and all that is recorded at once may have 65536"},
      {"too many fields",
       [](Event& e) {
         for (int i = 0; i < 64; ++i) e.fields.emplace_back("f" + std::to_string(i), "");
       },
       "an event has more than 64 fields"},
      {"too many texts", [](Event& e) { e.texts.resize(257); }, "an event has more than 256 texts"},
      {"before 1970", [](Event& e) { e.time.seconds = -1; },
       "the time of an event is not of 1970 to 9999"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Event event = sample();
    c.change(event);
    const auto checked = check_event(event);
    EXPECT_EQ(checked ? "" : checked.error().message, c.want);
  }
}

}  // namespace
}  // namespace milepost

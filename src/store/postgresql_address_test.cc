#include "store/postgresql_address.h"

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(PostgresqlAddress, IsShownWithoutPasswords) {
  const struct {
    const char* text;
    const char* shown;
  } cases[] = {
      {"postgresql://host/db", "postgresql://host/db"},
      {"postgres://jane@host:5432/db", "postgres://jane@host:5432/db"},
      {"postgresql://jane:secret@host/db", "postgresql://jane:***@host/db"},
      {"postgresql://jane:%40%2F@[::1]:5432,b:1/db?sslmode=require",
       "postgresql://jane:***@[::1]:5432,b:1/db?sslmode=require"},
      {"postgresql:///db?host=/run&user=a&password=b&sslpassword=c",
       "postgresql:///db?host=/run&user=a&password=***&sslpassword=***"},
      {"postgresql://host/db?pass%77ord=b", "postgresql://host/db?pass%77ord=***"},
      {"postgresql://", "postgresql://"},
  };
  for (const auto& c : cases) {
    const auto address = PostgresqlAddress::parse(c.text);
    ASSERT_TRUE(address) << c.text;
    EXPECT_EQ(address->shown(), c.shown);
    EXPECT_EQ(address->text(), c.text);
  }
}

// libpq would take a part of the password for something that it shows.
TEST(PostgresqlAddress, IsRefusedWhenItsPasswordMightBeSomethingElse) {
  for (const char* text :
       {"postgresql://jane:se@cret@host/db", "postgresql://jane:se/cret@host/db",
        "postgresql://jane:12/secret@host/db", "postgresql://jane:se?cret@host/db",
        "postgresql://jane:se#cret@host/db", "postgresql://jane:se:cret@host/db",
        "postgresql://host:secret/db", "postgresql://[::1]secret/db", "postgresql://[secret/db",
        "mysql://jane:secret@host/db", "secret", ""}) {
    const auto address = PostgresqlAddress::parse(text);
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(address.error().message.find("cret"), std::string::npos) << text;
  }
}

TEST(PostgresqlAddress, BlanksPasswordsInMessages) {
  const auto address = PostgresqlAddress::parse("postgresql://a:se%20cret@h/d?password=se");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->blanked("no \"se%20cret\", no \"se cret\", no se"),
            "no \"***\", no \"***\", no ***");
  EXPECT_EQ(PostgresqlAddress::parse("postgresql://a:@h")->blanked("as it is"), "as it is");
}

}  // namespace
}  // namespace milepost

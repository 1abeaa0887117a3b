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
      // What is not known to be harmless is not shown.
      {"postgresql://host/db?token=b&sslkey=c&passfile=d&SSLMODE=e",
       "postgresql://host/db?token=***&sslkey=***&passfile=***&SSLMODE=***"},
      {"postgresql://host/db?sslmode=require&se%63ret=b&user=a&empty=",
       "postgresql://host/db?sslmode=require&se%63ret=***&user=a&empty="},
      {"postgresql://host/db?secret&application_name=a",
       "postgresql://host/db?***&application_name=a"},
      {"postgresql://host/db?options=-csearch_path%3Dours",
       "postgresql://host/db?options=-csearch_path%3Dours"},
      {"postgresql://host/db?options=-cx.token%3Dsecret", "postgresql://host/db?options=***"},
      {"postgresql://host/db?options=-csearch_path%3Da%20-cx.y%3Dsecret",
       "postgresql://host/db?options=***"},
      {"postgresql://host/db?dbname=password%3Dsecret", "postgresql://host/db?dbname=***"},
      {"postgresql://host/db?host=postgresql%3A//a:secret%40b", "postgresql://host/db?host=***"},
      {"postgresql://jane%3Asecret@host/db", "postgresql://***@host/db"},
      {"postgresql://jane%40tenant@host/db", "postgresql://jane%40tenant@host/db"},
      {"postgresql://host/db%3Fpassword%3Dsecret", "postgresql://host/***"},
  };
  for (const auto& c : cases) {
    const auto address = PostgresqlAddress::parse(c.text);
    ASSERT_TRUE(address) << c.text;
    EXPECT_EQ(address->shown(), c.shown);
    EXPECT_EQ(address->text(), c.text);
  }
}

TEST(PostgresqlAddress, NamesASchema) {
  const struct {
    const char* text;
    const char* want;  // "" for a refusal
  } cases[] = {
      {"postgresql://host/db", "postgresql://host/db?options=-csearch_path%3Dkep"},
      {"postgresql://host/db?sslmode=require",
       "postgresql://host/db?sslmode=require&options=-csearch_path%3Dkep"},
      {"postgresql://host/db?options=-csearch_path%3Dours", ""},
      {"postgresql://host/db?user=a&op%74ions=b", ""},
  };
  for (const auto& c : cases) {
    const auto address = PostgresqlAddress::parse(c.text);
    ASSERT_TRUE(address) << c.text;
    EXPECT_EQ(address->in_schema("kep").value_or(""), c.want) << c.text;
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
  const auto options = PostgresqlAddress::parse(
      "postgresql://h/d%3Fp%3Dhunter2?token=to%20ken&end&options=-cx%3Dsesame");
  ASSERT_TRUE(options);
  EXPECT_EQ(
      options->blanked("\"d?p=hunter2\", \"hunter2\", \"to ken\", \"end\", \"sesame\", \"h\""),
      "\"***\", \"***\", \"***\", \"***\", \"***\", \"h\"");
}

}  // namespace
}  // namespace milepost

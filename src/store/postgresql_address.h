// Where a PostgreSQL database is, as somebody wrote it, and how to speak of it
// without giving away its password.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace milepost {

class PostgresqlAddress {
 public:
  // postgresql://[user[:password]@]host[:port][,…][/database][?option=value&…]
  //
  // Refuses an address that might be read in two ways, since libpq would then show
  // parts of a password as the name of a host or a database. The error shows nothing
  // of the address.
  static Result<PostgresqlAddress> parse(std::string_view text);

  // Whether a text is meant as such an address.
  static bool is_meant(std::string_view text);

  const std::string& text() const { return text_; }    // for libpq alone
  const std::string& shown() const { return shown_; }  // with *** for each password

  // The address of the tables in one schema of the database. Refused for an address that has
  // options for the session already, since there is room for one.
  Result<std::string> in_schema(std::string_view schema) const;

  // A message without any password in it.
  std::string blanked(std::string_view message) const;

 private:
  std::string text_;
  std::string shown_;
  std::vector<std::string> secrets_;  // as written, and decoded
};

}  // namespace milepost

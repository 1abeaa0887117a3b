// Lines of fields with tabs between them: how milepost keeps what only it reads.
// Any text may be a field.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace milepost {

void add_line(std::string& out, std::initializer_list<std::string_view> fields);
void add_line(std::string& out, const std::vector<std::string>& fields);

// Several texts in one field, and back.
std::string as_field(const std::vector<std::string>& texts);
std::vector<std::string> texts_of(std::string_view field);

// Reads line by line. The text must outlive it.
class TabLines {
 public:
  explicit TabLines(std::string_view text) : rest_(text) {}

  // False at the end.
  bool next();
  const std::vector<std::string>& fields() const { return fields_; }

 private:
  std::string_view rest_;
  std::vector<std::string> fields_;
};

}  // namespace milepost

// What HTML says of tags by their names.
#pragma once

#include <string_view>

namespace milepost::html {

bool has_no_end(std::string_view name);

// What stands in it is text up to its end tag: no comment and no other tag.
bool holds_text(std::string_view name);

// Where other rules hold for what a comment or a tag is.
bool has_own_rules(std::string_view name);

// Left open, these go on in the blocks after them.
bool is_formatting(std::string_view name);

bool is_heading_tag(std::string_view name);

// Where one begins, a paragraph ends.
bool ends_paragraph(std::string_view name);

// A browser keeps an end tag of a name that it does not know from reaching over these.
bool is_special(std::string_view name);

// An end tag reaches no further than the innermost of these.
bool bars_end_tags(std::string_view name);

// A table and what only stands in one.
bool is_of_table(std::string_view name);

// What may only hold others of a table: text in it is shown before the table.
bool holds_rows(std::string_view name);

// It concerns the whole page, wherever it stands.
bool is_of_page(std::string_view name);

// A browser has rules of its own for where it begins and ends.
bool is_intricate(std::string_view name);

// Words before and after it do not belong together.
bool parts_words(std::string_view name);

}  // namespace milepost::html

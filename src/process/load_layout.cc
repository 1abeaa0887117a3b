#include <fmt/format.h>

#include "base/strings.h"
#include "process/load_parts.h"
#include "process/title_prefix.h"

namespace milepost {

void read_metadata_places(YamlReader& in, const YamlNode& parent, Layout& layout) {
  if (!parent.find("metadata")) return;
  layout.metadata.clear();
  for (const YamlNode& form : in.list(parent, "metadata")) {
    in.expect_keys(form, {"file", "front-matter", "section", "under-title"});
    if (form.find("file")) {
      layout.metadata.push_back({MetadataForm::kFile, in.text(form, "file")});
    } else if (form.find("section")) {
      layout.metadata.push_back({MetadataForm::kSection, in.text(form, "section")});
    } else if (in.boolean(form, "front-matter", false)) {
      layout.metadata.push_back({MetadataForm::kFrontMatter, {}});
    } else if (in.boolean(form, "under-title", false)) {
      layout.metadata.push_back({MetadataForm::kUnderTitle, {}});
    } else {
      in.fail(form.span,
              "metadata is in a `file`, in the `front-matter`, in a list `under-title` or in a "
              "`section`");
    }
  }
}

void read_title_prefix(YamlReader& in, const YamlNode& parent, Layout& layout) {
  const YamlNode* const node = parent.find("title-prefix");
  if (!node) return;
  layout.title_prefix = in.text(parent, "title-prefix");
  layout.title_prefix_place = in.place(node->span);
  const std::string wrong = fault_of_title_prefix(layout.title_prefix);
  if (!wrong.empty()) in.fail(node->span, wrong);
}

void read_companies(YamlReader& in, const YamlNode& parent, Companies& companies) {
  const YamlNode* const node = in.map(parent, "companies");
  if (!node) return;
  in.expect_keys(*node, {"file", "of"});
  in.replace(*node, "file", companies.file);
  const YamlNode* const of = in.map(*node, "of");
  if (!of) return;
  companies.of.clear();
  for (const YamlEntry& entry : of->entries) {
    std::string_view handle = trim(entry.key);
    if (handle.starts_with('@')) handle.remove_prefix(1);
    if (handle.empty()) in.fail(entry.key_span, "`of` gives the company of a handle");
    companies.of.emplace_back(handle, in.required_text(*of, entry.key));
  }
}

}  // namespace milepost

#include "process/heading_index.h"

#include "process/heading_key.h"

namespace milepost {

HeadingIndex::HeadingIndex(const Template& pattern, const Process& process, const Lineage& lineage)
    : pattern_(&pattern) {
  for (const TemplateSection& section : pattern.sections()) add_key(section.key, process, lineage);
  for (const auto& [key, presence] : lineage.headings) add_key(key, process, lineage);
  for (const auto* renames : {&process.renames, &lineage.renames}) {
    for (const auto& [key, current] : *renames) add_key(key, process, lineage);
  }
  for (const TemplateSection& section : pattern.sections()) {
    add_title(section.title);
    presences_.push_back(lineage.find(section.key));
  }
  for (const std::string& title : lineage.titles) add_title(title);
}

void HeadingIndex::add_key(const std::string& key, const Process& process, const Lineage& lineage) {
  const auto [at, is_new] = by_key_.try_emplace(key);
  if (!is_new) return;
  KnownHeading& known = at->second;
  known.key = at->first;
  known.sections = pattern_->find(key);
  known.presence = lineage.find(key);
  for (const auto* renames : {&process.renames, &lineage.renames}) {
    const auto to = renames->find(key);
    if (to == renames->end()) continue;
    known.renamed = pattern_->find(to->second);
    break;
  }
  if (!key.ends_with(kAndMore)) return;
  known.begins = true;
  known.key.remove_suffix(1);  // the blank stays: whole words begin it
  if (known.renamed) beginnings_.push_back(&known);
}

void HeadingIndex::add_title(std::string_view title) {
  if (const KnownHeading* known = find_key(heading_key(title))) by_text_.emplace(title, known);
}

const KnownHeading* HeadingIndex::find_text(std::string_view title) const {
  const auto found = by_text_.find(title);
  return found == by_text_.end() ? nullptr : found->second;
}

const KnownHeading* HeadingIndex::find_key(std::string_view key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? find_beginning(key) : &found->second;
}

const KnownHeading* HeadingIndex::find_beginning(std::string_view key) const {
  for (const KnownHeading* known : beginnings_) {
    if (key.size() > known->key.size() && key.starts_with(known->key)) return known;
  }
  return nullptr;
}

const KnownHeading* HeadingIndex::find(std::string_view title) const {
  if (const KnownHeading* known = find_text(title)) return known;
  return find_key(heading_key(title));
}

}  // namespace milepost

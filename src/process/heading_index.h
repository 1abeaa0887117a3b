// What is known about headings, so that each of a document's is looked up once:
// most are a template's to the letter, and need not be taken apart into words.
//
// An index is made for one template, its lineage and its process, and refers to
// them: keep them alive. Immutable; threads may share it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "process/process.h"

namespace milepost {

struct KnownHeading {
  std::string_view key;  // heading_key
  // The template's sections with this key, and those it stands for under another
  // name, known from the pack or the template's earlier versions; or nullptr.
  const std::vector<std::uint32_t>* sections = nullptr;
  const std::vector<std::uint32_t>* renamed = nullptr;
  const Presence* presence = nullptr;  // in the template's versions, or nullptr
  bool begins = false;                 // the key is only how such headings begin

  const std::vector<std::uint32_t>* targets() const { return sections ? sections : renamed; }
};

class HeadingIndex {
 public:
  HeadingIndex(const Template& pattern, const Process& process, const Lineage& lineage);
  HeadingIndex(HeadingIndex&&) = default;
  HeadingIndex& operator=(HeadingIndex&&) = default;
  HeadingIndex(const HeadingIndex&) = delete;
  HeadingIndex& operator=(const HeadingIndex&) = delete;

  const Template& pattern() const { return *pattern_; }
  // In which versions the template's section stood; nullptr when in none.
  const Presence* presence(std::size_t t) const { return presences_[t]; }

  // All give nullptr for a heading nothing is known of.
  const KnownHeading* find_text(std::string_view title) const;  // to the letter
  const KnownHeading* find_key(std::string_view key) const;
  const KnownHeading* find(std::string_view title) const;  // by its text, else by its key

 private:
  void add_key(const std::string& key, const Process& process, const Lineage& lineage);
  void add_title(std::string_view title);
  const KnownHeading* find_beginning(std::string_view key) const;

  const Template* pattern_;
  std::unordered_map<std::string_view, KnownHeading> by_key_;
  std::unordered_map<std::string_view, const KnownHeading*> by_text_;
  std::vector<const KnownHeading*> beginnings_;  // names that any words may follow
  std::vector<const Presence*> presences_;       // parallel to the template's sections
};

}  // namespace milepost

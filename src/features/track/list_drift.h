// A list that stands in the document and in the tracking issue is one list: where its
// two copies differ. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gates/tracker.h"
#include "proposal/judgement.h"

namespace milepost::track {

// In which of the copies an item is.
enum class FoundIn : std::uint8_t { kBoth, kDocument, kIssue };

std::string_view name(FoundIn found_in);  // "both", "document", "issue"

// An item that says one thing in the document and another in the issue, or is in one of
// them alone.
struct ListDrift {
  std::string list, key, text;
  bool in_document = false;  // ticked there
  bool in_issue = false;     // done there
  std::string path;          // of the document
  std::uint32_t line = 0;    // in it; 0: it is not there
  std::uint32_t column = 0;
  bool computed = false;  // in the issue, so nobody ticks it there
  FoundIn found_in = FoundIn::kBoth;
  std::string evidence = {};  // of what is computed
  Span box = {};  // in the document, that is not as it is computed; empty of every other drift
};

struct ListCopies {
  const TrackingForm& form;
  const Document& document;
  const Judgement& judgement;  // of the document
  const Tracker& tracker;      // of the issue
};

// Of lists that both have. One copy lacks an item when its own template has it, or when
// no template does, so that somebody added it to the other. What only the template of the
// other has, or a version of the document's that is newer than it, is no drift; nor is
// what does not apply, nor what is computed: see box_drifts.
std::vector<ListDrift> list_drifts(const ListCopies& copies);

// Boxes of the document that are not as they are computed, whether or not there is an issue.
std::vector<ListDrift> box_drifts(const Document& document, const Tracker& tracker);

}  // namespace milepost::track

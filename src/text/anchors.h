// The places within a document that a link can lead to: "#fragment".
//
// They are those of GitHub's page of the document: a slug for every heading,
// nested ones and those written as HTML too, and each `id` or `name` in raw HTML.
// Where it is not certain what GitHub does, both readings are offered. Immutable
// and independent of the Document once made; threads may share it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/fingerprint.h"
#include "base/span.h"
#include "text/document.h"

namespace milepost {

class Anchors {
 public:
  explicit Anchors(const Document& document);

  // Whether a fragment, as written but without its "#", leads to a place: an
  // anchor above, the top, or a line ("L10-L20", which GitHub shows of any file).
  bool has(std::string_view fragment) const;

  // The anchor most like the fragment, "" when none is like it. Compares it with
  // every anchor, so ask for a bounded number of fragments.
  std::string_view nearest(std::string_view fragment) const;

  Fingerprint fingerprint() const;  // of all places

 private:
  std::vector<std::string> add_slugs(const std::vector<std::string>& texts);

  std::vector<std::string> offered_;  // what nearest() chooses from
  std::unordered_set<std::string> slug_keys_;
  std::unordered_set<std::string> names_;  // ids and names, which are matched exactly
};

// From each "<!-- toc -->" to its "<!-- /toc -->". The tools that write the lists
// between them have slugs of their own: what is right there is judged as a whole,
// by the rules for tables of contents, and not link by link.
std::vector<Span> toc_spans(const Document& document);

}  // namespace milepost

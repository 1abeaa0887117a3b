// The places a document links to: each different destination once, resolved.
//
// Links in tables of contents are left out; those are judged as a whole. The
// document is read when places() is first called, so an object is for one thread
// at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"
#include "process/process.h"
#include "proposal/link_target.h"
#include "text/document.h"

namespace milepost {

// Where the repository is shown on the web, by its process and by git: addresses without a
// slash at the end, below which are its issues and pages.
std::vector<std::string> own_addresses(const Process& process);
// Addresses that stand for the root of the repository.
std::vector<std::string> own_roots(const Process& process);

struct LinkedPlace {
  std::string destination;  // as a browser is told
  LinkTarget target;
  Span span;           // where the destination is first written, or the link without one
  bool image = false;  // shown as an image somewhere
};

class Links {
 public:
  // `path` is the document's, relative to the root.
  Links(const Process& process, const Document& document, std::string_view path);

  const std::vector<LinkedPlace>& places() const;  // in the order of the document
  // Where the destination of the i-th place is written, in order.
  std::vector<Span> spans_of(std::size_t i) const;

 private:
  void read() const;

  const Document* document_;
  std::string path_;
  std::vector<std::string> own_urls_;
  mutable std::optional<std::vector<LinkedPlace>> places_;
  mutable std::vector<std::pair<std::size_t, Span>> written_;  // place and destination
};

}  // namespace milepost

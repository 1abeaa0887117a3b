#include "proposal/links.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "text/anchors.h"
#include "text/inline.h"

namespace milepost {

namespace {

// What is no link, although it is written like one: a footnote's text
// ("[^1]: word"), a comment by way of an empty definition ("[//]: <> (words)"),
// and what only repeats a definition.
bool counts(const Document& document, const Link& link) {
  if (link.kind == LinkKind::kReference) return false;
  if (link.label.empty()) return true;
  return !link.destination.empty() && !document.text(link.label).starts_with('^');
}

// Where the destinations are written that references show. Nobody can follow others.
std::unordered_set<std::uint32_t> shown_definitions(const std::vector<Link>& links) {
  std::unordered_set<std::uint32_t> shown;
  for (const Link& link : links) {
    if (link.kind != LinkKind::kDefinition && !link.label.empty())
      shown.insert(link.destination.begin);
  }
  return shown;
}

// Skips through the tables of contents beside the links, which come in order.
class TocFilter {
 public:
  explicit TocFilter(const Document& document) : spans_(toc_spans(document)) {}

  bool holds(Span link) {
    while (next_ < spans_.size() && spans_[next_].end <= link.begin) ++next_;
    return next_ < spans_.size() && spans_[next_].contains(link);
  }

 private:
  std::vector<Span> spans_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::string> own_addresses(const Process& process) {
  std::vector<std::string> addresses;
  std::string_view url = process.layout.url;
  // The address may be that of the files.
  for (const std::string_view page : kOwnPages) url = url.substr(0, url.find(page));
  while (url.ends_with('/')) url.remove_suffix(1);
  if (!url.empty()) addresses.emplace_back(url);
  for (const std::string& remote : process.layout.remotes) {
    if (std::ranges::find(addresses, remote) == addresses.end()) addresses.push_back(remote);
  }
  return addresses;
}

std::vector<std::string> own_roots(const Process& process) {
  const std::string& folder = process.layout.git_folder;
  std::vector<std::string> roots;
  for (const std::string& address : own_addresses(process)) {
    for (const std::string_view page : kOwnPages) {
      std::string& root = roots.emplace_back(address).append(page);
      if (!folder.empty()) root.append("/").append(folder);
    }
  }
  return roots;
}

Links::Links(const Process& process, const Document& document, std::string_view path)
    : document_(&document), path_(path), own_urls_(own_roots(process)) {}

const std::vector<LinkedPlace>& Links::places() const {
  if (!places_) read();
  return *places_;
}

std::vector<Span> Links::spans_of(std::size_t i) const {
  std::vector<Span> spans;
  for (const auto& [place, span] : written_) {
    if (place == i) spans.push_back(span);
  }
  return spans;
}

void Links::read() const {
  std::vector<LinkedPlace>& places = places_.emplace();
  // By what is written; an address that stands by itself is read differently.
  std::unordered_map<std::string_view, std::size_t> seen[2];
  TocFilter toc(*document_);
  const std::vector<Link> links = find_links(*document_);
  const auto shown = shown_definitions(links);
  for (const Link& link : links) {
    if (!counts(*document_, link) || toc.holds(link.span)) continue;
    if (link.kind == LinkKind::kDefinition && !shown.contains(link.destination.begin)) continue;
    const bool by_itself = link.kind == LinkKind::kAutolink || link.kind == LinkKind::kBare;
    const auto [at, fresh] =
        seen[by_itself ? 1 : 0].emplace(document_->text(link.destination), places.size());
    if (fresh) {
      LinkedPlace& place = places.emplace_back();
      place.destination = destination_of(*document_, link);
      place.target = link_target(path_, place.destination, own_urls_);
      place.span = link.destination.empty() ? link.span : link.destination;
    }
    if (link.kind == LinkKind::kImage) places[at->second].image = true;
    // An image by reference is written where its definition is, which comes by itself.
    if (link.label.empty() || link.kind == LinkKind::kDefinition) {
      written_.emplace_back(at->second, link.destination);
    }
  }
}

}  // namespace milepost

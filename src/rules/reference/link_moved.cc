// MP408 link-moved: a link leads to where a proposal once was.
#include <filesystem>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"

namespace milepost {

namespace {

// What the old path led to, in the new place: the file of that name, else the
// document when a document was meant, else the folder.
std::string new_place(const RuleInput& in, const std::string& old, const Card& card) {
  if (card.path != card.files.document) {
    const std::string same = card.path + "/" + old.substr(old.rfind('/') + 1);
    if (in.facts.path_kind(same) != PathKind::kNothing) return same;
  }
  return old.ends_with(".md") && card.files.has_document ? card.files.document : card.path;
}

// Fit to be a destination between parentheses.
std::string encoded(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = is_alnum(c) || std::string_view("/.-_~+@,=").find(c) != std::string::npos ||
                       static_cast<unsigned char>(c) >= 0x80;
    if (plain) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string written_like(const std::string& destination, const std::string& from,
                         const std::string& path) {
  if (destination.starts_with('/')) return "/" + path;
  namespace fs = std::filesystem;
  return fs::path(path).lexically_relative(fs::path(from).parent_path()).generic_string();
}

}  // namespace

void link_moved(const RuleInput& in, Sink& sink) {
  if (!in.facts.is_repository()) return;
  const auto& places = in.links.places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const LinkedPlace& place = places[i];
    const LinkTarget& target = place.target;
    if (target.kind != TargetKind::kFile) continue;
    if (in.facts.path_kind(target.path) != PathKind::kNothing) continue;
    const Card* moved = in.facts.find_moved(target.path);
    if (!moved || looks_like_host(place.destination)) continue;
    const std::string path = new_place(in, target.path, *moved);
    Finding& finding = sink.report(
        in.proposal.document.source(), place.span,
        fmt::format("the proposal behind \"{}\" has moved; it is now {}", place.destination, path));
    // An address goes on being one.
    if (place.destination.find("//") != std::string::npos) continue;
    Fix fix{"write where it is now", {}};
    const std::string text = encoded(written_like(place.destination, in.card.files.document, path));
    for (const Span span : in.links.spans_of(i)) {
      const std::string_view before_fragment = cut(in.proposal.document.text(span), '#').first;
      const auto end = span.begin + static_cast<std::uint32_t>(before_fragment.size());
      fix.edits.push_back({{span.begin, end}, text});
    }
    finding.fixes.push_back(std::move(fix));
  }
}

}  // namespace milepost

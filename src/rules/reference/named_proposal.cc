#include "rules/reference/named_proposal.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/facts.h"
#include "proposal/links.h"
#include "proposal/proposal.h"

namespace milepost {

namespace {

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view folder_above(std::string_view path) {
  return path.substr(0, path.size() - std::min(path.size(), last_part(path).size() + 1));
}

std::string_view without_slashes(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

bool is_within(std::string_view path, const Card& card) {
  path = without_slashes(path);
  return path == card.path || path.starts_with(card.path + "/");
}

// Its folder and group are the same, or it lies in its folder: only the way there is wrong.
bool is_same_place(std::string_view path, const Card& card) {
  if (is_within(path, card)) return true;
  path = without_slashes(path);
  const std::string_view own = card.path;
  const std::string_view group = last_part(folder_above(own));
  if (group.empty()) return false;
  const std::string tail = fmt::format("{}/{}", group, last_part(own));
  for (const std::string_view part : {path, folder_above(path)}) {
    if (part == tail || part.ends_with("/" + tail)) return true;
  }
  return false;
}

// Numbers with zeros before them may be those of another count.
bool is_padded(std::string_view path, const std::string& number) {
  return path.find("0" + number) != path.npos;
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

const Card* moved_from(const RuleInput& in, const std::string& path) {
  const Card* const card = in.facts.find_moved(path);
  return card && !is_same_place(path, *card) ? card : nullptr;
}

const Card* named_by(const RuleInput& in, const std::string& path) {
  if (const Card* const card = in.facts.find_moved(path)) {
    return is_within(path, *card) ? nullptr : card;
  }
  const std::string number = number_in_path(path);
  if (number.empty()) return nullptr;
  const auto numbered = in.facts.proposals_numbered(number);
  if (numbered.size() != 1 || numbered.front()->path == in.card.path) return nullptr;
  const Card* const card = numbered.front();
  const bool same_count = is_padded(path, number) == is_padded(card->path, number);
  return same_count && !is_within(path, *card) ? card : nullptr;
}

std::string place_in(const RuleInput& in, const std::string& path, const Card& card) {
  if (card.path != card.files.document) {
    const std::string same = card.path + "/" + std::string(last_part(path));
    if (in.facts.path_kind(same) != PathKind::kNothing) return same;
  }
  return path.ends_with(".md") && card.files.has_document ? card.files.document : card.path;
}

Fix relink(const RuleInput& in, std::size_t i, const std::string& path) {
  const LinkedPlace& place = in.links.places()[i];
  Fix fix{"write where it is now", {}};
  const std::string text = encoded(written_like(place.destination, in.card.files.document, path));
  for (const Span span : in.links.spans_of(i)) {
    const std::string_view before_fragment = cut(in.proposal.document.text(span), '#').first;
    const auto end = span.begin + static_cast<std::uint32_t>(before_fragment.size());
    fix.edits.push_back({{span.begin, end}, text});
  }
  return fix;
}

}  // namespace milepost

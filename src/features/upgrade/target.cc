#include "features/upgrade/target.h"

#include <algorithm>

#include "base/strings.h"
#include "process/heading_key.h"

namespace milepost::upgrade {

namespace {

constexpr std::string_view kMarkers[] = {"#", "##", "###", "####", "#####", "######", "*"};

// 0 for "* How can …?".
int level_of(std::string_view marked) {
  const std::size_t hashes = marked.find_first_not_of('#');
  return hashes == marked.npos ? 0 : static_cast<int>(hashes);
}

}  // namespace

std::string UpgradeTarget::title(std::uint32_t t) const {
  const TemplateSection& wanted = judgement_.wanted(t);
  if (is_current()) return wanted.title;
  const std::string_view marked = lineage().spelling(wanted.key, to_);
  return marked.empty() ? wanted.title : std::string(trim(cut(marked, ' ').second));
}

int UpgradeTarget::level(std::uint32_t t) const {
  const TemplateSection& wanted = judgement_.wanted(t);
  if (is_current()) return wanted.level;
  const std::string_view marked = lineage().spelling(wanted.key, to_);
  return marked.empty() ? wanted.level : level_of(marked);
}

bool UpgradeTarget::is_template_title(std::string_view text) const {
  return std::ranges::any_of(kMarkers, [&](std::string_view marker) {
    return lineage().marked_titles.contains(std::string(marker).append(" ").append(text));
  });
}

bool UpgradeTarget::renames(std::uint32_t t, std::string_view written) const {
  const std::string wanted = title(t);
  if (written == wanted || !is_template_title(written)) return false;
  // Today's template may differ from the newest version the lineage knows.
  const std::string_view marked = lineage().spelling(judgement_.wanted(t).key, to_);
  if (cut(marked, ' ').second == written) return false;
  // "(Optional)" goes once the section is written.
  return written != without_optional(wanted);
}

// Which version a document was written for is told from what it holds, so it may be the
// one beside: how any version before wrote a heading counts.
template <typename Is>
bool UpgradeTarget::was_written(const std::string& key, Is is) const {
  for (std::size_t v = 0; v < to_; ++v) {
    if (is(lineage().spelling(key, v))) return true;
  }
  return false;
}

bool UpgradeTarget::moves(std::uint32_t t, int written_level) const {
  const int after = level(t);
  if (after == 0 || after == written_level) return false;
  return was_written(judgement_.wanted(t).key, [&](std::string_view marked) {
    return !marked.empty() && level_of(marked) == written_level;
  });
}

bool UpgradeTarget::drops(const std::string& key, const OutlineNode& node) const {
  const Presence* presence = lineage().find(key);
  if (!presence || presence->has(to_)) return false;
  const std::string written =
      std::string(static_cast<std::size_t>(node.level), '#') + " " + node.title;
  return was_written(key, [&](std::string_view marked) { return marked == written; });
}

bool UpgradeTarget::is_new(std::uint32_t t) const {
  if (judgement_.wanted(t).pack_only) return false;
  const Presence* presence = judgement_.headings->presence(t);
  if (presence) return presence->has(to_) && !presence->has(judgement_.version);
  // No version knows it: it came with the template in use.
  return is_current() && (judgement_.sections[t].need != Need::kOptional || came_to_repository(t));
}

// Whether the repository's own template has the section, and had it not when the proposal was
// begun. Else its author left it out.
bool UpgradeTarget::came_to_repository(std::uint32_t t) const {
  const Kind& kind = *judgement_.kind;
  const std::string& key = judgement_.wanted(t).key;
  if (!kind.repository || !kind.past || !begun_ || !kind.repository->find(key)) return false;
  const auto then = kind.past->text_on(*begun_);
  if (!then) return false;
  const Document document(then);
  return std::ranges::none_of(document.sections(), [&](const Section& section) {
    return heading_key(document.heading_of(section).text) == key;
  });
}

std::vector<bool> UpgradeTarget::added() const {
  const auto count = static_cast<std::uint32_t>(judgement_.sections.size());
  std::vector<bool> added(count);
  for (std::uint32_t t = 1; t < count; ++t) {
    const bool wanted = judgement_.missing(t) && is_new(t);
    if (!wanted || judgement_.sections[t].covered_by != kNone) continue;
    if (add_above(t, added)) added[t] = true;
  }
  return added;
}

// A section that stands below one the author left out needs it back, with all that
// belongs to it. False when that one is nobody's duty: then neither is this.
bool UpgradeTarget::add_above(std::uint32_t t, std::vector<bool>& added) const {
  std::uint32_t top = kNone;
  for (std::uint32_t a = judgement_.wanted(t).parent; a != kNone && a != 0;
       a = judgement_.wanted(a).parent) {
    if (!judgement_.missing(a)) break;
    if (judgement_.wanted(a).pack_only) return false;
    if (!added[a] && judgement_.sections[a].need == Need::kOptional) return false;
    if (!added[a]) top = a;
  }
  if (top == kNone) return true;
  for (std::uint32_t below = top; below < judgement_.wanted(top).end; ++below) {
    const Presence* presence = judgement_.headings->presence(below);
    if (presence && !presence->has(to_)) continue;
    if (judgement_.wanted(below).pack_only) continue;
    if (judgement_.missing(below)) added[below] = true;
  }
  return true;
}

}  // namespace milepost::upgrade

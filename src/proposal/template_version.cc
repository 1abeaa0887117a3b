#include "proposal/template_version.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "proposal/judgement.h"
#include "text/anchors.h"

namespace milepost {

namespace {

// A proposal may be drafted from a template that was replaced while it waited
// for review. Older ones than this it was not written for, however alike.
constexpr int kDraftingDays = 540;

// The date that authors give is that of their first draft. Until it is merged, half
// of them take six weeks and three quarters four months, and what reviewers ask for
// may bring in a newer template; and one newer than this before the draft may not have
// been known.
constexpr int kReviewDays = 90;

// A document that shares fewer headings with the template tells nothing about
// its version: the newest it can be is assumed.
constexpr std::size_t kTellingHeadings = 4;

// A line of fewer words ("TBD", a fence) stands in a template by chance.
constexpr std::size_t kTellingWords = 3;

// By how much a later version must fit better: of headings alone, and of the
// template's lines that were left where the headings fit better at all.
constexpr double kClearlyBetter = 0.15;
constexpr double kClearlyMoreLines = 0.3;

// Among versions that fit clearly better, lines count so much beside headings.
constexpr double kLineWeight = 0.25;

// What a heading counts for a version that has it: that it is there, that it has the
// version's level, and its words.
constexpr double kThere = 0.5;
constexpr double kSameLevel = 0.25;
constexpr double kSameWords = 0.25;

// A heading of the document that some version has.
struct KnownToVersions {
  const Presence* presence;
  const std::vector<HeadingSpelling>* spellings;  // by version; null when unknown
  std::string marked;                             // as the document writes it: "### Goals"
};

std::string_view marker_of(std::string_view marked) { return cut(marked, ' ').first; }

// Authors leave out "(Optional)" of what they wrote.
bool same_words(std::string_view title, std::string_view wanted) {
  return title == wanted || title == without_optional(wanted);
}

// A heading in its two parts.
struct HeadingParts {
  explicit HeadingParts(std::string_view marked)
      : marker(marker_of(marked)), title(lineage_title(marked)) {}

  std::string_view marker;
  std::string_view title;
};

// How a heading of the document is like that of a version.
struct Likeness {
  Likeness(const HeadingParts& own, const HeadingParts& wanted)
      : same_level(own.marker == wanted.marker), same_title(same_words(own.title, wanted.title)) {}

  bool same() const { return same_level && same_title; }
  double credit() const {
    return kThere + (same_level ? kSameLevel : 0) + (same_title ? kSameWords : 0);
  }

  bool same_level;
  bool same_title;
};

// How well the document's headings fit each version.
class HeadingFit {
 public:
  HeadingFit(const Document& document, const Judgement& judgement)
      : document_(document), judgement_(judgement), lineage_(judgement.kind->lineage) {
    collect();
    credits_.resize(lineage_.versions.size());
    shared_.resize(lineage_.versions.size());
    own_.resize(lineage_.versions.size());
    for (const KnownToVersions& heading : known_) count(heading);
  }

  std::size_t known() const { return known_.size(); }
  double credits(std::size_t version) const { return credits_[version]; }
  // Whether the document has a heading that no version before has.
  bool has_own(std::size_t version) const { return own_[version]; }

  // Of the headings of either, the part that both have: 1 for the template itself.
  double of(std::size_t version) const {
    const std::size_t all = known_.size() + lineage_.versions[version].headings - shared_[version];
    return all == 0 ? 0 : credits_[version] / static_cast<double>(all);
  }

  // Whether `later` asks for a heading that the document lacks and `version` did not ask for.
  bool asks_more(std::size_t version, std::size_t later) const {
    return std::ranges::any_of(lineage_.headings, [&](const auto& entry) {
      const Presence& presence = entry.second;
      if (!presence.has(later) || presence.is_optional(later)) return false;
      if (presence.has(version) && !presence.is_optional(version)) return false;
      return std::ranges::find(known_, &presence, &KnownToVersions::presence) == known_.end();
    });
  }

 private:
  void collect() {
    for (std::uint32_t t = 1; t < judgement_.matching.sections.size(); ++t) {
      const Presence* const presence = judgement_.headings->presence(t);
      if (judgement_.missing(t) || !presence) continue;
      add(judgement_.wanted(t).key, presence, marked(judgement_.matching.sections[t]));
    }
    // Headings an earlier version had and the current one has not.
    for (std::uint32_t s = 0; s < judgement_.matching.known.size(); ++s) {
      const KnownHeading* const known = judgement_.matching.known[s];
      if (!known || !known->presence || judgement_.matching.claimed_by[s] != kNone) continue;
      add(std::string(known->key), known->presence, marked(s));
    }
  }

  void add(const std::string& key, const Presence* presence, std::string marked) {
    const auto spellings = lineage_.spellings.find(key);
    known_.push_back({presence,
                      spellings == lineage_.spellings.end() ? nullptr : &spellings->second,
                      std::move(marked)});
  }

  std::string marked(std::uint32_t section) const {
    const Heading& heading = document_.heading_of(document_.sections()[section]);
    return std::string(heading.level, '#').append(" ").append(heading.text);
  }
  std::string marked(const Match& match) const {
    if (match.bold == kNone) return marked(match.section);
    return std::string("* ").append(document_.bold_items()[match.bold].text);
  }

  void count(const KnownToVersions& heading) {
    std::size_t next = 0;     // of the spellings
    std::string_view wanted;  // as the version writes it
    const HeadingParts own(heading.marked);
    Likeness alike(own, HeadingParts(wanted));
    bool before = false;  // an earlier version had it as the document does
    for (std::size_t v = 0; v < credits_.size(); ++v) {
      const std::size_t known = next;
      while (heading.spellings && next < heading.spellings->size() &&
             (*heading.spellings)[next].since <= v) {
        wanted = (*heading.spellings)[next++].marked;
      }
      if (next != known) alike = Likeness(own, HeadingParts(wanted));
      if (!heading.presence->has(v)) continue;
      ++shared_[v];
      credits_[v] += alike.credit();
      const bool first = (heading.presence->in & ((std::uint64_t{1} << v) - 1)) == 0;
      if (first || (!before && heading.marked == wanted)) own_[v] = true;
      before = before || alike.same();
    }
  }

  const Document& document_;
  const Judgement& judgement_;
  const Lineage& lineage_;
  std::vector<KnownToVersions> known_;
  std::vector<double> credits_;
  std::vector<std::size_t> shared_;
  std::vector<bool> own_;
};

// "[Goals](#goals)", as tables of contents have it.
bool is_toc_entry(std::string_view bare) {
  return bare.starts_with('[') && bare.ends_with(')') && bare.find("](#") != bare.npos;
}

// How many lines of the document each version of the template has: what an author
// found there and left.
struct LeftLines {
  std::vector<std::size_t> of;  // by version
  std::size_t all = 0;

  double share(std::size_t version) const {
    return all == 0 ? 0 : static_cast<double>(of[version]) / static_cast<double>(all);
  }
};

LeftLines count_lines(const Document& document, const Judgement& judgement) {
  const Lineage& lineage = judgement.kind->lineage;
  LeftLines counts{std::vector<std::size_t>(lineage.versions.size()), 0};
  if (lineage.line_versions.empty()) return counts;
  const std::vector<Span> tocs = toc_spans(document);
  std::vector<const VersionRange*> left;  // a line that is left twice counts once
  std::string_view rest = document.text();
  while (!rest.empty()) {
    const auto [line, others] = cut(rest, '\n');
    const auto begin = static_cast<std::uint32_t>(line.data() - document.text().data());
    rest = others;
    // Headings are counted apart.
    if (line.empty() || line.starts_with('#')) continue;
    if (std::ranges::any_of(tocs, [&](Span toc) { return toc.contains(begin); })) continue;
    if (!judgement.fills->is_template_line(line)) continue;
    const auto found = lineage.line_versions.find(line_hash(line));
    if (found == lineage.line_versions.end()) continue;
    const std::string_view bare = without_markers(line);
    if (is_toc_entry(bare) || count_words(bare, kTellingWords) < kTellingWords) continue;
    left.push_back(&found->second);
  }
  std::ranges::sort(left, std::less<>());
  left.erase(std::unique(left.begin(), left.end()), left.end());
  counts.all = left.size();
  for (const VersionRange* in : left) {
    for (std::uint32_t v = in->first; v <= in->last; ++v) ++counts.of[v];
  }
  return counts;
}

// The version in force on a day, given as its number; the first before there was any.
std::size_t version_on(const std::vector<TemplateVersion>& versions, int day) {
  std::size_t found = 0;
  for (std::size_t v = 0; v < versions.size() && day_number(versions[v].date) <= day; ++v) {
    found = v;
  }
  return found;
}

ChosenVersion only(std::size_t version) { return {version, version}; }

class VersionChoice {
 public:
  VersionChoice(const Process& process, const Proposal& proposal, const Judgement& judgement)
      : versions_(judgement.kind->lineage.versions),
        fit_(proposal.document, judgement),
        proposal_(proposal),
        judgement_(judgement) {
    if (proposal.metadata->created_on) created_ = day_number(*proposal.metadata->created_on);
    latest_ = created_;
    const auto updated = scalars(proposal.metadata->find(process, FieldRole::kUpdated));
    if (updated.size() != 1) return;
    if (const auto day = parse_date(updated.front().text)) {
      latest_ = std::max(latest_.value_or(day_number(*day)), day_number(*day));
    }
  }

  ChosenVersion run() {
    if (!created_) return only(most_alike());
    if (fit_.known() < kTellingHeadings) return only(version_on(versions_, *created_));
    const std::size_t first = version_drafted(*created_);
    return {rewritten(first), first};
  }

 private:
  // A version later than both dates must show in a heading that only it has.
  bool possible(std::size_t version) const {
    return !latest_ || day_number(versions_[version].date) <= *latest_ || fit_.has_own(version);
  }

  const LeftLines& lines() {
    if (!lines_) lines_ = count_lines(proposal_.document, judgement_);
    return *lines_;
  }

  std::size_t most_alike() const {
    if (fit_.known() < kTellingHeadings) {
      return latest_ ? version_on(versions_, *latest_) : versions_.size() - 1;
    }
    std::size_t best = 0;
    for (std::size_t v = 1; v < versions_.size(); ++v) {
      if (possible(v) && fit_.of(v) > fit_.of(best)) best = v;
    }
    return best;
  }

  // The version in force on the day, or one before it that explains more of the document:
  // of the template's lines in it, then of its headings. What the document lacks tells
  // nothing, for authors leave out what they do not need. A template that new may not have
  // reached the author: where the one before explains as much, it is it.
  std::size_t version_drafted(int day) {
    const std::size_t then = version_on(versions_, day);
    const std::size_t first = version_on(versions_, day - kDraftingDays);
    if (first == then) return then;
    const auto explains = [&](std::size_t v) { return std::pair(lines().of[v], fit_.credits(v)); };
    std::size_t best = then;
    for (std::size_t v = then; v-- > first;) {
      if (explains(v) > explains(best)) best = v;
    }
    const std::size_t before = version_on(versions_, day - kReviewDays);
    if (best == then && before < then && explains(then - 1) == explains(then)) return then - 1;
    return best;
  }

  // The later version that a document was rewritten for; `from` when it was for none.
  std::size_t rewritten(std::size_t from) {
    std::size_t best = from;
    double most = 0;
    for (std::size_t v = from + 1; v < versions_.size(); ++v) {
      if (!possible(v) || fit_.of(v) <= fit_.of(from) || !clearly_better(v, from)) continue;
      const double all = fit_.of(v) + kLineWeight * lines().share(v);
      if (all <= most) continue;
      best = v;
      most = all;
    }
    return best;
  }

  bool clearly_better(std::size_t later, std::size_t version) {
    if (fit_.of(later) >= fit_.of(version) + kClearlyBetter) return true;
    if (!fit_.asks_more(version, later)) return true;
    // One that came while the draft was reviewed need not fit that much better.
    const bool in_review = later <= version_on(versions_, *created_ + kReviewDays);
    if (in_review && lines().of[later] > lines().of[version]) return true;
    return lines().share(later) >= lines().share(version) + kClearlyMoreLines;
  }

  const std::vector<TemplateVersion>& versions_;
  const HeadingFit fit_;
  const Proposal& proposal_;
  const Judgement& judgement_;
  std::optional<int> created_;  // as day_number() has it
  std::optional<int> latest_;   // of all its dates
  std::optional<LeftLines> lines_;
};

}  // namespace

ChosenVersion choose_version(const Process& process, const Proposal& proposal,
                             const Judgement& judgement) {
  const auto& versions = judgement.kind->lineage.versions;
  if (versions.empty()) return {};
  const FieldValue& asked = proposal.metadata->template_version;
  if (asked.present()) {
    const auto pinned = std::ranges::find(versions, asked.text, &TemplateVersion::id);
    if (pinned != versions.end()) return only(static_cast<std::size_t>(pinned - versions.begin()));
  }
  return VersionChoice(process, proposal, judgement).run();
}

}  // namespace milepost

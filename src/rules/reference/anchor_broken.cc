// MP407 anchor-broken: a link leads to a heading that is not there.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// So many are told one by one, with what they may mean.
constexpr std::size_t kAnchorsApart = 3;

struct Lost {
  const LinkedPlace* place;
  const Anchors* anchors;
  std::string path;  // of the other document; "" for this one
};

// "##goals" has the marks of the heading, not of an address.
std::string without_hashes(const std::string& fragment) {
  return fragment.substr(std::min(fragment.find_first_not_of('#'), fragment.size()));
}

class Finder {
 public:
  explicit Finder(const RuleInput& in) : in_(in) {}

  std::vector<Lost> run() {
    std::vector<Lost> lost;
    for (const LinkedPlace& place : in_.links.places()) {
      if (place.target.fragment.empty()) continue;
      Lost candidate{&place, nullptr, {}};
      if (place.target.kind == TargetKind::kAnchor) {
        if (!in_.judgement.swallowed.empty()) continue;  // MP607: it may be in there
        candidate.anchors = &own();
      } else if (place.target.kind == TargetKind::kFile && in_.facts.is_repository()) {
        candidate.path = document_at(place.target.path);
        candidate.anchors = anchors_of(candidate.path);
      }
      if (candidate.anchors && !candidate.anchors->has(place.target.fragment)) {
        lost.push_back(std::move(candidate));
      }
    }
    return lost;
  }

 private:
  const Anchors& own() {
    if (!own_) own_.emplace(in_.proposal.document);
    return *own_;
  }

  // The Markdown document at a path, in which a folder shows its proposal's; "" when
  // there is none.
  std::string document_at(const std::string& path) const {
    const PathKind kind = in_.facts.path_kind(path);
    if (kind == PathKind::kFile && path.ends_with(".md")) return path;
    const Card* card = kind == PathKind::kFolder ? in_.facts.find(path) : nullptr;
    return card && card->path == path && card->files.has_document ? card->files.document : "";
  }

  const Anchors* anchors_of(const std::string& path) {
    if (path.empty()) return nullptr;
    return path == in_.card.files.document ? &own() : in_.facts.anchors_of(path);
  }

  const RuleInput& in_;
  std::optional<Anchors> own_;
};

}  // namespace

void anchor_broken(const RuleInput& in, Sink& sink) {
  const Source& source = in.proposal.document.source();
  Finder finder(in);
  const std::vector<Lost> all = finder.run();
  if (all.size() > kAnchorsApart) {
    std::vector<std::string_view> names;
    for (const Lost& lost : all) names.push_back(lost.place->destination);
    sink.report(warning_while_open(in), source, all.front().place->span,
                fmt::format("{} lead to headings that are not there: {}",
                            counted(all.size(), "link"), listed(names)));
    return;
  }
  for (const Lost& lost : all) {
    Finding& finding =
        sink.report(warning_while_open(in), source, lost.place->span,
                    fmt::format("\"#{}\" leads to no heading of {}", lost.place->target.fragment,
                                lost.path.empty() ? "this document" : lost.path));
    const std::string bare = without_hashes(lost.place->target.fragment);
    const std::string_view meant =
        lost.anchors->has(bare) ? std::string_view(bare) : lost.anchors->nearest(bare);
    if (!meant.empty()) finding.note = fmt::format("did you mean \"#{}\"?", meant);
  }
}

}  // namespace milepost

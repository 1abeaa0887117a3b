// MP406 link-broken: a link or image leads to a file that is not there, or is
// written so that it can lead nowhere.
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/reference/named_proposal.h"
#include "rules/wording.h"
#include "text/anchors.h"

namespace milepost {

namespace {

// So many are told one by one.
constexpr std::size_t kLinksApart = 2;

std::string fault_text(const LinkedPlace& place) {
  switch (place.target.fault) {
    case LinkFault::kEmpty: return "the link has no destination";
    case LinkFault::kBracketed:
      return fmt::format("the destination \"{}\" {}", place.destination,
                         place.destination.find("](") != std::string::npos
                             ? "holds another link; write only its address"
                             : "stands in brackets of its own; take them away");
    case LinkFault::kPlaceholder:
      return fmt::format("the destination \"{}\" has a placeholder still to be filled in",
                         place.destination);
    case LinkFault::kBackslash:
      return fmt::format("the destination \"{}\" has backslashes; write \"/\" between folders",
                         place.destination);
    case LinkFault::kNoHost:
      return fmt::format("the destination \"{}\" names no host", place.destination);
    default:
      return fmt::format("the destination \"{}\" has characters that no address has",
                         place.destination);
  }
}

// Takes "(https://example.org)" out of its brackets.
void add_fix(const RuleInput& in, std::size_t i, Finding& finding) {
  Fix fix{"take the brackets away", {}};
  for (const Span span : in.links.spans_of(i)) {
    const std::string_view written = in.proposal.document.text(span);
    const bool wrapped = written.size() > 2 && written.front() == '(' && written.back() == ')';
    if (!wrapped || written.find_first_of("()[]", 1) != written.size() - 1) return;
    fix.edits.push_back({{span.begin, span.begin + 1}, ""});
    fix.edits.push_back({{span.end - 1, span.end}, ""});
  }
  finding.fixes.push_back(std::move(fix));
}

void report_missing(const RuleInput& in, const std::vector<const LinkedPlace*>& missing,
                    std::string_view noun, Sink& sink) {
  const Source& source = in.proposal.document.source();
  if (missing.size() > kLinksApart) {
    std::vector<std::string_view> names;
    for (const LinkedPlace* place : missing) names.push_back(place->destination);
    sink.report(warning_while_open(in), source, missing.front()->span,
                fmt::format("{} lead to files that are not there: {}",
                            counted(missing.size(), noun), listed(names)));
    return;
  }
  for (const LinkedPlace* place : missing) {
    sink.report(
        warning_while_open(in), source, place->span,
        fmt::format("the {} \"{}\" leads to a file that is not there", noun, place->destination));
  }
}

// A proposal that the path names is somewhere else.
void report_named(const RuleInput& in, std::size_t i, const Card& named, Sink& sink) {
  const LinkedPlace& place = in.links.places()[i];
  const std::string path = place_in(in, place.target.path, named);
  const bool same_name = in.facts.find_moved(place.target.path) != nullptr;
  Finding& finding = sink.report(
      warning_while_open(in), in.proposal.document.source(), place.span,
      fmt::format("the link \"{}\" leads to a file that is not there; {} is {}", place.destination,
                  same_name ? "the proposal" : number_in_path(place.target.path), path));
  const bool there = in.facts.path_kind(path) != PathKind::kNothing && path != place.target.path;
  const bool address = place.destination.find("//") != std::string::npos;
  if (same_name && there && !address) finding.fixes.push_back(relink(in, i, path));
}

// "[Goals](goals)" has lost its "#".
bool lacks_hash(const RuleInput& in, const LinkedPlace& place, std::optional<Anchors>& own) {
  if (place.image || place.destination.find_first_of("/.#") != std::string::npos) return false;
  if (!own) own.emplace(in.proposal.document);
  return own->has(place.destination);
}

void report_lost_hash(const RuleInput& in, std::size_t i, Sink& sink) {
  const LinkedPlace& place = in.links.places()[i];
  Fix fix{"write the \"#\"", {}};
  for (const Span span : in.links.spans_of(i)) {
    fix.edits.push_back({{span.begin, span.begin}, "#"});
  }
  sink.report(warning_while_open(in), in.proposal.document.source(), place.span,
              fmt::format("the link \"{0}\" leads to a file that is not there; write \"#{0}\" for "
                          "the heading of this document",
                          place.destination))
      .fixes.push_back(std::move(fix));
}

}  // namespace

void link_broken(const RuleInput& in, Sink& sink) {
  const Source& source = in.proposal.document.source();
  std::vector<const LinkedPlace*> links;
  std::vector<const LinkedPlace*> images;
  std::optional<Anchors> own;                 // made when it is asked for
  std::unordered_set<std::string_view> seen;  // one file may be linked with many fragments
  const auto& places = in.links.places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const LinkedPlace& place = places[i];
    if (place.target.kind == TargetKind::kMalformed) {
      Finding& finding = sink.report(warning_while_open(in), source, place.span, fault_text(place));
      if (place.target.fault == LinkFault::kBracketed) add_fix(in, i, finding);
    }
    if (!in.facts.is_repository()) continue;
    if (place.target.kind == TargetKind::kOutside) {
      sink.report(Severity::kInfo, source, place.span,
                  fmt::format("the link \"{}\" leads out of the repository; write its address",
                              place.destination));
    }
    if (place.target.kind != TargetKind::kFile) continue;
    if (in.facts.path_kind(place.target.path) != PathKind::kNothing) continue;
    if (looks_like_page(place.destination)) continue;
    if (!seen.insert(place.target.path).second) continue;
    if (looks_like_host(place.destination)) {
      sink.report(warning_while_open(in), source, place.span,
                  fmt::format("the link \"{}\" leads to a file that is not there; a scheme is "
                              "missing if it is an address",
                              place.destination))
          .note = fmt::format("did you mean \"https://{}\"?", place.destination);
    } else if (lacks_hash(in, place, own)) {
      report_lost_hash(in, i, sink);
    } else if (moved_from(in, place.target.path)) {
      continue;  // MP408
    } else if (const Card* const named = place.image ? nullptr : named_by(in, place.target.path)) {
      report_named(in, i, *named, sink);
    } else {
      (place.image ? images : links).push_back(&place);
    }
  }
  report_missing(in, links, "link", sink);
  report_missing(in, images, "image", sink);
}

}  // namespace milepost

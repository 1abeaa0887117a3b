// A small repository of the process kep that changes at random, the same way for the same seed:
// proposals that name each other, link to each other and share numbers and gates, with reviews,
// rosters, a calendar and settings.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/overlay_tree.h"

namespace milepost {

class RandomRepository {
 public:
  explicit RandomRepository(unsigned seed) : random_(seed) {
    for (int i = 0; i < 12; ++i) add_proposal();
    for (int i = 0; i < 60; ++i) edit();  // so that they differ
  }

  // As they are now.
  FileEdits files() const {
    FileEdits all;
    for (const auto& [path, text] : written()) all.emplace(path, text);
    return all;
  }

  // What changes next, in a word, and the files it changes.
  std::pair<std::string_view, FileEdits> edit() {
    const FileEdits before = written();
    const std::string_view what = change();
    const FileEdits after = written();
    FileEdits changes;
    for (const auto& [path, text] : before) {
      if (!after.contains(path)) changes.emplace(path, std::nullopt);
    }
    for (const auto& [path, text] : after) {
      const auto was = before.find(path);
      if (was == before.end() || was->second != text) changes.emplace(path, text);
    }
    return {what, std::move(changes)};
  }

 private:
  struct Review {
    std::string group, number, said, approver;
  };
  struct Proposal {
    std::string group, slug, number, status, stage, created, gate;
    std::string see_also, replaces, superseded_by, milestone;
    std::vector<std::string> headings, paragraphs;
    bool has_document = true, has_metadata = true, broken = false;

    std::string folder() const { return fmt::format("keps/{}/{}-{}", group, number_in_path, slug); }
    std::string number_in_path;
  };

  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <std::size_t N>
  std::string any(const std::array<std::string_view, N>& words) {
    return std::string(words[below(N)]);
  }
  std::string word() {
    return any(std::array<std::string_view, 10>{"cache", "lane", "berth", "TBD", "drain", "quota",
                                                "probe", "TODO", "shard", "beta"});
  }
  std::string group() {
    return any(std::array<std::string_view, 5>{"sig-a", "sig-b", "sig-c", "SIG-A", "sig-none"});
  }
  std::string number() { return std::to_string(1 + below(16)); }
  Proposal& any_proposal() { return proposals_[below(proposals_.size())]; }

  // How one proposal speaks of another: by number, path or address, right or wrong.
  std::string relation() {
    const Proposal& other = any_proposal();
    switch (below(8)) {
      case 0: return "KEP-" + other.number;
      case 1: return "/" + other.folder();
      case 2: return "/" + other.folder() + "/README.md";
      case 3: return "/keps/sig-z/77-" + other.slug + ".md";
      case 4: return "https://example.org/x";
      case 5: return "/docs/page.md";
      case 6: return "the other one";
      default: return std::string();
    }
  }
  std::string link() {
    const Proposal& other = any_proposal();
    const std::string heading =
        other.headings.empty() ? "none" : other.headings[below(other.headings.size())];
    switch (below(9)) {
      case 0: return fmt::format("[it](/{}/README.md#{})", other.folder(), heading);
      case 1: return fmt::format("[it](/{})", other.folder());
      case 2:
      case 6:
      case 7: return fmt::format("[it](/{}#{})", other.folder(), heading);
      case 3: return fmt::format("[it](/docs/page.md#part-{})", below(3));
      case 4: return fmt::format("[it](/keps/old/{}.md)", other.slug);
      case 5: return fmt::format("[it](#{})", heading);
      default: return fmt::format("[it](/docs/{}.md)", word());
    }
  }

  void add_proposal() {
    Proposal made;
    made.group = one_in(2) ? "sig-a" : "sig-b";
    made.slug = fmt::format("{}-{}", word(), below(30));
    made.number_in_path = std::to_string(1 + next_++);
    made.number = made.number_in_path;
    made.status = "provisional";
    made.created = "2025-02-03";
    made.headings = {"Summary", "Motivation", "Goals"};
    made.paragraphs = {"It becomes better.", "People wait.", "They wait less."};
    proposals_.push_back(std::move(made));
  }

  std::string_view change() {
    Proposal& at = any_proposal();
    const std::size_t paragraph = below(at.paragraphs.size());
    switch (below(30)) {
      case 0:
      case 1:
      case 2: at.paragraphs[paragraph] += " " + word(); return "a word";
      case 3: at.paragraphs[paragraph] = "Another " + word() + "."; return "a paragraph";
      case 4:
      case 5:
        at.paragraphs[paragraph] =
            fmt::format("See {}.{}", link(), one_in(3) ? " " + link() : std::string());
        return "a link";
      case 6: at.headings[paragraph] = word(); return "a heading";
      case 7:
        if (at.headings.size() < 8) {
          at.headings.push_back(one_in(2) ? "Risks and Mitigations" : word());
          at.paragraphs.push_back("N/A");
        }
        return "a section more";
      case 8:
        at.status = any(std::array<std::string_view, 6>{"provisional", "implementable", "replaced",
                                                        "implemented", "withdrawn", "odd"});
        return "a status";
      case 9:
        at.stage = any(std::array<std::string_view, 4>{"", "alpha", "beta", "stable"});
        return "a stage";
      case 10:
      case 26: at.number = one_in(3) ? number() : any_proposal().number; return "a number";
      case 11: at.see_also = relation(); return "see-also";
      case 12: at.replaces = relation(); return "replaces";
      case 13: at.superseded_by = relation(); return "superseded-by";
      case 14:
        at.gate = any(std::array<std::string_view, 4>{"", "Fast", "Safe", "Wide"});
        return "a gate";
      case 15:
        at.created = any(
            std::array<std::string_view, 4>{"2025-02-03", "2026-01-17", "2026-03-01", "yesterday"});
        return "a date";
      case 16: at.milestone = fmt::format("v1.{}", 12 + below(6)); return "a milestone";
      case 17: at.broken = !at.broken; return "metadata that is no YAML";
      case 18:
        if (one_in(2)) {
          at.has_document = !at.has_document;
        } else {
          at.has_metadata = !at.has_metadata;
        }
        return "a file more or less";
      case 19:
        if (proposals_.size() > 9) {
          proposals_.erase(proposals_.begin() +
                           static_cast<std::ptrdiff_t>(below(proposals_.size())));
        } else {
          add_proposal();
        }
        return "a proposal more or less";
      case 20:
        (one_in(2) ? at.slug : at.group) = one_in(2) ? "sig-c" : fmt::format("moved-{}", below(9));
        return "a place";
      case 21:
      case 22: change_review(at); return "a review";
      case 27: make_circle(); return "a circle";
      case 28:
        at.replaces = "KEP-" + any_proposal().number;
        named_by(at.replaces).superseded_by = "KEP-" + at.number;
        return "a successor";
      case 29: at.has_document = !at.has_document; return "a document more or less";
      case 23: change_roster(); return "a roster";
      case 24: change_settings(); return "settings";
      default: change_others(); return "another file";
    }
  }

  void make_circle() {
    const std::size_t first = below(proposals_.size());
    for (std::size_t i = 0; i < 3; ++i) {
      const Proposal& next = proposals_[(first + (i + 1) % 3) % proposals_.size()];
      proposals_[(first + i) % proposals_.size()].replaces = "/" + next.folder();
    }
  }

  // The one that is meant by "KEP-12", to name who replaces it.
  Proposal& named_by(const std::string& called) {
    const auto found = std::ranges::find_if(
        proposals_, [&](const Proposal& one) { return "KEP-" + one.number == called; });
    return *found;
  }

  void change_review(const Proposal& of) {
    if (reviews_.size() > 8 || (!reviews_.empty() && one_in(3))) {
      reviews_.erase(reviews_.begin());
      return;
    }
    const std::string approver =
        any(std::array<std::string_view, 4>{"\"@jane\"", "\"@john\"", "TBD", "nobody at all"});
    reviews_.push_back({one_in(3) ? group() : of.group, one_in(4) ? number() : of.number,
                        one_in(4) ? number() : of.number, approver});
  }

  void change_roster() {
    roster_ = fmt::format(
        "aliases:\n  sig-a-leads: [jane]\n  sig-{}-leads: [{}]\n  prod-readiness-approvers: [{}]\n",
        one_in(2) ? "b" : "c", word(), one_in(2) ? "jane" : "john");
    if (one_in(6)) roster_ += "  broken: [\n";
  }

  void change_settings() {
    constexpr std::array<std::string_view, 6> kRules = {"link-broken",    "anchor-broken",
                                                        "number-taken",   "gate-shared",
                                                        "milestone-past", "relation-one-sided"};
    constexpr std::array<std::string_view, 4> kSeverities = {"off", "info", "warning", "error"};
    settings_ = fmt::format("rules: {{{}: {}}}\n", any(kRules), any(kSeverities));
    if (one_in(2)) {
      settings_ += fmt::format("paths: [{{match: \"keps/{}/**\", rules: {{{}: {}}}}}]\n", group(),
                               any(kRules), any(kSeverities));
    }
  }

  void change_others() {
    switch (below(3)) {
      case 0:
        page_ = one_in(4) ? "" : fmt::format("# Page\n\n## Part {}\n\n{}\n", below(3), word());
        break;
      case 1: note_ = word(); break;
      default: shipped_ = 12 + below(6); break;
    }
  }

  static std::string metadata_of(const Proposal& of) {
    std::string text = fmt::format(
        "title: {}\nkep-number: {}\nauthors: [\"@jane\"]\nowning-sig: {}\nstatus: {}\n"
        "creation-date: {}\nreviewers: [TBD]\napprovers: [\"@john\"]\n",
        of.slug, of.number, of.group, of.status, of.created);
    const auto add = [&](std::string_view key, const std::string& value) {
      if (!value.empty()) text += fmt::format("{}: [\"{}\"]\n", key, value);
    };
    add("see-also", of.see_also);
    add("replaces", of.replaces);
    add("superseded-by", of.superseded_by);
    if (!of.stage.empty()) text += fmt::format("stage: {}\n", of.stage);
    if (!of.milestone.empty()) text += fmt::format("latest-milestone: \"{}\"\n", of.milestone);
    if (!of.gate.empty()) {
      text += fmt::format("feature-gates: [{{name: {}, components: [x]}}]\n", of.gate);
    }
    if (of.broken) text += "see-also: [\n";
    return text;
  }

  static std::string document_of(const Proposal& of) {
    std::string text = fmt::format("# KEP-{}: {}\n", of.number, of.slug);
    for (std::size_t i = 0; i < of.headings.size(); ++i) {
      text += fmt::format("\n## {}\n\n{}\n", of.headings[i], of.paragraphs[i]);
    }
    return text;
  }

  FileEdits written() const {
    FileEdits files;
    for (const Proposal& proposal : proposals_) {
      if (proposal.has_document || !proposal.has_metadata) {
        files[proposal.folder() + "/README.md"] = document_of(proposal);
      }
      if (proposal.has_metadata) files[proposal.folder() + "/kep.yaml"] = metadata_of(proposal);
    }
    for (const Review& review : reviews_) {
      files[fmt::format("keps/prod-readiness/{}/{}.yaml", review.group, review.number)] =
          fmt::format("kep-number: {}\nalpha: {{approver: {}}}\nbeta: {{approver: {}}}\n",
                      review.said, review.approver, review.approver);
    }
    files["OWNERS_ALIASES"] = roster_;
    files["milepost.yaml"] = "schema: 1\nprocess: kep\n" + settings_;
    if (!page_.empty()) files["docs/page.md"] = page_;
    files["docs/" + note_ + ".md"] = "# Note\n";
    std::string releases = "schema: 1\nreleases:\n";
    for (std::size_t i = 12; i < 18; ++i) {
      releases += fmt::format("  - {{name: v1.{}, start: 20{}-05-04, release: 20{}-08-18}}\n", i,
                              i <= shipped_ ? i : i + 20, i <= shipped_ ? i : i + 20);
    }
    files["releases.yaml"] = shipped_ == 17 ? "schema: 1\nreleases: [{name: next}]\n" : releases;
    return files;
  }

  std::mt19937 random_;
  int next_ = 0;
  std::vector<Proposal> proposals_;
  std::vector<Review> reviews_;
  std::string roster_ = "aliases:\n  sig-a-leads: [jane]\n  prod-readiness-approvers: [jane]\n";
  std::string settings_;
  std::string page_ = "# Page\n\n## Part 1\n";
  std::string note_ = "cache";
  std::size_t shipped_ = 14;
};

}  // namespace milepost

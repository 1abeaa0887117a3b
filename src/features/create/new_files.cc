#include "features/create/new_files.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/named_path.h"
#include "base/strings.h"
#include "process/moves.h"
#include "process/new_place.h"
#include "process/own_metadata.h"
#include "proposal/review_edit.h"
#include "workspace/examine.h"

namespace milepost::create {

namespace fs = std::filesystem;

namespace {

bool is_there(const Repository& repository, const std::string& path) {
  std::error_code unknown;
  return fs::exists(fs::symlink_status(repository.full_path(path), unknown));
}

std::string folder_of(const std::string& path) {
  return path.find('/') == path.npos ? std::string() : path.substr(0, path.rfind('/'));
}

// Whether the last folder of the pattern is the proposal's own.
bool has_own_folder(const PathPattern& pattern) {
  const std::string folder = folder_of(pattern.text());
  return folder.find("{slug}") != folder.npos;
}

// The number as the repository writes it in paths: with zeros in front where
// others have them, unless the process wants none.
std::string number_in_path(const Layout& layout, const Index& index, const std::string& number) {
  if (layout.unpadded || number.empty()) return number;
  std::size_t width = layout.padded;
  for (const Card& card : index.cards) {
    const std::string_view part = card.parts.find("number");
    if (part.starts_with('0')) width = std::max(width, part.size());
  }
  return number.size() < width ? std::string(width - number.size(), '0') + number : number;
}

// The day as other names of files have it; 20190711 where there are none.
std::string date_in_path(const Index& index, const Date& day) {
  std::string text = to_string(day);
  std::ptrdiff_t hyphens = 0;
  for (const Card& card : index.cards) {
    const std::string_view part = card.parts.find("date");
    if (!part.empty()) hyphens += part.find('-') == part.npos ? -1 : 1;
  }
  if (hyphens <= 0) std::erase(text, '-');
  return text;
}

class Builder {
 public:
  Builder(const Workspace& workspace, const Kind& kind, const NewFacts& facts)
      : workspace_(workspace), process_(workspace.process()), kind_(kind), facts_(facts) {}

  Result<NewFiles> build() {
    TRY(place());
    TRY(refuse_metadata());
    NewFacts facts = facts_;
    facts.number_in_path = number_in_path_;
    TRY(const auto text, write_new(process_, kind_, facts));
    const auto document = source(document_path_, text.document);
    std::shared_ptr<const Source> metadata;
    ProposalFiles files{document_path_, {}, true};
    if (text.metadata) {
      files.metadata =
          folder_of(document_path_).empty() ? std::string() : folder_of(document_path_) + "/";
      files.metadata += process_.layout.metadata.front().name;
      metadata = source(files.metadata, *text.metadata);
      add(files.metadata, *text.metadata);
    }
    const Document scanned(document);
    auto read = std::make_shared<const Metadata>(read_metadata(process_, &scanned, metadata));
    Card card = make_card(process_, std::move(files), std::move(read), &scanned);
    card.kind = kind_.id;
    add(document_path_, text.document, true);
    add_reviews(card);
    TRY(examine_card(card, document));
    made_.created.proposal = {facts_.number, workspace_.shown_path(card.path), facts_.title,
                              facts_.group};
    made_.card = std::make_shared<const Card>(card);
    made_.kind = kind_.id;
    made_.created.note = note(text.note);
    const Field* const field = process_.field(FieldRole::kCriteria);
    if (!field || field->own_lacks) made_.created.recorded = facts_.criteria;
    add_people();
    return std::move(made_);
  }

 private:
  std::shared_ptr<const Source> source(const std::string& path, const std::string& text) const {
    return std::make_shared<const Source>(workspace_.shown_path(path), text);
  }

  Result<void> place() {
    const PathPattern& pattern = new_path(workspace_.repository());
    PathParts parts;
    parts.set("slug", facts_.slug);
    parts.set("group", facts_.group_folder.empty() ? facts_.group : facts_.group_folder);
    parts.set(PathParts::kFolders, facts_.folders);
    number_in_path_ = number_in_path(process_.layout, workspace_.facts().index(), facts_.number);
    parts.set("number", number_in_path_);
    parts.set("date", date_in_path(workspace_.facts().index(), facts_.today));
    document_path_ = pattern.fill(parts);
    if (document_path_.empty()) {
      const std::string fault = fault_of_new_path(process_.layout, pattern);
      return failure(fault.empty()
                         ? fmt::format("the path {} needs more than is known", pattern.text())
                         : fault);
    }
    if (std::string fault = fault_of_new_document(process_.layout, document_path_);
        !fault.empty()) {
      return failure(std::move(fault));
    }
    const std::string taken = has_own_folder(pattern) ? folder_of(document_path_) : document_path_;
    if (!is_there(workspace_.repository(), taken)) return {};
    return failure(
        fmt::format("{} is there already; give the proposal another title, or a name "
                    "with --slug",
                    workspace_.shown_path(taken)));
  }

  // What is wrong with what the metadata begins as, at its place in the repository.
  Result<void> refuse_metadata() const {
    const MetadataText begins = metadata_to_begin_with(process_, kind_);
    const auto fault = begins.source ? metadata_fault(*begins.source, begins.within) : std::nullopt;
    if (!fault) return {};
    const std::string& path = begins.source->path();
    const auto below = path_below(workspace_.root(), path);
    const Position at = begins.source->position(fault->place.span.begin);
    return failure(fmt::format("{}:{}:{}: {}", below ? workspace_.shown_path(*below) : path,
                               at.line, at.column, fault->message));
  }

  // What its template is the reason for, and what was taken instead of one.
  std::string note(const std::string& of_text) const {
    const auto unused = unused_templates(process_, kind_);
    if (unused.empty()) return of_text;
    return fmt::format("{}{}{}: milepost's own is used instead", of_text,
                       of_text.empty() ? "" : "; ", fmt::join(unused, ", "));
  }

  void add(const std::string& path, std::string text, bool first = false) {
    const auto at = [&](auto& list) { return first ? list.begin() : list.end(); };
    made_.changes.insert(at(made_.changes), {path, std::nullopt, std::move(text)});
    made_.created.files.insert(at(made_.created.files), workspace_.shown_path(path));
  }

  // A review that such a proposal will need begins with nobody's name.
  void add_reviews(const Card& card) {
    const std::string_view stage = process_.first_stage();
    for (const Review& review : process_.reviews) {
      const auto holds = [](const std::vector<std::string>& list, const std::string& name) {
        return std::ranges::find(list, name) != list.end();
      };
      if (holds(kind_.excludes, review.id) || !review.needed.ever() || stage.empty()) continue;
      if (!review.needed.kinds.empty() && !holds(review.needed.kinds, kind_.id)) continue;
      const std::string path = review_path(review, card);
      if (path.empty() || is_there(workspace_.repository(), path)) continue;
      add(path, new_review(review, facts_.number, stage, ""));
    }
  }

  // Whether it is about words that this proposal was begun with: its author has to choose others.
  bool is_about_given(const Card& card, const Finding& finding) const {
    constexpr FieldRole kGiven[] = {FieldRole::kTitle, FieldRole::kNumber, FieldRole::kGroup};
    return std::ranges::any_of(kGiven, [&](FieldRole role) {
      const YamlNode* const node = card.metadata->find(process_, role);
      return node && !node->span.empty() && finding.source == card.metadata->source.get() &&
             finding.span.begin <= node->span.end && node->span.begin <= finding.span.end;
    });
  }

  // What check will say of it.
  Result<void> examine_card(const Card& card, const std::shared_ptr<const Source>& document) {
    const Selected selected{&workspace_, &card, true, document};
    const Examined examined = examine(selected, {});
    for (const Finding& finding : examined.findings) {
      if (finding.severity >= Severity::kWarning && !finding.section.empty()) {
        made_.created.to_write.push_back(finding.section);
      } else if (finding.severity == Severity::kError && is_about_given(card, finding)) {
        return failure(fmt::format("the proposal would be wrong from the start: {} ({})",
                                   finding.message, finding.code));
      } else if (finding.severity == Severity::kError) {
        made_.created.to_mend.push_back(fmt::format("{} ({})", finding.message, finding.code));
      }
    }
    const Judgement& judgement = examined.judgement;
    const bool climbs = has_stages(process_, kind_.id);
    for (std::size_t t = 0; t < judgement.sections.size(); ++t) {
      if (judgement.sections[t].need != Need::kLater) continue;
      const std::string& from = judgement.wanted(t).stage;
      const std::string_view first = climbs ? process_.first_stage() : std::string_view();
      const std::string stage = from.empty() ? std::string(first) : from;
      auto& later = made_.created.later;
      auto known = std::ranges::find(later, stage, &std::pair<std::string, std::size_t>::first);
      if (known == later.end()) known = later.insert(later.end(), {stage, 0});
      ++known->second;
    }
    std::ranges::stable_sort(made_.created.later, {}, [&](const auto& count) {
      return process_.rank(count.first).value_or(0);
    });
    return {};
  }

  // Those whom the rosters of the group name.
  void add_people() {
    constexpr std::string_view kGroup = "{group}";
    for (const RosterSource& roster : process_.rosters) {
      for (std::string alias : roster.members) {
        const std::size_t at = alias.find(kGroup);
        if (at == alias.npos || facts_.group.empty()) continue;
        alias.replace(at, kGroup.size(), facts_.group);
        const std::string of_group = Rosters::of_group(roster.id, facts_.group);
        std::vector<std::string> people;
        for (const std::string& name : workspace_.facts().rosters().names(of_group)) {
          people.emplace_back(workspace_.facts().rosters().spelled(of_group, name));
        }
        if (!people.empty()) made_.created.ask.emplace_back(std::move(alias), std::move(people));
      }
    }
  }

  const Workspace& workspace_;
  const Process& process_;
  const Kind& kind_;
  const NewFacts& facts_;
  std::string document_path_;
  std::string number_in_path_;
  NewFiles made_;
};

}  // namespace

const PathPattern& new_path(const Repository& repository) {
  const Layout& layout = repository.process->layout;
  if (layout.new_paths.empty()) return layout.path;
  for (const PathPattern& path : layout.new_paths) {
    std::error_code unknown;
    const std::string folder = path.fixed_folder();
    if (folder.empty() || fs::is_directory(repository.full_path(folder), unknown)) return path;
  }
  return layout.new_paths.front();
}

Result<NewFiles> build_new_files(const Workspace& workspace, const Kind& kind,
                                 const NewFacts& facts) {
  return Builder(workspace, kind, facts).build();
}

}  // namespace milepost::create

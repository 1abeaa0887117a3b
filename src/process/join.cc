#include "process/join.h"

#include <algorithm>

#include "base/strings.h"

namespace milepost {

namespace {

// What the section's own text says in the pack's phrases: from which stage it is
// required, or nothing.
const StagePhrase* phrase_in(const Template& repository, std::uint32_t t,
                             const std::vector<StagePhrase>& phrases) {
  const Span body = repository.document().sections()[t].body;
  const std::string_view text = repository.document().text(body);
  const auto found = std::ranges::find_if(phrases, [&](const StagePhrase& phrase) {
    return find_ignoring_case(text, phrase.text) != text.npos;
  });
  return found == phrases.end() ? nullptr : &*found;
}

TemplateSection own_section(const Template& repository, std::uint32_t t,
                            const std::vector<StagePhrase>& phrases) {
  TemplateSection section = repository.sections()[t];
  const StagePhrase* phrase = phrase_in(repository, t, phrases);
  section.required = phrase != nullptr;
  section.stage = phrase ? phrase->stage : std::string();
  return section;
}

// The pack's section that one of the repository's is, by its name or another it has.
const std::vector<std::uint32_t>* same_section(const Template& pack, const std::string& key,
                                               const JoinOptions& options) {
  if (const auto* same = pack.find(key)) return same;
  const auto renamed = options.renames.find(key);
  return renamed == options.renames.end() ? nullptr : pack.find(renamed->second);
}

}  // namespace

std::shared_ptr<const Template> join_templates(const Template& pack, const Template& repository,
                                               const JoinOptions& options) {
  std::vector<TemplateSection> joined;
  for (std::uint32_t t = 0; t < repository.sections().size(); ++t) {
    const TemplateSection& own = repository.sections()[t];
    const auto* same = same_section(pack, own.key, options);
    // The title is the title, however it is written. A template without one may begin with a
    // section of level 1.
    const bool section = same && same->front() != 0;
    const bool title = t == 0 && own.level == 1 && !section && !pack.sections().empty();
    if (title || same) {
      joined.push_back(pack.sections()[title ? 0 : same->front()]);
      joined.back().level = own.level;
      if (!title) joined.back().title = own.title;
      if (!own.required) joined.back().required = false;
    } else {
      joined.push_back(own_section(repository, t, options.phrases));
    }
  }
  // What only the pack has stands after what it follows there.
  for (std::uint32_t t = 0; t < pack.sections().size(); ++t) {
    const std::string& key = pack.sections()[t].key;
    if (std::ranges::find(joined, key, &TemplateSection::key) != joined.end()) continue;
    auto place = joined.begin();
    if (t > 0) {
      place = std::ranges::find(joined, pack.sections()[t - 1].key, &TemplateSection::key);
      if (place != joined.end()) ++place;
    }
    const auto added = joined.insert(place, pack.sections()[t]);
    if (options.pack_sections) continue;
    added->required = false;
    added->pack_only = true;
  }
  return std::make_shared<const Template>(pack.with_sections(std::move(joined)));
}

}  // namespace milepost

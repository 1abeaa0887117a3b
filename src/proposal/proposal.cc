#include "proposal/proposal.h"

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost {

namespace {

FieldValue field(const Proposal& proposal, const std::string& name) {
  if (!proposal.metadata) return {};
  const YamlNode* node = proposal.metadata->root().find(name);
  if (!node) return {};
  return {std::string(trim(node->text)), proposal.metadata_source.get(), node->span,
          node->is_scalar()};
}

// Real Status sections say "One of: implementable" or "[Implemented](url)": the
// value is the one status word in them.
void read_status_section(const Process& process, const std::string& title, Proposal& proposal) {
  const Document& document = proposal.document;
  const std::string key = heading_key(title);
  for (const Section& section : document.sections()) {
    if (heading_key(document.heading_of(section).text) != key) continue;
    const std::string_view body = document.text(section.body);
    Span span = section.body;
    while (!span.empty() && is_space(document.text()[span.begin])) ++span.begin;
    while (!span.empty() && is_space(document.text()[span.end - 1])) --span.end;
    proposal.status = {plain_text(body), &document.source(), span};
    proposal.status_is_section = true;
    const std::string words = " " + heading_words(proposal.status.text) + " ";
    std::vector<std::string_view> named;
    for (const Status& status : process.statuses) {
      if (words.find(" " + heading_words(status.id) + " ") != words.npos)
        named.push_back(status.id);
    }
    if (named.size() == 1) proposal.known_status = named.front();
    return;
  }
}

template <typename Known>
std::string_view known(const Known& names, std::string_view value) {
  for (const auto& name : names) {
    if (name == value) return name;
  }
  return {};
}

}  // namespace

Proposal read_proposal(const Process& process, std::shared_ptr<const Source> document,
                       std::shared_ptr<const Source> metadata) {
  Proposal proposal(Document(std::move(document)));
  const MetadataSource* section = nullptr;
  for (const MetadataSource& source : process.layout.metadata) {
    if (source.form == MetadataForm::kSection) section = &source;
    if (proposal.metadata) continue;
    if (source.form == MetadataForm::kFile && metadata) {
      proposal.metadata_source = std::move(metadata);
      proposal.metadata.emplace(*proposal.metadata_source);
    } else if (source.form == MetadataForm::kFrontMatter &&
               proposal.document.front_matter().closed) {
      proposal.metadata_source = proposal.document.shared_source();
      proposal.metadata.emplace(*proposal.metadata_source,
                                proposal.document.front_matter().content);
    }
  }
  if (proposal.metadata) {
    proposal.status = field(proposal, process.fields.status);
    proposal.stage = field(proposal, process.fields.stage);
    proposal.created = field(proposal, process.fields.created);
    proposal.kind = field(proposal, process.fields.kind);
    proposal.template_version = field(proposal, process.fields.template_version);
    if (const Status* status = process.find_status(proposal.status.text)) {
      proposal.known_status = status->id;
    }
    for (const Ladder& ladder : process.ladders) {
      const std::string_view stage = known(ladder.stages, proposal.stage.text);
      if (!stage.empty()) proposal.known_stage = stage;
    }
    proposal.created_on = parse_date(proposal.created.text);
  }
  if (section && !proposal.status.present()) read_status_section(process, section->name, proposal);
  return proposal;
}

}  // namespace milepost

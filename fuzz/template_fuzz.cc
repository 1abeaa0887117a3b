// Any bytes make a template, and any document can be matched with it and judged
// by it; what comes out lies where it should.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/source.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "process/match.h"
#include "process/template.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"
#include "rules/engine.h"

namespace {

using namespace milepost;

void require(bool holds) {
  if (!holds) std::abort();
}

std::shared_ptr<const Source> make_source(std::string_view text) {
  return std::make_shared<const Source>("fuzz.md", std::string(text));
}

// The built-in pack, ready to judge by.
struct Built {
  Built() : process(load()), judge(*process), rules(make_rules(*process)) {}

  static std::shared_ptr<const Process> load() {
    auto loaded = load_process(built_in_pack("kep"), nullptr);
    require(loaded.has_value());
    return *loaded;
  }
  static RuleEngine make_rules(const Process& process) {
    auto made = RuleEngine::make(process, {}, {});
    require(made.has_value());
    return *made;
  }

  std::shared_ptr<const Process> process;
  Judge judge;
  RuleEngine rules;
};

void check_template(const Template& made) {
  const auto& sections = made.sections();
  const Span whole{0, made.document().source().size()};
  require(sections.size() == made.document().sections().size());
  for (std::uint32_t t = 0; t < sections.size(); ++t) {
    const TemplateSection& section = sections[t];
    require(section.end > t && section.end <= sections.size());
    require(section.parent == kNone || section.parent < t);
    require(section.key == heading_key(section.title));
    require(whole.contains(section.span) && whole.contains(section.stage_span));
    require(section.directed || !section.required || !made.has_directives());
    const auto* same = made.find(section.key);
    require(same != nullptr && !same->empty());
    for (const Choice& choice : section.choices) require(!choice.details.empty());
  }
  for (const TemplateProblem& problem : made.problems()) {
    require(problem.span.begin <= problem.span.end && whole.contains(problem.span));
  }
}

void check_matching(const Document& document, const Template& pattern, const Matching& matching) {
  const Span whole{0, document.source().size()};
  require(matching.sections.size() == pattern.sections().size());
  require(matching.claimed_by.size() == document.sections().size());
  require(matching.keys.size() == document.sections().size());
  for (const Match& match : matching.sections) {
    if (!match.found()) {
      require(match.section == kNone && match.bold == kNone);
      continue;
    }
    require((match.section == kNone) != (match.bold == kNone));
    require(match.section == kNone || match.section < document.sections().size());
    require(match.bold == kNone || match.bold < document.bold_items().size());
    require(whole.contains(match.heading));
    require(match.text_begin <= whole.end && match.text_end <= whole.end);
    require(match.bold == kNone || match.text_begin <= match.text_end);
    require(!describe(match.step).empty());
  }
  for (const std::uint32_t t : matching.claimed_by) {
    require(t == kNone || t < pattern.sections().size());
  }
  for (const Matching::Duplicate& duplicate : matching.duplicates) {
    require(duplicate.pattern < pattern.sections().size());
    require(duplicate.section < document.sections().size());
    require(matching.sections[duplicate.pattern].section != duplicate.section);
  }
}

void check_judgement(const Proposal& proposal, const Judgement& judgement) {
  const Document& document = proposal.document;
  const Span whole{0, document.source().size()};
  check_matching(document, judgement.pattern(), judgement.matching);
  require(judgement.sections.size() == judgement.pattern().sections().size());
  for (std::uint32_t t = 0; t < judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = judgement.sections[t];
    require(whole.contains(verdict.fill_at) && verdict.fill_at.begin <= verdict.fill_at.end);
    require(whole.contains(verdict.hidden_in));
    require(verdict.hidden_in.empty() || verdict.hidden_in.contains(verdict.hidden_line_offset));
    require(judgement.missing(t) || (verdict.hidden_in.empty() && verdict.covered_by == kNone));
    require(!judgement.missing(t) || verdict.fill == Fill::kEmpty);
    for (const Span span : own_text(document, judgement, t)) {
      require(span.begin <= span.end && whole.contains(span));
    }
    suggest(document, judgement.matching, judgement.wanted(t));
  }
}

void check_findings(const std::vector<Finding>& findings, const Source& source) {
  for (const Finding& finding : findings) {
    require(!finding.message.empty() && finding.source == &source);
    require(finding.span.begin <= finding.span.end && finding.span.end <= source.size());
    for (const Fix& fix : finding.fixes) {
      for (const Edit& edit : fix.edits) {
        require(edit.span.begin <= edit.span.end && edit.span.end <= source.size());
      }
    }
  }
}

void judge(const Built& built, const std::shared_ptr<const Source>& source) {
  static const Facts kNoFacts;
  const Proposal proposal = read_proposal(*built.process, source, nullptr);
  const Card card =
      make_card(*built.process, {"fuzz.md", {}, true}, proposal.metadata, &proposal.document);
  const Links links(*built.process, proposal.document, "fuzz.md");
  for (const std::string_view stage : {"", "beta"}) {
    const Judgement judgement = built.judge.judge(proposal, {stage, nullptr});
    check_judgement(proposal, judgement);
    check_findings(built.rules.check({*built.process, proposal, judgement, card, kNoFacts, links}),
                   *source);
  }
}

// The same process, its first kind with another template.
void judge_by(const Built& built, const std::shared_ptr<const Source>& pattern,
              const std::shared_ptr<const Source>& source) {
  Process process = *built.process;
  process.kinds.resize(1);
  process.kinds[0].pattern = std::make_shared<const Template>(pattern);
  process.kinds[0].lineage = {};
  check_template(*process.kinds[0].pattern);
  check_findings(built.rules.check_template({process, *process.kinds[0].pattern}), *pattern);
  const Judge judge(process);
  const Proposal proposal = read_proposal(process, source, nullptr);
  check_judgement(proposal, judge.judge(proposal, {"beta", nullptr}));
}

}  // namespace

// The bytes are a template and a document, parted by the first form feed;
// without one they are both.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Built built;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t part = bytes.find('\f');
  const auto pattern = make_source(bytes.substr(0, part));
  const auto document = part == bytes.npos ? pattern : make_source(bytes.substr(part + 1));
  judge(built, document);
  judge_by(built, pattern, document);
  return 0;
}

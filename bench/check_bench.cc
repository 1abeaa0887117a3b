// From a Document to findings, and the whole of it.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "features/check/check_fixture.h"
#include "generate.h"
#include "process/load.h"
#include "process/match.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/links.h"
#include "proposal/proposal.h"
#include "rules/engine.h"
#include "samples.h"

namespace milepost::bench {

namespace {

struct Ready {
  std::shared_ptr<const Process> process;
  std::vector<Proposal> proposals;
};

// The process and the samples as proposals; null when the pack does not load.
const Ready* ready() {
  static const std::unique_ptr<const Ready> made = [] {
    auto process = load_process(built_in_pack("kep"), nullptr);
    auto all = std::make_unique<Ready>();
    if (!process) return std::unique_ptr<const Ready>();
    all->process = *process;
    for (const Sample& sample : samples()) {
      all->proposals.push_back(read_proposal(**process, sample.document, sample.metadata));
    }
    return std::unique_ptr<const Ready>(std::move(all));
  }();
  return made.get();
}

void set_bytes(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(document_bytes()));
}

void load_pack(benchmark::State& state) {
  for (auto _ : state) {
    auto process = load_process(built_in_pack("kep"), nullptr);
    if (!process) return state.SkipWithError(process.error().message.c_str());
    benchmark::DoNotOptimize(process->get());
  }
}
BENCHMARK(load_pack)->Unit(benchmark::kMillisecond);

void match_sections(benchmark::State& state) {
  const Ready* all = ready();
  if (!all) return state.SkipWithError("the pack does not load");
  const Kind& kind = all->process->kinds.front();
  const HeadingIndex index(*kind.pattern, *all->process, kind.lineage);
  for (auto _ : state) {
    for (const Proposal& proposal : all->proposals) {
      const Matching found = match(proposal.document, index);
      benchmark::DoNotOptimize(found.sections.data());
    }
  }
  set_bytes(state);
}
BENCHMARK(match_sections)->Unit(benchmark::kMillisecond);

void match_and_judge(benchmark::State& state) {
  const Ready* all = ready();
  if (!all) return state.SkipWithError("the pack does not load");
  const Judge judge(*all->process);
  for (auto _ : state) {
    for (const Proposal& proposal : all->proposals) {
      const Judgement judgement = judge.judge(proposal, {});
      benchmark::DoNotOptimize(judgement.sections.data());
    }
  }
  set_bytes(state);
}
BENCHMARK(match_and_judge)->Unit(benchmark::kMillisecond);

void all_rules_on_judged(benchmark::State& state) {
  const Ready* all = ready();
  if (!all) return state.SkipWithError("the pack does not load");
  const Judge judge(*all->process);
  const auto rules = RuleEngine::make(*all->process, {}, {});
  if (!rules) return state.SkipWithError(rules.error().message.c_str());
  std::vector<Judgement> judged;
  std::vector<Card> cards;
  const Facts no_facts;
  for (const Proposal& proposal : all->proposals) {
    judged.push_back(judge.judge(proposal, {}));
    cards.push_back(make_card(*all->process, {proposal.document.source().path(), {}, true},
                              proposal.metadata, &proposal.document));
  }
  for (auto _ : state) {
    for (std::size_t i = 0; i < judged.size(); ++i) {
      const Proposal& proposal = all->proposals[i];
      const Links links(*all->process, proposal.document, cards[i].files.document);
      const auto findings =
          rules->check({*all->process, proposal, judged[i], cards[i], no_facts, links});
      benchmark::DoNotOptimize(findings.data());
    }
  }
  set_bytes(state);
}
BENCHMARK(all_rules_on_judged)->Unit(benchmark::kMillisecond);

// A corpus on disk, gone when the program ends.
class DiskCorpus {
 public:
  DiskCorpus() {
    constexpr std::size_t kProposals = 655;
    std::string pattern =
        (std::filesystem::temp_directory_path() / "milepost-bench-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) return;
    path_ = pattern;
    written_ = write_corpus(path_, kProposals).has_value();
  }
  ~DiskCorpus() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  DiskCorpus(const DiskCorpus&) = delete;
  DiskCorpus& operator=(const DiskCorpus&) = delete;
  const std::string& path() const { return path_; }
  bool written() const { return written_; }

 private:
  std::string path_;
  bool written_ = false;
};

void check_corpus(benchmark::State& state) {
  static const DiskCorpus corpus;
  if (!corpus.written()) return state.SkipWithError("the corpus could not be written");
  WorkspaceOptions where;
  where.directory = corpus.path();
  where.jobs = static_cast<int>(state.range(0));
  for (auto _ : state) {
    const auto run = check::open_and_check(where);
    if (!run) return state.SkipWithError(run.error().message.c_str());
    benchmark::DoNotOptimize(run->findings.data());
  }
}
BENCHMARK(check_corpus)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace milepost::bench

// From bytes to a Document, beside two other parsers.

#include <string>

#include <benchmark/benchmark.h>

#include "base/source.h"
#include "parsers.h"
#include "samples.h"
#include "text/document.h"
#include "text/yaml.h"

namespace milepost::bench {

namespace {

void set_bytes(benchmark::State& state, std::size_t per_iteration) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(per_iteration));
}

// Copies the bytes too, since a Source owns them.
void source_lines(benchmark::State& state) {
  for (auto _ : state) {
    for (const Sample& sample : samples()) {
      const Source source("", std::string(sample.document->text()));
      benchmark::DoNotOptimize(source.line_count());
    }
  }
  set_bytes(state, document_bytes());
}
BENCHMARK(source_lines)->Unit(benchmark::kMillisecond);

void document_scan(benchmark::State& state) {
  for (auto _ : state) {
    for (const Sample& sample : samples()) {
      const Document document(sample.document);
      benchmark::DoNotOptimize(document.blocks().data());
    }
  }
  set_bytes(state, document_bytes());
}
BENCHMARK(document_scan)->Unit(benchmark::kMillisecond);

void md4c(benchmark::State& state) {
  for (auto _ : state) {
    for (const Sample& sample : samples()) parse_with_md4c(sample.document->text());
  }
  set_bytes(state, document_bytes());
}
BENCHMARK(md4c)->Unit(benchmark::kMillisecond);

void cmark(benchmark::State& state) {
  for (auto _ : state) {
    for (const Sample& sample : samples()) parse_with_cmark(sample.document->text());
  }
  set_bytes(state, document_bytes());
}
BENCHMARK(cmark)->Unit(benchmark::kMillisecond);

void yaml_metadata(benchmark::State& state) {
  for (auto _ : state) {
    for (const Sample& sample : samples()) {
      const Yaml yaml(*sample.metadata);
      benchmark::DoNotOptimize(yaml.root().entries.data());
    }
  }
  set_bytes(state, metadata_bytes());
}
BENCHMARK(yaml_metadata)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace milepost::bench

#include "features/drift/feature_gates.h"

#include <algorithm>

#include "base/strings.h"
#include "features/drift/go_gates.h"

namespace milepost::drift {

namespace {

bool separates(char c) {
  return is_space(c) || c == ',' || c == ':' || c == ';' || c == '|' || c == '=' || c == '"' ||
         c == '\'' || c == '`';
}

struct Word {
  std::string_view text;
  Span span;
};

// The words of a line, up to a comment. More than a line of a list has are left out.
std::vector<Word> words_of(const Source& source, Span line) {
  constexpr std::size_t kMost = 8;
  std::vector<Word> words;
  const std::string_view text = source.text();
  for (std::uint32_t at = line.begin; at < line.end && words.size() < kMost;) {
    if (text[at] == '#') break;
    if (separates(text[at])) {
      ++at;
      continue;
    }
    const std::uint32_t begin = at;
    while (at < line.end && !separates(text[at]) && text[at] != '#') ++at;
    const Span span{begin, at};
    words.push_back({source.text(span), span});
  }
  return words;
}

// Whether the gate is on by default, where a word says so.
std::optional<bool> read_switch(std::string_view word) {
  if (equal_ignoring_case(word, "true")) return true;
  if (equal_ignoring_case(word, "false")) return false;
  return std::nullopt;
}

class Gathering {
 public:
  Gathering(std::vector<CodeGate>& gates, std::unordered_map<std::string, std::size_t>& by_name)
      : gates_(gates), by_name_(by_name) {}

  void read_list(const Source& source) {
    for (std::uint32_t i = 0; i < source.line_count(); ++i) {
      const std::vector<Word> words = words_of(source, source.line(i));
      if (words.empty() || is_head(words)) continue;
      CodeGate* const gate = at(std::string(words.front().text), source, words.front().span);
      if (gate) read_rest(source, words, *gate);
    }
  }

  void take_constants(const Source& source, const GoGates& found) {
    for (const GoConstant& constant : found.constants) {
      names_[std::string(constant.identifier)] = constant.value;
      at(constant.value, source, constant.span);
    }
  }

  void take_entries(const Source& source, const GoGates& found) {
    for (const GoGateEntry& entry : found.entries) {
      const auto known = names_.find(std::string(entry.identifier));
      CodeGate* const gate =
          at(known == names_.end() ? std::string(entry.identifier) : known->second, source,
             entry.identifier_span);
      if (!gate) continue;
      gate->entries.push_back(
          {std::string(entry.stage), parse_version(entry.version), entry.on, &source, entry.span});
    }
  }

 private:
  // The first line of a table.
  static bool is_head(const std::vector<Word>& words) {
    return words.size() > 1 && equal_ignoring_case(words[0].text, "name") &&
           std::ranges::any_of(
               words, [](const Word& word) { return equal_ignoring_case(word.text, "stage"); });
  }

  static void read_rest(const Source& source, const std::vector<Word>& words, CodeGate& gate) {
    GateEntry entry;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto version = parse_version(words[i].text);
      if (version && !entry.version) {
        entry.version = version;
      } else if (const auto on = read_switch(words[i].text)) {
        if (!entry.on) entry.on = on;
      } else if (!version && entry.stage.empty()) {
        entry.stage = words[i].text;
        entry.span = words[i].span;
      }
    }
    if (entry.stage.empty()) return;
    entry.source = &source;
    gate.entries.push_back(std::move(entry));
  }

  // The gate of that name, made when it is new; nullptr when there are too many.
  CodeGate* at(const std::string& name, const Source& source, Span span) {
    const auto [found, is_new] = by_name_.try_emplace(name, gates_.size());
    if (!is_new) return &gates_[found->second];
    if (gates_.size() >= kMostFeatureGates) {
      by_name_.erase(found);
      return nullptr;
    }
    gates_.push_back({name, &source, span, {}});
    return &gates_.back();
  }

  std::vector<CodeGate>& gates_;
  std::unordered_map<std::string, std::size_t>& by_name_;
  std::unordered_map<std::string, std::string> names_;  // by the identifier of a constant
};

}  // namespace

FeatureGates::FeatureGates(std::vector<std::shared_ptr<const Source>> sources)
    : sources_(std::move(sources)) {
  Gathering gathering(gates_, by_name_);
  std::vector<std::pair<const Source*, GoGates>> go;
  for (const auto& source : sources_) {
    if (is_go(*source)) {
      go.emplace_back(source.get(), scan_go_gates(*source));
      gathering.take_constants(*source, go.back().second);
    } else {
      gathering.read_list(*source);
    }
  }
  for (const auto& [source, found] : go) gathering.take_entries(*source, found);
  for (CodeGate& gate : gates_) {
    std::ranges::stable_sort(gate.entries, {}, &GateEntry::version);
    if (gate.entries.empty()) continue;
    const auto& last = gate.entries.back().version;
    if (last && (!latest_ || *latest_ < *last)) latest_ = last;
  }
}

const CodeGate* FeatureGates::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? nullptr : &gates_[found->second];
}

}  // namespace milepost::drift

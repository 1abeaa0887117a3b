#include "past.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "generate.h"
#include "random.h"

namespace milepost::bench {

namespace {

constexpr const char* kStages[] = {"alpha", "beta", "stable"};

// What `git fast-import` reads.
class Import {
 public:
  explicit Import(const std::string& root)
      : pipe_(::popen(fmt::format("git -C '{}' fast-import --quiet", root).c_str(), "w")) {}
  Import(const Import&) = delete;
  Import& operator=(const Import&) = delete;
  ~Import() {
    if (pipe_) ::pclose(pipe_);
  }

  bool ok() const { return pipe_ != nullptr; }
  bool close() {
    const bool right = ::pclose(pipe_) == 0;
    pipe_ = nullptr;
    return right;
  }

  // A commit an hour.
  void commit(std::size_t number, std::string_view more = {}) {
    constexpr std::size_t kBegin = 1'500'000'000;
    constexpr std::size_t kHour = 3600;
    fmt::print(pipe_,
               "commit refs/heads/main\ncommitter Jane <jane@milepost.example> {} +0000\n"
               "data 6\nchange\n{}",
               kBegin + number * kHour, more);
  }

  void file(const std::string& path, std::string_view text) {
    fmt::print(pipe_, "M 100644 inline {}\ndata {}\n", path, text.size());
    std::fwrite(text.data(), 1, text.size(), pipe_);
    std::fputc('\n', pipe_);
  }

 private:
  std::FILE* pipe_;
};

struct Living {
  SyntheticProposal proposal;
  std::size_t moves = 0;
};

void replace_line(std::string& text, std::string_view key, const std::string& line) {
  const std::size_t at = text.find("\n" + std::string(key));
  if (at == text.npos) {
    text += line + "\n";
    return;
  }
  const std::size_t end = text.find('\n', at + 1);
  text.replace(at + 1, end - at - 1, line);
}

void move(Living& living) {
  ++living.moves;
  replace_line(living.proposal.metadata,
               "stage:", fmt::format("stage: {}", kStages[living.moves % std::size(kStages)]));
  replace_line(living.proposal.metadata,
               "latest-milestone:", fmt::format("latest-milestone: \"v1.{}\"", living.moves));
}

Result<void> run(const std::string& command) {
  if (std::system(command.c_str()) == 0) return {};
  return failure("could not run: " + command);
}

}  // namespace

Result<void> write_past(const std::string& root, const PastOptions& options) {
  if (auto made = run(fmt::format("git init -q --initial-branch=main '{}'", root)); !made) {
    return made;
  }
  Import import(root);
  if (!import.ok()) return failure("cannot run git fast-import");
  const Generator generator(options.proposals);
  std::vector<Living> living;
  Random random(1);
  for (std::size_t number = 0; number < options.commits; ++number) {
    const std::size_t which = number < options.proposals ? number : random.below(options.proposals);
    import.commit(number);
    if (number < options.proposals) {
      living.push_back({generator.make(which), 0});
      SyntheticProposal& made = living.back().proposal;
      if (options.document_bytes > 0 && made.document.size() > options.document_bytes) {
        made.document.resize(options.document_bytes);
      }
      import.file(made.folder + "/README.md", made.document);
      import.file(made.folder + "/kep.yaml", made.metadata);
      continue;
    }
    constexpr double kMoving = 0.15;
    Living& changed = living[which];
    if (random.chance(kMoving)) {
      move(changed);
      import.file(changed.proposal.folder + "/kep.yaml", changed.proposal.metadata);
    } else {
      changed.proposal.document += fmt::format("\nSentence {} was added.\n", number);
      import.file(changed.proposal.folder + "/README.md", changed.proposal.document);
    }
  }
  if (!import.close()) return failure("git fast-import failed");
  return run(fmt::format("git -C '{}' reset -q --hard", root));
}

Result<void> add_commit(const std::string& root, std::size_t number) {
  Import import(root);
  if (!import.ok()) return failure("cannot run git fast-import");
  Living first{Generator(1).make(0), number};
  move(first);
  import.commit(number, "from refs/heads/main^0\n");
  import.file(first.proposal.folder + "/kep.yaml", first.proposal.metadata);
  if (!import.close()) return failure("git fast-import failed");
  return {};
}

}  // namespace milepost::bench

// Sources, packs and processes for tests, made from texts rather than files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/source.h"
#include "process/load.h"
#include "process/process.h"

namespace milepost {

inline std::shared_ptr<const Source> make_source(std::string_view text,
                                                 std::string path = "test.md") {
  return std::make_shared<const Source>(std::move(path), std::string(text));
}

using FileTexts = std::map<std::string, std::string>;  // by path

inline ReadFile read_from(FileTexts files) {
  return
      [files = std::move(files)](const std::string& path) -> Result<std::shared_ptr<const Source>> {
        const auto found = files.find(path);
        if (found == files.end()) return failure("there is no such file");
        return make_source(found->second, path);
      };
}

// Loads the pack in folder `pack/`, and over it milepost.yaml, if `repository`
// has one.
inline Result<std::shared_ptr<const Process>> load_texts(FileTexts pack,
                                                         FileTexts repository = {}) {
  const PackFiles files{"pack/", read_from(std::move(pack))};
  const auto found = repository.find("milepost.yaml");
  if (found == repository.end()) return load_process(files, nullptr);
  const Config config{make_source(found->second, "milepost.yaml"), "", read_from(repository)};
  return load_process(files, &config);
}

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  return at == text.npos ? "no such text: " + std::string(from) : text.replace(at, from.size(), to);
}

// Where the corpus is: $MILEPOST_CORPUS, else beside the repository. The seeds
// lie beside it.
inline std::filesystem::path corpus_folder() {
  const char* const named = std::getenv("MILEPOST_CORPUS");
  return named ? std::filesystem::path(named)
               : std::filesystem::path(MILEPOST_SOURCE_DIR) / "../shared/corpus";
}

}  // namespace milepost

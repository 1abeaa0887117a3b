// What a first pack is guessed from: a template, and proposals that were written by it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "text/document.h"

namespace milepost::process {

struct ExampleProposal {
  std::string path;  // from the root
  std::shared_ptr<const Document> document;
  // YAML files beside it: their names, and what they hold.
  std::vector<std::shared_ptr<const Source>> beside = {};
};

struct Examples {
  std::string root;           // of the repository, absolute
  std::string template_path;  // from the root; "": the template lies elsewhere
  std::shared_ptr<const Source> template_source;
  std::vector<std::shared_ptr<const Source>> beside_template;
  std::vector<ExampleProposal> all;       // by path
  std::vector<std::string> unlike;        // Markdown with few of the template's headings
  std::vector<std::string> not_markdown;  // proposals in another format, as it seems
  std::vector<std::string> unread;        // "a.md: is 2 MiB, larger than …"
};

// `words` are files and folders, as seen from the directory; without any, those are looked for
// around the template that are like it.
Result<Examples> read_examples(const std::string& directory, const std::string& template_word,
                               const std::vector<std::string>& words);

}  // namespace milepost::process

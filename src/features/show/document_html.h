// The text of a proposal for its page: rendered, with what was found about each section folded
// below its heading, and links that lead to other pages of the site.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/common/route.h"
#include "features/show/model.h"

namespace milepost::show {

// A heading of the text, as a table of contents has it.
struct ContentsLine {
  std::string id;  // of its element: what a link to it has after "#"
  std::string title;
  int level = 1;
  std::optional<Health> health;  // none: the template does not ask for it
  std::size_t errors = 0;        // of its own text
  std::size_t warnings = 0;
};

// Where a heading of the file stands on the page.
struct ShownHeading {
  std::uint32_t line = 0;  // from 1
  std::string id;
};

struct DocumentHtml {
  std::string html;
  std::vector<ContentsLine> contents;  // without the headings in lists and quotes
  std::vector<ShownHeading> headings;  // that both have, in the file's order
  bool cut = false;                    // it is too long to be shown to its end

  // Of the section that a line is in; "" for none.
  std::string id_at(std::uint32_t line) const;
};

// `page` is of this workspace. Fails when the document cannot be read; of a proposal that has none,
// what was found is all there is.
Result<DocumentHtml> document_html(const Workspace& workspace, const ProposalPage& page,
                                   const PageLinks& links);

// Where a relative address in a document leads on the site: to the page of a proposal, a file
// beside one, or a file where the repository is hosted. "" for nowhere.
std::string resolve_address(const Workspace& workspace, const std::string& document,
                            std::string_view address, const PageLinks& links);

}  // namespace milepost::show

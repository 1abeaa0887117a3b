// A proposal's document brought up to a newer version of its template, as a merge
// of three: the version it was written for, the newer one, and the document.
//
// New sections come in with their guidance, headings the template renamed are
// renamed, sections it moved are moved, questions in bold become headings, and its
// own text is replaced where nobody has touched it. An author's line is never lost
// or changed. What both have changed is marked as under debate, with both texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"
#include "text/toc_style.h"

namespace milepost::upgrade {

enum class UpgradeAct : std::uint8_t {
  kInserted,
  kRenamed,
  kMoved,
  kLevel,      // set to that of the template, in its place
  kQuestion,   // in bold, made a heading
  kRefreshed,  // the template's own text replaced
  kItems,      // boxes added to a checklist
  kRemoved,    // no longer in the template, and nothing written in it
  kKept,       // no longer in the template, but written in: for a person to decide
  kConflict,
};

std::string_view name(UpgradeAct act);  // "inserted"

struct UpgradeStep {
  UpgradeAct act;
  std::string section;     // as it is called afterwards; "" for what stands before all of them
  std::string detail;      // the name it had, what it stands below now, how many boxes
  std::uint32_t line = 0;  // in the new text, from 1; 0 for what is gone
};

struct Upgrade {
  std::size_t from = 0;  // versions of the lineage
  std::size_t to = 0;
  std::string text;
  std::vector<UpgradeStep> steps;  // in the order of UpgradeAct, then of the text

  std::size_t count(UpgradeAct act) const;
};

// `to` is a version of the kind's lineage, no older than the proposal's own.
// Fails when the text cannot be taken apart safely, such as for a code block that
// is never closed.
Result<Upgrade> upgrade(const Proposal& proposal, const Judgement& judgement, std::size_t to,
                        TocStyle toc = TocStyle::kCommonMark);

}  // namespace milepost::upgrade

// MP325 value-overlong: a value, such as the title, is longer than the process
// allows.
#include <fmt/format.h>

#include "base/utf8.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

void value_overlong(const RuleInput& in, Sink& sink) {
  for (const FieldScalar& value : values_of(in)) {
    const std::size_t longest = value.field->longest;
    if (longest == 0 || value.text.size() <= longest) continue;
    const std::size_t length = utf8::count(value.text).code_points;
    if (length <= longest) continue;
    const Source& source = *in.proposal.metadata->source;
    sink.report(source, first_line(source, value.node->span),
                fmt::format("\"{}\" has {} characters, more than {}; say it shorter",
                            value.field->id, length, longest));
  }
}

}  // namespace milepost

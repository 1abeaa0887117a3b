// The verbs of this feature.
#pragma once

#include "cli/verb.h"

namespace milepost::templates {

extern const Verb kTemplateShowVerb;
extern const Verb kTemplateCheckVerb;
extern const Verb kTemplateLineageVerb;

}  // namespace milepost::templates

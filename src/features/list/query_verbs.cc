#include "features/list/query_verbs.h"

namespace milepost::list {

UsageError usage_error_of(const ListFailure& failure) {
  return {failure.message, fault_lines(failure)};
}

}  // namespace milepost::list

#include "features/common/person.h"

#include "proposal/metadata.h"

namespace milepost {

std::string person_text(const std::string& person) {
  const auto handle = read_handle(person);
  return handle && handle->alone && !handle->at ? "@" + person : person;
}

}  // namespace milepost

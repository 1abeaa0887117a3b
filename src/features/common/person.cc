#include "features/common/person.h"

#include "proposal/metadata.h"

namespace milepost {

bool is_handle(const std::string& person) {
  const auto handle = read_handle(person);
  return handle && handle->alone && !handle->at;
}

std::string person_text(const std::string& person) {
  return is_handle(person) ? "@" + person : person;
}

}  // namespace milepost

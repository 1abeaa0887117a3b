// Memory for C libraries that do not survive an allocation that fails. As operator new does, these
// ask the new handler for help first; that of the program ends it in good order. Without one they
// give nothing, as malloc does.
#pragma once

#include <cstddef>

namespace milepost::c_memory {

void* allocate(std::size_t size);
void* allocate_zeroed(std::size_t count, std::size_t size);
void* reallocate(void* old, std::size_t size);
void release(void* memory);

}  // namespace milepost::c_memory

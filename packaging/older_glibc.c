// What the compiler's libraries ask of glibc, and glibc 2.31 does not have yet.
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// Since 2.32: whether there is but one thread, where counts of references need no atomic
// instructions. They always use them here.
char __libc_single_threaded = 0;

// Since 2.36: std::random_device takes its numbers from it.
uint32_t arc4random(void) {
  uint32_t number = 0;
  if (getentropy(&number, sizeof number) != 0) abort();
  return number;
}

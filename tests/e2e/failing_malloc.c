/* Preloaded by test_out_of_memory.py: the allocation FAIL_AT gives nothing, and with FAIL_ON none
   after it either. How many there were is written to FAIL_COUNT. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

static atomic_long count;
static long fail_at, fail_on;

__attribute__((constructor)) static void begin(void) {
  const char* at = getenv("FAIL_AT");
  fail_on = getenv("FAIL_ON") != NULL;
  atomic_store(&count, 0);
  fail_at = at ? atol(at) : 0;
}

__attribute__((destructor)) static void end(void) {
  const long all = atomic_load(&count);
  const char* name = getenv("FAIL_COUNT");
  fail_at = 0;
  FILE* file = name ? fopen(name, "w") : NULL;
  if (file) {
    fprintf(file, "%ld", all);
    fclose(file);
  }
}

static int fails(void) {
  const long now = atomic_fetch_add(&count, 1) + 1;
  if (fail_at == 0 || now < fail_at || (now > fail_at && !fail_on)) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void* calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void* realloc(void* old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void* memalign(size_t to, size_t size) { return fails() ? NULL : __libc_memalign(to, size); }
void* aligned_alloc(size_t to, size_t size) { return fails() ? NULL : __libc_memalign(to, size); }
int posix_memalign(void** out, size_t to, size_t size) {
  void* found = fails() ? NULL : __libc_memalign(to, size);
  if (!found) return ENOMEM;
  *out = found;
  return 0;
}

/* Makes whoever creates a file record.db slow about it, before and after: what another thread does
   with the file meanwhile must not suffer when this one closes it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_record(const char* name) {
  static const char kFile[] = "/record.db";
  const size_t size = strlen(name);
  const size_t end = sizeof(kFile) - 1;
  return size > end && strcmp(name + size - end, kFile) == 0;
}

static void wait_a_little(unsigned share) { usleep((unsigned)gettid() % share * 2000); }

#define SLOW_OPEN(function)                                                        \
  int function(const char* name, int flags, ...) {                                 \
    static int (*real)(const char*, int, ...);                                     \
    if (!real) real = (int (*)(const char*, int, ...))dlsym(RTLD_NEXT, #function); \
    va_list more;                                                                  \
    va_start(more, flags);                                                         \
    const int mode = flags & O_CREAT ? va_arg(more, int) : 0;                      \
    va_end(more);                                                                  \
    const int slow = (flags & O_CREAT) && is_record(name);                         \
    if (slow) wait_a_little(15);                                                   \
    const int file = real(name, flags, mode);                                      \
    if (slow) wait_a_little(20);                                                   \
    return file;                                                                   \
  }
SLOW_OPEN(open)
SLOW_OPEN(open64)

// libgit2 can sign in at servers by Kerberos, for which there are no static libraries. Milepost
// fetches from servers without signing in; here the mechanism says that it is not available.
#include <stddef.h>

// GSS_S_UNAVAILABLE of RFC 2744.
enum { kUnavailable = 16 << 16 };

void* GSS_C_NT_HOSTBASED_SERVICE = NULL;

#define MILEPOST_UNAVAILABLE(name) \
  unsigned name(void) { return kUnavailable; }

MILEPOST_UNAVAILABLE(gss_delete_sec_context)
MILEPOST_UNAVAILABLE(gss_display_status)
MILEPOST_UNAVAILABLE(gss_import_name)
MILEPOST_UNAVAILABLE(gss_indicate_mechs)
MILEPOST_UNAVAILABLE(gss_init_sec_context)
MILEPOST_UNAVAILABLE(gss_release_buffer)
MILEPOST_UNAVAILABLE(gss_release_name)
MILEPOST_UNAVAILABLE(gss_release_oid_set)

# The program of the packages, `package/milepost`: one file that needs the C library of 2020
# (glibc 2.31) or a newer one, and nothing else.
#
# It is the program that is built anyway, linked another way: with the older C library instead of
# this system's, and with static libraries, from this system or, where it has none, from their
# sources. What packaging/libraries fetched is in MILEPOST_LIBRARIES.

set(MILEPOST_LIBRARIES "${CMAKE_SOURCE_DIR}/build-package/libraries" CACHE PATH
    "What packaging/libraries fetched")
set(glibc ${MILEPOST_LIBRARIES}/glibc)
file(GLOB unwinder ${glibc}/usr/lib/gcc/*/*/libgcc_eh.a)
if(NOT unwinder OR NOT CMAKE_LIBRARY_ARCHITECTURE)
  message(FATAL_ERROR "no libraries in ${MILEPOST_LIBRARIES}: run packaging/libraries, on Debian")
endif()
enable_language(C)

# Beside those of milepost_core, in whose place they are linked.
add_executable(milepost_package EXCLUDE_FROM_ALL ${main_source} ${milepost_linked}
  packaging/older_glibc.c packaging/no_kerberos.c)
set_target_properties(milepost_package PROPERTIES
  OUTPUT_NAME milepost RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package
  LINK_DEPENDS "$<TARGET_FILE:milepost_core>")
target_include_directories(milepost_package PRIVATE src)
target_compile_definitions(milepost_package PRIVATE
  MILEPOST_LINKED MILEPOST_VERSION="${PROJECT_VERSION}" MILEPOST_RELEASES="${MILEPOST_RELEASES}")
milepost_tell_commit(milepost_package)
add_dependencies(milepost_package milepost_core)

add_library(milepost_libraries STATIC EXCLUDE_FROM_ALL
  ${MILEPOST_LIBRARIES}/fmtlib/src/format.cc
  ${MILEPOST_LIBRARIES}/md4c/src/md4c.c)
target_compile_options(milepost_libraries PRIVATE -w)
target_include_directories(milepost_libraries PRIVATE ${MILEPOST_LIBRARIES}/md4c/src)

# In the order in which they need each other.
target_link_libraries(milepost_package PRIVATE $<TARGET_FILE:milepost_core> milepost_libraries)
foreach(name IN ITEMS yaml git2 mbedtls mbedx509 mbedcrypto http_parser ssh2 pcre2-8 z sqlite3 sodium)
  find_library(MILEPOST_LIB_${name} lib${name}.a REQUIRED)
  mark_as_advanced(MILEPOST_LIB_${name})
  target_link_libraries(milepost_package PRIVATE ${MILEPOST_LIB_${name}})
endforeach()
target_link_libraries(milepost_package PRIVATE OpenSSL::SSL pthread m dl)

# The newer unwinder asks glibc 2.35 where code lies; the older one finds it by itself.
file(COPY ${unwinder} DESTINATION ${CMAKE_BINARY_DIR}/package/unwinder)
target_link_options(milepost_package PRIVATE
  --sysroot=${glibc} -B${glibc}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}
  -L${CMAKE_BINARY_DIR}/package/unwinder -L${glibc}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}
  -static-libstdc++ -static-libgcc
  # Libraries that are opened later, and theirs, must not meet those that are linked in.
  -Wl,--exclude-libs,ALL
  -Wl,--as-needed -Wl,-z,relro,-z,now -Wl,--build-id=sha1)

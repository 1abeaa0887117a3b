# milepost_tests holds every *_test.cc of src and tests; tests/e2e holds scripts
# that drive the program, tests/browser those that look at its pages.

find_package(GTest REQUIRED)
find_path(RAPIDCHECK_INCLUDE rapidcheck.h REQUIRED)
find_library(RAPIDCHECK_LIBRARY rapidcheck REQUIRED)
find_library(CMARK_GFM_LIBRARY cmark-gfm REQUIRED)
find_library(CMARK_GFM_EXTENSIONS_LIBRARY cmark-gfm-extensions REQUIRED)
mark_as_advanced(RAPIDCHECK_INCLUDE RAPIDCHECK_LIBRARY CMARK_GFM_LIBRARY
                 CMARK_GFM_EXTENSIONS_LIBRARY)

enable_testing()
include(GoogleTest)

file(GLOB own_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/*.cc)
milepost_keep_buildable(own_tests)
milepost_keep_buildable(core_tests)
set(test_sources ${core_tests} ${own_tests})

if(test_sources)
  add_executable(milepost_tests ${test_sources})
  milepost_precompile(milepost_tests <gmock/gmock.h> <gtest/gtest.h>)
  target_compile_definitions(milepost_tests PRIVATE MILEPOST_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  # What they test is optimised; the tests themselves are compiled faster without.
  if(CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(milepost_tests PRIVATE -O0)
  endif()
  # cmark itself stays out: it has the same symbols as cmark-gfm.
  target_link_libraries(milepost_tests PRIVATE
    milepost_core GTest::gtest_main GTest::gmock ${RAPIDCHECK_LIBRARY}
    ${CMARK_GFM_EXTENSIONS_LIBRARY} ${CMARK_GFM_LIBRARY} PkgConfig::MD4C)
  gtest_discover_tests(milepost_tests
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    PROPERTIES TIMEOUT 600 ENVIRONMENT MILEPOST=${CMAKE_BINARY_DIR}/milepost)
endif()

if(TARGET milepost)
  # What the scripts below let loose on a record, and what shows them Markdown as HTML.
  foreach(program IN ITEMS store_writer markdown_writer)
    add_executable(${program} ${CMAKE_SOURCE_DIR}/tests/programs/${program}.cc)
    target_link_libraries(${program} PRIVATE milepost_core)
  endforeach()

  # Debian's Python, where it is: it has the packages that the scripts need.
  if(EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/e2e/*.py
       ${CMAKE_SOURCE_DIR}/tests/browser/test_*.py)
  # A name with a leading underscore is a module the scripts share.
  list(FILTER scripts EXCLUDE REGEX "/_[^/]*$")
  foreach(script IN LISTS scripts)
    cmake_path(GET script STEM name)
    cmake_path(GET script PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    add_test(NAME ${folder}.${name} COMMAND Python3::Interpreter ${script}
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${folder}.${name} PROPERTIES
      TIMEOUT 600
      ENVIRONMENT "MILEPOST=$<TARGET_FILE:milepost>;MILEPOST_STORE_WRITER=$<TARGET_FILE:store_writer>;MILEPOST_MARKDOWN_WRITER=$<TARGET_FILE:markdown_writer>;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()

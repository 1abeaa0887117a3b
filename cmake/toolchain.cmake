# How every target is compiled: language, warnings, optimisation, sanitizers.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")

add_compile_options(
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow;-Werror>")
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # Both compilers should accept the same code: clang counts signs among -Wconversion, and
  # calls deprecated what libstdc++'s own stable_sort uses.
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:CXX>:-Wno-sign-conversion;-Wno-deprecated-declarations>")
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND MILEPOST_PRECOMPILE)  # clang-tidy does not know it
  # GCC looks through its heap for what it can free from 128 MB on, which takes a tenth of the time.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=600000>")
endif()

if(MILEPOST_SANITIZE)
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${MILEPOST_SANITIZE};-fno-sanitize-recover=all>"
    "$<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>")
  add_link_options(-fsanitize=${MILEPOST_SANITIZE})
endif()

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What it is to overlook, lest it pass by all that uses a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

# Parsing these, and making their templates, takes half of a compilation;
# `milepost_precompile(TARGET HEADER…)` has it done once for all sources of the target. Sources
# include what they need all the same: ./dev lint reads them without.
function(milepost_precompile target)
  if(NOT MILEPOST_PRECOMPILE)
    return()
  endif()
  set(own workspace/gate_judge.h workspace/workspace.h features/common/route.h)
  list(TRANSFORM own PREPEND ${CMAKE_SOURCE_DIR}/src/)
  if(MILEPOST_FOLDERS)
    set(own "")
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <charconv> <chrono> <functional> <map> <memory> <mutex> <optional> <set>
    <span> <sstream> <string> <string_view> <unordered_map> <unordered_set> <utility> <variant>
    <vector> <fmt/format.h> <tl/expected.hpp> ${own} ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # The first is for ccache. Of a precompiled header GCC forgets that it is the system's,
    # and suspects std::string of writing beyond its end.
    set(options -fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
        -Wno-restrict)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${options}>")
  endif()
endfunction()

# Compiles the sources of a folder eight at a time, which halves the work. Verbs and routes of a
# folder call their parts by the same names: they are joined with those of other folders. Pictures,
# src/net and src/web are left alone.
function(milepost_join target)
  if(NOT MILEPOST_JOIN)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR}/src OUTPUT_VARIABLE path)
    # "..": made by the build
    if(path MATCHES "^(\\.\\.|cli|main|net|web|render/(chart|graph)_|features/graph/)|svg\\.cc$")
      continue()
    endif()
    string(REGEX REPLACE "^(features/[a-z]+|[a-z]+)/.*" "\\1" folder ${path})
    string(REPLACE "/" "_" folder ${folder})
    if(path MATCHES "(verbs|routes)\\.cc$")
      # The first of each folder, the second of each folder …
      math(EXPR apart_${folder} "0${apart_${folder}} + 1")
      set(folder front_${apart_${folder}})
    endif()
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    math(EXPR group "(${count_${folder}} - 1) / 8")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
  endforeach()
endfunction()

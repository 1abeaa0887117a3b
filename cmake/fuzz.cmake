# Each fuzz/NAME_fuzz.cc is a libFuzzer program of its own, NAME_fuzz.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "libFuzzer comes with clang: use the preset fuzz")
endif()

# Everything is instrumented so that the fuzzer sees coverage; only its programs get its main.
target_compile_options(milepost_core PRIVATE
                       $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>)

milepost_glob(fuzz_sources "fuzz/*_fuzz.cc")
foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE milepost_core)
endforeach()

# milepost_bench measures the parts of milepost beside md4c and cmark.

find_package(benchmark REQUIRED)
pkg_check_modules(CMARK REQUIRED IMPORTED_TARGET libcmark)

milepost_glob(bench_sources "bench/*.cc")
list(FILTER bench_sources EXCLUDE REGEX "/constant_server\\.cc$")
if(bench_sources)
  add_executable(milepost_bench EXCLUDE_FROM_ALL ${bench_sources})
  target_compile_definitions(milepost_bench PRIVATE MILEPOST_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(milepost_bench PRIVATE
    milepost_core benchmark::benchmark_main PkgConfig::CMARK PkgConfig::MD4C)
endif()

# What `bench/serve` compares the server with.
add_executable(constant_server EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/bench/constant_server.cc)
target_link_libraries(constant_server PRIVATE Threads::Threads)

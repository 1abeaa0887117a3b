# Builds files into the binary: an assembler file takes their bytes as they are,
# a C++ file lists them (src/base/embedded.h). Needs nothing but the compiler.

# Sets `out` to the generated sources that hold every file matching the patterns.
function(milepost_embed out)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${patterns})
  list(FILTER files EXCLUDE REGEX "(^|/)\\.|~$")
  list(SORT files)

  set(bytes ".section .rodata\n")
  set(symbols "")
  set(rows "")
  set(index 0)
  foreach(file IN LISTS files)
    string(APPEND bytes
      ".global milepost_embedded_${index}\n"
      "milepost_embedded_${index}:\n"
      ".incbin \"${CMAKE_SOURCE_DIR}/${file}\"\n")
    string(APPEND symbols "extern \"C\" const char milepost_embedded_${index}[];\n")
    math(EXPR next "${index} + 1")
    string(APPEND rows
      "      row(\"${file}\", milepost_embedded_${index}, milepost_embedded_${next}),\n")
    set(index ${next})
  endforeach()
  string(APPEND bytes
    ".global milepost_embedded_${index}\n"
    "milepost_embedded_${index}:\n"
    ".byte 0\n"
    ".section .note.GNU-stack,\"\",%progbits\n")
  string(APPEND symbols "extern \"C\" const char milepost_embedded_${index}[];\n")

  set(table
"#include <array>

#include \"base/embedded.h\"

${symbols}
namespace milepost {

[[maybe_unused]] static EmbeddedFile row(std::string_view path, const char* begin, const char* end) {
  return {path, {begin, static_cast<std::size_t>(end - begin)}};
}

std::span<const EmbeddedFile> embedded_files() {
  static const std::array<EmbeddedFile, ${index}> files{{
${rows}  }};
  return files;
}

}  // namespace milepost
")
  set(bytes_file ${CMAKE_BINARY_DIR}/generated/embedded_bytes.S)
  set(table_file ${CMAKE_BINARY_DIR}/generated/embedded_table.cc)
  file(CONFIGURE OUTPUT ${bytes_file} CONTENT "${bytes}" @ONLY)
  file(CONFIGURE OUTPUT ${table_file} CONTENT "${table}" @ONLY)
  list(TRANSFORM files PREPEND ${CMAKE_SOURCE_DIR}/)
  set_source_files_properties(${bytes_file} PROPERTIES OBJECT_DEPENDS "${files}")
  set(${out} ${bytes_file} ${table_file} PARENT_SCOPE)
endfunction()

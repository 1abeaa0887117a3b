# `milepost --version` tells the commit. Each build asks git for it, and writes a C++ file of one
# line only when the answer changed: then that is compiled and the program alone linked again.
#
# As a script (cmake -DSOURCE=… -DINTO=… -P commit.cmake) this writes the file.

function(milepost_tell_commit target)
  set(file ${CMAKE_BINARY_DIR}/generated/built_from.cc)
  if(NOT TARGET milepost_commit)
    add_custom_target(milepost_commit
      COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D INTO=${file}
              -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
      BYPRODUCTS ${file}
      COMMENT "" VERBATIM)
  endif()
  target_sources(${target} PRIVATE ${file})
  add_dependencies(${target} milepost_commit)
endfunction()

# Sets `out` to what is known of the commit that the sources are of.
function(milepost_find_commit source out)
  set(${out} "commit unknown" PARENT_SCOPE)
  # A folder within another repository is not of its commit.
  if(EXISTS ${source}/.git)
    # What CI or a script before this one set may be about another repository.
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env --unset=GIT_DIR --unset=GIT_WORK_TREE --unset=GIT_INDEX_FILE
              git -C ${source} describe --always --abbrev=12 --exclude=* --dirty=-changed
      OUTPUT_VARIABLE found RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0)
      string(REPLACE "-changed" ", with changes that are in no commit" found "${found}")
      set(${out} "${found}" PARENT_SCOPE)
    endif()
  elseif(EXISTS ${source}/cmake/archived_commit)
    # `git archive` writes the commit there.
    file(STRINGS ${source}/cmake/archived_commit found REGEX "^[0-9a-f]+$")
    if(found)
      string(SUBSTRING "${found}" 0 12 found)
      set(${out} "${found}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  milepost_find_commit(${SOURCE} commit)
  file(CONFIGURE OUTPUT ${INTO} CONTENT
"// Which commit the program was built from.
extern const char* const kMilepostBuiltFrom;
const char* const kMilepostBuiltFrom = \"${commit}\";
" @ONLY)
endif()

# `cmake --install` puts the program where it can be found, and with it the man
# pages and completions, which the program prints itself.

include(GNUInstallDirs)

set(printed ${CMAKE_BINARY_DIR}/printed)
set(completions "bash=bash-completion/completions/milepost"
                "fish=fish/vendor_completions.d/milepost.fish"
                "zsh=zsh/site-functions/_milepost")

install(TARGETS milepost DESTINATION ${CMAKE_INSTALL_BINDIR})
# Anew each time, so that no page outlives its verb.
install(CODE "
  file(REMOVE_RECURSE \"${printed}\")
  execute_process(COMMAND \"$<TARGET_FILE:milepost>\" man --into \"${printed}/man/man1\"
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  foreach(one IN ITEMS ${completions})
    string(REGEX MATCH \"^[a-z]+\" shell \"\${one}\")
    string(REGEX REPLACE \"^[a-z]+=\" \"${printed}/share/\" file \"\${one}\")
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:milepost>\" completions \${shell}
                    OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")
install(DIRECTORY ${printed}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${printed}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})

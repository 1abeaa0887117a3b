// The corpus of real proposals, for tests that hold milepost against something
// else. Without it those tests are skipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace milepost {

// MILEPOST_CORPUS, or where it lies beside the source tree.
std::filesystem::path corpus_root();

// Calls `each` with the name and the bytes of every version of every file in the
// history of the corpus's bundle whose path matches the regular expression of
// grep. False when there is no bundle or git cannot read it.
bool for_each_version(const std::string& pattern,
                      const std::function<void(const std::string& name, std::string bytes)>& each);

// How many documents a test makes: `count`, or MILEPOST_TEST_SCALE percent of it.
std::uint64_t scaled(std::uint64_t count);

}  // namespace milepost

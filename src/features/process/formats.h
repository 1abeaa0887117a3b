// Packs in formats for people and programs.
#pragma once

#include <string>
#include <vector>

#include "features/process/model.h"
#include "render/text_options.h"

namespace milepost::process {

std::string render_packs_text(const std::vector<PackEntry>& packs, std::uint32_t width);
std::string render_packs_json(const std::vector<PackEntry>& packs);

// With the lines that the errors point at, where `excerpts` are wanted.
std::string render_check_text(const CheckedPack& checked, bool excerpts, std::uint32_t width);
std::string render_check_json(const CheckedPack& checked);

std::string render_new_pack_text(const NewPack& pack);
std::string render_new_pack_json(const NewPack& pack, bool made);

}  // namespace milepost::process

// What the files of a pack say together: the pack that it extends, its own
// process.yaml and the repository's milepost.yaml, each laid over those before.
//
// Maps merge, records merge by what they are called at every depth, and lists of
// texts replace. `- remove: [a, b]` in a list takes out what lies below. The
// spans of the tree count through all its files, one behind the other: place()
// says where in which file one is.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/source.h"
#include "process/pack_errors.h"
#include "process/pack_files.h"
#include "process/place.h"
#include "text/yaml.h"

namespace milepost {

// Whose values a file gives.
enum class PackLayerKind : std::uint8_t { kBase, kPack, kRepository };

struct PackLayer {
  std::shared_ptr<const Source> source;
  PackLayerKind kind = PackLayerKind::kPack;
  PackFiles files;          // what it names is read from here
  std::uint32_t begin = 0;  // of its spans
};

class PackTree {
 public:
  // Lays the tree of a file over what is there. Among the errors are then a record that the file
  // has twice, and the removal of what is not there.
  void lay_over(PackLayer layer, YamlNode root, PackErrors& errors);

  const YamlNode& root() const { return root_; }
  // The tree itself; places stay known.
  YamlNode take_root() { return std::exchange(root_, no_entries()); }
  const std::vector<PackLayer>& layers() const { return layers_; }
  Place place(Span span) const;
  // The layer that a place is in; nullptr for other files.
  const PackLayer* layer_of(const Place& place) const;

 private:
  friend class PackMerge;

  static YamlNode no_entries() {
    YamlNode map;
    map.kind = YamlKind::kMap;
    return map;
  }

  YamlNode root_ = no_entries();
  std::vector<PackLayer> layers_;
};

}  // namespace milepost

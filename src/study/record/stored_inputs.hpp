// Copies of the files that stored runs name, in the store's folder `inputs`, each named by the digest of its
// content. So a store can repeat its runs after it is moved or the files change.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "config/node.hpp"
#include "experiment/read/file_content.hpp"

namespace ebb::inline study {

class StoredInputs {
 public:
  /// `folder` is the store's.
  explicit StoredInputs(std::string folder) : folder_(std::move(folder)) {}

  /// Copies the files that a resolved document names, unless a copy exists. Files that are too large are not
  /// copied.
  Problems keep(Node document);

 private:
  Problems keep_file(const std::string& path);

  const std::string folder_;
  std::set<std::string> seen_;  ///< paths that were checked
};

/// Replaces each file that is gone, or has changed since the run was stored, by its copy in one of these
/// stores.
void use_stored_inputs(const std::vector<std::string>& stores, const std::vector<FileContent>& contents,
                       Node& document);

}  // namespace ebb::inline study

// The files that stored runs name, kept beside them in the store's folder `inputs`, each under the digest of
// what is in it: so a store repeats its runs wherever it is moved, also after the files have changed.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "config/node.hpp"
#include "experiment/read/file_content.hpp"

namespace ebb::inline study {

class StoredInputs {
 public:
  /// `folder` is the store's.
  explicit StoredInputs(std::string folder) : folder_(std::move(folder)) {}

  /// Copies the files that a resolved document names, as far as they are not there yet. One that is too large
  /// stays where it is.
  Problems keep(Node document);

 private:
  Problems keep_file(const std::string& path);

  const std::string folder_;
  std::set<std::string> seen_;  ///< paths that were looked at
};

/// Names the copy in one of these stores instead of each file that is gone, or holds something else than when
/// the run was stored.
void use_stored_inputs(const std::vector<std::string>& stores, const std::vector<FileContent>& contents,
                       Node& document);

}  // namespace ebb::inline study

// A fallback store for runs that cannot be stored where they should be, because the disk is full or the
// folder is gone. It is in the current folder or in the one for temporary files, and is created on first use.
#pragma once

#include <optional>
#include <string>

#include "store/store.hpp"
#include "store/stored_run.hpp"

namespace ebb::inline study {

class RescueStore {
 public:
  /// `folder` is the store that failed.
  explicit RescueStore(std::string folder) : folder_(std::move(folder)) {}

  /// False when the fallback cannot be written either.
  bool put(const StoredRun& run);
  std::size_t runs() const { return runs_; }
  /// Text for the user: where the runs are, and what to do with them.
  std::string hint() const;

 private:
  bool open();

  std::string folder_;
  std::optional<Store> store_;
  std::size_t runs_ = 0;
};

}  // namespace ebb::inline study

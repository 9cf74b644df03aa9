// Tests whether file locks work in a folder. SQLite needs them to keep readers from half-written data. Some
// shared file systems lack them, or grant them to every process.
#pragma once

#include <string>

namespace ebb::inline store {

/// Returns why databases in this folder would not be safe; empty when locks exclude other processes. Removes
/// its test file.
std::string wrong_with_locks(const std::string& folder);

}  // namespace ebb::inline store

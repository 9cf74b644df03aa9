// Whether locks on files work in a folder. SQLite keeps readers out of what is half written by them; on some
// shared file systems they are missing, or are granted to everybody.
#pragma once

#include <string>

namespace ebb::inline store {

/// Why databases in this folder would not be safe; empty when locks keep others out. Leaves no trace.
std::string wrong_with_locks(const std::string& folder);

}  // namespace ebb::inline store

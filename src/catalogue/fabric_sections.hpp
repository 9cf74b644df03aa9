// The sections of a configuration that only commands for real switches read. Their structs belong to
// `fabric`; this table lets a configuration know, check and document them as it does all others.
#pragma once

#include <span>

#include "catalogue/catalogue.hpp"

namespace ebb::inline catalogue {

/// In the order of docs/reference/config.md. A new section is one line.
std::span<const EntryInfo> fabric_sections();

}  // namespace ebb::inline catalogue

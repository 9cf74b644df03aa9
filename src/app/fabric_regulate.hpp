// `ebb fabric regulate`: links of real switches off and on while frames cross them.
#pragma once

#include "app/fabric_session.hpp"
#include "app/output_format.hpp"

namespace ebb::inline app {

/// Regulates until the links and paths are those of the file's [trees]. `only_plan`: says what it would do.
int regulate_fabric(const FabricArguments& arguments, std::uint64_t drain_ms, bool only_plan,
                    const OutputFormat& output);

}  // namespace ebb::inline app

// `ebb fabric regulate`: switches links of real switches off and on under traffic.
#pragma once

#include "app/fabric/fabric_session.hpp"
#include "app/output/output_format.hpp"

namespace ebb::inline app {

struct RegulateOptions {
  std::uint64_t drain_ms = 1'000;
  bool only_plan = false;          ///< prints the steps without doing them
  std::vector<std::string> rates;  ///< "s0-s1=100Mb/s": for all links between two switches
};

/// Regulates until the links and paths are those of the file's [trees], then changes rates.
int regulate_fabric(const FabricArguments& arguments, const RegulateOptions& options,
                    const OutputFormat& output);

}  // namespace ebb::inline app

// The options --peak, --trace, --paths, --device and --watts of `ebb trees` and `ebb off`: which links the
// traffic of a trace needs.
#pragma once

#include <optional>
#include <string>

#include "app/command/command.hpp"
#include "app/output/output_format.hpp"
#include "tasks/off/off_power.hpp"
#include "tasks/trees/link_choice_task.hpp"
#include "tasks/trees/trees_task.hpp"

namespace ebb::inline app {

/// The value of an optional number: negative means not given.
inline std::optional<double> typed_number(double value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

/// --device and --watts, as typed: the source of a port's power.
struct PowerOptions {
  std::string device;
  double watts = -1;  ///< negative: not typed

  PowerSource source() const { return {device, typed_number(watts), std::nullopt}; }
  struct Added {
    Option *device, *watts;
  };
  Added add_options(Command& command, const std::string& device_help);
};

/// --peak SIZE, --trace FILE and --paths FILE, as typed; and the source of the watts.
struct LinksOptions {
  std::string trace, peak, paths;
  bool slower = false;
  PowerOptions power;

  bool given() const { return !trace.empty(); }
  struct Added {
    Option *peak, *trace, *slower;
  };
  /// --peak and --trace require each other.
  Added add_options(Command& command);
};

/// Prints the resulting table; returns an exit code.
int print_links(const TreesResult& trees, const LinksOptions& options, const OutputFormat& output);

}  // namespace ebb::inline app

// The options of find_networks() as texts, and what the planner needs of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "experiment/read/settings.hpp"
#include "planner/size_request.hpp"
#include "report/plan/size_report.hpp"

namespace ebb::inline tasks {

/// Texts are as on the command line; a problem names the option.
struct SizeOptions {
  std::int64_t hosts = 0;          ///< the network holds at least so many
  std::string switch_device = {};  ///< a device's name, or the path of a device file
  std::string bisection = "full";  ///< "full", or the fraction of uniform traffic that it carries: "0.5"
  std::string levels = "2-4";      ///< of a folded Clos: "3", "2-4"
  std::string rate = {};           ///< of every channel, "400Gb/s"; empty: the fastest of the switch
  std::string order = "power";     ///< a name of SizeOrder
  Settings settings = {};          ///< "section.key=value": adapters, optics, the tariff
};

struct SizeSearch {
  SizeRequest request;
  SizeOrder order = SizeOrder::power;
};

/// Adds a problem for each option that it cannot read.
SizeSearch read_size_options(const SizeOptions& options, Problems& problems);

}  // namespace ebb::inline tasks

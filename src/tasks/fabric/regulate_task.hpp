// `ebb fabric regulate` as a function: switches links of real switches off and on under traffic.
#pragma once

#include <chrono>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_session.hpp"

namespace ebb::inline tasks {

struct RegulateOptions {
  std::chrono::milliseconds drain{1'000};  ///< the longest time of a frame in the network
  bool only_plan = false;                  ///< return the steps without doing them
  std::vector<std::string> rates;          ///< "s0-s1=100Mb/s": for all links between two switches
};

struct Regulated {
  std::vector<std::string> planned;  ///< the steps, as texts
  Table done;                        ///< one row per finished step; empty after `only_plan`
  Problems problems;                 ///< of the failed step; later steps were not started
};

/// Checks the options against the session's file without contacting a switch: it must have trees, and
/// `rates` must name links that are on.
Problems check_regulation(const FabricSession& session, const RegulateOptions& options);

/// Switches links and leads paths until both are as in the file's [trees], then changes rates. Each step is
/// verified before the next begins. Problems before the first step are those of the result.
Result<Regulated> regulate_fabric(FabricSession& session, const RegulateOptions& options);

}  // namespace ebb::inline tasks

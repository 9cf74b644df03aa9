// One point of a sweep: a complete run with an id.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/run/run_input.hpp"
#include "results/named_figure.hpp"

namespace ebb::inline study {

struct SweepPoint {
  std::vector<NamedFigure> parameters;  ///< the varied ones
  Node root;                            ///< the content of a run file
  std::string id;                       ///< digest of configuration (with its seed) and program version
  std::string config;                   ///< with all defaults
  std::uint64_t configuration = 0;      ///< its digest, without the program version
  std::int64_t seed = 1, threads = 1;
  bool on_device = false;    ///< it shares an accelerator with others
  std::uint64_t fit = 0;     ///< digest of everything but [run]: decides whether it fits its network
  double cost = 1;           ///< relative run time, estimated from its size
  std::uint64_t memory = 0;  ///< bytes; known after the check
};

/// The load of all hosts, which a search for saturation varies.
inline constexpr const char* load_name = "traffic.load";

/// `root` is what was read, `parameters` are its varied ones.
SweepPoint point_of(const RunInput& input, Node root, std::vector<NamedFigure> parameters);

/// The same point with another load and a run time `longer` times as long.
Result<SweepPoint> with_load(const std::string& path, const SweepPoint& point, double load,
                             std::int64_t longer = 1);

Node number_node(double value, const std::string& where);

}  // namespace ebb::inline study

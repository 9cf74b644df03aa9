// A plugin: entries for the catalogues, the same as those in a file of src/catalogue. A text compiled into
// both decides whether a plugin fits the program (include/ebb/plugin.hpp).
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "catalogue/any_routing.hpp"
#include "power/policy/policy.hpp"
#include "topology/topology.hpp"
#include "traffic/arrival/arrivals.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/workload.hpp"

// Objects of two compilers may be incompatible, even if they come from the same sources.
#define EBB_TEXT_OF(macro) EBB_TEXT_OF_WORD(macro)
#define EBB_TEXT_OF_WORD(word) #word
#ifdef __clang__
#define EBB_COMPILER "clang " EBB_TEXT_OF(__clang_major__)
#else
#define EBB_COMPILER "gcc " EBB_TEXT_OF(__GNUC__)
#endif
/// In a plugin's file it precedes the name of the build that the plugin was compiled for.
#define EBB_PLUGIN_MARK "ebb-plugin-made-for:"

namespace ebb::inline catalogue {

struct Plugin {
  std::vector<Entry<Topology>> topologies;
  std::vector<Entry<AnyRouting>> routings;
  std::vector<Entry<Pattern>> patterns;
  std::vector<Entry<Arrivals>> arrivals;
  std::vector<Entry<Sizes>> sizes;
  std::vector<Entry<Workload>> workloads;
  std::vector<Entry<Policy>> policies;

  void add(Entry<Topology> line) { topologies.push_back(line); }
  void add(Entry<AnyRouting> line) { routings.push_back(line); }
  void add(Entry<Pattern> line) { patterns.push_back(line); }
  void add(Entry<Arrivals> line) { arrivals.push_back(line); }
  void add(Entry<Sizes> line) { sizes.push_back(line); }
  void add(Entry<Workload> line) { workloads.push_back(line); }
  void add(Entry<Policy> line) { policies.push_back(line); }
};

/// Adds a plugin's entries to the catalogues: all of them, or none if a name is taken. `where` is the
/// plugin's file.
Problems add_to_catalogues(const Plugin& plugin, const std::string& where);

}  // namespace ebb::inline catalogue

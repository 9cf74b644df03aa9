#include "catalogue/plugin.hpp"

#include <algorithm>

#include "catalogue/added_entries.hpp"
#include "catalogue/policies.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/topologies.hpp"
#include "catalogue/traffics.hpp"

namespace ebb::inline catalogue {
namespace {

/// Refuses a name that is taken: two entries of one name would hide each other.
template <class Base>
void refuse_taken_names(const std::vector<Entry<Base>>& lines, std::span<const Entry<Base>> known,
                        std::string_view what, const std::string& where, Problems& problems) {
  std::vector<std::string> names = entry_names(known);
  for (const Entry<Base>& line : lines) {
    if (std::find(names.begin(), names.end(), line.name) != names.end())
      problems.push_back({where,
                          fmt::format("brings the {} \"{}\", but there is one already", what, line.name),
                          "load it once, and give what it brings names of its own"});
    names.emplace_back(line.name);
  }
}

template <class Base>
void add_lines(const std::vector<Entry<Base>>& lines) {
  for (const Entry<Base>& line : lines) AddedEntries<Base>::of_program().add(line);
}

}  // namespace

Problems add_to_catalogues(const Plugin& plugin, const std::string& where) {
  Problems problems;
  refuse_taken_names(plugin.topologies, topologies(), "topology", where, problems);
  refuse_taken_names(plugin.routings, routings(), "routing", where, problems);
  refuse_taken_names(plugin.patterns, patterns(), "pattern", where, problems);
  refuse_taken_names(plugin.arrivals, arrival_processes(), "arrival process", where, problems);
  refuse_taken_names(plugin.sizes, size_distributions(), "distribution of sizes", where, problems);
  refuse_taken_names(plugin.workloads, workloads(), "workload", where, problems);
  refuse_taken_names(plugin.policies, policies(), "policy", where, problems);
  if (!problems.empty()) return problems;
  add_lines(plugin.topologies);
  add_lines(plugin.routings);
  add_lines(plugin.patterns);
  add_lines(plugin.arrivals);
  add_lines(plugin.sizes);
  add_lines(plugin.workloads);
  add_lines(plugin.policies);
  return {};
}

}  // namespace ebb::inline catalogue

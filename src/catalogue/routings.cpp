#include "catalogue/routings.hpp"

#include "catalogue/added_entries.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<AnyRouting>> routings() {
  static const std::vector<Entry<AnyRouting>> all = [] {
    std::vector<Entry<AnyRouting>> table;
    for (const auto family : {butterfly_routings(), clos_routings(), dragonfly_routings(), grid_routings(),
                              graph_routings(), rule_routings()})
      table.insert(table.end(), family.begin(), family.end());
    return table;
  }();
  return AddedEntries<AnyRouting>::of_program().after(all);
}

}  // namespace ebb::inline catalogue

// Static balancing over equivalent ports: the values of a source field are divided into as many parts as
// there are ports, each part one value/mask pair, so that it costs one rule per port and no more.
#pragma once

#include <vector>

#include "rules/tables/address.hpp"

namespace ebb::inline rules {

struct SpreadPart {
  Ternary source, destination;  ///< disjoint from the other parts; together the parts match everything
};

/// Halves the largest part until there are `ports` of them; the largest then has less than twice, and usually
/// exactly, the mean number of values. When the field has fewer values than there are ports, a field of the
/// destination divides them further. When that is used up too, ports are left over.
std::vector<SpreadPart> spread(const AddressPlan& plan, std::size_t source_field,
                               std::size_t destination_field, std::size_t ports);

}  // namespace ebb::inline rules

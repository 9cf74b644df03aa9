// For tests of streams: four hosts at one switch, with the links of Kim's cluster.
#pragma once

#include "topology/star.hpp"

namespace ebb::inline traffic {

inline Network four_hosts() {
  Star star;
  star.hosts = 4;
  Cables cables;
  cables.rate = {2'500'000'000};
  return star.build(cables);
}

}  // namespace ebb::inline traffic

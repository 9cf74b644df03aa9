// For tests: two leaves with a host each, and two spines.
//
//   router  switch  ports
//   leaf0   0       0 host   1 s0   2 s1
//   leaf1   1       3 host   4 s0   5 s1
//   spine0  2       6 l0     7 l1
//   spine1  3       8 l0     9 l1
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

inline const std::vector<std::string> leaf_spine_names = {"leaf0", "leaf1", "spine0", "spine1"};

inline std::vector<std::string> leaf_spine_ports(SwitchId s) {
  return s < 2 ? std::vector<std::string>{"host", "s0", "s1"} : std::vector<std::string>{"l0", "l1"};
}

inline Network leaf_spine() {
  Network network;
  network.first_port = {0, 3, 6, 8, 10};
  network.peer = {10, 6, 8, 11, 7, 9, 1, 4, 2, 5, 0, 3};
  network.owner = {0, 0, 0, 1, 1, 1, 2, 2, 3, 3};
  network.link_class.assign(12, 0);
  network.classes.resize(1);
  network.hosts = 2;
  return network;
}

}  // namespace ebb::inline fabric

// The positions of a network's switches in a picture, as fits their kind of topology, in a square of side 1.
// Beyond a few hundred switches, neighbours share a position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline report {

struct PicturePlace {
  std::string name;  ///< "switch 12", "group 3: 16 switches"
  double x = 0, y = 0;
};

struct NetworkPicture {
  std::vector<PicturePlace> places;
  std::vector<std::int32_t> place_of;  ///< of each switch
};

/// Up to `most` positions; half as many more where these are the network's own groups.
NetworkPicture network_picture(const Network& network, std::size_t most = 400);

}  // namespace ebb::inline report

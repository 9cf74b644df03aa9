#include "report/network/network_picture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiment/read/run_config.hpp"

namespace ebb::inline report {
namespace {

/// The network of an example, as it is run.
Network network_of(const std::string& file, const std::vector<std::string>& settings = {}) {
  auto input = read_run("examples/" + file, settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  return input->topology->build(input->cables);
}

TEST(NetworkPicture, OfEveryTopologyHasAPlaceForEachSwitchAndNoTwoAlike) {
  for (const char* file : {"run-fbfly-512.toml", "run-clos-ecmp.toml", "run-dragonfly-rpc.toml",
                           "run-mesh-8x8.toml", "run-torus-8x8.toml"}) {
    const Network network = network_of(file);
    const NetworkPicture picture = network_picture(network);
    ASSERT_EQ(picture.place_of.size(), network.switches()) << file;
    std::set<std::pair<double, double>> places;
    for (const PicturePlace& place : picture.places) {
      EXPECT_TRUE(place.x >= 0 && place.x <= 1 && place.y >= 0 && place.y <= 1) << file << place.name;
      places.insert({place.x, place.y});
    }
    EXPECT_EQ(places.size(), picture.places.size()) << file;
  }
}

TEST(NetworkPicture, OfALargeNetworkPutsNeighboursTogether) {
  for (const char* file :
       {"run-fbfly-512.toml", "run-clos-ecmp.toml", "run-dragonfly-rpc.toml", "run-mesh-8x8.toml"}) {
    const Network network = network_of(file);
    const NetworkPicture picture = network_picture(network, 8);
    EXPECT_LE(picture.places.size(), 12u) << file;
    for (const std::int32_t place : picture.place_of)
      EXPECT_LT(static_cast<std::size_t>(place), picture.places.size());
  }
}

/// Positions of a dragonfly are whole groups or several neighbouring ones. Groups are never split.
TEST(NetworkPicture, CutsNoGroup) {
  const Network network = network_of("run-dragonfly-rpc.toml");
  const auto& shape = std::get<DragonflyShape>(network.shape);
  const NetworkPicture own = network_picture(network, shape.groups - 1), half = network_picture(network, 4);
  ASSERT_GT(network.switches(), shape.groups - 1);
  EXPECT_EQ(own.places.size(), shape.groups);
  EXPECT_EQ(own.places[1].name, fmt::format("group 1: {} switches", shape.group_size));
  EXPECT_EQ(half.places.size(), 4u);
  const auto [left, right] = std::minmax_element(own.places.begin(), own.places.end(),
                                                 [](const auto& a, const auto& b) { return a.x < b.x; });
  EXPECT_NEAR(left->x, 0.04, 1e-9);
  EXPECT_NEAR(right->x, 0.96, 1e-9);
  for (std::uint32_t s = 0; s + 1 < network.switches(); ++s)
    if (shape.group_of(s) == shape.group_of(s + 1)) {
      EXPECT_EQ(half.place_of[s], half.place_of[s + 1]) << s;
    }
  EXPECT_EQ(half.places[0].name.substr(0, 12), "groups 0 to ");
}

}  // namespace
}  // namespace ebb::inline report

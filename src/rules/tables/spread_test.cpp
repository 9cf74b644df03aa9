#include "rules/tables/spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ebb::inline rules {
namespace {

AddressPlan two_fields(std::uint32_t switches, std::uint32_t hosts) {
  return AddressPlan({{"switch", AddressLevel::access_switch, switches}, {"host", AddressLevel::host, hosts}},
                     switches * hosts);
}

/// How many (source value, destination host) pairs each part gets; every pair must be in exactly one part.
std::vector<std::size_t> shares(const AddressPlan& plan, std::size_t field, std::size_t ports) {
  const auto parts = spread(plan, field, 1, ports);
  std::vector<std::size_t> sizes(parts.size(), 0);
  for (const Ternary& source : plan.values_of(field))
    for (const Ternary& host : plan.values_of(1)) {
      std::size_t owners = 0;
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].source.matches(source.value) && parts[i].destination.matches(host.value))
          ++sizes[i], ++owners;
      EXPECT_EQ(owners, 1u);
    }
  return sizes;
}

TEST(Spread, TwelveHostsOnTwelveUplinksHaveOneEach) {
  EXPECT_EQ(shares(two_fields(4, 12), 1, 12), std::vector<std::size_t>(12, 12));
}

TEST(Spread, SixteenValuesOnFourPortsAreShared) {
  EXPECT_EQ(shares(two_fields(16, 1), 0, 4), std::vector<std::size_t>(4, 4));
}

TEST(Spread, FewerSourcesThanPortsAreDividedByDestination) {
  EXPECT_EQ(shares(two_fields(2, 4), 0, 8), std::vector<std::size_t>(8, 1));
}

TEST(Spread, LeavesPortsOverWhenNothingIsLeftToDivideBy) {
  EXPECT_EQ(spread(two_fields(2, 3), 0, 1, 10).size(), 6u);
}

TEST(Spread, UsesEveryPortAndNoneMuchMoreThanItsShare) {
  for (std::uint32_t values = 1; values <= 40; ++values)
    for (std::uint32_t ports = 1; ports <= values; ++ports) {
      const auto sizes = shares(two_fields(values, 1), 0, ports);
      ASSERT_EQ(sizes.size(), ports);
      const std::size_t fair = (values + ports - 1) / ports;
      EXPECT_LT(*std::max_element(sizes.begin(), sizes.end()), 2 * fair) << values << " on " << ports;
    }
}

}  // namespace
}  // namespace ebb::inline rules

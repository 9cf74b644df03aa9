#include "fabric/routed/router_reading.hpp"

#include <gtest/gtest.h>

#include "fabric/routed/frr_recorded_testing.hpp"

namespace ebb::inline fabric {
namespace {

const std::string ospf_text =
    std::string(kernel_routes_both) + "\n" + ospf_drained + "\n" + neighbours_full + "\n" + ospf_costs + "\n";

/// `show running-config bgpd`, shortened.
const std::string bgp_configured = R"(Building configuration...

Current configuration:
!
router bgp 65003
 bgp graceful-shutdown
 neighbor 10.87.0.1 remote-as external
 !
 address-family ipv4 unicast
  neighbor 10.87.0.1 activate
  neighbor 10.87.0.1 route-map EBB-DRAINED out
  neighbor 10.87.0.3 route-map CUSTOMERS out
 exit-address-family
exit
!
end
)";
const std::string bgp_summary =
    R"({"as":65003,"peers":{"10.87.0.1":{"state":"Established"},"10.87.0.3":{"state":"Established"},
"10.99.0.1":{"state":"Idle"}}})";

TEST(RouterReading, OfOspf) {
  const auto reading = parse_reading("leaf0", RoutingProtocol::ospf, ospf_text);
  ASSERT_TRUE(reading) << to_text(reading.problems());
  EXPECT_TRUE(reading->drained);
  EXPECT_EQ(reading->ports.at("s0"), (ProtocolPort{true, "10.87.0.1", 10, ""}));
  EXPECT_EQ(reading->ports.at("host"), (ProtocolPort{false, "", 10, ""}));
  EXPECT_EQ(reading->kernel.size(), 6);
}

TEST(RouterReading, OfBgp) {
  const auto reading =
      parse_reading("leaf0", RoutingProtocol::bgp,
                    std::string(kernel_routes_both) + "\n" + bgp_summary + "\n" + bgp_configured);
  ASSERT_TRUE(reading) << to_text(reading.problems());
  EXPECT_TRUE(reading->drained);
  EXPECT_EQ(reading->as, 65003);
  EXPECT_EQ(reading->ports.size(), 2) << "the third neighbour is on no port that is up";
  EXPECT_EQ(reading->ports.at("s0"), (ProtocolPort{true, "10.87.0.1", 31, "EBB-DRAINED"}));
  EXPECT_EQ(reading->ports.at("s1"), (ProtocolPort{true, "10.87.0.3", 1, "CUSTOMERS"}));
}

TEST(RouterReading, RefusesAProtocolThatDoesNotRun) {
  const auto ospf = parse_reading("leaf0", RoutingProtocol::ospf,
                                  std::string(kernel_routes_both) + "\nospfd is not running\n");
  ASSERT_FALSE(ospf);
  EXPECT_EQ(ospf.problems()[0].what, "does not show the state of OSPF: \"ospfd is not running\"");
  EXPECT_FALSE(parse_reading("leaf0", RoutingProtocol::bgp, std::string(kernel_routes_both) + bgp_summary));
}

TEST(RouterReading, RefusesOutputThatIsCutOff) {
  for (std::size_t length = 0; length + 2 < ospf_text.size(); length += 7)
    EXPECT_FALSE(parse_reading("r", RoutingProtocol::ospf, ospf_text.substr(0, length))) << length;
}

TEST(RouterReading, SplitsDocuments) {
  EXPECT_EQ(json_documents("[1]\n{\"a\":\"}\"}\n{}rest"),
            (std::vector<std::string>{"[1]", "{\"a\":\"}\"}", "{}", "rest"}));
  EXPECT_EQ(json_documents(""), std::vector<std::string>{""});
}

TEST(RouterReading, RouteThatLeadsToAnAddress) {
  const auto reading = parse_reading("leaf0", RoutingProtocol::ospf, ospf_text);
  EXPECT_TRUE(leads_to(reading->kernel, "10.87.1.0", "s0"));
  EXPECT_FALSE(leads_to(reading->kernel, "10.87.1.0", "s1"));
  EXPECT_FALSE(leads_to(reading->kernel, "10.87.9.0", "s0"));
  EXPECT_FALSE(leads_to(reading->kernel, "s0", "s0"));
}

}  // namespace
}  // namespace ebb::inline fabric

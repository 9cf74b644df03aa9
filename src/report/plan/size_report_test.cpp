#include "report/plan/size_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ebb::inline report {
namespace {

using testing::HasSubstr;

SizedNetwork network_of(std::int64_t hosts, std::int64_t growth, double adapters_w) {
  SizedNetwork network;
  network.plan.parts.hosts = hosts;
  network.plan.power.nics = {adapters_w};
  network.plan.power_known = true;
  network.growth = growth;
  return network;
}

TEST(SizeReport, SaysWhoseAdaptersAreInThePower) {
  SizeResult result;
  result.networks = {network_of(128, 0, 1280), network_of(200, 72, 2000)};
  const std::string text = render_sizes(result, Format::text);
  EXPECT_THAT(text, HasSubstr("adapters of those beyond the ones asked for are in it (720 W in row 2)"));
  result.networks.pop_back();
  EXPECT_THAT(render_sizes(result, Format::text), testing::Not(HasSubstr("adapters of those beyond")));
}

}  // namespace
}  // namespace ebb::inline report

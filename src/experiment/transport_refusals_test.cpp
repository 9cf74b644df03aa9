// User errors about host.transport. Every case is refused with its position in the file and a hint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/refusals_testing.hpp"
#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline experiment {
namespace {

class TransportRefusals : public testing::Test {
 protected:
  /// The [host] section begins in line 1.
  std::string refusal_of(const std::string& host, const std::string& more) {
    return refusal_of_run(folder_, "[host]\n" + host + "\n" + small_butterfly + "[traffic]\nload = 0.5\n" +
                                       more + "\n[run]\nmost_time = \"1ms\"\n");
  }
  static constexpr const char* tcp = "transport = \"tcp\"\nheader = \"78B\"";
  static constexpr const char* drop = "[flow]\nname = \"drop\"";
  TestFolder folder_;
};

TEST_F(TransportRefusals, TakeDropsAndPauses) {
  for (const char* flow : {"drop", "pause", "pfc"})
    EXPECT_EQ(refusal_of(tcp, fmt::format("[flow]\nname = \"{}\"\n[transport]\nmin_rto = \"1ms\"", flow)),
              "");
  EXPECT_EQ(refusal_of("transport = \"dctcp\"\nheader = \"78B\"", fmt::format("{}\necn = \"16KiB\"", drop)),
            "");
}

TEST_F(TransportRefusals, Credits) {
  EXPECT_THAT(refusal_of(tcp, ""), refused("run.toml:2", "with flow.name = \"credits\" nothing is ever lost",
                                           "flow.name = \"drop\""));
}

TEST_F(TransportRefusals, Worms) {
  EXPECT_THAT(refusal_of(tcp, "[switch]\nforwarding = \"wormhole\""),
              refused("run.toml:2", "wormhole switching or [lanes], which need credits", "\"drop\""));
}

TEST_F(TransportRefusals, AcksWithoutAHeader) {
  EXPECT_THAT(refusal_of("transport = \"tcp\"", drop),
              refused("run.toml", "an ACK is a packet without payload", "78B"));
}

TEST_F(TransportRefusals, AdaptersThatWouldTakeNoTime) {
  EXPECT_THAT(refusal_of(fmt::format("{}\nadapter = \"kim-180nm\"", tcp), drop),
              refused("run.toml:4", "adapters take no time", "leave one of them out"));
}

TEST_F(TransportRefusals, WindowsThatNoAckCanDescribe) {
  EXPECT_THAT(refusal_of(tcp, fmt::format("{}\n[transport]\nwindow = \"3KiB\"", drop)),
              refused("run.toml", "holds 1 packets of host.packet, but must hold 2 to 65535", "1MiB"));
}

TEST_F(TransportRefusals, MarksWithoutDctcpAndDctcpWithoutMarks) {
  EXPECT_THAT(refusal_of("transport = \"dctcp\"\nheader = \"78B\"", drop),
              refused("run.toml:2", "needs ECN marks", "flow.ecn"));
  EXPECT_THAT(refusal_of(tcp, fmt::format("{}\necn = \"16KiB\"", drop)),
              refused("run.toml", "only \"dctcp\" responds to marks", "leave it out"));
  EXPECT_THAT(refusal_of("transport = \"dctcp\"\nheader = \"78B\"", fmt::format("{}\necn = \"64KiB\"", drop)),
              refused("run.toml", "nothing would be marked", "switch.output_queue"));
}

}  // namespace
}  // namespace ebb::inline experiment

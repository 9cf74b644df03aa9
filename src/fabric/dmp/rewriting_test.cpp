#include "fabric/dmp/rewriting.hpp"

#include <gmock/gmock.h>

#include "fabric/openflow/openflow.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline fabric {
namespace {

using ::testing::Contains;

TEST(Rewriting, GivesSourcesAtTheFirstSwitchAndDestinationsAtTheLast) {
  FlattenedButterfly butterfly;
  butterfly.k = 2, butterfly.n = 2, butterfly.c = 1;
  const Network network = butterfly.build({});
  const auto routing = block_routing(network);
  ProgramOptions options;
  options.table = 1, options.dmp = false;
  const ProgramMaker maker(network, *routing, Organisation::flat, options);
  std::vector<std::string> lines;
  for (const FlowRule& rule : rewriting_program(network, maker, 0, {0x525400000001, 0x525400000002}).rules)
    lines.push_back(flow_text(rule));
  EXPECT_THAT(lines, Contains("cookie=0xebb0000000000001,table=0,priority=1000,in_port=1 "
                              "actions=set_field:02:00:00:00:00:00->eth_src,goto_table:1"));
  EXPECT_THAT(lines, Contains("cookie=0xebb0000000000001,table=1,priority=1000,dl_dst=02:00:00:00:00:00 "
                              "actions=set_field:52:54:00:00:00:01->eth_dst,output:1"));
  EXPECT_THAT(lines, Contains("cookie=0xebb0000000000001,table=1,priority=1000,dl_dst=02:00:00:00:00:01 "
                              "actions=output:2"))
      << "on the way between switches nothing is rewritten";
}

}  // namespace
}  // namespace ebb::inline fabric

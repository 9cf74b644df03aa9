#include "experiment/read/switch_config.hpp"

#include <algorithm>

#include "base/units.hpp"

namespace ebb::inline experiment {
namespace {

/// The stages add up to the pipeline. A file may give both if they agree, as a resolved one does.
void read_stages(Configuration& file, SwitchSettings& switches) {
  if (!file.subsection("switch", "stages", switches.stages)) return;
  if (!switches.stages.in_use() || !switches.stages.check().empty()) return;
  const Picoseconds sum = switches.stages.sum();
  if (file.root().find("switch")->find("pipeline") && switches.pipeline != sum)
    file.add_problems("switch", {{"pipeline",
                                  fmt::format("is {}, but its stages take {} together",
                                              quantity_text(switches.pipeline), quantity_text(sum)),
                                  "leave one of them out; --set 'switch.stages={}' takes the stages away"}});
  switches.pipeline = sum;
}

/// With flit counting, a flit is a whole number of buffer cells. Counting flits may follow from [switch] or
/// from [lanes], so both must have been read.
void check_cells(Configuration& file, const SwitchSettings& switches) {
  const std::int64_t cell = switches.cell.v, flit = switches.flit.v;
  if (!switches.counts_flits() || cell <= 0 || flit % cell == 0) return;
  file.add_problems("switch",
                    {{"cell", fmt::format("has {} bytes, but flits of {} are no whole cells", cell, flit),
                      fmt::format("take flits of {} bytes, or a multiple", cell)}});
}

}  // namespace

void read_switches(Configuration& file, SwitchSettings& switches) {
  file.section("switch", switches, {"stages"});
  read_stages(file, switches);
  file.section("flow", switches.flow);
  file.section("lanes", switches.lanes);
  check_cells(file, switches);
}

Problems check_stages(const SwitchSettings& switches, const HostSettings& hosts, const Network& network) {
  if (!switches.stages.in_use()) return {};
  BitsPerSecond fastest{};
  for (const LinkClass& link : network.classes) fastest = std::max(fastest, link.rate);
  const Picoseconds wire = wire_time(hosts.largest_packet(), fastest), slowest = switches.stages.slowest();
  if (slowest <= wire) return {};
  return {
      {"switch.stages",
       fmt::format("have one of {}, but a packet takes {} of a wire at most: heads would come faster than "
                   "that stage takes them, and a pipeline stage must not delay the next packet",
                   quantity_text(slowest), quantity_text(wire)),
       "divide it into stages that packets pass one after the other, or make packets longer"}};
}

}  // namespace ebb::inline experiment

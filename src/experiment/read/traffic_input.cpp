#include "experiment/read/traffic_input.hpp"

#include "base/problem.hpp"
#include "catalogue/topologies.hpp"
#include "config/node.hpp"
#include "engine/model/settings.hpp"
#include "engine/run/run_settings.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/fit/run_fit.hpp"
#include "experiment/read/settings.hpp"
#include "experiment/run/run_title.hpp"
#include "topology/topology.hpp"

namespace ebb::inline experiment {
namespace {

std::string about(const Configuration& file, const Network& network, const Traffic& traffic,
                  std::uint64_t seed) {
  std::string text = fmt::format("{}\nnetwork   {}: {} hosts\ntraffic   {}; seed {}\n", file.path(),
                                 described(*file.root().find("topology")), network.hosts,
                                 described_parts(*file.root().find("traffic")), seed);
  if (const std::string more = traffic.calibration(); !more.empty())
    text += fmt::format("          {}\n", more);
  return text;
}

}  // namespace

void read_traffic_section(Configuration& file, TrafficConfig& config) {
  const Node* section = file.root().find("traffic");
  if (!section) {
    file.problems().push_back(
        {file.path(), "has no [traffic] section", "write at least: [traffic] and load = 0.5"});
    return;
  }
  auto read = read_traffic(*section);
  if (read)
    config = std::move(*read);
  else
    file.problems().insert(file.problems().end(), read.problems().begin(), read.problems().end());
}

Result<std::unique_ptr<TrafficInput>> read_traffic_input(const std::string& path, const Settings& settings) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  const auto topology = file->named_section("topology", topologies());
  Cables cables;
  HostSettings hosts;
  RunSettings run;
  TrafficConfig config;
  read_cables(*file, topology.get(), cables);
  file->section("host", hosts);
  file->section("run", run);
  read_traffic_section(*file, config);
  Problems problems = file->finish();
  if (problems.empty()) {
    Problems found = check_size(topology->facts(), memory_of_machine());
    locate(found, file->root(), "", problems);
  }
  if (!problems.empty()) return problems;
  auto input = std::make_unique<TrafficInput>();
  input->network = topology->build(cables);
  input->cutting = {hosts.packet, hosts.header};
  input->seed = static_cast<std::uint64_t>(run.seed);
  input->most_time = run.most_time;
  auto traffic = bind_traffic(std::move(config), input->network, input->cutting, input->seed);
  if (!traffic) return traffic.problems();
  input->traffic = std::move(*traffic);
  input->about = about(*file, input->network, *input->traffic, input->seed);
  return input;
}

}  // namespace ebb::inline experiment

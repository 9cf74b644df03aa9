#include "tasks/agent/agent_session.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "catalogue/topologies.hpp"
#include "config/node.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/energy/power_limit.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/run/program.hpp"
#include "fabric/agent/agent.hpp"
#include "fabric/agent/channel_policies.hpp"
#include "fabric/agent/tree_stages.hpp"
#include "fabric/inventory/names.hpp"
#include "network/shape.hpp"
#include "report/network/channel_names.hpp"
#include "routing/butterfly/butterfly_stages.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

/// Reports what this policy needs that real ports do not have.
Problems check_control(const AgentSession& session, const Control& control) {
  Problems problems = check_agent_policy(*control.policy, true);
  for (Problem& p : problems) p.what += ", at a real switch";
  if (session.fabric.by_snmp() && control.policy->requirements().topology)
    problems.push_back(
        {"policy",
         "counts the bytes that links would have carried while they were off, which switches that "
         "are managed by SNMP do not count: links would never come on again",
         "name the links that are off by hour: --schedule, from `ebb off --schedule`"});
  if (control.epoch < session.settings.poll)
    problems.push_back(
        {"epoch",
         fmt::format("is {}, shorter than the interval at which counters are read, {} ([agent] poll)",
                     quantity_text(control.epoch), quantity_text(session.settings.poll)),
         "give [control] a longer epoch, or [agent] a shorter poll"});
  if (!problems.empty()) return problems;
  problems = session.control_config.policy->fit(control.levels,
                                                {.path_channels = 0,
                                                 .epoch = control.epoch,
                                                 .output_queue = {},
                                                 .longest_change = session.control_config.longest_change()});
  for (Problem& p : problems) p.where = "policy." + p.where;
  return problems;
}

/// Sets the watts of channels for a policy with a power limit. A port takes its new rate within a step, so
/// the power of a slower rate is free when the counters are read next.
Problems limit_power(const AgentSession& session, Control& control) {
  const auto limit = control.policy->requirements().power_limit;
  if (!limit) return {};
  const auto counts = ChannelPolicies::controlled(session.network(), session.settings);
  auto watts = watts_within(*limit, control.levels, session.network(), counts);
  if (watts) {
    control.watts = std::move(*watts);
    control.watts.settle = session.control_config.longest_change();
    control.watts.paired = control.paired;
    return {};
  }
  Problems problems = watts.problems();
  for (Problem& p : problems) p.where = "policy." + p.where;
  return problems;
}

/// Only off and full rate remain.
void leave_rates_alone(ControlConfig& config) {
  const bool off = config.rates.front().v == 0;
  config.rates = off ? std::vector{BitsPerSecond{0}, config.rates.back()} : std::vector{config.rates.back()};
  config.lanes.clear(), config.changes.clear();
}

std::unique_ptr<LinkStages> stages_of(const Network& network) {
  if (std::holds_alternative<FlattenedButterflyShape>(network.shape))
    return std::make_unique<ButterflyStages>(network);
  return std::make_unique<TreeStages>(network);
}

/// The name in a section: a text, or the `name` of a table.
std::string name_in(const Node& section) {
  const Node* name = section.find("name");
  return name ? name->text : section.text;
}

/// As in the inventory where the network has no names, so that the log, the status and `ebb why` use the
/// same.
std::vector<ChannelEnds> named_channels(const Network& network) {
  std::vector<ChannelEnds> channels = ends_of_channels(network);
  if (!network.labels.switches.empty()) return channels;
  const auto name = [&](bool host, std::uint32_t number) {
    return host ? host_name(network, number) : switch_name(network, number);
  };
  for (ChannelEnds& c : channels) c.from_name = name(c.from_host, c.from), c.to_name = name(c.to_host, c.to);
  return channels;
}

DecisionsAbout about_agent(const AgentSession& session, const Configuration& file) {
  const Control& control = *session.control;
  DecisionsAbout about{
      .program = program_version(),
      .run = session.fabric.file->path,
      .network = name_in(*file.root().find("topology")),
      .policy = control.policy ? name_in(*file.root().find("control")->find("policy")) : "none",
      .epoch = control.epoch,
      .paired = control.paired,
      .first_level = static_cast<std::uint8_t>(control.first_level),
      .levels = {},
      .channels = named_channels(session.network())};
  for (std::size_t i = 0; i < control.levels.size(); ++i) about.levels.push_back(control.levels[i]);
  return about;
}

Problems make_control(Configuration& file, const Topology& topology, const Cables& cables,
                      AgentPurpose purpose, AgentSession& session) {
  if (!session.control_config.policy)
    return {{file.path(), "has no [control]: no policy decides what the ports do",
             "add a [control] with a policy (`ebb policy list`, docs/howto/agent.md); `ebb agent record` "
             "needs none"}};
  if (!purpose.sets_rates) leave_rates_alone(session.control_config);
  session.control = session.control_config.control(fastest_rate(topology, cables));
  require_apart(file, topology, cables, session.control->levels);
  file.add_problems("control", check_control(session, *session.control));
  file.add_problems("control", limit_power(session, *session.control));
  if (Problems problems = file.finish(); !problems.empty()) return problems;
  if (session.control->policy->requirements().topology) session.stages = stages_of(session.network());
  return {};
}

}  // namespace

Result<std::unique_ptr<AgentSession>> open_agent(const FabricArguments& arguments, AgentPurpose purpose) {
  FabricArguments with_routers = arguments;
  with_routers.takes_routers = true;
  auto fabric = open_fabric(with_routers);
  if (!fabric) return fabric.problems();
  auto session = std::make_unique<AgentSession>();
  session->fabric = std::move(*fabric);
  if (session->fabric.file->programs().options().needs_slot())
    return Problem{arguments.file,
                   "has classes of service or [rewriting], but the detours of an agent know neither",
                   "leave them out"};
  if (session->fabric.inventory.is_routed()) purpose.sets_rates = false;  // their ports have one rate
  // A managed switch changes the speed of a link by negotiating it anew, which interrupts it for seconds.
  if (session->fabric.by_snmp()) purpose.sets_rates = false;
  auto file = Configuration::read(arguments.file, arguments.settings);
  if (!file) return file.problems();
  Cables cables;
  const auto topology = file->named_section("topology", topologies());
  read_cables(*file, topology.get(), cables);
  const BitsPerSecond full_rate = topology ? fastest_rate(*topology, cables) : cables.rate;
  read_control(*file, full_rate, session->control_config);
  file->section("agent", session->settings);
  session->tables = read_power_tables(*file, session->energy, true);
  if (Problems problems = file->finish(); !problems.empty()) return problems;
  if (!purpose.decides) session->control_config.policy.reset();
  if (purpose.decides)
    if (Problems problems = make_control(*file, *topology, cables, purpose, *session); !problems.empty())
      return problems;
  if (!purpose.decides) session->control.emplace(full_rate);
  session->about = about_agent(*session, *file);
  return session;
}

}  // namespace ebb::inline tasks

#include "tasks/agent/agent_status.hpp"

#include <fmt/format.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "fabric/agent/cable_state.hpp"
#include "fabric/agent/change_audit.hpp"
#include "fabric/agent/rate_setter.hpp"
#include "fabric/inventory/names.hpp"
#include "http/access_token.hpp"
#include "http/http_message.hpp"
#include "http/http_server.hpp"
#include "network/network.hpp"
#include "report/document/render.hpp"
#include "tasks/agent/agent_figures.hpp"
#include "tasks/agent/agent_metrics.hpp"
#include "tasks/agent/energy_objects.hpp"
#include "tasks/agent/metric_text.hpp"

namespace ebb::inline tasks {
namespace {

std::size_t silent_switches(const Agent& agent) {
  std::size_t silent = 0;
  for (SwitchId s = 0; s < agent.network().switches(); ++s) silent += agent.is_silent(s);
  return silent;
}

/// Names of the switches whose hosts no working cable joins with the others.
std::vector<std::string> switches_cut_off(const Agent& agent) {
  std::vector<std::string> names;
  for (SwitchId s = 0; s < agent.network().switches(); ++s)
    if (agent.cut_off()[s]) names.push_back(switch_name(agent.network(), s));
  return names;
}

/// The first few names, and the number of the others.
std::string some_ports(const Network& network, const std::vector<PortId>& ports) {
  constexpr std::size_t most_named = 8;
  std::string text;
  for (std::size_t i = 0; i < ports.size() && i < most_named; ++i)
    text += (text.empty() ? "" : ", ") + port_name(network, ports[i]);
  return ports.size() <= most_named ? text : fmt::format("{} and {} more", text, ports.size() - most_named);
}

/// The reasons why it is unhealthy, each with the name of what fails; empty when it is healthy.
std::vector<std::string> complaints(const Agent& agent) {
  const Network& network = agent.network();
  std::vector<std::string> all;
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (agent.is_silent(s)) all.push_back(switch_name(network, s) + " does not answer");
  for (const CableState& cable : agent.cables())
    if (cable.phase == CablePhase::lost || cable.phase == CablePhase::broken)
      all.push_back(fmt::format("the cable from {} to {} {}", port_name(network, cable.port),
                                port_name(network, network.peer[cable.port]),
                                cable.phase == CablePhase::lost ? "has lost its link" : "does not come up"));
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (!agent.damage(s).empty())
      all.push_back(fmt::format("the rules of {} are not as they were left: {}", switch_name(network, s),
                                agent.damage(s)));
  for (const PortFinding& found : agent.port_findings())
    all.push_back(port_name(network, found.port) + " " + found.what);
  for (const std::string& name : switches_cut_off(agent)) all.push_back(name + " is cut off from the others");
  for (const RefusedPorts& refused : agent.refused_rates())
    all.push_back(fmt::format("{} {} not take the rate that is set: {}", some_ports(network, refused.ports),
                              refused.ports.size() > 1 ? "do" : "does", refused.why));
  for (const Problem& p : agent.table_trouble())
    all.push_back(fmt::format("the tables could not be changed: {}: {}", p.where, p.what));
  return all;
}

}  // namespace

std::string agent_status_json(const Agent& agent, const AgentSession& session, const AgentJournal& journal) {
  const AgentPower power = agent_power(agent, session);
  nlohmann::ordered_json json = {
      {"policy", session.about.policy},
      {"dry_run", journal.dry()},
      {"running_s", agent.now().seconds()},
      {"healthy", complaints(agent).empty()},
      {"complaints", complaints(agent)},
      {"switches_that_do_not_answer", silent_switches(agent)},
      {"switches_cut_off", switches_cut_off(agent)},
      {"changes_by_others",
       {{"rules", agent.found().rules}, {"ports", agent.found().ports}, {"rates", agent.found().rates}}},
      {"rule_repairs", agent.repairs()},
      {"decisions", agent.decisions()}};
  nlohmann::ordered_json power_json = {{"model", power.table}, {"now_w", nullptr}, {"saved_w", nullptr}};
  if (power.now && power.full)
    power_json["now_w"] = power.now->v, power_json["saved_w"] = power.full->v - power.now->v;
  if (power.of_full) power_json["of_full_percent"] = *power.of_full * 100;
  if (!power.no_watts.empty()) power_json["why_no_watts"] = power.no_watts;
  json["power"] = power_json;
  for (const CablesInPhase& some : cables_by_phase(agent)) json["cables"][some.phase] = some.cables;
  json["last"] = nlohmann::ordered_json::array();
  for (const std::string& line : journal.last()) json["last"].push_back(line);
  return json_text(std::move(json));
}

std::string agent_metrics(const Agent& agent, const AgentSession& session, const AgentJournal& journal,
                          const AgentEnergy& energy) {
  const AgentPower power = agent_power(agent, session);
  std::string text = metric_head("ebb_agent_cables", "gauge", "Cables between switches by phase.");
  for (const CablesInPhase& some : cables_by_phase(agent))
    text += fmt::format("ebb_agent_cables{{phase=\"{}\"}} {}\n", some.phase, some.cables);
  text += metric_head("ebb_agent_dry_run", "gauge", "1 when nothing is changed: all else is what would be.");
  text += fmt::format("ebb_agent_dry_run {}\n", journal.dry() ? 1 : 0);
  text += metric_head("ebb_agent_switches_silent", "gauge", "Switches that do not answer.");
  text += fmt::format("ebb_agent_switches_silent {}\n", silent_switches(agent));
  text += metric_head("ebb_agent_healthy", "gauge", "1 when there are no complaints: see /status.");
  text += fmt::format("ebb_agent_healthy {}\n", complaints(agent).empty() ? 1 : 0);
  text += metric_head("ebb_agent_switches_cut_off", "gauge",
                      "Switches with hosts that no working cable joins with the others.");
  text += fmt::format("ebb_agent_switches_cut_off {}\n", switches_cut_off(agent).size());
  text += metric_head("ebb_agent_changes_by_others_total", "counter",
                      "Changes that were found and that others made: rules of a switch, ports, rates.");
  text += fmt::format(
      "ebb_agent_changes_by_others_total{{kind=\"rules\"}} {}\n"
      "ebb_agent_changes_by_others_total{{kind=\"ports\"}} {}\n"
      "ebb_agent_changes_by_others_total{{kind=\"rates\"}} {}\n",
      agent.found().rules, agent.found().ports, agent.found().rates);
  text += metric_head("ebb_agent_rule_repairs_total", "counter",
                      "Switches whose lost or changed rules were brought again.");
  text += fmt::format("ebb_agent_rule_repairs_total {}\n", agent.repairs());
  text += metric_head("ebb_agent_decisions_total", "counter", "Decisions that changed the requested rate.");
  text += fmt::format("ebb_agent_decisions_total {}\n", agent.decisions());
  text += power_metrics(agent, session, energy);
  if (power.of_full) {
    text += metric_head("ebb_agent_power_of_full", "gauge",
                        "Share of the ports' power at full rate, by a model.");
    text += fmt::format("ebb_agent_power_of_full {}\n", *power.of_full);
  }
  if (!power.now || !power.full) return text;
  text += metric_head("ebb_agent_power_watts", "gauge",
                      "Power of the driven ports by a model, and at full rate.");
  return text + fmt::format(
                    "ebb_agent_power_watts{{state=\"now\"}} {}\nebb_agent_power_watts{{state=\"full\"}} "
                    "{}\n",
                    power.now->v, power.full->v);
}

/// The responses and their server. The server stops before the responses are destroyed.
struct AgentStatus::Served {
  std::string token;
  std::mutex mutex;  ///< protects what follows
  std::string json, metrics;
  AgentEnergy energy;
  const Network* network = nullptr;  ///< null before the first update
  std::unique_ptr<HttpServer> server;

  HttpResponse respond(const HttpRequest& request) {
    if (!same_token(request.header("authorization"), "Bearer " + token))
      return {.status = 401, .body = "send the header Authorization: Bearer TOKEN\n"};
    if (request.method != "GET" && request.method != "HEAD") return {.status = 405};
    const std::lock_guard lock(mutex);
    if (request.path == "/status") return {.type = "application/json", .body = json};
    if (request.path == "/metrics") return {.type = "text/plain; version=0.0.4", .body = metrics};
    if (network)
      if (auto objects = energy_objects(*network, energy, request.path))
        return {.type = "application/yang-data+json", .body = std::move(*objects)};
    return {.status = 404};
  }
};

AgentStatus::AgentStatus(const StatusPlace& place) {
  if (place.port == 0) return;
  auto token = token_in_file(place.token_file);
  if (!token) {
    problems_ = token.problems();
    return;
  }
  served_ = std::make_unique<Served>();
  served_->token = *token;
  auto server = HttpServer::start(
      {.option = "--status-port",
       .port = place.port,
       .address = place.address,
       .respond = [served = served_.get()](const auto& request) { return served->respond(request); }});
  if (server)
    served_->server = std::move(*server);
  else
    problems_ = server.problems();
}

AgentStatus::~AgentStatus() = default;

void AgentStatus::update(const Agent& agent, const AgentSession& session, const AgentJournal& journal,
                         const AgentEnergy& energy) {
  const auto now = std::chrono::steady_clock::now();
  if (!served_ || now < next_) return;
  next_ = now + std::chrono::seconds(1);
  std::string json = agent_status_json(agent, session, journal),
              metrics = agent_metrics(agent, session, journal, energy);
  const std::lock_guard lock(served_->mutex);
  served_->json = std::move(json), served_->metrics = std::move(metrics);
  served_->energy = energy, served_->network = &agent.network();
}

}  // namespace ebb::inline tasks

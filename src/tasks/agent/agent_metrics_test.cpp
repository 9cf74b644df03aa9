// What the agent exports: its metrics by power domain, and energy objects as RESTCONF has them.
#include "tasks/agent/agent_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "base/folder_testing.hpp"
#include "fabric/agent/agent_bench_testing.hpp"
#include "power/policy/hysteresis.hpp"
#include "power/policy/stated_testing.hpp"
#include "tasks/agent/agent_status.hpp"
#include "tasks/agent/energy_objects.hpp"

namespace ebb::inline tasks {
namespace {

/// Ports of 2 W at full rate and 1 W at any other, in switches of 30 W of which an engine takes 20.
Device metered_switch(const RateLevels& levels) {
  Device d;
  d.name = "metered", d.from = "this test", d.ports = stated<std::int64_t>(8), d.base = stated(Watts{30});
  for (std::size_t i = 0; i < levels.size(); ++i) {
    LinkPower row;
    row.rate = levels[i], row.port = stated(Watts{i + 1 == levels.size() ? 2.0 : 1.0});
    d.links.push_back(row);
  }
  PowerDomain engine, base;
  engine.kind = DomainKind::engine, engine.ports = stated<std::int64_t>(8), engine.on = stated(Watts{20});
  base.kind = DomainKind::base, base.on = stated(Watts{10}), base.asleep = stated(Watts{1});
  base.wake = stated(Picoseconds{1'000'000'000'000});
  d.domains = {engine, base};
  return d;
}

struct Exported {
  Exported() : bench(small_butterfly(), levels_without_off(), policy), journal({}, session, {}, false) {
    session.about.policy = "hysteresis";
    session.tables.push_back(
        {.name = "metered",
         .device = metered_switch(levels_without_off().scaled_to(bench.network().link(0).rate)),
         .proportional = false,
         .medium = {},
         .asked_for = true});
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) bench.run(1), energy.add(*bench.agent, session);
  }
  std::string metrics() const { return agent_metrics(*bench.agent, session, journal, energy); }

  Hysteresis policy;
  AgentBench bench;
  AgentSession session;
  AgentJournal journal;
  AgentEnergy energy;
};

double value_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + " ")) return std::stod(line.substr(name.size() + 1));
  ADD_FAILURE() << "no metric " << name << " in\n" << text;
  return -1;
}

std::set<std::string> names_in(const std::string& text, const char* pattern) {
  std::set<std::string> names;
  const std::regex word(pattern);
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) names.insert(it->str());
  return names;
}

std::string file_text(const char* path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(AgentMetrics, SplitThePowerByDomain) {
  Exported e;
  e.run(1);
  const std::string text = e.metrics();
  const double switches = e.bench.network().switches();
  EXPECT_DOUBLE_EQ(value_of(text, "ebb_agent_domain_watts{domain=\"engine\",state=\"now\"}"), 20 * switches);
  EXPECT_DOUBLE_EQ(value_of(text, "ebb_agent_domain_watts{domain=\"base\",state=\"full\"}"), 10 * switches);
  EXPECT_GT(value_of(text, "ebb_agent_domain_watts{domain=\"port\",state=\"full\"}"), 0);
}

TEST(AgentMetrics, CountEnergyAsPowerTimesTime) {
  Exported e;
  e.run(40);
  const std::string text = e.metrics();
  const double seconds = e.energy.time().seconds();
  ASSERT_GT(seconds, 1);
  const double full = value_of(text, "ebb_agent_domain_watts{domain=\"base\",state=\"full\"}");
  const double joules =
      value_of(text, "ebb_agent_domain_energy_joules_total{domain=\"base\",state=\"full\"}");
  EXPECT_GT(joules, 0);
  EXPECT_LE(joules, full * seconds);
}

double sum_of(const std::string& text, const std::string& begin, const std::string& end) {
  double sum = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(begin) && line.find(end) != std::string::npos)
      sum += std::stod(line.substr(line.rfind(' ') + 1));
  return sum;
}

TEST(AgentMetrics, CountEnergyBySwitchAndPort) {
  Exported e;
  e.run(60);
  const std::string text = e.metrics();
  for (const char* state : {"now", "full"}) {
    const std::string of = fmt::format("state=\"{}\"", state);
    const double switches = sum_of(text, "ebb_agent_switch_energy_joules_total{switch=\"s", of);
    EXPECT_GT(switches, 0);
    EXPECT_NEAR(switches, sum_of(text, "ebb_agent_domain_energy_joules_total{", of), 1e-6 * switches);
    EXPECT_NEAR(sum_of(text, "ebb_agent_switch_watts{", of), sum_of(text, "ebb_agent_domain_watts{", of),
                1e-6);
  }
  std::size_t driven = 0;
  for (const auto& channel : e.bench.agent->channels()) driven += channel.controlled;
  EXPECT_EQ(names_in(text, "ebb_agent_port_sent_bytes_total\\{[^}]*\\}").size(), driven);
  const double used = sum_of(text, "ebb_agent_port_energy_joules_total{", "state=\"now\""),
               full = sum_of(text, "ebb_agent_port_energy_joules_total{", "state=\"full\"");
  EXPECT_DOUBLE_EQ(full, 2 * static_cast<double>(driven) * e.bench.agent->now().seconds()) << "2 W each";
  EXPECT_LT(used, full) << "idle ports slow down, to 1 W";
  EXPECT_GE(used, full / 2);
  EXPECT_THAT(text, testing::HasSubstr("ebb_agent_port_rate_bytes_per_second{switch=\"s0\",port=\""));
}

TEST(AgentMetrics, HaveEachNameOnceWithItsHelpAndType) {
  Exported e;
  e.run(5);
  const std::string text = e.metrics();
  std::set<std::string> helped;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# HELP ")) {
      EXPECT_TRUE(helped.insert(line.substr(7, line.find(' ', 7) - 7)).second) << line;
    }
    if (line.starts_with("#")) continue;
    std::string name = line.substr(0, line.find_first_of(" {"));
    for (const char* suffix : {"_sum", "_count"})
      if (name.ends_with(suffix)) name.resize(name.size() - std::string_view(suffix).size());
    EXPECT_TRUE(helped.contains(name)) << line;
  }
}

/// The names that this agent and one with sleeping switches export, with the parts of summaries.
std::set<std::string> exported_names() {
  Exported e;
  e.run(3);
  std::set<std::string> names =
      names_in(e.metrics() + file_text("src/tasks/agent/agent_metrics.cpp"), "ebb_agent_[a-z_]+[a-z]");
  return names;
}

TEST(AgentMetrics, AreWhatTheDashboardAndTheAlertsAskFor) {
  const std::set<std::string> names = exported_names();
  for (const char* file : {"examples/grafana-dashboard.json", "examples/prometheus-rules.yml"}) {
    for (std::string name : names_in(file_text(file), "ebb_agent_[a-z_]+[a-z]")) {
      EXPECT_TRUE(names.contains(name)) << file << " asks for " << name;
    }
  }
  EXPECT_FALSE(nlohmann::json::parse(file_text("examples/grafana-dashboard.json"))["panels"].empty());
}

nlohmann::json objects_of(const Exported& e, const std::string& below = "") {
  const auto text = energy_objects(e.bench.network(), e.energy, std::string(energy_objects_path) + below);
  EXPECT_TRUE(text);
  return text ? nlohmann::json::parse(*text) : nlohmann::json();
}

TEST(EnergyObjects, AddUpToTheFabric) {
  Exported e;
  e.run(3);
  const auto entries = objects_of(e)["ietf-power-and-energy:energy-objects"]["energy-entry"];
  std::int64_t fabric = 0, parts = 0;
  for (const auto& entry : entries) {
    const std::string id = entry["energy-object-id"];
    const std::int64_t power = entry["power"]["instantaneous-power"];
    EXPECT_EQ(entry["power"]["data-source-accuracy"], "ietf-power-and-energy:accuracy-estimated");
    if (id == "fabric") fabric = power;
    if (id.find('/') != std::string::npos) parts += power;
  }
  EXPECT_GT(fabric, 0);
  EXPECT_NEAR(static_cast<double>(parts), static_cast<double>(fabric), 20);  // each is rounded
}

TEST(EnergyObjects, AreServedOneByOneAndNothingElseIs) {
  Exported e;
  e.run(3);
  const auto one = objects_of(e, "/energy-entry=s1%2Fbase")["ietf-power-and-energy:energy-entry"];
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0]["energy-object-id"], "s1/base");
  for (const char* path : {"/restconf/data", "/restconf/data/ietf-hardware:hardware", "/status"})
    EXPECT_FALSE(energy_objects(e.bench.network(), e.energy, path)) << path;
  EXPECT_FALSE(
      energy_objects(e.bench.network(), e.energy, std::string(energy_objects_path) + "/energy-entry=s99"));
}

/// By yanglint, with the modules beside this checkout, where both are there.
TEST(EnergyObjects, AreValidByTheirYangModule) {
  const char* modules = std::getenv("EBB_YANG");
  const std::string folder = modules ? modules : "../shared/data/yang";
  if (!std::filesystem::exists(folder + "/ietf-power-and-energy.yang") ||
      std::system("yanglint --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "needs yanglint (libyang-tools) and the YANG modules in " << folder << " (EBB_YANG)";
  Exported e;
  e.run(3);
  const TestFolder out;
  const std::string file =
      out.write("objects.json", *energy_objects(e.bench.network(), e.energy, energy_objects_path));
  const std::string get =
      fmt::format("yanglint -p {0} -t data -f json {0}/ietf-power-and-energy.yang {1} > {2} 2>&1", folder,
                  file, (out.path / "said").string());
  EXPECT_EQ(std::system(get.c_str()), 0) << file_text((out.path / "said").string().c_str());
}

TEST(AgentEnergy, SaysInMoneyWhatWasSaved) {
  Exported e;
  e.run(60);
  const Table table = energy_by_domain(e.energy, {.usd_per_kwh = 0.1, .pue = 2}, true);
  EXPECT_THAT(table.title, testing::HasSubstr("would have been"));
  ASSERT_GE(table.rows.size(), 2u);
  EXPECT_EQ(table.rows.back().size(), table.columns.size());
  EXPECT_EQ(table.notes.at(1),
            fmt::format("power changed by {:.4g} W at most within a second, of the last 10 minutes",
                        e.energy.ramp().largest_w));
}

}  // namespace
}  // namespace ebb::inline tasks

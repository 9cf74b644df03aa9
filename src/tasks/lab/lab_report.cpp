#include "tasks/lab/lab_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/counted.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/bpf/lab_bpf.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/counters/lab_losses.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_trial.hpp"
#include "fabric/lab/router_texts.hpp"
#include "network/network.hpp"
#include "results/cell.hpp"

namespace ebb::inline tasks {
namespace {

class Report {
 public:
  explicit Report(std::string title)
      : report_{{.title = std::move(title),
                 .columns = {{"check", "check"}, {"result", "result"}, {"finding", "finding"}},
                 .rows = {}}} {}

  void add(const std::string& check, bool good, const std::string& finding) {
    report_.table.add({check, good ? "good" : "bad", finding});
    report_.sound = report_.sound && good;
  }
  LabReport take() { return std::move(report_); }

 private:
  LabReport report_;
};

}  // namespace

namespace {

void add_bridges(const LabNames& names, const LabRemains& there, const Network& network, Report& report) {
  report.add(
      "Open vSwitch", there.daemons.size() == 2,
      fmt::format("{} of 2 daemons run; logs and database in {}", there.daemons.size(), names.folder()));
  const std::uint32_t switches = network.switches(), namespaces = network.hosts + 1;
  report.add(
      "namespaces", there.namespaces.size() == namespaces,
      fmt::format("{} of {}: {} and one per host", there.namespaces.size(), namespaces, names.fabric()));
  std::uint32_t answering = 0;
  for (SwitchId s = 0; there.daemons.size() == 2 && s < switches; ++s)
    answering +=
        run_tool({"ovs-ofctl", "-vconsole:off", "-O", "OpenFlow13", "dump-aggregate", names.openflow(s)})
            .ok();
  report.add("switches", answering == switches, fmt::format("{} of {} answer", answering, switches));
}

void add_kernel_switches(const LabNames& names, const LabRemains& there, const Network& network,
                         Report& report) {
  const std::uint32_t switches = network.switches(), namespaces = network.hosts + 1;
  const std::uint32_t running = running_kernel_switches(names, network);
  report.add("programs in the kernel", running == switches,
             fmt::format("{} of {} switches have theirs at every port", running, switches));
  report.add(
      "namespaces", there.namespaces.size() == namespaces,
      fmt::format("{} of {}: {} and one per host", there.namespaces.size(), namespaces, names.fabric()));
}

void add_routers(const LabNames& names, const LabRemains& there, const FabricFile& file, Report& report) {
  const Network& network = file.network;
  const std::size_t daemons = network.switches() * router_daemons(network, 0, file.lab).size();
  report.add("FRR", there.daemons.size() == daemons,
             fmt::format("{} of {} daemons run; logs in {}", there.daemons.size(), daemons, names.folder()));
  const std::uint32_t namespaces = network.hosts + network.switches();
  report.add("namespaces", there.namespaces.size() == namespaces,
             fmt::format("{} of {}: one per router and per host", there.namespaces.size(), namespaces));
  std::uint32_t answering = 0;
  for (SwitchId s = 0; s < network.switches(); ++s)
    answering += run_tool({"vtysh", "--vty_socket", names.router_folder(s), "-c", "show version"}).ok();
  report.add("routers", answering == network.switches(),
             fmt::format("{} of {} answer", answering, network.switches()));
}

}  // namespace

std::string render(const LabReport& report, Format format) {
  if (report.hosts == 0) return render(report.table, format);
  if (format == Format::json) {
    auto document = nlohmann::ordered_json::parse(to_json(report.table));
    for (HostId h = 0; h < report.hosts; ++h)
      document["hosts"].push_back({{"host", host_name(h)}, {"address", LabNames::ip(h)}});
    return json_text(std::move(document));
  }
  Table table = report.table;
  std::string text = "hosts, whose names `ebb lab exec` resolves:";
  for (HostId h = 0; h < report.hosts; ++h)
    text += fmt::format("{}{} {}", h % 4 == 0 ? "\n  " : "   ", host_name(h), LabNames::ip(h));
  table.notes.push_back(std::move(text));
  return render(table, format);
}

LabReport lab_status(const LabNames& names, const FabricFile& file) {
  const LabRemains there = find_lab(names);
  Report report(fmt::format("the lab \"{}\"", names.lab));
  if (file.lab.is_routed())
    add_routers(names, there, file, report);
  else if (file.lab.in_kernel())
    add_kernel_switches(names, there, file.network, report);
  else
    add_bridges(names, there, file.network, report);
  if (!file.lab.in_kernel()) report.add("inventory", true, names.file("inventory.toml"));
  report.add("guests", true, counted(there.guests.size(), "process", "processes") + " in its namespaces");
  LabReport made = report.take();
  made.hosts = file.network.hosts;
  return made;
}

LabReport lab_trial_report(const LabNames& names, const FabricFile& file, int streams) {
  if (geteuid() != 0)
    return {.table = {},
            .sound = false,
            .problems = {{"ebb lab test", "sends frames from inside network namespaces, which only root may",
                          "run it as root"}}};
  Report report(fmt::format("the lab \"{}\", tried out", names.lab));
  for (const LabFinding& f : try_lab(names, {.network = file.network,
                                            .routing = *file.routing,
                                            .tables = file.tables,
                                            .settings = file.lab,
                                            .streams = streams}))
    report.add(f.check, f.good, f.finding);
  return report.take();
}

Table losses_table(const std::string& lab, const LabLosses& losses) {
  Table table{.title = fmt::format("the lab \"{}\", since it was built", lab),
              .columns = {{"segments", "segments of TCP", "", Align::right},
                          {"sent_again", "sent again", "", Align::right},
                          {"arrived_twice", "arrived twice", "", Align::right},
                          {"not_sent_on", "frames kept by switches", "", Align::right},
                          {"refused", "dropped by ports", "", Align::right},
                          {"queue_full", "by full queues", "", Align::right}},
              .rows = {}};
  const auto cell = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  const bool known = losses.not_sent_on >= 0;
  table.add({cell(losses.segments), cell(losses.sent_again), cell(losses.arrived_twice),
             known ? Cell{losses.not_sent_on} : Cell{}, cell(losses.refused), cell(losses.queue_full)});
  if (!known)
    table.notes.push_back(
        fmt::format("Switches sent {} frames more than they received: copies of frames to many, or what they "
                    "began themselves. How many they kept is not known then.",
                    -losses.not_sent_on));
  return table;
}

LabReport lab_losses_report(const LabNames& names, const FabricFile& file) {
  if (file.lab.is_routed())
    return {.table = {},
            .sound = false,
            .problems = {{"ebb lab losses", "counts what bridges drop, and this lab has routers",
                          "`ebb lab exec s0 -- ip -s link` shows what a router's ports drop"}}};
  const auto losses = read_losses(names, file.network, file.lab.dataplane);
  if (losses) return {losses_table(names.lab, *losses)};
  return {.table = {}, .sound = false, .problems = losses.problems()};
}

}  // namespace ebb::inline tasks

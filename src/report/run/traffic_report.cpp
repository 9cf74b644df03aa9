#include "report/run/traffic_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

Table amount_table(const TrafficFigures& f) {
  Table table{.title = "amount",
              .columns = {{"time_us", "time", "us", Align::right, 1},
                          {"messages", "messages"},
                          {"packets", "packets"},
                          {"payload_bytes", "payload", "B"},
                          {"wire_bytes", "on the wire", "B"},
                          {"load_percent", "of the hosts' channels", "%", Align::right, 3},
                          {"utilisation_percent", "of all channels", "%", Align::right, 3}},
              .rows = {}};
  const auto whole = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  table.add({f.time.seconds() * 1e6, whole(f.messages), whole(f.packets), whole(f.payload_bytes),
             whole(f.wire_bytes), f.load * 100, f.utilisation * 100});
  table.notes.push_back("all channels: at full speed, host channels included, on shortest paths");
  return table;
}

Table dispersion_table(const TrafficFigures& f) {
  Table table{.title = "burstiness: index of dispersion of the packets that leave in a window",
              .columns = {{"window_us", "window", "us", Align::right, 0},
                          {"windows", "windows"},
                          {"one_host", "of one host"},
                          {"all_hosts", "of all hosts together"}},
              .rows = {}};
  const auto cell = [](const std::optional<double>& v) { return v ? Cell(*v, 1) : Cell(); };
  for (const Dispersion& d : f.dispersion)
    table.add({d.window.seconds() * 1e6, static_cast<std::int64_t>(d.windows), cell(d.one_host),
               cell(d.all_hosts)});
  table.notes.push_back("variance over mean: 1 for independent packets, however long the window");
  return table;
}

/// The share that a host sent of the traffic on its cable.
Table asymmetry_table(const TrafficFigures& f) {
  Table table{.title = "asymmetry: share of a host's bytes that it sent itself",
              .columns = {{"hosts", "hosts up to"},
                          {"sent_percent", "sent", "%", Align::right, 1},
                          {"sent_to_received", "sent : received"}},
              .rows = {}};
  std::vector<double> shares;
  for (const HostFigures& h : f.hosts)
    if (h.bytes_sent + h.bytes_received > 0)
      shares.push_back(static_cast<double>(h.bytes_sent) /
                       static_cast<double>(h.bytes_sent + h.bytes_received));
  std::sort(shares.begin(), shares.end());
  if (shares.empty()) return table;
  const std::pair<const char*, double> ranks[] = {
      {"least", 0}, {"10 %", 0.1}, {"25 %", 0.25}, {"half", 0.5}, {"75 %", 0.75}, {"90 %", 0.9}, {"most", 1}};
  for (const auto& [name, rank] : ranks) {
    const double share = shares[static_cast<std::size_t>(rank * static_cast<double>(shares.size() - 1))];
    table.add({name, share * 100, share < 1 ? Cell(share / (1 - share), 2) : Cell()});
  }
  if (shares.size() < f.hosts.size())
    table.notes.push_back(
        fmt::format("without {} hosts that neither sent nor received", f.hosts.size() - shares.size()));
  return table;
}

Table host_table(const TrafficFigures& f) {
  Table table{.title = "hosts",
              .columns = {{"host", "host"},
                          {"messages_sent", "messages sent"},
                          {"messages_received", "messages received"},
                          {"sent_bytes", "sent", "B"},
                          {"received_bytes", "received", "B"}},
              .rows = {}};
  for (std::size_t h = 0; h < f.hosts.size(); ++h) {
    const auto whole = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
    const HostFigures& host = f.hosts[h];
    table.add({whole(h), whole(host.messages_sent), whole(host.messages_received), whole(host.bytes_sent),
               whole(host.bytes_received)});
  }
  return table;
}

}  // namespace

std::string render_traffic(const std::string& about, const TrafficFigures& figures, Format format) {
  const Table amount = amount_table(figures), dispersion = dispersion_table(figures),
              asymmetry = asymmetry_table(figures);
  switch (format) {
    case Format::csv:
      return to_csv(host_table(figures));
    case Format::json:
      return json_text({{"traffic", about},
                        {"amount", json_rows(amount)},
                        {"dispersion", json_rows(dispersion)},
                        {"asymmetry", json_rows(asymmetry)},
                        {"hosts", json_rows(host_table(figures))}});
    case Format::markdown:
      return to_markdown(amount) + "\n" + to_markdown(dispersion) + "\n" + to_markdown(asymmetry);
    case Format::text:
      break;
  }
  return about + "\n" + to_text(amount) + "\n" + to_text(dispersion) + "\n" + to_text(asymmetry);
}

}  // namespace ebb::inline report

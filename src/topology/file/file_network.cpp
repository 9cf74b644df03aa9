#include "topology/file/file_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/medium.hpp"
#include "network/builder.hpp"
#include "network/shape.hpp"
#include "topology/file/file_places.hpp"
#include "topology/switch_graph.hpp"

namespace ebb::inline topology {
namespace {

/// Limit of the search for the diameter: seconds.
constexpr std::int64_t most_search_steps = 30'000'000;
constexpr std::size_t most_kinds = 255;

/// A cable as one of its switches sees it.
struct CableEnd {
  std::uint32_t link = 0;
  std::size_t side = 0;  ///< which end of the link is here
  bool to_host = false;
};

/// The switches, and what is connected to each: hosts first, in the order of their ports.
struct Wiring {
  std::vector<std::uint32_t> nodes;       ///< of the switches, in the order of the file
  std::vector<SwitchId> switch_of;        ///< of each node; no_id for a host
  std::vector<std::vector<CableEnd>> at;  ///< each switch
  std::vector<std::int64_t> hosts;        ///< of each switch, those that are nodes first
  std::vector<std::int64_t> counted;      ///< those among them that are not nodes

  std::size_t host_nodes(SwitchId s) const { return static_cast<std::size_t>(hosts[s] - counted[s]); }
};

/// Compares texts in natural order: "eth2" before "eth10".
bool before_in_order(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto number = [&](std::string_view& text) {
    while (text.size() > 1 && text[0] == '0' && digit(text[1])) text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && digit(text[end])) ++end;
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
  };
  while (!a.empty() && !b.empty()) {
    if (digit(a[0]) && digit(b[0])) {
      const std::string_view x = number(a), y = number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a[0] != b[0]) return a[0] < b[0];
      a.remove_prefix(1), b.remove_prefix(1);
    }
  }
  return a.empty() && !b.empty();
}

/// Hosts first, and within each kind the order of the ports' names if all have one.
void put_in_order(const NetworkFile& file, std::vector<CableEnd>& ends) {
  const auto name = [&](const CableEnd& e) -> const std::string& { return file.links[e.link].ports[e.side]; };
  std::stable_partition(ends.begin(), ends.end(), [](const CableEnd& e) { return e.to_host; });
  if (std::any_of(ends.begin(), ends.end(), [&](const CableEnd& e) { return name(e).empty(); })) return;
  std::stable_sort(ends.begin(), ends.end(), [&](const CableEnd& a, const CableEnd& b) {
    return a.to_host != b.to_host ? a.to_host : before_in_order(name(a), name(b));
  });
}

Wiring wiring_of(const NetworkFile& file, const FileChoices& choices) {
  Wiring w;
  const bool tells = file.names_hosts();
  for (std::uint32_t i = 0; i < file.nodes.size(); ++i) {
    const FileNode& node = file.nodes[i];
    w.switch_of.push_back(node.is_host ? no_id : static_cast<SwitchId>(w.nodes.size()));
    if (node.is_host) continue;
    w.nodes.push_back(i);
    w.counted.push_back(tells ? node.hosts.value_or(0) : choices.hosts_per_switch);
  }
  w.at.resize(w.nodes.size()), w.hosts = w.counted;
  for (std::uint32_t i = 0; i < file.links.size(); ++i)
    for (const std::size_t side : {0u, 1u}) {
      const SwitchId here = w.switch_of[file.links[i].ends[side]];
      if (here == no_id) continue;
      const bool to_host = w.switch_of[file.links[i].ends[1 - side]] == no_id;
      w.at[here].push_back({i, side, to_host});
      w.hosts[here] += to_host;
    }
  for (auto& ends : w.at) put_in_order(file, ends);
  return w;
}

/// The kinds of cables in the order in which ports use them, those of hosts before others.
class Kinds {
 public:
  Kinds(const NetworkFile& file, const Wiring& w, const FileChoices& choices) {
    for (const bool hosts : {true, false})
      for (SwitchId s = 0; s < w.nodes.size(); ++s) {
        for (const CableEnd& end : w.at[s])
          if (end.to_host == hosts) add(file_cable(file.links[end.link], hosts, choices));
        if (hosts && w.counted[s] > 0) add(counted_host_cable(file.nodes[w.nodes[s]]));
      }
  }
  std::size_t of(const FileCable& cable) const { return numbers_.at(cable); }
  const std::vector<FileCable>& all() const { return all_; }

 private:
  void add(const FileCable& cable) {
    if (numbers_.try_emplace(cable, all_.size()).second) all_.push_back(cable);
  }
  std::map<FileCable, std::size_t> numbers_;
  std::vector<FileCable> all_;
};

SwitchGraph graph_of(const NetworkFile& file, const Wiring& w) {
  SwitchGraph graph;
  graph.switches = static_cast<std::uint32_t>(w.nodes.size());
  for (const FileLink& link : file.links)
    if (w.switch_of[link.ends[0]] != no_id && w.switch_of[link.ends[1]] != no_id)
      graph.cables.emplace_back(w.switch_of[link.ends[0]], w.switch_of[link.ends[1]]);
  return graph;
}

/// Connects the ports with a builder, and puts the names into the same order.
class FileNetworkBuilder {
 public:
  FileNetworkBuilder(const NetworkFile& file, const FileChoices& choices, const Cables& cables)
      : file_(file), choices_(choices), w_(wiring_of(file, choices)), kinds_(file, w_, choices) {
    for (LinkClass& c : link_classes(kinds_.all(), cables)) builder_.add_class(std::move(c));
  }

  Network build() {
    std::int64_t hosts = 0;
    for (SwitchId s = 0; s < w_.nodes.size(); ++s) {
      builder_.add_switches(1, u32(w_.counted[s]) + static_cast<std::uint32_t>(w_.at[s].size()));
      hosts += w_.hosts[s];
    }
    builder_.set_hosts(u32(hosts));
    for (SwitchId s = 0; s < w_.nodes.size(); ++s) attach_hosts_of(s);
    std::vector<std::array<std::uint32_t, 2>> port_of(file_.links.size());
    for (SwitchId s = 0; s < w_.nodes.size(); ++s)
      for (std::size_t i = w_.host_nodes(s); i < w_.at[s].size(); ++i)
        port_of[w_.at[s][i].link][w_.at[s][i].side] = static_cast<std::uint32_t>(i) + u32(w_.counted[s]);
    for (std::size_t i = 0; i < file_.links.size(); ++i) connect(file_.links[i], port_of[i]);
    Network network = builder_.finish(GraphShape{});
    label(network);
    return network;
  }

 private:
  std::uint8_t kind_of(const FileLink& link, bool to_host) const {
    return static_cast<std::uint8_t>(kinds_.of(file_cable(link, to_host, choices_)));
  }
  void attach_hosts_of(SwitchId s) {
    for (std::uint32_t i = 0; i < w_.hosts[s]; ++i) {
      const bool is_node = i < w_.host_nodes(s);
      builder_.attach(
          next_host_++, s, i,
          is_node ? kind_of(file_.links[w_.at[s][i].link], true)
                  : static_cast<std::uint8_t>(kinds_.of(counted_host_cable(file_.nodes[w_.nodes[s]]))));
    }
  }
  void connect(const FileLink& link, const std::array<std::uint32_t, 2>& ports) {
    const SwitchId a = w_.switch_of[link.ends[0]], b = w_.switch_of[link.ends[1]];
    if (a != no_id && b != no_id) builder_.connect(a, ports[0], b, ports[1], kind_of(link, false));
  }

  /// Sets the ports' names. A switch's first ports are those of its hosts that are nodes, then those of its
  /// counted hosts.
  void label(Network& network) const {
    Labels& labels = network.labels;
    labels.ports.resize(network.channels());
    for (SwitchId s = 0; s < w_.nodes.size(); ++s) {
      const std::string& name = file_.nodes[w_.nodes[s]].name;
      labels.switches.push_back(name);
      for (std::size_t i = 0; i < w_.at[s].size(); ++i) {
        const CableEnd& end = w_.at[s][i];
        const FileLink& link = file_.links[end.link];
        const PortId port =
            network.first_port[s] +
            static_cast<PortId>(end.to_host ? i : i + static_cast<std::size_t>(w_.counted[s]));
        labels.ports[port] = link.ports[end.side];
        if (!end.to_host) continue;
        labels.ports[network.peer[port]] = link.ports[1 - end.side];
        labels.hosts.push_back(file_.nodes[link.ends[1 - end.side]].name);
      }
      for (std::int64_t i = 0; i < w_.counted[s]; ++i) labels.hosts.push_back(fmt::format("{}-h{}", name, i));
    }
    labels.places = unit_places(file_, w_.nodes);
  }

  const NetworkFile& file_;
  const FileChoices& choices_;
  const Wiring w_;
  const Kinds kinds_;
  NetworkBuilder builder_;
  HostId next_host_ = 0;
};

/// The generated name of a counted host must not be in use.
void check_host_names(const NetworkFile& file, const Wiring& w, Problems& problems) {
  std::vector<std::string_view> names;
  for (const FileNode& node : file.nodes) names.push_back(node.name);
  std::sort(names.begin(), names.end());
  for (SwitchId s = 0; s < w.nodes.size(); ++s) {
    if (w.counted[s] == 0) continue;
    const std::string prefix = file.nodes[w.nodes[s]].name + "-h";
    auto at = std::lower_bound(names.begin(), names.end(), prefix);
    for (; at != names.end() && at->starts_with(prefix); ++at)
      if (at->substr(prefix.size()).find_first_not_of("0123456789") == std::string_view::npos) {
        problems.push_back({"file",
                            fmt::format("{}: has a node \"{}\", but a host of \"{}\" would get the same name",
                                        file.path, *at, file.nodes[w.nodes[s]].name),
                            "give the node another name"});
        return;
      }
  }
}

}  // namespace

Problems check_file_network(const NetworkFile& file, const FileChoices& choices) {
  Problems problems;
  const Wiring w = wiring_of(file, choices);
  std::int64_t ports = 0;
  for (SwitchId s = 0; s < w.nodes.size(); ++s) {
    ports = std::min(most_ports + 1, ports + 2 * w.hosts[s] + static_cast<std::int64_t>(w.at[s].size()));
    if (static_cast<std::int64_t>(w.at[s].size()) + w.counted[s] > most_radix) {
      problems.push_back({"file",
                          fmt::format("{}: has a switch \"{}\" with {} ports, but at most {} are possible",
                                      file.path, file.nodes[w.nodes[s]].name,
                                      static_cast<std::int64_t>(w.at[s].size()) + w.counted[s], most_radix),
                          "check the file for an extra digit"});
      return problems;
    }
  }
  require_buildable(problems, "file", ports);
  check_host_names(file, w, problems);
  if (const std::size_t kinds = Kinds(file, w, choices).all().size(); kinds > most_kinds)
    problems.push_back(
        {"delay_step",
         fmt::format("is {}, and so {} has {} kinds of cables by medium, rate and delay; at most {} "
                     "are possible",
                     quantity_text(choices.delay_step), file.path, kinds, most_kinds),
         "round delays up to whole steps, for example: delay_step = \"10us\""});
  return problems;
}

Facts file_facts(const NetworkFile& file, const FileChoices& choices) {
  const Wiring w = wiring_of(file, choices);
  Facts f;
  f.switches = static_cast<std::int64_t>(w.nodes.size());
  f.ports_least = most_ports;
  for (SwitchId s = 0; s < w.nodes.size(); ++s) {
    const std::int64_t ports = static_cast<std::int64_t>(w.at[s].size()) + w.counted[s];
    f.hosts += w.hosts[s], f.access_switches += w.hosts[s] > 0, f.ports_used += ports;
    f.ports_least = std::min(f.ports_least, ports), f.ports_most = std::max(f.ports_most, ports);
    f.add_cables(Medium::copper, w.counted[s]);
    for (const CableEnd& end : w.at[s]) {
      const Medium medium = file_cable(file.links[end.link], end.to_host, choices).medium;
      if (end.to_host) f.host_medium = medium;
      if (end.to_host || end.side == 0) f.add_cables(medium, 1);
    }
  }
  f.bisection_cables = not_known;
  const SwitchGraph graph = graph_of(file, w);
  const std::int64_t steps =
      saturating_product(f.access_switches, static_cast<std::int64_t>(graph.cables.size()));
  f.diameter = not_known;
  if (steps <= most_search_steps) {
    std::vector<bool> access;
    for (const std::int64_t hosts : w.hosts) access.push_back(hosts > 0);
    f.diameter = graph_diameter(graph, access);
  }
  return f;
}

Network build_file_network(const NetworkFile& file, const FileChoices& choices, const Cables& cables) {
  return FileNetworkBuilder(file, choices, cables).build();
}

}  // namespace ebb::inline topology

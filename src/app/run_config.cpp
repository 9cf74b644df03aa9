#include "app/run_config.hpp"

#include <unistd.h>

#include "app/configuration.hpp"
#include "app/topologies.hpp"
#include "config/toml_file.hpp"

namespace ebb {
namespace {

/// The section with every field that it leaves out, at its default.
void fill_section(Node& root, const std::string& name, const std::vector<FieldInfo>& fields) {
  Node* section = nullptr;
  for (auto& [key, node] : root.entries)
    if (key == name) section = &node;
  if (!section) section = &root.entries.emplace_back(Node::Entry{name, Node{}}).node;
  if (section->kind == Node::Kind::text) {  // a bare name
    Node table;
    table.entries.push_back({"name", *section});
    *section = std::move(table);
  }
  for (const FieldInfo& f : fields) {
    if (section->find(f.name)) continue;
    const auto parsed = parse_toml(f.name + " = " + f.initial, "default");
    if (parsed) section->entries.push_back({f.name, *parsed->find(f.name)});
  }
}

template <class Base>
std::vector<FieldInfo> fields_of(std::span<const Entry<Base>> catalogue, const Node& root,
                                 std::string_view section) {
  const Node* node = root.find(section);
  if (!node) return {};
  const Node* name = node->kind == Node::Kind::text ? node : node->find("name");
  const Entry<Base>* found = name ? find_entry(catalogue, name->text) : nullptr;
  return found ? found->fields() : std::vector<FieldInfo>{};
}

Node resolved(const Configuration& file, const RunInput& input) {
  Node root = file.root();
  fill_section(root, "topology", fields_of(topologies(), root, "topology"));
  fill_section(root, "cables", describe_fields(input.cables));
  fill_section(root, "switch", describe_fields(input.switches));
  fill_section(root, "host", describe_fields(input.hosts));
  fill_section(root, "routing", fields_of(routings(), root, "routing"));
  fill_section(root, "run", describe_fields(input.run));
  return root;
}

/// What can only be said of several sections together.
void check_together(Configuration& file, const RunInput& input) {
  const Bytes packet = input.hosts.largest_packet();
  for (const auto& [key, size] : {std::pair{"input_buffer", input.switches.input_buffer},
                                  {"output_queue", input.switches.output_queue}})
    if (size < packet)
      file.add_problems(
          "switch",
          {{key, fmt::format("holds {} bytes, but a packet with its header has {}", size.v, packet.v),
            "make it larger, or [host] packet smaller"}});
}

std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Problems check_fit(const RunInput& input, const Network& network, int vcs, std::uint64_t memory) {
  Problems problems;
  if (input.switches.vcs != 0 && input.switches.vcs < vcs)
    problems.push_back(
        {"switch.vcs",
         fmt::format("is {}, but this routing needs {} to be free of deadlock", input.switches.vcs, vcs),
         "leave it out to get as many as needed"});
  if (vcs > most_vcs)
    problems.push_back(
        {"routing", fmt::format("needs {} virtual channels here, but at most {} are possible", vcs, most_vcs),
         "choose a routing with fewer, or fewer dimensions"});
  if (Model::lookahead(network, input.switches) <= 0)
    problems.push_back({"switch",
                        "has neither a pipeline nor a credit time, and cables between switches no delay",
                        "give cables a delay, or the switch a pipeline and a credit_time"});
  if (memory > memory_of_machine())
    problems.push_back(
        {"",
         fmt::format("this run needs about {:.1f} GB of memory, the machine has {:.1f}",
                     static_cast<double>(memory) / 1e9, static_cast<double>(memory_of_machine()) / 1e9),
         "simulate a smaller network of the same kind, or use a larger machine"});
  return problems;
}

}  // namespace

Result<RunInput> read_run(const std::string& path, const std::vector<std::string>& settings) {
  auto file = Configuration::read(path, settings);
  if (!file) return file.problems();
  RunInput input;
  input.topology = file->named_section("topology", topologies());
  file->section("cables", input.cables);
  file->section("switch", input.switches);
  file->section("host", input.hosts);
  file->section("run", input.run);
  input.routing = file->named_section("routing", routings());
  if (const Node* traffic = file->root().find("traffic")) {
    auto read = read_traffic(*traffic);
    if (read)
      input.traffic = std::move(*read);
    else
      file->problems().insert(file->problems().end(), read.problems().begin(), read.problems().end());
  } else {
    file->problems().push_back(
        {path, "has no [traffic] section", "write at least: [traffic] and load = 0.5"});
  }
  check_together(*file, input);
  Problems problems = file->finish();
  if (!problems.empty()) return problems;
  input.document = resolved(*file, input);
  return input;
}

Result<std::unique_ptr<PreparedRun>> prepare_run(RunInput input) {
  const std::uint64_t ports = static_cast<std::uint64_t>(input.topology->facts().ports_used);
  if (ports * 400 > memory_of_machine())  // before anything is built
    return Problem{"topology",
                   fmt::format("has {} switch ports, for which this machine's memory is too small", ports),
                   "simulate a smaller network of the same kind; `ebb plan` works at any size"};
  auto prepared = std::make_unique<PreparedRun>();
  prepared->network = input.topology->build(input.cables);
  const Network& network = prepared->network;
  if (network.hosts < 2)
    return Problem{"topology", "has fewer than two hosts", "traffic needs a source and a destination"};
  Problems problems = input.routing->misfit(network);
  for (Problem& p : problems) p.where = "routing." + p.where;
  if (!problems.empty()) return problems;
  input.routing->prepare(network);
  const int vcs = input.routing->vcs();
  prepared->memory =
      Simulation::memory_needed(network, std::max<int>(vcs, static_cast<int>(input.switches.vcs)), false);
  problems = check_fit(input, network, vcs, prepared->memory);
  if (!problems.empty()) return problems;
  const auto seed = static_cast<std::uint64_t>(input.run.seed);
  auto traffic =
      bind_traffic(std::move(input.traffic), network, {input.hosts.packet, input.hosts.header}, seed);
  if (!traffic) return traffic.problems();
  prepared->traffic = std::move(*traffic);
  prepared->routing = std::move(input.routing);
  prepared->control = std::make_unique<Control>(input.cables.rate);
  prepared->settings = input.run;
  prepared->simulation = prepared->routing->simulate(
      {network, *prepared->traffic, *prepared->control, input.switches, input.hosts, seed,
       static_cast<std::size_t>(input.run.threads), input.run.batch});
  return prepared;
}

}  // namespace ebb

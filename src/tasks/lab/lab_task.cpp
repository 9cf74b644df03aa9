#include "tasks/lab/lab_task.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/process/run_tool.hpp"
#include "base/spelling.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/bpf/lab_bpf.hpp"
#include "fabric/bpf/switch_tables.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_lock.hpp"
#include "fabric/lab/lab_mpi.hpp"
#include "fabric/lab/lab_up.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/snmp/tree_vlans.hpp"
#include "fabric/snmp/vlan_rollout.hpp"
#include "network/network.hpp"
#include "tasks/trees/snmp_trees_task.hpp"

namespace ebb::inline tasks {
namespace {

constexpr const char* as_root = "run it as root";

Problems joined_problems(Problems first, const Problems& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The tables of switches in the kernel.
Result<KernelPlan> kernel_plan(const FabricFile& file) {
  KernelPlan plan{
      .threshold = file.rules.threshold, .dmp = file.rules.dmp, .broadcast = file.rules.broadcast};
  for (SwitchId s = 0; s < file.network.switches(); ++s) {
    auto tables = kernel_tables(table_of(*file.routing, s, file.tables));
    if (!tables) return tables.problems();
    plan.tables.push_back(std::move(*tables));
  }
  return plan;
}

/// Brings new managed switches to the trees of the lab's file. Returns the number of VLANs.
Result<std::size_t> configure_lab(const LabNames& names) {
  const auto trees = plan_trees({names.file("network.toml"), {}, {}});
  if (!trees) return trees.problems();
  const auto done = configure_trees(*trees, {.inventory = names.file("inventory.toml"), .stp_off = true});
  if (!done) return done.problems();
  if (done->rollout.end != VlanRollout::End::applied) return done->rollout.problems;
  return trees->plan.vlans.vlans.size() * tree_copies(trees->network(), trees->plan);
}

/// Gives this process another /etc/hosts, in a mount namespace of its own. Without the right to mount, names
/// do not resolve, and all else works.
void see_as_hosts(const std::string& file) {
  if (unshare(CLONE_NEWNS) != 0) return;
  if (mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) == 0)
    (void)mount(file.c_str(), "/etc/hosts", nullptr, MS_BIND, nullptr);
}

}  // namespace

Result<std::unique_ptr<FabricFile>> read_lab_file(const std::string& path, const Settings& settings) {
  auto file = read_fabric_file(path, settings);
  if (!file) return file;
  if ((*file)->lab.is_routed()) return file;  // routers neither assign addresses nor carry broadcasts
  if ((*file)->lab.addresses == LabAddresses::dmp && !(*file)->rules.dmp)
    return Problem{path + ": lab.addresses", "is \"dmp\", but the switches do not answer DMP requests",
                   "set dmp = true in [rules]"};
  if (!(*file)->own_addresses.empty() && (*file)->lab.addresses != LabAddresses::own)
    return Problem{path + ": lab.addresses",
                   fmt::format("is \"{}\", but the hosts have their own with [rewriting]",
                               name_of((*file)->lab.addresses)),
                   "set lab.addresses = \"own\""};
  if ((*file)->programs().options().needs_slot() && (*file)->lab.in_kernel())
    return Problem{path + ": lab.dataplane",
                   "is \"bpf\", whose programs neither carry classes of service nor rewrite addresses",
                   "leave out classes and [rewriting], or set lab.dataplane = \"openvswitch\""};
  const bool by_snmp = (*file)->lab.by_snmp();
  if (by_snmp && (*file)->lab.addresses == LabAddresses::dmp)
    return Problem{path + ": lab.addresses",
                   "is \"dmp\", but switches that are managed by SNMP answer no DMP",
                   "leave it out, or set lab.switches = \"openflow\""};
  if (!by_snmp && (*file)->lab.neighbours == LabNeighbours::arp && !(*file)->rules.broadcast)
    return Problem{path + ": lab.neighbours", "is \"arp\", but the switches drop broadcasts",
                   "set broadcast = true in [rules]"};
  if ((*file)->lab.in_kernel())
    if (const auto plan = kernel_plan(**file); !plan) {
      Problems problems = plan.problems();
      for (Problem& problem : problems) problem.where = path + ": rules." + problem.where;
      return problems;
    }
  return file;
}

Result<LabBuilt> lab_up(const LabNames& names, const FabricFile& file, const std::function<bool()>& stopped) {
  const auto start = std::chrono::steady_clock::now();
  const ProgramMaker maker = file.programs();
  const bool has_rules = !file.lab.is_routed() && !file.lab.by_snmp() && !file.lab.in_kernel();
  const auto programs = has_rules ? complete_programs(file.network, maker) : std::vector<SwitchProgram>{};
  auto kernel = file.lab.in_kernel() ? kernel_plan(file) : Result<KernelPlan>(KernelPlan{});
  if (!kernel) return kernel.problems();
  LabBuilt built;
  for (const KernelTables& tables : kernel->tables) built.rules += tables.rules.size();
  Problems problems = build_lab(
      names,
      {file.network, maker.plan(), programs, file.lab, file.text, std::move(*kernel), file.own_addresses},
      stopped);
  if (!problems.empty()) return problems;
  if (file.lab.by_snmp()) {
    auto vlans = configure_lab(names);
    if (!vlans) return joined_problems(vlans.problems(), remove_lab(names));
    built.rules = *vlans;
  } else {
    for (const SwitchProgram& program : programs) built.rules += program.rules.size();
  }
  built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return built;
}

Result<LabRemains> lab_down(const LabNames& names) {
  LabRemains there = find_lab(names);
  if (there.none()) return there;
  if (geteuid() != 0)
    return Problem{"ebb lab down", "removes network namespaces, which only root may", as_root};
  const LabLock lock;
  if (!lock.held())
    return Problem{"ebb lab down", "another `ebb lab` has been building or removing a lab for two minutes",
                   "`ps` shows what it waits for; try again when it is done"};
  if (Problems problems = remove_lab(names); !problems.empty()) return problems;
  return there;
}

Result<std::unique_ptr<FabricFile>> file_of_lab(const LabNames& names) {
  if (Problems problems = names.check(); !problems.empty()) return problems;
  std::error_code error;
  if (std::filesystem::exists(names.file("network.toml"), error))
    return read_fabric_file(names.file("network.toml"));
  if (error == std::errc::permission_denied)
    return Problem{"ebb lab", fmt::format("only root may look into the lab \"{}\"", names.lab), as_root};
  const auto labs = labs_there();
  return Problem{
      "ebb lab", fmt::format("there is no lab \"{}\"", names.lab),
      labs.empty() ? "`ebb lab up FILE` builds one" : fmt::format("there are: {}", fmt::join(labs, ", "))};
}

Problems check_lab_host(const FabricFile& file, const std::string& host) {
  std::vector<std::string> known;
  if (!file.lab.is_routed()) known.push_back("fabric");
  for (SwitchId s = 0; file.lab.is_routed() && s < file.network.switches(); ++s)
    known.push_back(switch_name(s));
  for (HostId h = 0; h < file.network.hosts; ++h) known.push_back(host_name(h));
  if (std::find(known.begin(), known.end(), host) != known.end()) return {};
  return {{"ebb lab exec", fmt::format("there is no host \"{}\"", host), name_hint(host, known)}};
}

Problems lab_exec(const LabNames& names, const std::string& host, const std::vector<std::string>& words) {
  const std::string name_space = names.prefix() + host;
  if (host != "fabric") see_as_hosts(names.hosts());  // the switches' namespace reaches no host
  const auto failed = become_tool(words, {.name_space = name_space});
  if (failed.step == BecomeFailure::Step::enter)
    return {{"ebb lab exec", fmt::format("{} cannot be entered: {}", host, std::strerror(failed.error)),
             geteuid() == 0 ? "`ebb lab status` shows what is left of the lab" : as_root}};
  return {{"ebb lab exec", fmt::format("{} cannot be run: {}", words[0], std::strerror(failed.error)),
           "name a program of this machine, after --"}};
}

Problems lab_mpi(const LabNames& names, std::uint32_t hosts, const LabMpiOptions& options) {
  if (Problems missing = lab_mpi_obstacles(); !missing.empty()) return missing;
  const std::string here = std::filesystem::current_path().string();
  const std::string record = options.record.empty() ? "" : std::filesystem::absolute(options.record).string();
  const auto start = prepare_mpi(names, hosts, {options.words, here, record});
  if (!start) return start.problems();
  const auto failed = become_tool(start->words, start->place);
  if (failed.step == BecomeFailure::Step::enter)
    return {{"ebb lab mpi", fmt::format("h0 cannot be entered: {}", std::strerror(failed.error)),
             geteuid() == 0 ? "`ebb lab status` shows what is left of the lab" : as_root}};
  return {{"ebb lab mpi", fmt::format("{} cannot be run: {}", start->words[0], std::strerror(failed.error)),
           "install openmpi-bin"}};
}

}  // namespace ebb::inline tasks

#include "fabric/lab/lab_mpi.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "config/data_files.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_tools.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* recorder = "libebb-record.so";
constexpr const char* collective_rules = "EBB_RECORD_COLLECTIVES";
constexpr const char* subnet = "10.86.0.0/16";  // of LabNames::ip()

/// A replacement for ssh: called with the host and the command. Open MPI distinguishes machines by host name,
/// so each host has its own.
std::string agent_text(const LabNames& names) {
  return fmt::format(
      "host=$1\nshift\nexec ip netns exec {}$host unshare --uts sh -c "
      "'hostname \"$0\"; exec sh -c \"$1\"' $host \"$*\"\n",
      names.prefix());
}

}  // namespace

Problems lab_mpi_obstacles() {
  const std::string who = "MPI in a lab", hint = "on Debian: apt install openmpi-bin util-linux hostname";
  if (Problems missing = missing_programs(who, {"mpirun", "unshare", "hostname"}, hint); !missing.empty())
    return missing;
  const ToolResult version = run_tool({"mpirun", "--version"});
  if (version.output.find("Open MPI") == std::string::npos)
    return {{who, "needs the mpirun of Open MPI, but this is another one: " + version.said().substr(0, 80),
             hint}};
  return {};
}

Result<LabMpiStart> prepare_mpi(const LabNames& names, std::uint32_t hosts, const LabMpiJob& job) {
  const std::string agent = names.file("mpi-agent"), list = names.file("mpi-hosts");
  std::string lines;
  for (HostId h = 0; h < hosts; ++h) lines += fmt::format("{} slots=1\n", host_name(h));
  Problems problems = write_lab_file(agent, agent_text(names));
  if (problems.empty()) problems = write_lab_file(list, lines);
  if (!problems.empty()) return problems;

  // mpirun also runs on a host, because all of its processes must reach it.
  LabMpiStart start{{names.host(0),
                     {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                      "OMPI_MCA_orte_tmpdir_base=" + names.folder()}},
                    {"unshare", "--uts", "sh", "-c", "hostname \"$0\"; exec \"$@\"", host_name(HostId{0})}};
  const auto add = [&](std::initializer_list<std::string> more) {
    start.words.insert(start.words.end(), more);
  };
  add({"mpirun", "-np", std::to_string(hosts), "--hostfile", list, "--map-by", "node", "--oversubscribe"});
  add({"--mca", "plm_rsh_agent", "sh " + agent, "--mca", "plm_rsh_no_tree_spawn", "1"});
  add({"--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", subnet, "--mca", "oob_tcp_if_include",
       subnet});
  // A waiting host yields the processor to the switches.
  add({"--mca", "mpi_yield_when_idle", "1", "-wdir", job.folder});
  if (!job.record.empty()) {
    const std::string library = library_file(recorder);
    if (library.empty())
      return Problem{recorder, "is missing: it is neither in the folder of ebb nor in ../lib/ebb",
                     "build and install ebb with MPI: install libopenmpi-dev first"};
    add({"-x", "LD_PRELOAD=" + library, "-x", "EBB_RECORD=" + job.record});
    if (std::getenv(collective_rules)) add({"-x", collective_rules});
  }
  start.words.insert(start.words.end(), job.words.begin(), job.words.end());
  return start;
}

}  // namespace ebb::inline fabric

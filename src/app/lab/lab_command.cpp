#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/fabric/fabric_file.hpp"
#include "app/lab/lab_command.hpp"
#include "app/lab/lab_mpi_command.hpp"
#include "app/lab/lab_report.hpp"
#include "app/output/output_format.hpp"
#include "base/process/run_tool.hpp"
#include "base/spelling.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_lock.hpp"
#include "fabric/lab/lab_up.hpp"

namespace ebb::inline app {
namespace {

struct LabArguments {
  LabNames names;
  std::string file, host, record;
  std::vector<std::string> settings, words;
  int streams = 2;
  OutputFormat output;
};

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) { stop_asked = 1; }

/// From here on a signal only requests a stop: the program removes what it has created before it ends.
void listen_to_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, ask_to_stop);
}

int give_up(Problems problems) {
  refuse(std::move(problems));
  return failed;
}

int build(const LabArguments& arguments) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  const auto read = read_fabric_file(arguments.file, arguments.settings);
  if (!read) return refuse(read.problems());
  const FabricFile& file = **read;
  if (file.lab.addresses == LabAddresses::dmp && !file.rules.dmp)
    return refuse({{arguments.file + ": lab.addresses", "is \"dmp\", but the switches do not answer",
                    "[rules] dmp = true lets them"}});
  if (file.lab.neighbours == LabNeighbours::arp && !file.rules.broadcast)
    return refuse({{arguments.file + ": lab.neighbours", "is \"arp\", but the switches drop frames to many",
                    "[rules] broadcast = true lets them through"}});
  const auto start = std::chrono::steady_clock::now();
  const ProgramMaker maker = file.programs();
  const auto programs = maker.all();
  listen_to_signals();
  Problems problems = build_lab(arguments.names, {file.network, maker.plan(), programs, file.lab, file.text},
                                [] { return stop_asked != 0; });
  if (!problems.empty()) return give_up(std::move(problems));
  std::size_t rules = 0;
  for (const SwitchProgram& program : programs) rules += program.rules.size();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("the lab \"{}\" is up after {:.1f} s: {} with {} ({}), {}, {}\n", arguments.names.lab,
             took.count(), counted(file.network.switches(), "switch", "switches"), counted(rules, "rule"),
             name_of(file.rules.organisation), counted(file.network.hosts, "host"),
             counted(file.network.channels() / 2, "cable"));
  const std::string which = arguments.names.lab == usual_lab ? "" : " --name " + arguments.names.lab;
  fmt::print(
      "  inventory  {}\n  try        ebb lab test{}\n             ebb lab exec{} h0 -- ping -c 1 {}\n  "
      "remove     ebb lab down{}\n",
      arguments.names.file("inventory.toml"), which, which, LabNames::ip(file.network.hosts - 1), which);
  if (file.trees.load)
    fmt::print(
        "  trees      the switches have the tables of [rules]; those of [trees] come by\n"
        "             ebb fabric deploy {} -i {}\n",
        arguments.file, arguments.names.file("inventory.toml"));
  return succeeded;
}

int remove(const LabArguments& arguments) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  const LabRemains there = find_lab(arguments.names);
  if (there.none()) {
    fmt::print("there is no lab \"{}\", and nothing is left of one\n", arguments.names.lab);
    return succeeded;
  }
  if (geteuid() != 0)
    return give_up({{"ebb lab down", "removes network namespaces, which only root may", "run it as root"}});
  const LabLock lock;
  if (!lock.held())
    return give_up({{"ebb lab down", "another `ebb lab` has been building or removing a lab for two minutes",
                     "`ps` shows what it waits for; try again when it is done"}});
  Problems problems = remove_lab(arguments.names);
  if (!problems.empty()) return give_up(std::move(problems));
  fmt::print("the lab \"{}\" is gone: {}, {}\n", arguments.names.lab,
             counted(there.namespaces.size(), "namespace"),
             counted(there.daemons.size() + there.guests.size(), "process", "processes"));
  return succeeded;
}

/// The file that the lab was built from, as it was at that time.
Result<std::unique_ptr<FabricFile>> file_of_lab(const LabNames& names) {
  if (Problems problems = names.check(); !problems.empty()) return problems;
  std::error_code error;
  if (!std::filesystem::exists(names.file("network.toml"), error)) {
    if (error == std::errc::permission_denied)
      return Problem{"ebb lab", fmt::format("only root may look into the lab \"{}\"", names.lab),
                     "run it as root"};
    const auto labs = labs_there();
    return Problem{
        "ebb lab", fmt::format("there is no lab \"{}\"", names.lab),
        labs.empty() ? "`ebb lab up FILE` builds one" : fmt::format("there are: {}", fmt::join(labs, ", "))};
  }
  return read_fabric_file(names.file("network.toml"));
}

int print_report(const LabArguments& arguments,
                 LabReport (*report)(const LabNames&, const FabricFile&, int)) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  const auto read = file_of_lab(arguments.names);
  if (!read) return give_up(read.problems());
  const LabReport made = report(arguments.names, **read, arguments.streams);
  arguments.output.print(render(made.table, arguments.output.format()));
  return made.sound ? succeeded : failed;
}

int show_status(const LabArguments& arguments) {
  return print_report(
      arguments, [](const LabNames& names, const FabricFile& file, int) { return lab_status(names, file); });
}

int show_losses(const LabArguments& arguments) {
  return print_report(arguments, [](const LabNames& names, const FabricFile& file, int) {
    return lab_losses_report(names, file);
  });
}

int execute(const LabArguments& arguments) {
  const auto read = file_of_lab(arguments.names);
  if (!read) return give_up(read.problems());
  std::vector<std::string> known{"fabric"};
  for (HostId h = 0; h < (*read)->network.hosts; ++h) known.push_back(host_name(h));
  if (std::find(known.begin(), known.end(), arguments.host) == known.end())
    return refuse({{"ebb lab exec", fmt::format("there is no host \"{}\"", arguments.host),
                    name_hint(arguments.host, known)}});
  if (!enter_namespace(arguments.names.prefix() + arguments.host))
    return give_up(
        {{"ebb lab exec", fmt::format("{} cannot be entered: {}", arguments.host, std::strerror(errno)),
          geteuid() == 0 ? "`ebb lab status` says what is left of the lab" : "run it as root"}});
  std::vector<char*> words;
  for (const std::string& word : arguments.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  return give_up(
      {{"ebb lab exec", fmt::format("{} cannot be run: {}", arguments.words[0], std::strerror(errno)), ""}});
}

int run_parallel(const LabArguments& arguments) {
  const auto read = file_of_lab(arguments.names);
  if (!read) return give_up(read.problems());
  return run_mpi_in_lab(arguments.names, (*read)->network.hosts, arguments.words, arguments.record);
}

int try_out(const LabArguments& arguments) {
  if (geteuid() != 0)
    return give_up(
        {{"ebb lab test", "sends frames from inside namespaces, which only root may", "run it as root"}});
  return print_report(arguments, lab_trial_report);
}

using Action = int (*)(const LabArguments&);

Command* add_action(Command& lab, const std::string& name, const std::string& what,
                    const std::shared_ptr<LabArguments>& arguments, int& exit_code, Action action) {
  auto* command = lab.add_subcommand(name, what);
  command
      ->add_option("--name", arguments->names.lab, "which lab, when there are several (\"lab\" by default)")
      ->type_name("NAME");
  command->callback([arguments, &exit_code, action] { exit_code = action(*arguments); });
  return command;
}

}  // namespace

void add_lab_command(Command& app, int& exit_code) {
  auto* lab = app.add_subcommand(
      "lab",
      "a network of Open vSwitch bridges and hosts on this machine (needs root; see docs/howto/fabric.md)");
  lab->require_subcommand();
  add_examples(*lab, {"ebb lab up examples/lab-butterfly.toml", "ebb lab test",
                      "ebb lab exec h0 -- ping -c 3 10.86.0.3", "ebb lab down"});
  const auto arguments = std::make_shared<LabArguments>();
  auto* up = add_action(*lab, "up", "build the network of a file", arguments, exit_code, build);
  up->add_option("FILE", arguments->file, "a TOML file with [topology], and [rules] and [lab] if wanted")
      ->required();
  add_set_option(*up, arguments->settings);
  add_action(*lab, "down", "remove a lab, or what is left of it", arguments, exit_code, remove);
  auto* status =
      add_action(*lab, "status", "what of a lab is there and runs", arguments, exit_code, show_status);
  arguments->output.add_options(*status);
  auto* losses = add_action(*lab, "losses", "what hosts sent again, and what ports and full queues dropped",
                            arguments, exit_code, show_losses);
  arguments->output.add_options(*losses);
  auto* exec = add_action(*lab, "exec", "run a program on a host of the lab", arguments, exit_code, execute);
  exec->add_option("HOST", arguments->host, "h0, h1, …; or fabric, where the switches are")->required();
  exec->add_option("COMMAND", arguments->words, "and its arguments, after --")->required();
  auto* mpi = add_action(*lab, "mpi", "run an MPI program with a process on every host of the lab", arguments,
                         exit_code, run_parallel);
  mpi->add_option("COMMAND", arguments->words, "the program and its arguments, after --")->required();
  mpi->add_option("--record", arguments->record, "write what it sends into this trace (libebb-record.so)")
      ->type_name("FILE");
  add_examples(*mpi, {"ebb lab mpi -- ebb lab rounds 100", "ebb lab mpi --record job.ebbtrace -- hpcc"});
  add_rounds_command(*lab, exit_code);
  add_kernel_command(*lab, exit_code);
  auto* test = add_action(*lab, "test", "ping all pairs, run iperf3, compare the counters with the tables",
                          arguments, exit_code, try_out);
  test->add_option("--streams", arguments->streams, "how many pairs iperf3 joins (2 by default)")
      ->type_name("N")
      ->check(whole_number(0, 64));
  OutputFormat& output = arguments->output;
  output.add_options(*test);
}

}  // namespace ebb::inline app

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <memory>

#include "app/lab/lab_commands.hpp"
#include "app/output/output_format.hpp"
#include "base/problem.hpp"
#include "tasks/fabric/fabric_file.hpp"
#include "tasks/lab/lab_report.hpp"
#include "tasks/lab/lab_task.hpp"
#include "tasks/lab/reaction_report.hpp"

namespace ebb::inline app {
namespace {

struct LabArguments {
  LabNames names;
  std::string file, host, routers, dataplane;
  Settings settings;
  LabMpiOptions program;  ///< of `mpi` and, without `record`, of `exec`
  int streams = 2;
  ReactionOptions reaction;
  int controller = 0;  ///< milliseconds; 0: the controllers of `reaction`
  OutputFormat output;
};

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) { stop_asked = 1; }

/// From here on a signal only requests a stop: the program removes what it has created before it ends.
void listen_to_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, ask_to_stop);
}

void print_built(const LabArguments& arguments, const FabricFile& file, const LabBuilt& built) {
  const LabNames& names = arguments.names;
  const bool routed = file.lab.is_routed(), by_snmp = file.lab.by_snmp();
  const std::string switches = counted(file.network.switches(), "switch", "switches");
  fmt::print("the lab \"{}\" is up after {:.1f} s: {}, {}, {}\n", names.lab, built.seconds,
             routed    ? fmt::format("{} with FRR ({})", counted(file.network.switches(), "router"),
                                     title_of(file.lab.protocol))
             : by_snmp ? fmt::format("{} with {} (managed by SNMP)", switches, counted(built.rules, "VLAN"))
                       : fmt::format("{} with {} ({}{})", switches, counted(built.rules, "rule"),
                                     name_of(file.rules.organisation),
                                     file.lab.in_kernel() ? ", in the kernel" : ""),
             counted(file.network.hosts, "host"), counted(file.network.channels() / 2, "cable"));
  const std::string which = names.lab == usual_lab ? "" : " --name " + names.lab;
  if (!file.lab.in_kernel()) fmt::print("  inventory  {}\n", names.file("inventory.toml"));
  fmt::print(
      "  try        ebb lab test{}\n             ebb lab exec{} h0 -- ping -c 1 {}\n  remove     ebb lab "
      "down{}\n",
      which, which, LabNames::ip(file.network.hosts - 1), which);
  if (file.trees.load && !routed && !by_snmp)
    fmt::print(
        "  trees      the switches have the tables of [rules]; those of [trees] come by\n"
        "             ebb fabric deploy {} -i {}\n",
        arguments.file, names.file("inventory.toml"));
}

int build(const LabArguments& arguments) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  Settings settings = arguments.settings;
  if (!arguments.routers.empty()) settings.push_back("lab.routers=" + arguments.routers);
  if (!arguments.dataplane.empty()) settings.push_back("lab.dataplane=" + arguments.dataplane);
  const auto file = read_lab_file(arguments.file, settings);
  if (!file) return refuse(file.problems());
  listen_to_signals();
  const auto built = lab_up(arguments.names, **file, [] { return stop_asked != 0; });
  if (!built) return report_failure(built.problems());
  print_built(arguments, **file, *built);
  return succeeded;
}

int remove(const LabArguments& arguments) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  const auto removed = lab_down(arguments.names);
  if (!removed) return report_failure(removed.problems());
  if (removed->none())
    fmt::print("there is no lab \"{}\", and nothing is left of one\n", arguments.names.lab);
  else
    fmt::print("the lab \"{}\" is gone: {}, {}\n", arguments.names.lab,
               counted(removed->namespaces.size(), "namespace"),
               counted(removed->daemons.size() + removed->guests.size(), "process", "processes"));
  return succeeded;
}

int print_report(const LabArguments& arguments,
                 LabReport (*report)(const LabNames&, const FabricFile&, int)) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  const auto file = file_of_lab(arguments.names);
  if (!file) return report_failure(file.problems());
  const LabReport made = report(arguments.names, **file, arguments.streams);
  if (!made.problems.empty()) return report_failure(made.problems);
  arguments.output.print(render(made, arguments.output.format()));
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

int show_reaction(const LabArguments& arguments) {
  if (Problems problems = arguments.names.check(); !problems.empty()) return refuse(std::move(problems));
  const auto file = file_of_lab(arguments.names);
  if (!file) return report_failure(file.problems());
  ReactionOptions options = arguments.reaction;
  if (arguments.controller > 0) options.controllers = {std::chrono::milliseconds(arguments.controller)};
  const LabReport made = lab_reaction_report(arguments.names, **file, options);
  if (!made.problems.empty()) return report_failure(made.problems);
  arguments.output.print(render(made, arguments.output.format()));
  return made.sound ? succeeded : failed;
}

int execute(const LabArguments& arguments) {
  const auto file = file_of_lab(arguments.names);
  if (!file) return report_failure(file.problems());
  if (Problems problems = check_lab_host(**file, arguments.host); !problems.empty())
    return refuse(std::move(problems));
  return report_failure(lab_exec(arguments.names, arguments.host, arguments.program.words));
}

int run_parallel(const LabArguments& arguments) {
  const auto file = file_of_lab(arguments.names);
  if (!file) return report_failure(file.problems());
  return report_failure(lab_mpi(arguments.names, (*file)->network.hosts, arguments.program));
}

int try_out(const LabArguments& arguments) { return print_report(arguments, lab_trial_report); }

using LabAction = int (*)(const LabArguments&);

Command* add_action(Command& lab, const std::string& name, const std::string& what,
                    const std::shared_ptr<LabArguments>& arguments, int& exit_code, LabAction action) {
  auto* command = lab.add_subcommand(name, what);
  command
      ->add_option("--name", arguments->names.lab, "which lab, when there are several (\"lab\" by default)")
      ->type_name("NAME");
  command->callback([arguments, &exit_code, action] { exit_code = action(*arguments); });
  return command;
}

}  // namespace

void add_lab_command(Command& app, int& exit_code) {
  auto* lab = app.add_subcommand("lab",
                                 "a network of Open vSwitch bridges or routers, and hosts, on this machine "
                                 "(needs root; see docs/howto/fabric.md)");
  lab->require_subcommand();
  add_examples(*lab, {"ebb lab up examples/lab-butterfly.toml", "ebb lab test",
                      "ebb lab exec h0 -- ping -c 3 10.86.0.3", "ebb lab down"});
  const auto arguments = std::make_shared<LabArguments>();
  auto* up = add_action(*lab, "up", "build the network of a file", arguments, exit_code, build);
  up->add_option("FILE", arguments->file, "a TOML file with [topology], and [rules] and [lab] if wanted")
      ->required();
  up->add_option("--routers", arguments->routers,
                 "switches are routers: frr (as `routers` of [lab]; docs/howto/routed.md)")
      ->type_name("KIND");
  up->add_option("--dataplane", arguments->dataplane,
                 "what forwards in the switches: openvswitch or bpf (as `dataplane` of [lab])")
      ->type_name("KIND");
  add_set_option(*up, arguments->settings);
  add_action(*lab, "down", "remove a lab, or what is left of it", arguments, exit_code, remove);
  auto* status =
      add_action(*lab, "status", "what of a lab is there and runs", arguments, exit_code, show_status);
  arguments->output.add_options(*status);
  auto* losses = add_action(*lab, "losses", "what hosts sent again, and what ports and full queues dropped",
                            arguments, exit_code, show_losses);
  arguments->output.add_options(*losses);
  auto* reaction = add_action(*lab, "reaction",
                              "how fast conditional rules react to a queue, and a controller (a lab with "
                              "--dataplane bpf)",
                              arguments, exit_code, show_reaction);
  reaction->add_option("--bursts", arguments->reaction.bursts, "how many of each (5 by default)")
      ->type_name("N")
      ->check(whole_number(1, 1000));
  reaction
      ->add_option("--controller", arguments->controller,
                   "a controller that reads the counters every so many ms (two, with 10 and 70, by default)")
      ->type_name("MS")
      ->check(whole_number(1, 10'000));
  arguments->output.add_options(*reaction);
  auto* exec = add_action(*lab, "exec", "run a program on a host of the lab", arguments, exit_code, execute);
  exec->add_option("HOST", arguments->host, "h0, h1, …; fabric, where the switches are; or a router: s0")
      ->required();
  exec->add_option("COMMAND", arguments->program.words, "and its arguments, after --")->required();
  auto* mpi = add_action(*lab, "mpi", "run an MPI program with a process on every host of the lab", arguments,
                         exit_code, run_parallel);
  mpi->add_option("COMMAND", arguments->program.words, "the program and its arguments, after --")->required();
  mpi->add_option("--record", arguments->program.record,
                  "write what it sends into this trace (libebb-record.so)")
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

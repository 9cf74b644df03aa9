#include <fmt/format.h>

#include <memory>

#include "app/off/links_options.hpp"
#include "app/off/off_commands.hpp"
#include "app/output/ending.hpp"
#include "app/output/say.hpp"
#include "app/output/status_line.hpp"
#include "base/problem.hpp"
#include "tasks/off/igp_off.hpp"
#include "tasks/off/off_rules.hpp"
#include "tasks/off/off_tables.hpp"
#include "tasks/off/off_task.hpp"

namespace ebb::inline app {
namespace {

struct OffArguments {
  OffOptions options;
  OffFiles files;
  double price = -1, base_watts = -1;  ///< negative: not typed
  bool steps = false;
  std::uint64_t spare = 0;
  LinksOptions links;
  OutputFormat output;
  bool quiet = false;
};

/// Chooses links for a trace instead of cables for a demand.
int do_peak(const OffArguments& arguments) {
  const auto trees = plan_trees({arguments.options.file, arguments.options.settings,
                                 [](const std::string& text) { say("{}\n", text); }});
  if (!trees) return refuse(trees.problems());
  return print_links(*trees, arguments.links, arguments.output);
}

/// The numbers that are only known once all options are parsed.
OffOptions options_of(const OffArguments& arguments) {
  OffOptions options = arguments.options;
  options.limits.spare = static_cast<std::uint32_t>(arguments.spare);
  options.limits.slower = arguments.links.slower;
  options.power = arguments.links.power.source();
  options.power.base_w = typed_number(arguments.base_watts);
  options.usd_per_kwh = typed_number(arguments.price);
  return options;
}

/// Links of a routed network, with its metrics and ECMP.
int do_igp(const OffArguments& arguments) {
  stop_by_signals();
  const auto off = choose_igp_off(options_of(arguments), arguments.files, &interrupted);
  if (!off) return refuse(off.problems());
  arguments.output.print(igp_off_text(*off, arguments.output.format()));
  return succeeded;
}

int do_off(const OffArguments& arguments) {
  if (arguments.links.given()) return do_peak(arguments);
  if (arguments.options.demand.empty())
    return refuse({{"ebb off", "has no traffic to keep",
                    "name a demand matrix with --demand, or a trace with --trace and --peak"}});
  if (is_igp_file(arguments.options.file)) return do_igp(arguments);
  auto input = read_off_input(options_of(arguments));
  if (!input) return refuse(input.problems());
  if (const Problems problems = check_off_files(arguments.files); !problems.empty()) return refuse(problems);
  StatusLine line(arguments.quiet);
  const OffObserver observer{[&line](std::size_t found, std::size_t cables) {
                               if (line.is_due())
                                 line.print(fmt::format("{} of {} cables off", found, cables));
                             },
                             &interrupted};
  stop_by_signals();
  const auto off = choose_off(std::move(*input), observer);
  if (!off) return report_failure(off.problems());
  const Problems unwritten = write_off_files(arguments.files, *off);
  arguments.output.print(off_text(*off, arguments.steps, arguments.output.format()));
  if (!unwritten.empty()) return report_failure(unwritten);
  return off->day.carries_any() ? succeeded : failed;  // in no hour: there is nothing to apply
}

}  // namespace

void add_off_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "off", "which cables and switches a demand can do without, hour by hour (see docs/howto/agent.md)");
  add_examples(*command,
               {"ebb off mine.toml --demand tm.csv --schedule off.csv --device cisco-nexus-9336c-fx2",
                "ebb off mine.toml --demand tm.csv --watts 1.5 --steps --openflow rules/",
                "ebb off mine.toml --demand tm.csv --exact",
                "ebb off Geant2012.graph --demand Geant2012.0000.demands --scale 0.5 --spare 1",
                "ebb off examples/trees-koibuchi.toml --trace examples/search-64.ebbtrace --peak 1MB",
                "ebb agent mine.toml -i inventory.toml --schedule off.csv"});
  const auto arguments = std::make_shared<OffArguments>();
  command
      ->add_option("FILE", arguments->options.file,
                   "a TOML file with [topology] and [rules]; or a routed network, as Repetita's .graph")
      ->required();
  auto* demand =
      command
          ->add_option(
              "--demand", arguments->options.demand,
              "CSV: source,destination,Gb/s and, if it changes, hour (docs/howto/networks.md); of a .graph "
              "its .demands")
          ->type_name("FILE");
  const auto of_trace = arguments->links.add_options(*command);
  auto* peak = of_trace.peak->excludes(demand);
  command
      ->add_option("--schedule", arguments->files.schedule,
                   "write the cables that are off into this file, for `ebb agent` and [trees] schedule; a "
                   "schedule that is there is replaced")
      ->type_name("FILE")
      ->excludes(peak);
  command
      ->add_option("--max-utilisation,--room", arguments->options.limits.max_utilisation,
                   "share of its rate that a channel may carry (0.8)")
      ->check(number_between(0.01, 1.0))
      ->excludes(peak);
  command->add_option("--scale", arguments->options.scale, "every demand times this (1)")
      ->check(number_between(0.0, 1e6))
      ->excludes(peak);
  command->add_flag("-q,--quiet", arguments->quiet, "show no progress");
  command->add_option("--spare", arguments->spare, "failures of cables that the rest must survive (0)")
      ->check(whole_number(0, 16))
      ->excludes(peak);
  arguments->links.power.add_options(
      *command, "the switch whose file states the power of a port and of the rest (`ebb device list`)");
  command
      ->add_option("--base-watts", arguments->base_watts,
                   "power that a switch without its ports saves when it is off")
      ->check(number_between(0.0, 1e6))
      ->excludes(peak);
  command
      ->add_option("--price", arguments->price, "of a kWh; [plan] price_usd_per_kwh of the file, else 0.07")
      ->check(number_between(0.0, 1e3))
      ->excludes(peak);
  command
      ->add_flag("--steps", arguments->steps,
                 "the order of switching off, cable by cable, with the rules before and after")
      ->excludes(peak);
  command
      ->add_option("--openflow", arguments->files.rules,
                   "write the rules with everything on, and those of each hour, into this folder; what an "
                   "earlier call wrote there is replaced")
      ->type_name("FOLDER")
      ->excludes(peak);
  command
      ->add_flag("--exact", arguments->options.limits.exact,
                 "what no other choice could beat, proved by cbc; for small networks")
      ->excludes(peak)
      ->excludes(of_trace.slower);
  add_set_option(*command, arguments->options.settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_off(*arguments); });
}

}  // namespace ebb::inline app

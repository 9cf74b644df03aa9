#include "app/off/off_command.hpp"

#include <memory>

#include "app/off/off_bound.hpp"
#include "app/off/off_rules.hpp"
#include "app/off/off_tables.hpp"
#include "app/off/trees_links.hpp"
#include "app/output/output_file.hpp"
#include "app/output/output_format.hpp"
#include "base/whole_file.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "planner/plan_settings.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline app {
namespace {

struct OffArguments {
  std::string file, demand, schedule, rules;
  std::vector<std::string> settings;
  OffLimits limits;
  double price = -1, base_watts = -1;  ///< negative: not typed
  bool steps = false;
  std::uint64_t spare = 0;
  LinksQuestion links;
  OutputFormat output;
};

/// Chooses links for a trace instead of cables for a demand.
int do_peak(const OffArguments& arguments) {
  const auto trees = read_trees_file(arguments.file, arguments.settings);
  if (!trees) return refuse(trees.problems());
  return print_links(*trees, arguments.links, arguments.output);
}

/// Reads the command line and the file's [plan]; a typed price takes precedence.
Result<Tariff> read_tariff(const OffArguments& arguments) {
  auto file = Configuration::read(arguments.file, arguments.settings);
  if (!file) return file.problems();
  PlanSettings plan;
  file->section("plan", plan);
  if (Problems problems = file->finish(); !problems.empty()) return problems;
  return Tariff{typed_number(arguments.price).value_or(plan.price_usd_per_kwh), plan.pue, 1};
}

/// Checks all output files before the search.
Problems check_places(const OffArguments& arguments) {
  if (!arguments.schedule.empty())
    if (Problems problems = check_output_file(arguments.schedule, {"hour,switch,port"}, "a schedule");
        !problems.empty())
      return problems;
  return arguments.rules.empty() ? Problems{} : check_rules_folder(arguments.rules);
}

Problems check_limits(const OffArguments& arguments, const Network& network, const OffPower& power_saved) {
  if (Problems problems = check_spare(network, arguments.limits.spare); !problems.empty()) return problems;
  return arguments.limits.exact ? check_bound(power_saved) : Problems{};
}

Problems write_schedule(const std::string& path, const OffDay& day, const Network& network) {
  WholeFile out(path);
  out.write(schedule_text(day.schedule(), network));
  const std::string& wrong = out.finish();
  return wrong.empty() ? Problems{} : Problems{{path, "cannot be written: " + wrong, ""}};
}

int do_off(const OffArguments& arguments) {
  if (arguments.links.asked()) return do_peak(arguments);
  if (arguments.demand.empty())
    return refuse({{"ebb off", "has no traffic to keep",
                    "name a demand matrix with --demand, or a trace with --trace and --peak"}});
  const auto file = read_fabric_file(arguments.file, arguments.settings);
  if (!file) return refuse(file.problems());
  const Network& network = (*file)->network;
  const auto demand = read_day_of_demand(arguments.demand, network);
  if (!demand) return refuse(demand.problems());
  const auto tariff = read_tariff(arguments);
  if (!tariff) return refuse(tariff.problems());
  const PowerOptions& asked = arguments.links.power_saved;
  const auto power_saved =
      off_power(network, asked.device, asked.port_w(), typed_number(arguments.base_watts));
  if (!power_saved) return refuse(power_saved.problems());
  for (const Problems& problems : {check_limits(arguments, network, *power_saved), check_places(arguments)})
    if (!problems.empty()) return refuse(problems);
  const DetourTables tables(network, (*file)->programs(), usual_ports(network));
  const auto day = search_day(network, tables, *demand, arguments.limits, *power_saved);
  if (!day) return report_failure(day.problems());
  Problems unwritten;
  if (!arguments.rules.empty()) unwritten = write_off_rules(arguments.rules, tables, network, *day);
  if (unwritten.empty() && day->carries_any() && !arguments.schedule.empty())
    unwritten = write_schedule(arguments.schedule, *day, network);
  arguments.output.print(off_text(*day,
                                  {network, tables, *power_saved, *tariff, arguments.limits, arguments.steps},
                                  arguments.output.format()));
  if (!unwritten.empty()) return report_failure(unwritten);
  return day->carries_any() ? succeeded : failed;  // in no hour: there is nothing to apply
}

}  // namespace

void add_off_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "off", "which cables and switches a demand can do without, hour by hour (see docs/howto/agent.md)");
  add_examples(*command,
               {"ebb off mine.toml --demand tm.csv --schedule off.csv --device cisco-nexus-9336c-fx2",
                "ebb off mine.toml --demand tm.csv --watts 1.5 --steps --openflow rules/",
                "ebb off mine.toml --demand tm.csv --exact",
                "ebb off examples/trees-koibuchi.toml --trace examples/search-64.ebbtrace --peak 1MB",
                "ebb agent mine.toml -i inventory.toml --schedule off.csv"});
  const auto arguments = std::make_shared<OffArguments>();
  command->add_option("FILE", arguments->file, "a TOML file with [topology] and [rules]")->required();
  auto* demand =
      command
          ->add_option("--demand", arguments->demand,
                       "CSV: source,destination,Gb/s and, if it changes, hour (docs/howto/networks.md)")
          ->type_name("FILE");
  auto* peak = arguments->links.add_options(*command)->excludes(demand);
  command
      ->add_option("--schedule", arguments->schedule,
                   "write the cables that are off into this file, for `ebb agent`; a schedule that is there "
                   "is replaced")
      ->type_name("FILE")
      ->excludes(peak);
  command->add_option("--room", arguments->limits.room, "share of its rate that a channel may carry (0.8)")
      ->check(number_between(0.01, 1.0))
      ->excludes(peak);
  command->add_option("--spare", arguments->spare, "failures of cables that the rest must survive (0)")
      ->check(whole_number(0, 16))
      ->excludes(peak);
  arguments->links.power_saved.add_options(
      *command, "the switch whose file says what a port and the rest draw (`ebb device list`)");
  command->add_option("--base-watts", arguments->base_watts, "what a switch draws more on than off")
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
      ->add_option("--openflow", arguments->rules,
                   "write the rules with everything on, and those of each hour, into this folder; what an "
                   "earlier call wrote there is replaced")
      ->type_name("FOLDER")
      ->excludes(peak);
  command
      ->add_flag("--exact", arguments->limits.exact,
                 "what no other choice could beat, proved by cbc; for small networks")
      ->excludes(peak);
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] {
    arguments->limits.spare = static_cast<std::uint32_t>(arguments->spare);
    exit_code = do_off(*arguments);
  });
}

}  // namespace ebb::inline app

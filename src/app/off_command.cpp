#include "app/off_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/fabric_file.hpp"
#include "app/off_bound.hpp"
#include "app/off_draw.hpp"
#include "app/off_rules.hpp"
#include "app/off_steps.hpp"
#include "app/output_file.hpp"
#include "app/output_format.hpp"
#include "app/trees_links.hpp"
#include "base/whole_file.hpp"
#include "fabric/agent/off_schedule.hpp"
#include "fabric/agent/off_search.hpp"
#include "fabric/agent/usual_ports.hpp"
#include "fabric/names.hpp"
#include "report/render.hpp"
#include "traffic/demand_file.hpp"

namespace ebb::inline app {
namespace {

struct OffArguments {
  std::string file, demand, schedule, device, rules;
  std::vector<std::string> settings;
  double room = 0.8, price = 0.07;
  double watts = -1, base_watts = -1;  ///< negative: not typed
  bool steps = false, exact = false;
  std::uint64_t spare = 0;
  LinksQuestion links;
  OutputFormat output;
};

using DayOfDemand = std::vector<std::vector<HostDemand>>;

/// The demands of each hour of the day.
Result<DayOfDemand> read_demand(const std::string& path, const Network& network) {
  const auto file = read_demand_file(path);
  if (!file) return file.problems();
  const auto demands = demands_between(*file, network);
  if (!demands) return demands.problems();
  DayOfDemand day(hours_of_day);
  static_assert(hours_of_day == hours_in_day);
  for (const Demand& d : *demands)
    for (std::size_t h = 0; h < hours_of_day; ++h)
      if (d.hour == every_hour || d.hour == static_cast<int>(h))
        day[h].push_back({d.source, d.destination, d.bits_per_second});
  return day;
}

Table plan_table(const OffDraw& draw, bool exact) {
  Table table{.title = "what can be off",
              .columns = {{"hour", "hour", "", Align::right},
                          {"cables_off", "cables off", "", Align::right},
                          {"switches_off", "switches off", "", Align::right},
                          {"switches", "which"},
                          {"fullest_percent", "fullest channel", "%", Align::right, 1},
                          {"carried", "carried"}},
              .rows = {}};
  if (draw.known()) table.columns.push_back({"saved_w", "saved", "W", Align::right, 1});
  if (exact) table.columns.push_back(bound_column(draw));
  return table;
}

std::string names_of_switches(const Network& network, const std::vector<SwitchId>& switches) {
  std::vector<std::string> names;
  for (const SwitchId s : switches) names.push_back(switch_name(network, s));
  return fmt::format("{}", fmt::join(names, " "));
}

struct HourAnswer {
  OffPlan plan;
  std::optional<Cell> bound;  ///< for --exact
};

/// An hour whose demand an earlier one had has its answer.
class DayAnswers {
 public:
  DayAnswers(const DayOfDemand& day, const OffDraw& draw, bool exact)
      : day_(day), draw_(draw), exact_(exact), answers_(day.size()) {}

  /// The first hour with the same demand.
  std::size_t first_like(std::size_t hour) const {
    return static_cast<std::size_t>(std::find(day_.begin(), day_.end(), day_[hour]) - day_.begin());
  }
  const HourAnswer& of(std::size_t hour, const OffRequest& request) {
    std::optional<HourAnswer>& answer = answers_[first_like(hour)];
    if (!answer) {
      answer.emplace(HourAnswer{search_off(request), {}});
      if (exact_) answer->bound = bound_of(request, draw_);
    }
    return *answer;
  }

 private:
  const DayOfDemand& day_;
  const OffDraw& draw_;
  const bool exact_;
  std::vector<std::optional<HourAnswer>> answers_;
};

/// What no demand can change: whether the whole network survives as many failures.
Problems check_spare(const Network& network, std::uint64_t spare) {
  if (survives(network, CableSet(network), static_cast<std::uint32_t>(spare))) return {};
  std::uint64_t most = 0;
  while (most + 1 < spare && survives(network, CableSet(network), static_cast<std::uint32_t>(most + 1)))
    ++most;
  return {{"--spare",
           fmt::format("is {}, but even with all cables on, the network survives {}", spare,
                       most == 0 ? "no failure" : fmt::format("{} at most", counted(most, "failure"))),
           most == 0 ? "leave it out" : fmt::format("ask for --spare {} at most", most)}};
}

/// Yearly, for the saved watts of 24 hours.
std::vector<std::string> year_notes(double saved_hours, double switch_hours, double price,
                                    const OffDraw& draw) {
  constexpr double kwh_of_year = 0.365;
  std::vector<std::string> notes{
      fmt::format("{:.1f} kWh a year less, ${:.2f} at ${} for each kWh, without cooling (PUE); watts: {}",
                  saved_hours * kwh_of_year, saved_hours * kwh_of_year * price, price, draw.from)};
  if (switch_hours > 0)
    notes.push_back(
        fmt::format("of these, {:.1f} kWh are the switches themselves, which somebody has to switch off: "
                    "`ebb agent --schedule` switches off their ports",
                    switch_hours * kwh_of_year));
  return notes;
}

std::optional<double> typed(double watts) { return watts < 0 ? std::nullopt : std::optional(watts); }

/// Watts, while the plan's cables and switches are off.
double saved_by(const OffPlan& plan, const Network& network, const OffDraw& draw) {
  if (!draw.known()) return 0;
  double saved = static_cast<double>(plan.switches_off.size()) * draw.base_w;
  for (const PortId cable : plan.order) saved += draw.cable_w(network, cable);
  return saved;
}

/// The hours and the steps in them; CSV has one kind of line, the steps.
std::string both_text(const Table& hours, const Table& steps, Format format) {
  if (format == Format::csv) return to_csv(steps);
  if (format == Format::json) return json_text({{"hours", json_rows(hours)}, {"steps", json_rows(steps)}});
  return render(hours, format) + "\n" + render(steps, format);
}

/// Links for a traced run instead of cables for a demand.
int do_peak(const OffArguments& arguments) {
  const auto trees = read_trees_file(arguments.file, arguments.settings);
  return trees ? print_links(*trees, arguments.links, arguments.output) : refuse(trees.problems());
}

int do_off(const OffArguments& arguments) {
  if (arguments.links.asked()) return do_peak(arguments);
  if (arguments.demand.empty())
    return refuse({{"ebb off", "has no traffic to keep",
                    "name a demand matrix with --demand, or a trace with --trace and --peak"}});
  if (!arguments.schedule.empty())
    if (const Problems problems = check_output_file(arguments.schedule, {"hour,switch,port"}, "a schedule");
        !problems.empty())
      return refuse(problems);
  const auto file = read_fabric_file(arguments.file, arguments.settings);
  if (!file) return refuse(file.problems());
  const Network& network = (*file)->network;
  const auto day = read_demand(arguments.demand, network);
  if (!day) return refuse(day.problems());
  const auto draw = off_draw(network, arguments.device, arguments.file, typed(arguments.watts),
                             typed(arguments.base_watts));
  if (!draw) return refuse(draw.problems());
  if (const Problems problems = check_spare(network, arguments.spare); !problems.empty())
    return refuse(problems);
  if (const Problems problems = arguments.exact ? check_bound(*draw) : Problems{}; !problems.empty())
    return refuse(problems);
  const DetourTables tables(network, (*file)->programs(), usual_ports(network));
  OffSchedule schedule;
  Table table = plan_table(*draw, arguments.exact), steps = off_steps_table(draw->known());
  double saved_hours = 0, switch_hours = 0;
  DayAnswers answers(*day, *draw, arguments.exact);
  Problems unwritten;
  if (!arguments.rules.empty())
    unwritten = write_off_rules(arguments.rules, "all-on", tables, CableSet(network));
  bool carried = false;
  for (std::size_t hour = 0; hour < hours_of_day; ++hour) {
    const OffRequest request{network, tables, (*day)[hour], arguments.room,
                             static_cast<std::uint32_t>(arguments.spare)};
    const HourAnswer& answer = answers.of(hour, request);
    const OffPlan& plan = answer.plan;
    if (const Problems problems = tables.prove(plan.on); !problems.empty()) return refuse(problems), failed;
    schedule.on.push_back(plan.on);
    const double saved = saved_by(plan, network, *draw);
    saved_hours += saved;
    if (draw->known()) switch_hours += static_cast<double>(plan.switches_off.size()) * draw->base_w;
    const bool fits = carries(request, plan.on);
    carried = carried || fits;
    std::vector<Cell> row{static_cast<std::int64_t>(hour),
                          static_cast<std::int64_t>(plan.order.size()),
                          static_cast<std::int64_t>(plan.switches_off.size()),
                          names_of_switches(network, plan.switches_off),
                          plan.most_filled * 100,
                          fits ? "yes" : "no: the whole network is too small"};
    if (draw->known()) row.emplace_back(saved);
    if (answer.bound) row.push_back(*answer.bound);
    table.add(std::move(row));
    if (!arguments.rules.empty() && unwritten.empty())
      unwritten = write_off_rules(arguments.rules, fmt::format("hour-{:02}", hour), tables, plan.on);
    if (arguments.steps) add_off_steps(steps, hour, network, tables, plan, *draw);
  }
  if (saved_hours > 0) table.notes = year_notes(saved_hours, switch_hours, arguments.price, *draw);
  if (!arguments.steps)
    table.notes.emplace_back("which cables: --steps names them in their order, --schedule FILE writes them");
  arguments.output.print(arguments.steps ? both_text(table, steps, arguments.output.format())
                                         : render(table, arguments.output.format()));
  if (!unwritten.empty()) return refuse(unwritten), failed;
  if (!carried) return failed;  // in no hour: there is nothing to carry out
  if (arguments.schedule.empty()) return succeeded;
  WholeFile out(arguments.schedule);
  out.write(schedule_text(schedule, network));
  const std::string& wrong = out.finish();
  return wrong.empty() ? succeeded
                       : (refuse({{arguments.schedule, "cannot be written: " + wrong, ""}}), failed);
}

}  // namespace

void add_off_command(Command& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "off", "which cables and switches a demand can do without, hour by hour (see docs/agent.md)");
  add_examples(*command,
               {"ebb off mine.toml --demand tm.csv --schedule off.csv --device cisco-nexus-9336c-fx2",
                "ebb off mine.toml --demand tm.csv --watts 1.5 --steps --openflow rules/",
                "ebb off mine.toml --demand tm.csv --exact",
                "ebb off examples/trees-koibuchi.toml --trace examples/search-64.ebbtrace --peak 1MB",
                "ebb agent mine.toml -i inventory.toml --schedule off.csv"});
  const auto arguments = std::make_shared<OffArguments>();
  command->add_option("FILE", arguments->file, "a TOML file with [topology] and [rules]")->required();
  auto* demand = command
                     ->add_option("--demand", arguments->demand,
                                  "CSV: source,destination,Gb/s and, if it changes, hour (docs/networks.md)")
                     ->type_name("FILE");
  arguments->links.add_options(*command)->excludes(demand);
  command
      ->add_option("--schedule", arguments->schedule,
                   "write the cables that are off into this file, for `ebb agent`")
      ->type_name("FILE");
  command->add_option("--room", arguments->room, "share of its rate that a channel may carry (0.8)")
      ->check(number_between(0.01, 1.0));
  command->add_option("--spare", arguments->spare, "failures of cables that the rest must survive (0)")
      ->check(whole_number(0, 16));
  command
      ->add_option("--device", arguments->device,
                   "the switch whose file says what a port and the rest draw (`ebb device list`)")
      ->type_name("NAME");
  command
      ->add_option("--watts", arguments->watts,
                   "what a port draws more on than off, whatever the device says")
      ->check(number_between(0.0, 1e4));
  command->add_option("--base-watts", arguments->base_watts, "what a switch draws more on than off")
      ->check(number_between(0.0, 1e6));
  command->add_option("--price", arguments->price, "of a kWh (0.07)")->check(number_between(0.0, 1e3));
  command->add_flag("--steps", arguments->steps,
                    "the order of switching off, cable by cable, with the rules before and after");
  command
      ->add_option("--openflow", arguments->rules,
                   "write the rules with everything on, and those of each hour, into this folder")
      ->type_name("FOLDER");
  command->add_flag("--exact", arguments->exact,
                    "what no other choice could beat, proved by cbc; for small networks");
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_off(*arguments); });
}

}  // namespace ebb::inline app

#include <memory>

#include "app/command/time_option.hpp"
#include "app/output/output_format.hpp"
#include "app/plan/catalogue_command.hpp"
#include "app/traffic/traffic_commands.hpp"
#include "report/run/traffic_report.hpp"
#include "tasks/traffic/measure_task.hpp"

namespace ebb::inline app {
namespace {

struct MeasureArguments : MeasureOptions {
  std::string time_text = "20ms";
  OutputFormat output;
};

int do_measure(MeasureArguments arguments) {
  const auto time = read_time_option(arguments.time_text);
  if (!time) return refuse(time.problems());
  arguments.time = *time;
  const auto measured = measure_traffic(arguments);
  if (!measured) return refuse(measured.problems());
  if (!measured->failure.empty()) return report_failure(measured->failure);
  arguments.output.print(render_traffic(measured->about, measured->figures, arguments.output.format()));
  return succeeded;
}

void add_measure(Command& traffic, int& exit_code) {
  auto* command = traffic.add_subcommand(
      "measure", "what a run file's traffic is like: amount, burstiness, asymmetry; nothing is simulated");
  add_examples(*command, {"ebb traffic measure examples/run-search.toml",
                          "ebb traffic measure mine.toml --time 100ms --csv   (a line per host)"});
  const auto arguments = std::make_shared<MeasureArguments>();
  command->add_option("FILE", arguments->file, "a run: a TOML file like those under examples/")->required();
  add_set_option(*command, arguments->settings);
  add_time_option(*command, arguments->time_text, "how much of it; 20ms by default");
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_measure(*arguments); });
}

}  // namespace

void add_traffic_command(Command& app, int& exit_code) {
  add_catalogue_command(app, exit_code, "traffic", "workloads, patterns, arrival processes and sizes");
  add_measure(*app.subcommand("traffic"), exit_code);
}

}  // namespace ebb::inline app

#include "app/check_command.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/check_sweep.hpp"
#include "app/output_format.hpp"
#include "catalogue/topologies.hpp"
#include "engine/model/settings.hpp"
#include "network/promises.hpp"

namespace ebb::inline app {
namespace {

struct CheckArguments {
  std::string file;
  std::vector<std::string> settings;
  OutputFormat output;
};

class Findings {
 public:
  explicit Findings(const std::string& title)
      : result_{{.title = title,
                 .columns = {{"check", "check"}, {"result", "result"}, {"finding", "finding"}},
                 .rows = {}}} {}

  void good(std::string_view check, std::string finding) { add(check, "good", std::move(finding)); }
  void open(std::string_view check, std::string finding) { add(check, "not proved", std::move(finding)); }
  void bad(std::string_view check, std::string finding) {
    add(check, "bad", std::move(finding));
    result_.sound = false;
  }
  CheckResult take() { return std::move(result_); }

 private:
  void add(std::string_view check, std::string_view result, std::string finding) {
    result_.table.add({check, result, std::move(finding)});
  }
  CheckResult result_;
};

void report_network(const Network& network, Findings& findings) {
  const auto broken = broken_promises(network);
  for (const std::string& promise : broken) findings.bad("network", "not so: " + promise);
  if (broken.empty())
    findings.good("network", fmt::format("{} hosts, {} switches, {} cables; all connected", network.hosts,
                                         network.switches(), network.channels() / 2));
}

void report_dependencies(const DependencyReport& report, Findings& findings) {
  if (report.too_large) {
    const std::string why = fmt::format("too large: the dependencies would take {:.1f} GB of memory",
                                        static_cast<double>(report.graph_bytes) / 1e9);
    findings.open("reach", why);
    findings.open("deadlock", why + "; check a smaller network of the same kind");
    return;
  }
  const std::string walked = report.complete()
                                 ? fmt::format("all {} states of packets walked", report.states)
                                 : fmt::format("a sample: the states of {} of {} destinations walked",
                                               report.groups_walked, report.groups);
  const auto verdict = report.complete() ? &Findings::good : &Findings::open;
  for (const std::string& fault : report.faults) findings.bad("reach", fault);
  if (report.faults.empty())
    (findings.*verdict)("reach",
                        fmt::format("every pair within {}; {}", counted(report.longest_way, "hop"), walked));
  if (!report.cycle.empty())
    findings.bad("deadlock",
                 fmt::format("{} channels can wait for each other in a circle:", report.cycle.size()));
  for (const std::string& channel : report.cycle) findings.bad("deadlock", channel);
  if (report.cycle.empty())
    (findings.*verdict)("deadlock", report.complete()
                                        ? "impossible: no channel ever waits for itself"
                                        : "no circle found; check a smaller network of the same kind");
}

int do_check(const CheckArguments& arguments) {
  auto file = Configuration::read(arguments.file, arguments.settings);
  if (!file) return refuse(file.problems());
  const auto result = file->root().find("sweep") ? check_sweep(arguments.file, arguments.settings)
                                                 : check_configuration(std::move(*file));
  if (!result) return refuse(result.problems());
  fmt::print("{}", render(result->table, arguments.output.format()));
  return result->sound ? succeeded : failed;
}

}  // namespace

CheckResult check_network(const Network& network, const AnyRouting& routing, const std::string& title,
                          const DependencyLimits& limits) {
  Findings findings(title);
  report_network(network, findings);
  const int vcs = routing.vcs();
  const std::string count = counted(static_cast<std::uint64_t>(vcs), "virtual channel");
  if (vcs > most_vcs)
    findings.bad("routing", fmt::format("needs {}, but switches have {} at most", count, most_vcs));
  else
    findings.good("routing", fmt::format("needs {}", count));
  report_dependencies(routing.check_dependencies(network, limits), findings);
  return findings.take();
}

Result<CheckResult> check_configuration(Configuration file) {
  Cables cables;
  const auto topology = file.named_section("topology", topologies());
  file.section("cables", cables);
  const auto routing = file.named_section("routing", routings());
  Problems problems = file.finish();
  if (!problems.empty()) return problems;
  const Network network = topology->build(cables);
  // Problems of the routing with the built network stand at the file's [routing] section.
  file.add_problems("routing", routing->misfit(network));
  problems = file.finish();
  if (!problems.empty()) return problems;
  routing->prepare(network);
  return check_network(network, *routing, file.path());
}

void add_check_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "check", "prove that a routing reaches every pair and cannot deadlock on a file's network");
  add_examples(*command, {"ebb check examples/run-fbfly-512.toml",
                          "ebb check mine.toml --set routing.name=shortest_path --json"});
  const auto arguments = std::make_shared<CheckArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "a TOML file with [topology] and [routing]; of a sweep, all points are checked")
      ->required();
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = do_check(*arguments); });
}

}  // namespace ebb::inline app

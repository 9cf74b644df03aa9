#include "app/plan/plan_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "app/output/output_format.hpp"
#include "app/plan/size_adapter.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/fit/fit_hint.hpp"
#include "experiment/read/plan_config.hpp"
#include "planner/no_adapter.hpp"
#include "planner/sizing.hpp"
#include "report/plan/size_report.hpp"

namespace ebb::inline app {
namespace {

struct SizeArguments {
  std::int64_t hosts = 0, row = 0;
  std::string switch_device, bisection = "full", levels = "2-4", rate, order = "power";
  std::vector<std::string> settings;
  OutputFormat output;
};

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

/// "full", or a share.
bool read_bisection(const std::string& text, double& share) {
  if (text == "full") return share = 1, true;
  return read_number(text, share) && share > 0 && share <= 1;
}

/// "3", or "2-4".
bool read_levels(const std::string& text, SizeQuestion& question) {
  const std::size_t dash = text.find('-');
  return read_number(std::string_view(text).substr(0, dash), question.least_levels) &&
         read_number(std::string_view(text).substr(dash == std::string::npos ? 0 : dash + 1),
                     question.most_levels) &&
         question.least_levels >= 2 && question.most_levels <= 4 &&
         question.least_levels <= question.most_levels;
}

/// The fastest rate of the switch, where the user gives none.
BitsPerSecond fastest_of(const Device& device) {
  BitsPerSecond fastest = device.fastest.value;
  for (const LinkPower& row : device.links) fastest = std::max(fastest, row.rate);
  return fastest;
}

Problems read_question(const SizeArguments& arguments, SizeQuestion& question, SizeOrder& order) {
  Problems problems;
  question.hosts = arguments.hosts;
  if (question.hosts < 2)
    problems.push_back({"--hosts", fmt::format("is {}, but a network has 2 at least", arguments.hosts),
                        "for example: --hosts 16384"});
  if (!read_bisection(arguments.bisection, question.bisection))
    problems.push_back({"--bisection", fmt::format("\"{}\" is no share", arguments.bisection),
                        "full, or a share above 0 and up to 1, like 0.5"});
  if (!read_levels(arguments.levels, question))
    problems.push_back({"--levels", fmt::format("\"{}\" are no levels of a Clos", arguments.levels),
                        "from 2 to 4, like 3 or 2-3"});
  const auto& names = names_of(SizeOrder{});
  const auto found = std::find(names.begin(), names.end(), arguments.order);
  if (found == names.end())
    problems.push_back({"--sort", fmt::format("\"{}\" is unknown", arguments.order),
                        fmt::format("valid: {}", fmt::join(names, ", "))});
  else
    order = static_cast<SizeOrder>(found - names.begin());
  return problems;
}

bool knows(const Device& device, BitsPerSecond rate) {
  return std::any_of(all_media.begin(), all_media.end(),
                     [&](Medium medium) { return device.link(medium, rate) != nullptr; });
}

/// A switch that does not state the rate cannot be used.
Problems check_rate(const PlanInput& plan) {
  if (knows(plan.switch_device, plan.cables.rate)) return {};
  std::vector<std::string> others;
  for (const std::string& name : devices_of_kind(DeviceKind::switch_chip))
    if (const auto device = find_device(name, ""); device && knows(*device, plan.cables.rate))
      others.push_back(name);
  const std::string rate = quantity_text(plan.cables.rate);
  return {{"--rate", fmt::format("\"{}\" does not run at {}", plan.switch_device.name, rate),
           fmt::format("it has: {}; switches that do: {}", fmt::join(plan.switch_device.link_labels(), "; "),
                       others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", ")))}};
}

/// A plan file for the row: the user's settings, and the network.
std::string plan_toml(const SizedNetwork& network, const SizeArguments& arguments, const PlanInput& plan) {
  std::string text = fmt::format(
      "# {} of {} hosts, by `ebb plan size --hosts {}`\n{}\n[cables]\nrate = \"{}\"\n", network.family,
      network.plan.parts.hosts, arguments.hosts, topology_toml(network), quantity_text(plan.cables.rate));
  text += fmt::format("\n[plan]\nswitch = \"{}\"\n", plan.settings.switch_device);
  text += fmt::format(
      "nic = \"{}\"{}\n", plan.settings.nic,
      plan.settings.nic == no_adapter_name ? "  # left out; name one that runs at this rate" : "");
  if (!plan.settings.optics.empty()) text += fmt::format("optics = \"{}\"\n", plan.settings.optics);
  if (!plan.settings.copper.empty()) text += fmt::format("copper = \"{}\"\n", plan.settings.copper);
  return text + fmt::format("load = {}\nprice_usd_per_kwh = {}\npue = {}\nyears = {}\n", plan.settings.load,
                            plan.settings.price_usd_per_kwh, plan.settings.pue, plan.settings.years);
}

int print_answer(const SizeArguments& arguments, const PlanInput& plan, SizeAnswer answer, SizeOrder order) {
  sort_networks(answer, order);
  if (arguments.row == 0) {
    arguments.output.print(render_sizes(answer, arguments.output.format()));
    return answer.networks.empty() ? failed : succeeded;
  }
  if (arguments.row < 0 || arguments.row > static_cast<std::int64_t>(answer.networks.size()))
    return refuse({{"--toml", fmt::format("there is no row {}", arguments.row),
                    fmt::format("rows go from 1 to {}", answer.networks.size())}});
  fmt::print("{}", plan_toml(answer.networks[static_cast<std::size_t>(arguments.row - 1)], arguments, plan));
  return succeeded;
}

int size(const SizeArguments& arguments) {
  SizeQuestion question;
  SizeOrder order{};
  Problems problems = read_question(arguments, question, order);
  std::vector<std::string> settings = arguments.settings;
  settings.push_back("plan.switch=" + arguments.switch_device);
  if (!arguments.rate.empty()) settings.push_back("cables.rate=" + arguments.rate);
  auto plan = read_equipment(settings);
  if (!plan) {
    problems.insert(problems.end(), plan.problems().begin(), plan.problems().end());
    return refuse(problems);
  }
  if (!problems.empty()) return refuse(problems);
  if (arguments.rate.empty()) plan->cables.rate = fastest_of(plan->switch_device);
  if (problems = check_rate(*plan); !problems.empty()) return refuse(problems);
  const std::string adapter = choose_adapter(arguments.settings, *plan);
  SizeAnswer answer = size_networks(*plan, question);
  if (!adapter.empty()) answer.notes.push_back(adapter);
  if (const std::string hint = optics_hint(*plan); !hint.empty()) answer.notes.push_back(hint);
  return print_answer(arguments, *plan, std::move(answer), order);
}

}  // namespace

Command* add_plan_size(Command& plan, int& exit_code) {
  auto* command = plan.add_subcommand("size", "networks of a switch that hold so many hosts, side by side");
  add_examples(*command, {"ebb plan size --hosts 16384 --switch nvidia-sn5600",
                          "ebb plan size --hosts 1024 --switch wedge-100 --bisection 0.5 --sort switches",
                          "ebb plan size --hosts 1024 --switch abts-switch --toml 1 > plan.toml"});
  const auto arguments = std::make_shared<SizeArguments>();
  command->add_option("--hosts", arguments->hosts, "hosts that it holds at least")
      ->type_name("N")
      ->required();
  command->add_option("--switch", arguments->switch_device, "a device, as `ebb device list` names it")
      ->type_name("DEVICE")
      ->required();
  command
      ->add_option("--bisection", arguments->bisection,
                   "uniform traffic that it carries: full, or a share like 0.5")
      ->type_name("SHARE");
  command->add_option("--levels", arguments->levels, "of a folded Clos: 2 to 4, or a range like 2-3")
      ->type_name("LEVELS");
  command->add_option("--rate", arguments->rate, "of every channel; else the fastest of the switch")
      ->type_name("RATE");
  command->add_option("--sort", arguments->order, "by power, switches, cables, capex, diameter or bisection")
      ->type_name("WHAT");
  command->add_option("--toml", arguments->row, "print this row as a plan file instead")->type_name("ROW");
  add_set_option(*command, arguments->settings);
  arguments->output.add_options(*command);
  command->callback([arguments, &exit_code] { exit_code = size(*arguments); });
  return command;
}

}  // namespace ebb::inline app

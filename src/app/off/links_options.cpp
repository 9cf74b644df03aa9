#include "app/off/links_options.hpp"

#include "app/output/say.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "report/document/table.hpp"
#include "tasks/trees/link_choice_table.hpp"

namespace ebb::inline app {
namespace {

Result<Bytes> read_peak(const std::string& text) {
  const auto peak = parse_size(text);
  if (!peak) return Problem{"--peak", peak.problems()[0].what, "for example: --peak 30MB"};
  if (peak->v <= 0) return Problem{"--peak", "must be above 0", "for example: --peak 30MB"};
  return *peak;
}

}  // namespace

PowerOptions::Added PowerOptions::add_options(Command& command, const std::string& device_help) {
  return {
      command.add_option("--device", device, device_help)->type_name("NAME"),
      command.add_option("--watts", watts, "power that a port saves when it is off; overrides the device")
          ->check(number_between(0.0, 1e4))};
}

LinksOptions::Added LinksOptions::add_options(Command& command) {
  auto* below =
      command
          .add_option("--peak", peak,
                      "with --trace: the links that keep every channel below so many bytes over the whole "
                      "trace: at most a link's rate times the trace's length (`ebb trace info`); half of "
                      "that leaves room for bursts")
          ->type_name("SIZE");
  auto* of = command.add_option("--trace", trace, "a trace of the traffic that the links are for")
                 ->type_name("FILE");
  of->needs(below);
  command
      .add_option("--paths", paths,
                  "with --trace: write the paths that move into this file, for [trees] file; paths that are "
                  "there are replaced")
      ->type_name("FILE")
      ->needs(of);
  auto* lower = command.add_flag(
      "--slower", slower,
      "with --device: links between switches may also run at the lower rates that its file states");
  return {below->needs(of), of, lower};
}

int print_links(const TreesResult& trees, const LinksOptions& options, const OutputFormat& output) {
  const auto peak = read_peak(options.peak);
  if (!peak) return refuse(peak.problems());
  if (!options.paths.empty())
    if (const Problems problems = check_paths_output(options.paths, trees); !problems.empty())
      return refuse(problems);
  const auto choice = choose_links(trees, {.trace = options.trace,
                                           .peak = *peak,
                                           .power = options.power.source(),
                                           .slower = options.slower,
                                           .notice = [](const std::string& text) { say("{}\n", text); }});
  if (!choice) return refuse(choice.problems());
  Table table = link_choice_table(trees, *choice);
  const bool enough = choice->least.enough;
  if (!options.paths.empty() && enough) {
    if (Problems problems = write_paths(options.paths, trees, *choice); !problems.empty())
      return report_failure(problems);
    table.notes.push_back("With the paths that move:\n" +
                          trees_section(trees, choice->least.links, options.paths));
  }
  output.print(render(table, output.format()));
  if (options.paths.empty() || enough) return succeeded;
  return report_failure({{options.paths, "is not written: no paths below the peak were found",
                          "raise --peak, or add links to the network"}});
}

}  // namespace ebb::inline app

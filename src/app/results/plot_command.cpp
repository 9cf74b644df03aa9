#include "app/results/plot_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command/command_tree.hpp"
#include "app/output/output_file.hpp"
#include "app/output/say.hpp"
#include "app/results/report_input.hpp"
#include "base/spelling.hpp"
#include "base/whole_file.hpp"
#include "fabric/run_tool.hpp"
#include "report/plot/gnuplot.hpp"
#include "reproduce/page/founding_figures.hpp"
#include "reproduce/page/reproductions_document.hpp"
#include "reproduce/reproduce.hpp"

namespace ebb::inline app {
namespace {

struct PlotArguments {
  std::string what, file;
  std::vector<std::string> results, stores;
  bool script = false, quick = false;
};

/// The reproduction of a chart: "abts-fig8", "abts-fig8-2" when it has several, or a figure with its own
/// name, such as "benito-fig4" of "benito-rules".
const Reproduction* reproduction_of_chart(const std::string& chart) {
  const std::string_view made_from = reproduction_of_figure(chart);
  for (const Reproduction& r : reproductions())
    if (chart == r.name || made_from == r.name || chart.starts_with(std::string(r.name) + '-')) return &r;
  return nullptr;
}

/// The figures that need no results.
std::vector<std::string> computed_figures() {
  std::vector<std::string> names = founding_figure_names();
  for (const Reproduction& r : reproductions())
    if (reproduction_of_figure(r.name).empty()) names.emplace_back(r.name);
  std::sort(names.begin(), names.end());
  return names;
}

/// Without results, computes a founding figure.
Result<Document> document_of(const PlotArguments& arguments) {
  if (!arguments.results.empty()) return read_document(arguments.results);
  const Reproduction* reproduction = reproduction_of_chart(arguments.what);
  if (!reproduction)
    return Problem{"RESULTS", fmt::format("are missing, and {} is no founding figure", arguments.what),
                   fmt::format("name a folder of `ebb run -o` or a store; or, without results: {}",
                               name_hint(arguments.what, computed_figures()))};
  auto rows = run(*reproduction, {.quick = arguments.quick, .quiet = true});
  if (!rows) return rows.problems();
  return reproductions_document(
      PageJson::array({reproduction_json({reproduction, std::move(*rows), arguments.quick})}), {});
}

Result<Chart> chart_of(const PlotArguments& arguments, const Document& document) {
  std::vector<std::string> names;
  for (const Chart* chart : document.charts()) {
    if (chart->name == arguments.what) return *chart;
    names.push_back(chart->name);
  }
  // A reproduction's figures may have other names: its name selects the first of them.
  if (const Reproduction* all = reproduction_of_chart(arguments.what);
      arguments.results.empty() && all && all->name == arguments.what && !names.empty())
    return *document.charts().front();
  return Problem{arguments.what, "is no chart of these results", name_hint(arguments.what, names)};
}

Problems write_text(const std::string& file, const std::string& text) {
  WholeFile out(file);
  out.write(text);
  const std::string& wrong = out.finish();
  return wrong.empty() ? Problems{}
                       : Problems{{file, "could not be written: " + wrong, "name another file with -o"}};
}

/// To be called before long work.
Problems check_gnuplot() {
  if (run_tool({"gnuplot", "--version"}).ok()) return {};
  return {{"gnuplot", "is not installed",
           "install it: apt-get install gnuplot-nox; --script gives the figure as a script without it"}};
}

/// Runs gnuplot on a script; its messages go to stderr.
Problems run_gnuplot(const std::string& script) {
  const ToolResult drawn = run_tool_in({.environment = {"LC_ALL=C.UTF-8"}}, {"gnuplot", "-"}, script);
  say_text(drawn.errors);
  if (drawn.ok()) return {};
  return {
      {"gnuplot", "could not draw the figure", "--script gives the script, to see what is wrong with it"}};
}

int do_plot(const PlotArguments& arguments) {
  if (!arguments.file.empty())
    if (const Problems problems = check_output_file(
            arguments.file, {"<svg", "%PDF-", "\x89PNG", ": made by ebb plot."}, "a figure");
        !problems.empty())
      return refuse(problems);
  if (arguments.file.empty() && !arguments.script)
    return refuse({{"-o", "is missing: where does the figure go?",
                    "for example: -o figure.svg; or --script to print one"}});
  const bool to_script = arguments.script;
  if (to_script && gnuplot_terminal(arguments.file, {}))
    return refuse({{arguments.file, "is called as a picture is, but --script writes a script",
                    "leave --script out to get the picture; or name a script: -o figure.gnuplot"}});
  if (!to_script)
    if (const auto known = gnuplot_terminal(arguments.file, {}); !known) return refuse(known.problems());
  if (const Problems problems = to_script ? Problems{} : check_gnuplot(); !problems.empty())
    return report_failure(problems);
  const auto document = document_of(arguments);
  if (!document) return refuse(document.problems());
  const auto chart = chart_of(arguments, *document);
  if (!chart) return refuse(chart.problems());
  const std::string picture = to_script ? chart->name + ".svg" : arguments.file;
  const std::string script = gnuplot_script(*chart, *gnuplot_terminal(picture, *chart), picture);
  if (to_script && arguments.file.empty()) {
    fmt::print("{}", script);
    return succeeded;
  }
  const Problems problems = to_script ? write_text(arguments.file, script) : run_gnuplot(script);
  return problems.empty() ? succeeded : report_failure(problems);
}

}  // namespace

void add_plot_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("plot", "a figure for a paper or a slide, by gnuplot (see docs/howto/report.md)");
  add_examples(*command,
               {"ebb plot power results/first -o power.svg", "ebb plot abts-fig8 --quick -o figure-8.pdf",
                "ebb plot benito-fig4 -o figure-4.png", "ebb plot latency-load study.results -o latency.pdf",
                "ebb plot power results/first --script > power.gnuplot"});
  const auto arguments = std::make_shared<PlotArguments>();
  command
      ->add_option("WHAT", arguments->what,
                   "a chart of the report (a wrong name lists them), or of `ebb reproduce list`")
      ->required();
  command->add_option("RESULTS", arguments->results, "as for `ebb report`; none: WHAT is computed first");
  add_store_of_results(*command, arguments->stores);
  command->add_option("-o,--output", arguments->file, "the figure: .svg, .pdf or .png")->type_name("FILE");
  command->add_flag("--script", arguments->script,
                    "give the gnuplot script with its data instead of the figure");
  command->add_flag("--quick", arguments->quick, "without results: as `ebb reproduce --quick`");
  command->callback([arguments, &exit_code] {
    add_to_results(arguments->stores, arguments->results);
    exit_code = do_plot(*arguments);
  });
}

}  // namespace ebb::inline app

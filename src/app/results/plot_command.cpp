#include <fmt/format.h>

#include <memory>

#include "app/command/command_tree.hpp"
#include "app/output/say.hpp"
#include "app/results/results_commands.hpp"
#include "app/results/results_option.hpp"
#include "base/problem.hpp"
#include "base/whole_file.hpp"
#include "report/document/chart.hpp"
#include "report/document/render.hpp"
#include "tasks/results/plot_task.hpp"

namespace ebb::inline app {
namespace {

struct PlotArguments {
  std::string what, file;
  std::vector<std::string> results, stores;
  bool script = false, quick = false;
};

Problems write_text(const std::string& file, const std::string& text) {
  WholeFile out(file);
  out.write(text);
  const std::string& wrong = out.finish();
  return wrong.empty() ? Problems{}
                       : Problems{{file, "could not be written: " + wrong, "name another file with -o"}};
}

Problems check_arguments(const PlotArguments& arguments) {
  const std::string& file = arguments.file;
  if (!file.empty())
    if (Problems problems =
            check_output_file(file, {"<svg", "%PDF-", "\x89PNG", ": made by ebb plot."}, "a figure");
        !problems.empty())
      return problems;
  if (!arguments.script && file.empty())
    return {{"-o", "is missing: where does the figure go?",
             "for example: -o figure.svg; or --script to print one"}};
  if (!arguments.script) return check_picture(file);
  if (check_picture(file).empty())
    return {{file, "has the name of a picture, but --script writes a script",
             "leave --script out to get the picture; or name a script: -o figure.gnuplot"}};
  return {};
}

Problems draw(const Chart& chart, const std::string& picture) {
  std::string messages;
  const Problems problems = draw_figure(chart, picture, messages);
  say_text(messages);
  return problems;
}

int print_charts(const PlotArguments& arguments) {
  const auto charts = list_charts(arguments.results);
  if (!charts) return refuse(charts.problems());
  fmt::print("{}", render(*charts, Format::text));
  return succeeded;
}

int do_plot(const PlotArguments& arguments) {
  if (arguments.what == "list") return print_charts(arguments);
  const PlotOptions options{arguments.what, arguments.results, arguments.quick};
  if (const Problems problems = check_chart(options); !problems.empty()) return refuse(problems);
  if (const Problems problems = check_arguments(arguments); !problems.empty()) return refuse(problems);
  if (const Problems problems = arguments.script ? Problems{} : check_gnuplot(); !problems.empty())
    return report_failure(problems);
  const auto chart = find_chart(options);
  if (!chart) return refuse(chart.problems());
  if (arguments.script && arguments.file.empty()) {
    fmt::print("{}", figure_script(*chart, chart->name + ".svg"));
    return succeeded;
  }
  const Problems problems = arguments.script
                                ? write_text(arguments.file, figure_script(*chart, chart->name + ".svg"))
                                : draw(*chart, arguments.file);
  return problems.empty() ? succeeded : report_failure(problems);
}

}  // namespace

void add_plot_command(Command& app, int& exit_code) {
  auto* command =
      app.add_subcommand("plot", "a figure for a paper or a slide, by gnuplot (see docs/howto/report.md)");
  add_examples(*command,
               {"ebb plot list study.results      (what it can be plotted as)",
                "ebb plot power results/first -o power.svg", "ebb plot abts-fig8 --quick -o figure-8.pdf",
                "ebb plot benito-fig4 -o figure-4.png", "ebb plot latency-load study.results -o latency.pdf",
                "ebb plot power results/first --script > power.gnuplot"});
  const auto arguments = std::make_shared<PlotArguments>();
  command
      ->add_option("WHAT", arguments->what,
                   "a chart of the report, or of `ebb reproduce list`; list: the names of all")
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

// The figures of every run file under examples/, as CSV and as JSON: one list, without duplicate names and
// without gaps.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "experiment/run/run_title.hpp"
#include "report/document/figure_word.hpp"
#include "report/document/joined_words.hpp"
#include "report/run/run_report.hpp"

namespace ebb::inline experiment {
namespace {

using Json = nlohmann::ordered_json;

struct Printed {
  std::string csv;
  Json json;
};

/// A short run that keeps all results: the figures of each channel, and from them how evenly switches send.
Printed printed(const std::string& example, std::vector<std::string> settings = {}) {
  const std::string path = data_file("examples/" + example);
  for (const char* short_while :
       {"run.most_time=50us", "run.least_time=0s", "run.warm_up=1us", "run.batch=2us", "run.order=true"})
    settings.push_back(short_while);
  auto input = read_run(path, settings);
  EXPECT_TRUE(input) << to_text(input.problems());
  const Node file = input->file;
  auto prepared = prepare_run(std::move(*input));
  EXPECT_TRUE(prepared) << to_text(prepared.problems());
  const auto result = run_experiment(**prepared, {.progress = {}, .each_channel = true});
  EXPECT_TRUE(result) << to_text(result.problems());
  const RunTitle title = title_of(path, **prepared, file);
  return {render_run(title, *result, Format::csv), Json::parse(render_run(title, *result, Format::json))};
}

std::string text_of(const Json& scalar) { return csv_field(json_cell(scalar)); }

/// Returns the expected CSV, from the names and values in the JSON.
std::string csv_of(const Json& figures) {
  std::string names, values;
  for (const auto& [name, value] : figures.items()) {
    const char* comma = names.empty() ? "" : ",";
    names += comma + name, values += comma + text_of(value);
  }
  return names + "\r\n" + values + "\r\n";
}

/// A scalar in a result, and the names of the members that lead to it.
struct Scalar {
  std::string path;
  const Json* value;
  bool in_array = false;
};
void collect(const Json& value, const std::string& path, bool in_array, std::vector<Scalar>& scalars) {
  if (value.is_object())
    for (const auto& [key, member] : value.items())
      collect(member, path.empty() ? key : path + "." + key, in_array, scalars);
  else if (value.is_array())
    for (const Json& member : value) collect(member, path, true, scalars);
  else
    scalars.push_back({path, &value, in_array});
}

/// The values of all figures, the words of text lists, and the words that their names consist of.
struct Known {
  std::set<std::string> values, words;
};
Known known_in(const Json& figures) {
  Known known;
  for (const auto& [name, value] : figures.items()) {
    known.values.insert(text_of(value));
    if (value.is_string())
      for (const std::string& word : separate_words(value.get<std::string>()))
        known.values.insert(text_of(word));
    for (std::size_t from = 0, dot = 0; dot != name.npos; from = dot + 1) {
      dot = name.find('.', from);
      known.words.insert(name.substr(from, dot - from));
    }
  }
  return known;
}

bool is_label(const Scalar& scalar, const Known& known) {
  const Json& value = *scalar.value;
  if (value.is_string()) return known.words.contains(figure_word(value.get<std::string>()));
  const std::string key = scalar.path.substr(scalar.path.rfind('.') + 1);
  const std::string number =
      value.is_number_float() ? fmt::format("{:.12g}", value.get<double>()) : value.dump();
  return known.words.contains(key + "_" + figure_word(number));
}

void expect_all_scalars(const Json& document, const Json& figures) {
  std::vector<Scalar> scalars;
  collect(document, "", false, scalars);
  const Known known = known_in(figures);
  for (const Scalar& scalar : scalars) {
    const bool by_path = figures.contains(scalar.path) && figures[scalar.path] == *scalar.value;
    const bool in_row =
        scalar.in_array && (known.values.contains(text_of(*scalar.value)) || is_label(scalar, known));
    EXPECT_TRUE(by_path || in_row) << scalar.path << ": " << *scalar.value;
  }
  std::set<std::string> given;
  for (const Scalar& scalar : scalars) given.insert(text_of(*scalar.value));
  for (const auto& [name, value] : figures.items())
    EXPECT_TRUE(value.is_string() || given.contains(text_of(value))) << name << " is nowhere in the JSON";
}

std::vector<std::string> run_examples() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(data_file("examples")))
    if (const std::string name = file.path().filename().string(); name.starts_with("run-"))
      names.push_back(name);
  return names;
}

/// Expects the same list in CSV and JSON. Returns its names.
std::set<std::string> expect_one_list(Printed printed) {
  const Json figures = printed.json["figures"];
  printed.json.erase("figures"), printed.json.erase("schema");  // the version is of the document
  // A duplicate name would be one member of the JSON and two columns.
  EXPECT_EQ(printed.csv, csv_of(figures));
  expect_all_scalars(printed.json, figures);
  std::set<std::string> names;
  for (const auto& [name, value] : figures.items()) names.insert(name);
  return names;
}

TEST(RunFigures, OfEveryExampleAreTheSameInCsvAndJsonAndNoneIsThereTwice) {
  std::set<std::string> seen;
  for (const std::string& example : run_examples()) {
    SCOPED_TRACE(example);
    seen.merge(expect_one_list(printed(example)));
  }
  for (const char* name : {"fairness.jain_index", "no_intervals.messages.p99.why"})
    EXPECT_TRUE(seen.contains(name)) << "no example has " << name;
  EXPECT_TRUE(std::any_of(seen.begin(), seen.end(), [](const std::string& name) {
    return name.starts_with("components.") && name.ends_with(".crossbars.energy_j");
  })) << "no example has the energy of a part";
}

TEST(RunFigures, HaveWhatIsNotedOfTheNetwork) {
  const auto names = expect_one_list(printed(
      "run-fbfly-512.toml",
      {"topology={name=\"graph\", file=\"tests/data/two-rates.cables\"}", "routing.name=shortest_path"}));
  EXPECT_TRUE(names.contains("network_notes"));
}

}  // namespace
}  // namespace ebb::inline experiment

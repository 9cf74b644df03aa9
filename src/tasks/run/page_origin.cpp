#include "tasks/run/page_origin.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiment/run/program.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline tasks {
namespace {

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

std::string command_text(const std::vector<std::string>& words, const std::vector<std::string>& settings) {
  std::string text = "ebb";
  for (const std::string& plugin : plugin_files()) text += " --plugin " + shell_word(plugin);
  for (const std::string& word : words) text += " " + shell_word(word);
  for (const std::string& setting : settings) text += " --set " + shell_word(setting);
  return text;
}

Origin origin_of_command(std::string command, const std::vector<std::string>& files) {
  Origin origin{.command = std::move(command), .version = program_version()};
  for (const std::string& file : files) origin.files.push_back({"configuration: " + file, file_text(file)});
  return origin;
}

void add_runs(const std::vector<StoredRun>& runs, Origin& origin) {
  for (const StoredRun& run : runs)
    if (run.kind == "run") origin.runs.push_back({run.id, run.seed, run.verdict, run.digest, run.version});
}

std::string with_origin(std::string rendered, Format format, const Origin& origin) {
  if (format != Format::json) return rendered;
  PageJson json = PageJson::parse(rendered);
  json["origin"] = origin_json(origin);
  return json_text(json);
}

}  // namespace ebb::inline tasks

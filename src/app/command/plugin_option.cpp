#include "app/command/plugin_option.hpp"

#include "tasks/program/program.hpp"

namespace ebb::inline app {

Problems load_plugins(std::vector<std::string>& args) {
  const std::string joined = std::string(plugin_option) + "=";
  while (!args.empty() && (args[0] == plugin_option || args[0].starts_with(joined))) {
    const std::size_t words = args[0] == plugin_option ? 2 : 1;
    const std::string file = words == 1 ? args[0].substr(joined.size()) : args.size() > 1 ? args[1] : "";
    if (file.empty())
      return {{"ebb", "--plugin names no file", "for example: ebb --plugin ./libmine.so policy list"}};
    args.erase(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(words));
    if (Problems problems = load_plugin(file); !problems.empty()) return problems;
  }
  return {};
}

}  // namespace ebb::inline app

#include "fabric/agent/off/off_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "base/digest.hpp"
#include "base/whole_file.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::string_view header =
    "# cables that ebb agent has switched off: a switch, and its local port in the plan";
constexpr std::string_view last_line = "# end";

/// Writes and checks lines "TEXT [CHECKSUM]".
class CheckedLines {
 public:
  std::string line(std::string_view text) {
    sum_ = Digest{}.add(sum_).add(text).value();
    return fmt::format("{} [{:016x}]\n", text, sum_);
  }
  /// The text of a line without its newline; nullopt when the checksum is wrong.
  std::optional<std::string> text(std::string_view line_with_sum) {
    constexpr std::size_t sum_size = 19;
    if (line_with_sum.size() < sum_size) return {};
    std::string text(line_with_sum.substr(0, line_with_sum.size() - sum_size));
    if (line(text) != std::string(line_with_sum) + '\n') return {};
    return text;
  }

 private:
  std::uint64_t sum_ = 0;
};

Problem problem_at(const std::string& path, std::size_t line, std::string what) {
  return {fmt::format("{}:{}", path, line), std::move(what),
          "see which ports are down (`ebb fabric status`), switch them on (ovs-ofctl -O OpenFlow14 mod-port "
          "BRIDGE PORT up), and move the file away"};
}

std::optional<PortId> cable_in(const std::string& line, const Network& network) {
  std::istringstream words(line);
  char s = 0;
  SwitchId of = no_id;
  std::uint32_t local = no_id;
  words >> s >> of >> local;
  if (!words || s != 's' || of >= network.switches() || local >= network.ports_of(of) ||
      network.is_host_port(network.peer[network.first_port[of] + local]))
    return {};
  return network.first_port[of] + local;
}

/// The lines of a text that ends with a newline; nullopt when it does not.
std::optional<std::vector<std::string>> whole_lines(const std::string& text) {
  if (!text.ends_with('\n')) return {};
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Result<OffFile> parse(const std::string& path, const std::string& text, const Network& network) {
  const auto lines = whole_lines(text);
  if (!lines) return problem_at(path, 1, "was cut off: its last line has no end");
  OffFile found;
  found.unchecked = lines->front() == header;
  CheckedLines checked;
  std::string content;
  for (std::size_t i = 0; i < lines->size(); ++i) {
    const auto as_written = found.unchecked ? (*lines)[i] : checked.text((*lines)[i]);
    if (!as_written) return problem_at(path, i + 1, "is damaged: this line is not as it was written");
    content = *as_written;
    if (content.empty() || content[0] == '#') continue;
    const auto cable = cable_in(content, network);
    if (!cable)
      return Problem{fmt::format("{}:{}", path, i + 1), "names no cable between switches of this network",
                     "it is the file of another network; move it away when all its ports are on"};
    found.cables.push_back(*cable);
  }
  if (!found.unchecked && content != last_line)
    return problem_at(path, lines->size(), "was cut off: lines are missing after this one");
  return found;
}

}  // namespace

Problems write_off_file(const std::string& path, const Network& network, const std::vector<PortId>& cables) {
  CheckedLines checked;
  std::string text = checked.line(header);
  for (const PortId p : cables) {
    std::string line =
        fmt::format("{} {}", switch_name(network.owner[p]), p - network.first_port[network.owner[p]]);
    if (!network.labels.switches.empty()) line += "  # " + port_name(network, p);
    text += checked.line(line);
  }
  WholeFile file(path);
  file.write(text + checked.line(last_line));
  const std::string& wrong = file.finish();
  if (wrong.empty()) return {};
  return {{path, "cannot be written: " + wrong,
           "make the file writable for the agent; until then no cable goes off"}};
}

Result<OffFile> read_off_file(const std::string& path, const Network& network) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return OffFile{};
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in)
    return Problem{path, "cannot be read",
                   "it names the cables that an agent has left off: run as a user who may read it"};
  return parse(path, text, network);
}

}  // namespace ebb::inline fabric

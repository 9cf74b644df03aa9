#include "reproduce/koibuchi/koibuchi_tcp.hpp"

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "config/data_files.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline reproduce {

std::vector<std::string> KoibuchiHosts::tcp_settings() const {
  return {"host.packet=1448B",          "host.header=90B",
          "host.transport=tcp",         "transport.window=" + quantity_text(window),
          "transport.initial_window=3", "routing.name=vlan_trees"};
}

Result<KoibuchiHosts> read_koibuchi_hosts() {
  const auto file = read_toml(data_file("papers/koibuchi-hosts.toml"));
  if (!file) return file.problems();
  KoibuchiHosts hosts;
  Problems problems;
  read_fields(*file, "", hosts, problems);
  if (!problems.empty()) return problems;
  return hosts;
}

}  // namespace ebb::inline reproduce

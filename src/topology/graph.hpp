// The network that a file describes, in GraphML, node-link JSON or a list of cables (docs/howto/networks.md).
// There are no closed forms: facts() counts the file's content and leaves the bisection unknown, because
// minimum bisection is NP-hard.
#pragma once

#include <memory>
#include <string>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "topology/counts.hpp"
#include "topology/file/file_network.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct Graph final : Topology {
  std::string file;
  std::int64_t hosts_per_switch = 4;
  Medium medium = Medium::optical;
  Picoseconds delay_step{};

  static constexpr auto fields() {
    return std::tuple{
        field(
            "file", &Graph::file,
            "the network: GraphML, node-link JSON (NetworkX, topohub) or a list of cables; looked for beside "
            "the file that names it"),
        field("hosts_per_switch", &Graph::hosts_per_switch, "hosts on each switch, if the file has no hosts",
              one_or_more),
        field("medium", &Graph::medium, "medium of cables between switches, where the file gives none"),
        field("delay_step", &Graph::delay_step,
              "delays that the file gives are rounded up to whole steps; \"0ps\": they are not rounded",
              {{0}, longest_cable})};
  }
  /// Reads the file.
  Problems check() const override;
  Facts facts() const override;
  OwnRates own_rates() const override;
  Network build(const Cables& cables) const override;
  std::vector<std::string> files() const override {
    return file.empty() ? std::vector<std::string>{} : std::vector{file};
  }
  /// Returns remarks that every reader of the network's figures needs, as sentences: hosts that the file does
  /// not name.
  std::vector<std::string> remarks() const;
  /// Describes the ignored attributes of its file in one sentence, empty when there are none.
  std::string ignored_attributes() const;

 private:
  FileChoices choices() const { return {hosts_per_switch, medium, delay_step}; }
  const NetworkFile& content() const;
  mutable std::shared_ptr<const NetworkFile> content_;  ///< as read when the parameters were checked
};

/// The same for any topology. Only those read from a file have remarks.
std::vector<std::string> remarks_on(const Topology& topology);
std::string ignored_attributes_of(const Topology& topology);

}  // namespace ebb::inline topology

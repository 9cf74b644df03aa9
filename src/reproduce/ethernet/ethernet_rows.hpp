// Rows of Benito's experiment: what each point shows, and from which load on a routing saturates.
#pragma once

#include <vector>

#include "reproduce/ethernet/ethernet_experiment.hpp"

namespace ebb::inline reproduce {

/// Points that were run, found by what they are.
class EthernetFigure {
 public:
  EthernetFigure(std::vector<EthernetPoint> points, std::vector<EthernetResult> results)
      : points_(std::move(points)), results_(std::move(results)) {}

  /// Null when there is no such point.
  const EthernetResult* find(const EthernetPoint& like) const;
  const EthernetResult& at(std::string_view routing, bool adversarial, double load) const;
  /// Share of the packets to other groups. Under uniform traffic, of which the figure must have minimal
  /// routing: by how many more global cables than minimal routing with the same packets it takes.
  double detours(const EthernetPoint& point) const;
  double latency_us(std::string_view routing, bool adversarial, double load) const {
    return at(routing, adversarial, load).latency_us.value;
  }
  /// Latency below overload, accepted and detours; under adversarial traffic fairness as well.
  void add_rows(Rows& rows) const;

 private:
  std::vector<EthernetPoint> points_;
  std::vector<EthernetResult> results_;
};

/// A row for each search: the greatest load that is steady, and in its note the least that saturates. The
/// load of a search has no meaning, and one run tells each load; what the figure has already run is not run
/// again.
Problems add_saturation(Rows& rows, const std::vector<EthernetPoint>& searches, const EthernetFigure& figure,
                        const Effort& effort);

}  // namespace ebb::inline reproduce

// Rows of Benito's experiment: the results of each point, and the load at which a routing saturates.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "reproduce/ethernet/ethernet_experiment.hpp"

namespace ebb::inline reproduce {

/// The results of the points, found by routing, pattern and load.
class EthernetFigure {
 public:
  EthernetFigure(std::vector<EthernetPoint> points, std::vector<EthernetResult> results)
      : points_(std::move(points)), results_(std::move(results)) {}

  /// Null when there is no such point.
  const EthernetResult* find(const EthernetPoint& like) const;
  const EthernetResult& at(std::string_view routing, bool adversarial, double load) const;
  /// Share of detours among the packets to other groups. Under uniform traffic it follows from the additional
  /// global cables compared with minimal routing, which the figure must have at the same load.
  double detours(const EthernetPoint& point) const;
  double latency_us(std::string_view routing, bool adversarial, double load) const {
    return at(routing, adversarial, load).latency_us.value;
  }
  /// Adds latency below overload, accepted load and detours; under adversarial traffic also fairness.
  void add_rows(Rows& rows) const;

 private:
  std::vector<EthernetPoint> points_;
  std::vector<EthernetResult> results_;
};

/// Adds a row for each search: the greatest steady load, and in its note the least saturated one. The load of
/// a search is ignored, and each load has one run. Runs of the figure are not repeated.
Problems add_saturation(Rows& rows, const std::vector<EthernetPoint>& searches, const EthernetFigure& figure,
                        const Effort& effort);

}  // namespace ebb::inline reproduce

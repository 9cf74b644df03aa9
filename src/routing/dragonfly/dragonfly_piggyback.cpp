#include "routing/dragonfly/dragonfly_piggyback.hpp"

#include "network/dragonfly_shape.hpp"

namespace ebb::inline routing {

Problems DragonflyPiggyback::check() const {
  Problems problems = check_threshold(threshold);
  for (Problem& problem : check_threshold(busy)) {
    problem.where = "busy";
    problems.push_back(std::move(problem));
  }
  return problems;
}

void DragonflyPiggyback::prepare(const Network& network) {
  DragonflyUgal::prepare(network);
  const auto& shape = std::get<DragonflyShape>(network.shape);
  first_global_ = static_cast<std::uint16_t>(shape.first_global_port());
  ports_.clear();
  for (SwitchId s = 0; s < network.switches(); ++s)
    ports_.push_back(static_cast<std::uint16_t>(network.ports_of(s)));
  if (shape.group_size > 1) local_delay_ = network.link(network.first_port[0] + shape.concentration).delay;
}

}  // namespace ebb::inline routing

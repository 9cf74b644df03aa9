#include "planner/candidates.hpp"

#include "planner/candidate_shapes.hpp"
#include "topology/star.hpp"

namespace ebb::inline planner {
namespace {

using Kind = NetworkFamily::Kind;
constexpr std::size_t most_dimensions = 4;

std::string with_dimensions(std::string_view name, std::size_t dimensions) {
  return fmt::format("{}, {} dimension{}", name, dimensions, dimensions > 1 ? "s" : "");
}

void the_star(const SizeRequest& request, CandidateSink& sink) {
  Star t;
  t.hosts = request.hosts;
  if (t.hosts <= request.most_hosts() && sink.wants(1, 1))
    offer(t, "star", {{"hosts", fmt::format("{}", t.hosts)}}, request, sink);
}

}  // namespace

std::vector<NetworkFamily> network_families(const SizeRequest& request) {
  std::vector<NetworkFamily> all;
  if (!request.own_spines) all.push_back({Kind::star, 0, "star", request.most_hosts()});
  for (std::int64_t l = request.least_levels; l <= request.most_levels; ++l) {
    const auto levels = static_cast<std::size_t>(l);
    all.push_back({Kind::folded_clos, levels, fmt::format("folded_clos, {} levels", levels),
                   most_clos_hosts(levels, request)});
  }
  if (request.own_spines) return all;
  for (std::size_t d = 1; d <= most_dimensions; ++d)
    all.push_back({Kind::flattened_butterfly, d, with_dimensions("flattened_butterfly", d),
                   most_butterfly_hosts(d, request)});
  all.push_back({Kind::dragonfly, 0, "dragonfly", most_dragonfly_hosts(request)});
  for (std::size_t d = 2; d <= most_dimensions; ++d)
    all.push_back({Kind::mesh, d, with_dimensions("mesh", d), std::nullopt});
  for (std::size_t d = 2; d <= most_dimensions; ++d)
    all.push_back({Kind::torus, d, with_dimensions("torus", d), std::nullopt});
  return all;
}

void each_candidate(const NetworkFamily& family, const SizeRequest& request, CandidateSink& sink) {
  switch (family.kind) {
    case Kind::star:
      return the_star(request, sink);
    case Kind::folded_clos:
      return each_clos(family.size, request, sink);
    case Kind::flattened_butterfly:
      return each_butterfly(family.size, request, sink);
    case Kind::dragonfly:
      return each_dragonfly(request, sink);
    case Kind::mesh:
      return each_grid(false, family.size, request, sink);
    case Kind::torus:
      return each_grid(true, family.size, request, sink);
  }
}

}  // namespace ebb::inline planner

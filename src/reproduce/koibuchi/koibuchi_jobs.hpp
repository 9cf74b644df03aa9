// Programs on Koibuchi's cluster as links are switched off. The program's own traffic decides which links
// stay on (section V.B.3). A simulation of its messages and dependencies gives its run time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "reproduce/koibuchi/koibuchi_cluster.hpp"
#include "reproduce/reproduce.hpp"
#include "traffic/kernels/kernel_list.hpp"

namespace ebb::inline reproduce {

struct KoibuchiProgram {
  std::string_view kernel;
  std::uint32_t processes = 64, per_host = 1;
  std::uint32_t iterations = 0;                          ///< 0: the kernel's default
  std::uint32_t hosts = koibuchi_hosts, interfaces = 1;  ///< network cards of each host
  bool chosen_by_small_size = true;  ///< the links are chosen by the traffic of class A, as the paper did
  /// True where iterations form a pipeline, which fills only once: half of them are simulated, too, and the
  /// difference is the time of the others.
  bool is_pipeline = false;
};

/// The program with the links that one value of `peak` leaves.
struct RegulatedRun {
  std::string_view kernel;
  bool is_whole = false;      ///< its run time is that of the whole program
  std::uint32_t busiest = 0;  ///< links of the trunk with most traffic; the peak is its traffic over this
  std::uint32_t links = 0;    ///< links that are on, of 75
  double saved_percent = 0;   ///< of the six switches' power
  /// Mean over the samples of its computing times: of the iterations that are simulated, of a pipeline all.
  double run_time_s = 0;
  double performance_percent = 0;  ///< relative to all links with the same sample; mean
  double half_width_percent = 0;   ///< of its 95 % interval over the samples
  std::uint32_t draws = 0;
};

/// Performance is maintained above this, and reduced below it: the paper's "degraded by less than 1 %".
inline constexpr double kept_percent = 99;

/// Computing times vary by this share, over several samples. It is assumed: the paper has single runs.
inline constexpr double computing_jitter = 0.02;
constexpr std::uint32_t computing_draws(const Effort& effort) { return effort.quick ? 2 : 3; }

/// For each program: all links on, then the choices with five links for the busiest trunk down to one.
Result<std::vector<std::vector<RegulatedRun>>> run_regulated(const std::vector<KoibuchiProgram>& programs,
                                                             const Effort& effort);

/// Adds two rows for each choice: power saved, and relative performance.
void add_regulated_rows(Rows& rows, const std::vector<RegulatedRun>& runs);

/// The most power saved with a performance of at least `least_percent`.
double most_saved(const std::vector<RegulatedRun>& runs, double least_percent);

}  // namespace ebb::inline reproduce

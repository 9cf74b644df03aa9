// HPL: a dense matrix of order n is factored panel by panel, NB columns each, on a grid of six rows of
// processes (or fewer, where their number is not divisible by six) and Q columns; ranks go along the rows. Of
// the n / NB panels so many are made as are asked for, each in the middle of its share; with m rows left, a
// panel is:
//   factored by the column of processes that has it: NB times the search for a pivot, 8 (2 NB + 4) bytes in
//   rounds of recursive doubling, and m NB^2 / rows operations;
//   passed on along each row of processes as a ring: 8 NB m / rows bytes;
//   and used: in each column of processes, NB rows of it go round (8 NB m / Q / rows bytes in each of
//   rows - 1 steps), then 2 m^2 NB / P operations.
// The next panel's column is the first one of the ring, so it goes on while others still wait: the pipeline
// of the program.
#include "base/units.hpp"
#include "traffic/kernels/benchmarks.hpp"
#include "traffic/kernels/kernel_parts.hpp"

namespace ebb::inline traffic {
namespace {

/// The width of a panel, as Koibuchi et al. ran it.
constexpr double hpl_panel = 220;
/// Floating-point operations of a process in a second: DGEMM's share of a core's peak. The share is assumed:
/// the paper does not print it.
constexpr double dgemm_share = 0.85, hpl_rate = dgemm_share * hpl_core_flops;

struct ProcessGrid {
  std::uint32_t rows, columns;
  ProcessId at(std::uint32_t row, std::uint32_t column) const { return row * columns + column; }
};

std::uint32_t rows_of(std::uint32_t processes) {
  for (const std::uint32_t rows : {6u, 4u, 2u})
    if (processes % rows == 0) return rows;
  return 1;
}

Bytes bytes_of(double numbers) { return {std::max<std::int64_t>(1, static_cast<std::int64_t>(8 * numbers))}; }

void factor(JobMaker& job, const ProcessGrid& g, std::uint32_t column, double left) {
  const Picoseconds work = seconds_of(left * hpl_panel / g.rows / hpl_rate);  // of one column of the panel
  for (int pivot = 0; pivot < static_cast<int>(hpl_panel); ++pivot) {
    for (std::uint32_t r = 0; r < g.rows; ++r) job.compute(g.at(r, column), work);
    for (std::uint32_t step = 1; step < g.rows; step *= 2)
      for (std::uint32_t r = 0; r < g.rows; ++r)
        if ((r & step) == 0 && (r | step) < g.rows)
          exchange(job, g.at(r, column), g.at(r | step, column), bytes_of(2 * hpl_panel + 4));
  }
}

void pass_on(JobMaker& job, const ProcessGrid& g, std::uint32_t column, double left) {
  for (std::uint32_t r = 0; r < g.rows; ++r)
    for (std::uint32_t hop = 0; hop + 1 < g.columns; ++hop)
      job.transfer(g.at(r, (column + hop) % g.columns), g.at(r, (column + hop + 1) % g.columns),
                   bytes_of(hpl_panel * left / g.rows));
}

void update(JobMaker& job, const ProcessGrid& g, double left) {
  const Bytes part = bytes_of(hpl_panel * left / g.columns / g.rows);
  std::vector<std::uint32_t> sent(g.rows);
  for (std::uint32_t c = 0; c < g.columns; ++c)
    for (std::uint32_t step = 0; step + 1 < g.rows; ++step) {
      for (std::uint32_t r = 0; r < g.rows; ++r)
        sent[r] = job.send(g.at(r, c), g.at((r + 1) % g.rows, c), part);
      for (std::uint32_t r = 0; r < g.rows; ++r) job.receive(g.at((r + 1) % g.rows, c), sent[r]);
    }
  compute_all(job, seconds_of(2 * left * left * hpl_panel / job.processes() / hpl_rate));
}

}  // namespace

void make_hpl(JobMaker& job, const KernelSettings& settings) {
  const std::uint32_t rows = rows_of(settings.processes);
  const ProcessGrid g{rows, settings.processes / rows};
  // Smaller machines get smaller matrices, with as much memory for each process; classes S and A are for a
  // quick look.
  const double order = hpl_order * std::sqrt(settings.processes / 528.0) * size_of(settings).hpl_share;
  for (std::uint32_t i = 0; i < settings.iterations; ++i) {
    const double left = order * (1 - (i + 0.5) / settings.iterations);
    factor(job, g, i % g.columns, left);
    pass_on(job, g, i % g.columns, left);
    update(job, g, left);
  }
}

}  // namespace ebb::inline traffic

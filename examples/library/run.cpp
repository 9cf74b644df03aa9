// A program that uses ebb as a library: it runs a file as `ebb run` does, and prints the accepted load, the
// latency and the energy of the channels.
#include "ebb/run.hpp"

#include <fmt/core.h>

#include <string>

#include "ebb/program.hpp"

int main(int argc, char** argv) {
  ebb::use_data_of(EBB_DATA_DIR);  // the installed devices; $EBB_HOME takes precedence
  if (argc < 2) {
    fmt::print(stderr, "usage: run RUN.toml [SECTION.KEY=VALUE…]\n");
    return 2;
  }
  ebb::RunObserver observer;
  observer.warn = [](const std::string& text) { fmt::print(stderr, "{}\n", text); };
  const auto run = ebb::run_file({.file = argv[1], .settings = {argv + 2, argv + argc}}, observer);
  if (!run) {
    fmt::print(stderr, "{}", ebb::to_text(run.problems()));
    return 2;
  }
  const ebb::RunStatistics& measured = run->result.statistics;
  fmt::print("verdict        {}\n", ebb::name_of(measured.verdict));
  fmt::print("accepted load  {:.4f}\n",
             measured.accepted.wire_bits_per_second / run->title.host_bits_per_second);
  fmt::print("latency        {:.1f} ns on average, {:.1f} ns at the 99th percentile\n",
             measured.packet_latency.mean_ps / 1e3, static_cast<double>(measured.packet_latency.p99.v) / 1e3);
  for (const ebb::EnergyResult& energy : run->result.energy)
    if (energy.channels && energy.of_full)
      fmt::print("energy         {:.6g} J, {:.1f} % of always full rate ({})\n", energy.channels->v,
                 100 * *energy.of_full, energy.table);
  fmt::print("digest         {:016x}\n", run->result.digest);
}

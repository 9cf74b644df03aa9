// Adds the messages of a collective call to a job, round by round.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"
#include "record/rounds.hpp"
#include "traffic/job/job_maker.hpp"

namespace ebb::inline training {

/// Operations of the job that something waits for.
using Numbers = std::vector<std::uint32_t>;

/// Adds computing of a host. Returns the operation to wait for; no_id where there is none.
std::uint32_t add_step(JobMaker& job, HostId host, Picoseconds time, Numbers after);

/// In a round each member sends, and then waits for what is sent to it. `after` has what each member's
/// messages wait for, and gets what its next ones do.
void add_round(JobMaker& job, const Round& round, std::span<const HostId> members,
               std::vector<Numbers>& after);

}  // namespace ebb::inline training

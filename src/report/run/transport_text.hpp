// What the connections of hosts did in a run: as JSON, as a line of text, and each connection as CSV.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/page/json_reader.hpp"
#include "results/transport_result.hpp"

namespace ebb::inline report {

nlohmann::ordered_json transport_json(const TransportResult& result);
std::string transport_text(const PageJson& transport);
std::string connections_csv(const TransportResult& result);

}  // namespace ebb::inline report

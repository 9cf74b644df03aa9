#include "report/run/transport_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/document/number_text.hpp"

namespace ebb::inline report {

nlohmann::ordered_json transport_json(const TransportResult& r) {
  return {{"name", r.name},
          {"goodput_bits_per_s", r.goodput_bits_per_second},
          {"delivered_payload_bytes", r.delivered_payload},
          {"retransmissions", r.sent_again},
          {"needless_retransmissions", r.repeated},
          {"timeouts", r.timeouts},
          {"ecn_marks", r.marked},
          {"acks", r.acknowledgements},
          {"connections", r.connections.size()},
          {"jain_index", r.jain}};
}

std::string transport_text(const PageJson& t) {
  const auto count = [&](const char* key) { return grouped(whole_at(t, key)); };
  return fmt::format(
      "{}: {:.3f} Gb/s of goodput; {} retransmissions, {} of them needless; {} timeouts; {} packets marked; "
      "{} ACKs; {} connections with a fairness of {:.4f} (Jain's index)",
      text_at(t, "name"), number_at(t, "goodput_bits_per_s").value_or(0) / 1e9, count("retransmissions"),
      count("needless_retransmissions"), count("timeouts"), count("ecn_marks"), count("acks"),
      count("connections"), number_at(t, "jain_index").value_or(0));
}

std::string connections_csv(const TransportResult& result) {
  std::string out =
      "source_host,destination_host,acked_packets,retransmissions,timeouts,window_packets,round_trip_us\r\n";
  for (const ConnectionResult& one : result.connections)
    out +=
        fmt::format("{},{},{},{},{},{:.3f},{:.3f}\r\n", one.source, one.destination, one.acknowledged,
                    one.sent_again, one.timeouts, one.window, static_cast<double>(one.round_trip_ps) / 1e6);
  return out;
}

}  // namespace ebb::inline report

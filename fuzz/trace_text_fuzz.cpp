// Any bytes at all as a trace in CSV: they become a trace that can be read again, or are refused by line.
// What was accepted is refused once its last byte is missing: a text that was cut off never passes for a
// whole one.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>

#include "base/ensure.hpp"
#include "input_file.hpp"
#include "traffic/trace/trace_text.hpp"

namespace {

/// Whether the text is accepted.
bool convert(const std::string& text, const std::string& path) {
  std::istringstream in(text);
  ebb::TraceWriter writer(path, ebb::Existing::is_replaced, ebb::form_of_text(in));
  ebb::TraceExtent extent;
  const ebb::Problems problems = ebb::read_trace_text(in, "fuzz.csv", writer, extent);
  for (const ebb::Problem& p : problems) ENSURE(!p.where.empty() && !p.hint.empty());
  if (!problems.empty()) return false;
  ENSURE(writer.finish(extent.hosts, extent.length).ok());
  ENSURE(ebb::TraceFile::open(path).ok());
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = input_file(data, 0, ".ebbtrace");
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (!convert(text, path)) return 0;
  const bool ends_with_nothing = text.ends_with("\n\n") || text.ends_with("\n\r\n");
  ENSURE(ends_with_nothing || !convert(text.substr(0, text.size() - 1), path));
  return 0;
}

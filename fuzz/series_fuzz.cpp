// Any bytes at all as the summary.json and series.json of a results folder, a zero byte between them:
// refused, or made into a document, whatever they hold.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/ensure.hpp"
#include "report/page/report_source.hpp"
#include "report/page/run_document.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find('\0');
  ebb::RunSource run;
  run.name = "fuzz";
  run.summary = ebb::PageJson::parse(text.substr(0, cut), nullptr, false);
  if (!run.summary.is_object()) return 0;  // read_run_folder() looks at that
  if (cut != text.npos) {
    const ebb::Problems problems = ebb::read_series(text.substr(cut + 1), "series.json", run);
    for (const ebb::Problem& p : problems) ENSURE(!p.where.empty() && !p.hint.empty());
    if (!problems.empty()) return 0;
  }
  const ebb::Document document = ebb::run_document({run});
  ENSURE(!document.title.empty());
  return 0;
}

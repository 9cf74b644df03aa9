#include "base/ensure.hpp"
#include "base/fields.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/fabric_sections.hpp"
#include "catalogue/policies.hpp"
#include "catalogue/routings.hpp"
#include "catalogue/topologies.hpp"
#include "catalogue/traffics.hpp"
#include "engine/model/flow/flow_settings.hpp"
#include "engine/model/pipeline_stages.hpp"
#include "engine/model/settings.hpp"
#include "engine/model/worm/lane_settings.hpp"
#include "engine/run/run_settings.hpp"
#include "experiment/device/power_tables.hpp"
#include "experiment/read/config_docs.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/control_config.hpp"
#include "experiment/read/frontier_settings.hpp"
#include "experiment/read/sweep_settings.hpp"
#include "planner/plan_settings.hpp"
#include "topology/topology.hpp"
#include "traffic/video/mpeg_streams.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline experiment {
namespace {

std::string summary_of(std::string_view name) {
  for (const SectionInfo& s : known_sections())
    if (s.name == name) return std::string(s.summary);
  ensure_failed(name, __FILE__, __LINE__);
}

template <class Base>
DocumentedSection part(std::string path, std::string what, std::span<const Entry<Base>> catalogue) {
  return {std::move(path), std::move(what), {}, {catalogue.begin(), catalogue.end()}};
}

DocumentedSection instead(DocumentedSection section) {
  section.instead = true;
  return section;
}

template <class Base>
DocumentedSection named_section(std::string_view name, std::span<const Entry<Base>> catalogue) {
  return part(std::string(name), summary_of(name), catalogue);
}

template <class Settings>
DocumentedSection plain(std::string_view name) {
  return {std::string(name), summary_of(name), describe_fields<Settings>(), {}};
}

/// Read by hand, because a closed loop has no load.
std::vector<FieldInfo> traffic_fields() {
  return {{"load", "number", "0.5", "fraction of the time that each host keeps its channel busy; no default",
           range_text(load_range)}};
}

/// Read by hand, because a policy may have a label.
std::vector<FieldInfo> compare_fields() {
  return {
      {"label", "text", "\"\"", "what the table calls it; \"\": its name and parameters"},
      {"name", "text", "\"halve_double\"", "the policy; its parameters beside it, as in [control.policy]"},
      {"with", "table", "{}", "parameters of the run that are others under this policy, such as routing"},
      {"tune", "table", "{}",
       "for `ebb frontier`: values of its parameters to choose from, a list for each"}};
}

}  // namespace

std::vector<DocumentedSection> documented_sections() {
  std::vector<DocumentedSection> sections{
      named_section("topology", topologies()),
      plain<Cables>("cables"),
      plain<PlanSettings>("plan"),
      plain<SwitchSettings>("switch"),
      instead({"switch.stages",
               "the pipeline stage by stage, instead of pipeline: what is left out takes no time",
               describe_fields<PipelineStages>(),
               {}}),
      plain<FlowSettings>("flow"),
      plain<LaneSettings>("lanes"),
      plain<HostSettings>("host"),
      plain<TransportSettings>("transport"),
      named_section("routing", routings()),
      {"traffic", summary_of("traffic"), traffic_fields(), {}},
      part("traffic.pattern", "to whom", patterns()),
      part("traffic.arrivals", "when", arrival_processes()),
      part("traffic.sizes", "how much at a time", size_distributions()),
      instead(part("traffic.workload",
                   "a whole traffic under one name, instead of load, pattern, arrivals and sizes",
                   workloads())),
      instead(
          {"traffic.video",
           "MPEG-2 video with deadlines beside load, pattern, arrivals and sizes: real-time and best-effort "
           "traffic in one run; it has the service levels from 0 on, the rest has the others",
           describe_fields<MpegStreams>(),
           {}}),
      plain<ControlConfig>("control"),
      part("control.policy", "what chooses the rate of each channel", policies()),
      {"compare", summary_of("compare"), compare_fields(), {}},
      plain<FrontierSettings>("frontier"),
      plain<EnergyConfig>("energy"),
      plain<RunSettings>("run"),
  };
  for (const EntryInfo& section : fabric_sections())
    sections.push_back({std::string(section.name), std::string(section.summary), section.fields(), {}});
  sections.push_back(plain<SweepSettings>("sweep"));
  sections.push_back({"sweep.saturation",
                      "search for the load at which the network saturates",
                      describe_fields<SaturationSettings>(),
                      {}});
  return sections;
}

}  // namespace ebb::inline experiment

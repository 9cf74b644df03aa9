// Formats results as the summaries that `ebb` prints, as JSON and as CSV; reports of stored results
// (make_report) as a page (html_page), and their charts as figures (find_chart, draw_figure).
#pragma once

#include "experiment/run/run_title.hpp"
#include "report/page/html_page.hpp"
#include "report/plan/plan_report.hpp"
#include "report/run/run_report.hpp"
#include "tasks/results/plot_task.hpp"
#include "tasks/results/report_task.hpp"

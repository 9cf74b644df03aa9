// Draws a chart of a report, and gives it buttons to zoom and to save it.
import * as echarts from 'echarts/core';
import {BarChart, CustomChart, LineChart, ScatterChart} from 'echarts/charts';
import {DataZoomInsideComponent, GridComponent, LegendPlainComponent, LegendScrollComponent, TooltipComponent} from 'echarts/components';
import {SVGRenderer} from 'echarts/renderers';
import {theme} from './colours.js';
import {barHeight, chartOptions, legendHeight, namesHeight} from './chart_options.js';
import {chartRows} from './chart_data.js';
import {ChartCursor} from './chart_cursor.js';
import {isNumbered} from './point_names.js';
import {csv} from './format.js';
import {lineHeight, savePng, saveText, withLine} from './save.js';

echarts.use([BarChart, CustomChart, LineChart, ScatterChart, DataZoomInsideComponent, GridComponent, LegendPlainComponent,
  LegendScrollComponent, TooltipComponent, SVGRenderer]);

function button(text, title, act) {
  const made = document.createElement('button');
  made.type = 'button', made.textContent = text, made.title = title;
  made.addEventListener('click', act);
  return made;
}

/// Shows a chart in an element; returns what changes it.
export function drawChart(plot, chart) {
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', `${chart.title}. ${chart.note ?? ''}${chart.lying ? '' : ' Left and right arrow keys go from point to point, plus and minus zoom there.'}`);
  const plainHeight = plot.clientHeight || 300, drawn = echarts.init(plot, null, {renderer: 'svg'});
  const cursor = chart.lying ? null : new ChartCursor(plot, drawn, () => chart);
  const draw = () => {
    const named = chart.curves.some((c) => c.shape === 'points' && c.labels);  // names need room above each other
    const own = chart.lying ? Math.max(180, 90 + barHeight(chart, plot.clientWidth) * chart.x.names.length) : named ? plainHeight + (isNumbered(chart, 560) ? 220 : 140) : plainHeight;
    plot.style.height = `${own + legendHeight(chart, plot.clientWidth) + namesHeight(chart, plot.clientWidth)}px`;
    drawn.resize();
    const kept = cursor?.isZoomed() ? cursor.window() : null;  // whoever has zoomed stays there when the theme or the data change
    drawn.setOption(chartOptions(chart, theme(), plot.clientWidth), true);
    if (kept) cursor.look(kept);
  };
  draw();
  let width = plot.clientWidth;
  new ResizeObserver(() => {
    if (plot.clientWidth === width) return;
    width = plot.clientWidth;
    draw();
  }).observe(plot);
  document.addEventListener('ebb-theme', draw);
  return {drawn, cursor, chart, show(next) { chart = next, this.chart = next, draw(); }};
}

/// SVG, PNG, CSV, and zoom: keys, the wheel and fingers do it too.
export function chartTools(figure, view) {
  const tools = document.createElement('div');
  tools.className = 'tools';
  const height = () => view.drawn.getHeight() + (view.chart.subtitle ? lineHeight : 0);
  const svg = () => (view.chart.subtitle ? withLine(view.drawn.renderToSVGString(), view.drawn.getHeight(), view.chart.subtitle, theme().soft) : view.drawn.renderToSVGString());
  const name = () => view.chart.name || 'chart';
  tools.append(button('SVG', 'save as SVG', () => saveText(`${name()}.svg`, 'image/svg+xml', svg())),
    button('PNG', 'save as PNG', () => savePng(`${name()}.png`, svg(), view.drawn.getWidth(), height(), theme().card)),
    button('CSV', 'save the numbers', () => saveText(`${name()}.csv`, 'text/csv', csv(chartRows(view.chart)))));
  if (view.cursor) tools.append(button('+', 'zoom in', () => view.cursor.zoom(0.5)), button('−', 'zoom out', () => view.cursor.zoom(2)));
  figure.append(tools);
}

export function mountCharts(charts) {
  return [...document.querySelectorAll('figure[data-chart]')].map((figure) => {
    const chart = charts[Number(figure.dataset.chart)];
    const view = drawChart(figure.querySelector('.plot'), chart);
    chartTools(figure, view);
    return view;
  });
}

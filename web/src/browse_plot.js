// Any figure over any setting or other figure, drawn as the charts of a report are.
import {chartTools, drawChart} from './chart.js';
import {element} from './dom.js';

/// Where nobody has chosen yet: latency over load, else the first figure over the first setting.
export function usualAxes({varied, figures}) {
  const first = (names, ...wanted) => wanted.find((name) => names.includes(name)) ?? names[0] ?? '';
  const settings = varied.filter((name) => name !== 'run.seed');
  return {x: first(settings, 'traffic.load') || first(figures, 'offered.share'),
    y: first(figures, 'latency.packets_with_source_queue.mean_ns', 'accepted.share', 'energy.ideal.of_full_percent')};
}

export class PlotView {
  constructor(figure) {
    this.figure = figure;
  }

  show(chart) {
    this.refuse(chart.curves.length ? '' : 'No run of the list has both numbers.');
    this.figure.hidden = chart.curves.length === 0;
    if (!chart.curves.length) return;
    if (!this.view) {
      this.title = element('h3'), this.note = element('p', {className: 'note'});
      const plot = element('div', {className: 'plot'});
      this.figure.replaceChildren(this.title, this.note, plot);
      this.view = drawChart(plot, chart);
      chartTools(this.figure, this.view);
    } else this.view.show(chart);
    this.title.textContent = chart.title, this.note.textContent = chart.note;
    window.ebbCharts = [this.view];
  }

  refuse(text) {
    this.figure.hidden = text !== '';
    this.figure.previousElementSibling.textContent = text;
  }
}

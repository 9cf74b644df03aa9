// Where somebody looks in a chart: the crosshair that arrow keys or a click put there, and what part of the axis is shown. Zooming
// leaves what is at the crosshair where it is.
import {placeOn} from './symmetric_axis.js';

/// Places are in the measure in which the axis is even, so that half of a logarithmic axis is half of what one sees.
const isLog = (axis) => axis.scale === 'log';
const even = (axis, value) => (isLog(axis) ? Math.log10(value) : value);
const back = (axis, place) => (isLog(axis) ? 10 ** place : place);

/// Where the points of a chart stand along its axis, in order, each once; values of the axis that ECharts draws.
export function placesOf(chart) {
  const known = chart.curves.flatMap((c) => c.x.filter((x, i) => x !== null && c.y[i] !== null && !(isLog(chart.x) && x <= 0)));
  return [...new Set(known.map((x) => placeOn(chart.x, x)))].sort((a, b) => a - b);
}

/// The window after zooming by a factor: what stood at `place` keeps its share of the width, as far as the whole axis goes.
export function zoomed(axis, window, whole, place, factor) {
  const [from, to] = window.map((v) => even(axis, v)), [least, most] = whole.map((v) => even(axis, v));
  const at = place === null ? (from + to) / 2 : Math.max(from, Math.min(to, even(axis, place)));
  const width = Math.min(most - least, Math.max((most - least) / 1000, (to - from) * factor)), share = to > from ? (at - from) / (to - from) : 0.5;
  const start = Math.max(least, Math.min(most - width, at - share * width));
  return width >= most - least ? whole : [back(axis, start), back(axis, start + width)];
}

/// The window, moved as little as it takes to show the place.
export function movedTo(axis, window, place) {
  const [from, to] = window.map((v) => even(axis, v)), at = even(axis, place), by = at < from ? at - from : at > to ? at - to : 0;
  return by === 0 ? window : [back(axis, from + by), back(axis, to + by)];
}

/// The next place in a direction; without one yet, the first or the last that is seen.
export function nextPlace(places, window, place, step) {
  const seen = places.filter((p) => p >= window[0] && p <= window[1]);
  if (place === null) return (step > 0 ? seen[0] : seen.at(-1)) ?? places[0] ?? null;
  const next = step > 0 ? places.find((p) => p > place) : places.findLast((p) => p < place);
  return next ?? place;
}

/// The place that is nearest on the axis.
export function nearestPlace(axis, places, at) {
  const apart = (p) => Math.abs(even(axis, p) - even(axis, at));
  return places.reduce((best, p) => (best === null || apart(p) < apart(best) ? p : best), null);
}

export class ChartCursor {
  constructor(plot, drawn, chartOf) {
    Object.assign(this, {drawn, chartOf, place: null});
    plot.tabIndex = 0;
    plot.addEventListener('keydown', (event) => { if (this.key(event.key)) event.preventDefault(); });
    drawn.getZr().on('click', ({offsetX, offsetY}) => {
      if (!drawn.containPixel('grid', [offsetX, offsetY])) return;
      const at = drawn.convertFromPixel({xAxisIndex: 0}, offsetX);
      this.place = nearestPlace(this.axis, this.places(), at);
    });
  }
  get axis() { return this.chartOf().x; }
  places() { return placesOf(this.chartOf()); }
  whole() {
    const places = this.places();
    return [places[0] ?? 0, places.at(-1) ?? 0];
  }
  window() {
    const {startValue, endValue} = this.drawn.getOption().dataZoom[0] ?? {}, [least, most] = this.whole();
    return [Math.max(least, startValue ?? least), Math.min(most, endValue ?? most)];
  }
  isZoomed() {
    const {start = 0, end = 100} = this.drawn.getOption()?.dataZoom?.[0] ?? {};
    return start > 0 || end < 100;
  }
  look([startValue, endValue]) {
    const [least, most] = this.whole();
    this.drawn.dispatchAction(startValue <= least && endValue >= most ? {type: 'dataZoom', start: 0, end: 100} : {type: 'dataZoom', startValue, endValue});
    this.show();
  }
  zoom(factor) { this.look(zoomed(this.axis, this.window(), this.whole(), this.place, factor)); }
  move(step) {
    this.place = nextPlace(this.places(), this.window(), this.place, step);
    if (this.place !== null) this.look(this.isZoomed() ? movedTo(this.axis, this.window(), this.place) : this.whole());
  }
  /// The crosshair and what there is; a point by itself where there are points.
  show() {
    if (this.place !== null) this.place = nearestPlace(this.axis, this.places(), this.place);  // newer data may have other points
    if (this.place === null) return this.drawn.dispatchAction({type: 'hideTip'});
    const chart = this.chartOf(), scattered = chart.curves.find((c) => c.shape === 'points');
    if (scattered) {
      const dataIndex = scattered.x.findIndex((x) => placeOn(chart.x, x) === this.place), seriesIndex = this.drawn.getOption().series.findIndex((s) => s.type === 'scatter' && s.name === scattered.name);
      return this.drawn.dispatchAction({type: 'showTip', seriesIndex, dataIndex});
    }
    this.drawn.dispatchAction({type: 'showTip', x: this.drawn.convertToPixel({xAxisIndex: 0}, this.place), y: this.drawn.getHeight() / 2});
  }
  /// Whether the key means something here.
  key(name) {
    const acts = {ArrowLeft: () => this.move(-1), ArrowRight: () => this.move(1), '+': () => this.zoom(0.5), '=': () => this.zoom(0.5), '-': () => this.zoom(2),
      0: () => this.look(this.whole()), Escape: () => { this.place = null, this.show(); }};
    acts[name]?.();
    return name in acts;
  }
}

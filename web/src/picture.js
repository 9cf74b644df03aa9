// The picture of a network at one moment: places, and lines that are coloured by what their channels do.
import {theme} from './colours.js';
import {number} from './format.js';

const margin = 16, near = 0.012, bow = 0.18, mostBent = 150;  // among more places nobody can follow a line

/// How far a line is bent, as a share of its length: not at all, or, where it would lie over another place and what leads there,
/// towards the middle of the picture. So the links around a torus and those along a row are seen one by one.
export function bendOf(places, a, b) {
  const [, x1, y1] = places[a], [, x2, y2] = places[b], long = Math.hypot(x2 - x1, y2 - y1);
  const covers = places.some(([, x, y], i) => {
    if (i === a || i === b || long === 0) return false;
    const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / (long * long);
    return along > 0.001 && along < 0.999 && Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / long < near;
  });
  if (!covers) return 0;
  const towards = (0.5 - (x1 + x2) / 2) * -(y2 - y1) + (0.5 - (y1 + y2) / 2) * (x2 - x1);
  return towards < 0 ? -bow : bow;
}
/// The point that a bent line is drawn towards.
const towardsOf = ([x1, y1], [x2, y2], bend) => [(x1 + x2) / 2 - bend * (y2 - y1), (y1 + y2) / 2 + bend * (x2 - x1)];
function pieces(from, by, to) {
  const count = by ? 12 : 1, at = (t) => (by ? [0, 1].map((k) => (1 - t) ** 2 * from[k] + 2 * t * (1 - t) * by[k] + t * t * to[k]) : [from, to][t]);
  return Array.from({length: count}, (_, i) => [at(i / count), at((i + 1) / count)]);
}

export class Picture {
  constructor(canvas, data, choose) {
    Object.assign(this, {canvas, data, choose, span: 0, colours: null, plane: null, chosen: new Set(), place: null, most: null});
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'Picture of the network. The field above finds a channel or switch by name.');
    canvas.addEventListener('click', (event) => this.pick(event));
    canvas.addEventListener('mousemove', (event) => { canvas.title = this.nameAt(event); });
  }

  size() {
    const ratio = window.devicePixelRatio || 1, side = this.canvas.clientWidth, height = Math.min(side, 460);
    this.canvas.style.height = `${height}px`;
    if (this.canvas.width !== Math.round(side * ratio) || this.canvas.height !== Math.round(height * ratio))
      this.canvas.width = Math.round(side * ratio), this.canvas.height = Math.round(height * ratio);
    return {ratio, width: side, height};
  }
  point(place, {width, height}) {
    return [margin + place[1] * (width - 2 * margin), margin + place[2] * (height - 2 * margin)];
  }
  /// Lines with one of these channels stand out, and so does a place.
  pickOut(channels, place) {
    this.chosen = new Set(channels.map((c) => this.data.edgeOf[c])), this.place = place ?? null;
  }
  /// The value that stands for a line: of its channels the greatest, so that the awake one is seen. Those of all moments are found
  /// once, so that the slider moves fluidly over a million channels.
  values(plane) {
    if (this.most?.plane === plane) return this.most.values;
    const {spans, edges} = this.data, values = new Uint8Array(edges.length * spans);
    for (const edge of edges)
      for (const c of edge.channels)
        for (let s = 0, at = c * spans, to = edge.index * spans; s < spans; ++s, ++at, ++to) if (plane[at] > values[to]) values[to] = plane[at];
    this.most = {plane, values};
    return values;
  }

  /// The ends of a line, and what it is bent towards, or null.
  course(edge, size) {
    const {places} = this.data, from = this.point(places[edge.a], size), to = this.point(places[edge.b], size);
    edge.bend ??= places.length <= mostBent ? bendOf(places, edge.a, edge.b) : 0;
    return {from, to, by: edge.bend ? towardsOf(from, to, edge.bend) : null};
  }
  /// The lines of each value, which is where their colour comes from: the numbers of edges, and the greatest value there is.
  byValue() {
    const values = this.values(this.plane), {spans, edges} = this.data, buckets = Array.from({length: 256}, () => []);
    for (const edge of edges) buckets[values[edge.index * spans + this.span]].push(edge);
    return {buckets, top: Math.max(1, buckets.findLastIndex((bucket) => bucket.length))};
  }
  /// How a line of a value looks. Many lines let each other through.
  look(value, top, picked) {
    const crowd = Math.min(1, 250 / Math.max(1, this.data.edges.length)), colours = this.colours;
    return {colour: `rgb(${colours[3 * value]},${colours[3 * value + 1]},${colours[3 * value + 2]})`,
      alpha: picked ? 1 : 0.25 + 0.75 * Math.max(crowd, value / top), width: picked ? 5 : 0.7 + 2.6 * (value / top) * Math.max(0.45, crowd)};
  }
  /// Every line with its colour, the greatest value last and so on top.
  lines(size) {
    const {buckets, top} = this.byValue();
    return buckets.flatMap((bucket, value) => bucket.map((edge) => ({edge, value, ...this.course(edge, size), ...this.look(value, top, this.chosen.has(edge.index))})));
  }
  /// Lines of one value are one stroke: a hundred thousand of them are drawn in the time of some hundred.
  drawLines(context, size) {
    const {buckets, top} = this.byValue(), picked = [];
    const begin = (look) => { context.strokeStyle = look.colour, context.globalAlpha = look.alpha, context.lineWidth = look.width, context.beginPath(); };
    const add = (edge) => {
      const {from, by, to} = this.course(edge, size);
      context.moveTo(from[0], from[1]);
      if (by) context.quadraticCurveTo(by[0], by[1], to[0], to[1]);
      else context.lineTo(to[0], to[1]);
    };
    buckets.forEach((bucket, value) => {
      if (!bucket.length) return;
      begin(this.look(value, top, false));
      for (const edge of bucket)
        if (this.chosen.has(edge.index)) picked.push([edge, value]);
        else add(edge);
      context.stroke();
    });
    for (const [edge, value] of picked) begin(this.look(value, top, true)), add(edge), context.stroke();
  }
  dots(size) {
    const radius = Math.max(2.5, Math.min(7, 90 / Math.sqrt(this.data.places.length)));
    return this.data.places.map((place, i) => ({at: this.point(place, size), name: place[0], chosen: this.place === i, radius: this.place === i ? radius + 3 : radius}));
  }

  draw(span, plane, colours) {
    Object.assign(this, {span, plane, colours});
    const size = this.size(), context = this.canvas.getContext('2d'), colour = theme();
    if (!size.width) return;
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    this.drawLines(context, size);
    context.globalAlpha = 1;
    for (const dot of this.dots(size)) {
      context.beginPath(), context.arc(...dot.at, dot.radius, 0, 7);
      context.fillStyle = dot.chosen ? colour.accent : colour.ink, context.fill();
      context.strokeStyle = colour.card, context.lineWidth = 1.5, context.stroke();
    }
  }

  /// What is nearest to the pointer: a place within its reach, else a line.
  nearest(event) {
    const box = this.canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top, size = this.size();
    let best = {distance: 12};
    this.data.places.forEach((place, i) => {
      const [px, py] = this.point(place, size), distance = Math.hypot(px - x, py - y);
      if (distance < best.distance) best = {distance, place: i};
    });
    if (best.place !== undefined) return best;
    for (const edge of this.data.edges) {
      const {from, by, to} = this.course(edge, size);
      for (const [[x1, y1], [x2, y2]] of pieces(from, by, to)) {
        const long = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1, t = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long));
        const distance = Math.hypot(x1 + t * (x2 - x1) - x, y1 + t * (y2 - y1) - y);
        if (distance < Math.min(8, best.distance)) best = {distance, edge};
      }
    }
    return best;
  }
  nameAt(event) {
    const {place, edge} = this.nearest(event);
    if (place !== undefined) return this.data.places[place][0];
    return edge ? `${this.data.places[edge.a][0]} – ${this.data.places[edge.b][0]}: ${number(edge.count)} channels` : '';
  }
  pick(event) {
    const {place, edge} = this.nearest(event);
    if (edge) return this.choose({title: this.nameAt(event), channels: edge.channels});
    if (place === undefined) return;
    const channels = [];
    for (let c = 0; c < this.data.channels && channels.length < 256; ++c)
      if ((this.data.from[c] >= 0 && this.data.placeOf[this.data.from[c]] === place)) channels.push(c);
    this.choose({title: `${this.data.places[place][0]}: what leaves it`, channels, place});
  }
}

// Every channel over time as one row of a canvas. Rows that share a pixel are averaged, from sums over 8, 64, …
// rows that are made once, so that a million channels move as fluidly as a hundred.
const fold = 8;

/// Averages of `fold` rows each.
export function folded(plane, rows, spans) {
  const less = Math.ceil(rows / fold), out = new Uint8Array(less * spans);
  for (let row = 0; row < less; ++row) {
    const first = row * fold, end = Math.min(rows, first + fold);
    for (let s = 0; s < spans; ++s) {
      let sum = 0;
      for (let r = first; r < end; ++r) sum += plane[r * spans + s];
      out[row * spans + s] = Math.round(sum / (end - first));
    }
  }
  return {plane: out, rows: less};
}

/// The numbers of the rows, the one with the greatest key first, and equal ones in their order. Keys are whole and small: rows are
/// counted, not compared, which takes a million of them in a blink.
export function greatestFirst(keys) {
  let most = 0;
  for (const key of keys) most = Math.max(most, key);
  const begin = new Uint32Array(most + 2), order = new Uint32Array(keys.length);
  for (const key of keys) ++begin[most - key + 1];
  for (let k = 1; k < begin.length; ++k) begin[k] += begin[k - 1];
  for (let row = 0; row < keys.length; ++row) order[begin[most - keys[row]]++] = row;
  return order;
}

export class HeatMap {
  constructor(canvas, data, choose, {label = 'channel', height = 460, moment = true} = {}) {
    Object.assign(this, {canvas, data, choose, height, moment, first: 0, shown: data.channels, span: 0, selected: -1, levels: new Map(), order: null});
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', `Heat map: one row for each ${label}, time from left to right. Arrow keys move, plus and minus zoom, Enter chooses.`);
    canvas.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
    canvas.addEventListener('pointerdown', (event) => this.grab(event));
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('mousemove', (event) => { const c = this.rowAt(event); canvas.title = c < 0 ? '' : this.data.name(this.channel(c)); });
    this.sort('number');
  }
  channel(row) { return this.order[row]; }

  /// Rows by number, or the busiest first.
  sort(by) {
    const keys = new Uint32Array(this.data.channels);
    if (by === 'busy') for (let c = 0; c < keys.length; ++c) keys[c] = this.data.sum(this.data.busy, c);
    this.order = greatestFirst(keys);
    this.sorted = by, this.levels.clear();
  }
  /// The plane in the order of the rows, and its averages.
  pyramid(name) {
    if (!this.levels.has(name)) {
      const source = this.data[name], spans = this.data.spans;
      let plane = source;
      if (this.sorted !== 'number') {
        plane = new Uint8Array(source.length);
        for (let row = 0, to = 0; row < this.order.length; ++row)
          for (let at = this.order[row] * spans, end = at + spans; at < end; ++at) plane[to++] = source[at];
      }
      const levels = [{plane, rows: this.data.channels}];
      while (levels[levels.length - 1].rows > 512) levels.push(folded(levels[levels.length - 1].plane, levels[levels.length - 1].rows, spans));
      this.levels.set(name, levels);
    }
    return this.levels.get(name);
  }

  draw(name, colours, span) {
    Object.assign(this, {name, colours, span});
    const canvas = this.canvas, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, {height} = this;
    if (!width) return;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio);
    const spans = this.data.spans, rows = Math.min(canvas.height, Math.max(1, Math.round(this.shown)));
    const perPixel = this.shown / rows;
    const levels = this.pyramid(name), depth = Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log(perPixel) / Math.log(fold))));
    const {plane, rows: count} = levels[depth], scale = fold ** depth;
    const image = new ImageData(spans, rows);
    for (let y = 0; y < rows; ++y) {
      const row = Math.min(count - 1, Math.floor((this.first + (y + 0.5) * perPixel) / scale));
      for (let s = 0; s < spans; ++s) {
        const value = plane[row * spans + s], at = 4 * (y * spans + s);
        image.data[at] = colours[3 * value], image.data[at + 1] = colours[3 * value + 1], image.data[at + 2] = colours[3 * value + 2], image.data[at + 3] = 255;
      }
    }
    const small = document.createElement('canvas');
    small.width = spans, small.height = rows, small.getContext('2d').putImageData(image, 0, 0);
    const context = canvas.getContext('2d');
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, canvas.width, canvas.height);
    this.marks(context, canvas);
  }
  /// The moment of the slider, and the row that is chosen.
  marks(context, canvas) {
    const x = ((this.span + 0.5) / this.data.spans) * canvas.width;
    if (this.moment) {
      context.strokeStyle = '#fff', context.lineWidth = 3, context.strokeRect(x - 2, -4, 4, canvas.height + 8);
      context.strokeStyle = '#000', context.lineWidth = 1, context.strokeRect(x - 2, -4, 4, canvas.height + 8);
    }
    if (this.selected < 0) return;
    const y = ((this.selected - this.first) / this.shown) * canvas.height, tall = Math.max(3, canvas.height / this.shown);
    context.strokeStyle = '#fff', context.lineWidth = 3, context.strokeRect(1, y, canvas.width - 2, tall);
    context.strokeStyle = '#000', context.lineWidth = 1, context.strokeRect(1, y, canvas.width - 2, tall);
  }

  again() { this.draw(this.name, this.colours, this.span); }
  rowAt(event) {
    const box = this.canvas.getBoundingClientRect(), row = Math.floor(this.first + ((event.clientY - box.top) / box.height) * this.shown);
    return row >= 0 && row < this.data.channels ? row : -1;
  }
  show(first, shown) {
    this.shown = Math.min(this.data.channels, Math.max(Math.min(8, this.data.channels), shown));
    this.first = Math.max(0, Math.min(this.data.channels - this.shown, first));
    this.again();
  }
  /// Around a row that stays where it is.
  zoom(factor, row) {
    const shown = this.shown * factor, part = (row - this.first) / this.shown;
    this.show(row - part * shown, shown);
  }
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && this.shown >= this.data.channels && event.deltaY > 0) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.rowAt(event));
  }
  grab(event) {
    const start = event.clientY, first = this.first, height = this.canvas.clientHeight;
    let moved = false;
    const move = (e) => {
      if (Math.abs(e.clientY - start) > 4) moved = true;
      if (moved) this.show(first - ((e.clientY - start) / height) * this.shown, this.shown);
    };
    const end = (e) => {
      removeEventListener('pointermove', move), removeEventListener('pointerup', end), removeEventListener('pointercancel', end);
      if (!moved && e.type === 'pointerup') this.select(this.rowAt(e));
    };
    addEventListener('pointermove', move), addEventListener('pointerup', end), addEventListener('pointercancel', end);
  }
  select(row) {
    if (row < 0) return;
    this.selected = row;
    if (row < this.first || row >= this.first + this.shown) this.show(row - this.shown / 2, this.shown);
    this.again();
    this.choose({title: this.data.name(this.channel(row)), channels: [this.channel(row)], fromHeatMap: true});
  }
  key(event) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20}[event.key];
    if (step) this.select(Math.max(0, Math.min(this.data.channels - 1, (this.selected < 0 ? 0 : this.selected) + step)));
    else if (event.key === '+') this.zoom(0.5, Math.max(0, this.selected));
    else if (event.key === '-') this.zoom(2, Math.max(0, this.selected));
    else return;
    event.preventDefault();
  }
}

// The hosts of a job over time, a row each: computing, or waiting for messages and sending them; below them what the channels carry.
import {HeatMap} from './heat_map.js';
import {mixed, rgb, theme} from './colours.js';
import {number, timeText} from './format.js';
import {unpackBytes} from './unpack.js';

// Of the palette for things side by side, as Benito's Figure 8 has them: blue and orange.
const computing = [0, 114, 178], communicating = [230, 159, 0];

/// A table of 256 colours for a share of the time in which a host computes.
export function phaseColours(whole) {
  const colours = new Uint8Array(256 * 3);
  for (let v = 0; v < 256; ++v) colours.set(mixed(communicating, computing, Math.min(1, v / whole)), 3 * v);
  return colours;
}

/// Rows for the heat map: it knows channels only.
export class RankData {
  static async read(source) {
    const data = Object.assign(new RankData(), {channels: source.ranks, spans: source.spans, spanPs: source.span_ps, whole: source.whole, load: source.load ?? [], loadSpanPs: source.load_span_ps});
    data.busy = await unpackBytes(source.computing);
    return data;
  }
  name(host) { return `host ${host}`; }
  sum(plane, host) { return plane.subarray(host * this.spans, (host + 1) * this.spans).reduce((sum, value) => sum + value, 0); }
  /// Share of the time in which the hosts compute, all together or one of them.
  share(host) {
    let sum = 0;
    for (let h = host ?? 0; h < (host === undefined ? this.channels : host + 1); ++h) sum += this.sum(this.busy, h);
    return sum / this.whole / Math.max(1, this.spans) / (host === undefined ? Math.max(1, this.channels) : 1);
  }
}

const markup = `<div class="legend"></div><canvas class="heat"></canvas><canvas class="under"></canvas>
<div class="axis"><span>0</span><span class="middle"></span><span class="end"></span></div><p class="note chosen" aria-live="polite"></p>`;

export class RankView {
  constructor(section, data) {
    const holder = document.createElement('div');
    holder.className = 'ranks', holder.innerHTML = markup, section.append(holder);
    const get = (name) => holder.querySelector(name);
    Object.assign(this, {data, under: get('.under'), chosen: get('.chosen')});
    this.heat = new HeatMap(get('.heat'), data, ({channels: [host]}) => this.choose(host), {label: 'host', height: Math.max(120, Math.min(460, 8 * data.channels)), moment: false});
    const entries = [[communicating, 'waits or sends'], [computing, 'computes']].map(([colour, name]) => {
      const entry = document.createElement('span'), box = document.createElement('i');
      box.style.background = rgb(colour), entry.append(box, name);
      return entry;
    });
    get('.legend').append(...entries);
    get('.end').textContent = timeText(data.spans * data.spanPs);
    get('.middle').textContent = `time; ${number(data.channels)} hosts, a row each; below: load of all channels, at most ${number(Math.max(0, ...data.load.filter(Number.isFinite)))} %`;
    this.choose();
    new ResizeObserver(() => this.draw()).observe(holder);
    document.addEventListener('ebb-theme', () => this.draw());
    this.draw();
  }
  choose(host) {
    this.chosen.textContent = `${host === undefined ? 'The hosts compute' : `Host ${host} computes`} for ${number(100 * this.data.share(host))} % of the time.`;
  }
  draw() {
    const colour = theme();
    this.heat.draw('busy', phaseColours(this.data.whole), -1);
    const canvas = this.under, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = 70;
    if (!width) return;
    canvas.style.height = `${height}px`, canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d'), most = Math.max(1e-9, ...this.data.load.filter(Number.isFinite)), all = this.data.spans * this.data.spanPs;
    const x = (span) => Math.min(canvas.width, ((span * this.data.loadSpanPs) / all) * canvas.width);
    context.fillStyle = colour.load;
    this.data.load.forEach((load, span) => {
      const tall = (Number.isFinite(load) ? load / most : 0) * (canvas.height - 4 * ratio);
      context.fillRect(x(span), canvas.height - tall, Math.max(1, x(span + 1) - x(span)), tall);
    });
    context.strokeStyle = colour.line, context.strokeRect(0, 0, canvas.width, canvas.height);
  }
}

export async function mountRanks(ranks) {
  for (const section of document.querySelectorAll('section[data-ranks]')) {
    try {
      section.view = new RankView(section, await RankData.read(ranks[Number(section.dataset.ranks)]));
    } catch (error) {
      const note = document.createElement('p');
      note.className = 'note failed', note.textContent = `The job cannot be shown: ${error.message}`;
      section.append(note);
    }
  }
}

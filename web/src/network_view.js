// The network over time: a picture, a heat map, a slider that moves both, and the history of what is chosen.
import {legendEntries, modes, palette} from './colour_modes.js';
import {HeatMap} from './heat_map.js';
import {NetworkData} from './network_data.js';
import {addNetworkTools} from './network_save.js';
import {Picture} from './picture.js';
import {showDetail} from './channel_detail.js';
import {number, timeText} from './format.js';
import {theme} from './colours.js';

const markup = `<div class="controls">
<button type="button" class="play" aria-label="play">▶ play</button>
<input type="range" min="0" value="0" step="1" aria-label="time">
<span class="clock" aria-live="off"></span>
<label>colour <select class="mode"></select></label>
<label>rows <select class="order"><option value="number">by number</option><option value="busy">busiest first</option></select></label>
<input type="search" class="find" placeholder="switch 3 -> switch 7" aria-label="find a channel or a switch">
</div>
<div class="legend"></div>
<div class="views"><div><canvas class="picture"></canvas><p class="note shown"></p></div><div><canvas class="heat"></canvas><div class="axis"><span>0</span><span class="rows"></span><span class="end"></span></div></div></div>
<div class="detail"><p class="note">Choose a channel or a switch, in the picture, in the heat map or by its name, to see its history and why it changed.</p></div>`;

/// What a dot and a line of the picture stand for, and what is not in the picture.
export function shownText(data, mode) {
  const [more, most] = {rate: ['faster', 'fastest'], busy: ['busier', 'busiest'], power: ['hungrier', 'hungriest']}[mode];
  const grouped = data.switches > data.places.length, dots = grouped ? 'dots' : 'switches', share = data.switches / data.places.length;
  const [least, greatest] = data.edges.reduce(([a, b], {count}) => [Math.min(a, count), Math.max(b, count)], [Infinity, 0]);
  const sentences = [];
  if (grouped) sentences.push(`Each of the ${number(data.places.length)} dots is a group of ${Number.isInteger(share) ? number(share) : `about ${number(Math.round(share))}`} switches, ${number(data.switches)} in all.`);
  if (greatest > 2 || grouped) {
    const many = least === greatest ? `${number(least)} of them` : `${number(least)} to ${number(greatest)} of them`;
    sentences.push(`A line is all channels between two ${dots}, both ways, ${many}, and has the colour of ${data.names ? `the ${more} direction, by its mean` : `the ${most} one`}; the heat map has each ${data.names ? 'direction' : ''} by itself.`.replace('  ', ' '));
  } else sentences.push(`A line is both directions of a link and has the colour of the ${more} one; the heat map has each by itself.`);
  const channels = (count, where) => (count ? [`${number(count)} ${count === 1 ? 'channel' : 'channels'} ${where}`] : []);
  const others = [...channels(data.withinPlaces, 'within groups'), ...channels(data.hostChannels, 'of hosts')];
  if (others.length) sentences.push(`Not drawn, but in the heat map: ${others.join(', ')}.`);
  return sentences.join(' ');
}

export class NetworkView {
  constructor(section, data) {
    this.section = section, this.data = data, this.mode = data.rates.length ? 'rate' : 'busy', this.span = 0;
    const holder = document.createElement('div');
    holder.innerHTML = markup;
    section.append(holder);
    const get = (name) => holder.querySelector(name);
    Object.assign(this, {slider: get('[type=range]'), clock: get('.clock'), legend: get('.legend'), detail: get('.detail'), button: get('.play'), rows: get('.rows'), end: get('.end'), shown: get('.shown')});
    const choose = (choice) => this.choose(choice);
    this.picture = new Picture(get('.picture'), data, choose), this.heat = new HeatMap(get('.heat'), data, choose);
    this.slider.max = Math.max(0, data.spans - 1);
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.button.addEventListener('click', () => this.play(!this.timer));
    for (const [name, {title}] of Object.entries(modes)) get('.mode').add(new Option(title, name));
    get('.mode').value = this.mode;
    get('.mode').addEventListener('change', (e) => { this.mode = e.target.value, this.draw(); });
    get('.order').addEventListener('change', (e) => { this.heat.sort(e.target.value), this.heat.selected = -1, this.draw(); });
    get('.find').addEventListener('change', (e) => e.target.value && this.choose({title: e.target.value, channels: data.find(e.target.value)}));
    new ResizeObserver(() => this.draw()).observe(holder);
    document.addEventListener('ebb-theme', () => this.draw());
    if (data.edges.length === 0) get('.picture').parentNode.hidden = true;
    this.draw();
    addNetworkTools(this, get('.picture').parentNode, get('.heat').parentNode);
  }

  /// Shows newer data of the same network, at the newest moment unless somebody looks at another.
  replace(data) {
    const atEnd = this.span >= this.data.spans - 1, selected = this.heat.selected;
    this.data = this.picture.data = this.heat.data = data;
    this.heat.sort(this.heat.sorted), this.heat.selected = selected;
    this.slider.max = Math.max(0, data.spans - 1);
    this.go(atEnd ? data.spans - 1 : this.span);
  }
  go(span) {
    this.span = Math.max(0, Math.min(this.data.spans - 1, span)), this.slider.value = this.span;
    this.draw();
  }
  play(on) {
    clearInterval(this.timer), this.timer = null;
    this.button.textContent = on ? '❚❚ stop' : '▶ play', this.button.setAttribute('aria-label', on ? 'stop' : 'play');
    if (on) this.timer = setInterval(() => this.go(this.span + 1 < this.data.spans ? this.span + 1 : 0), 160);
  }
  choose(choice) {
    this.picture.pickOut(choice.channels, choice.place);
    if (!choice.fromHeatMap) this.heat.selected = choice.channels.length === 1 ? this.heat.order.indexOf(choice.channels[0]) : -1;
    showDetail(this.detail, this.data, choice, (next) => this.choose(next));
    this.draw();
  }
  draw() {
    theme();  // the scale of colours goes with the page
    const colours = palette(this.mode, this.data), plane = modes[this.mode].plane;
    this.clock.textContent = `${timeText(this.span * this.data.spanPs)} – ${timeText((this.span + 1) * this.data.spanPs)}`;
    this.slider.setAttribute('aria-valuetext', this.clock.textContent);
    this.legend.replaceChildren(...legendEntries(this.mode, this.data).map(([colour, name]) => {
      const entry = document.createElement('span'), box = document.createElement('i');
      box.style.background = colour;
      entry.append(box, name);
      return entry;
    }));
    this.end.textContent = timeText(this.data.spans * this.data.spanPs);
    this.rows.textContent = `time; ${number(this.data.channels)} ${this.data.names ? 'rows of channels together' : 'channels, a row each'}`;
    this.shown.textContent = shownText(this.data, this.mode);
    this.picture.draw(this.span, this.data[plane], colours);
    this.heat.draw(plane, colours, this.span);
  }
}

export async function mountNetworks(networks) {
  for (const section of document.querySelectorAll('section[data-network]')) {
    try {
      const view = new NetworkView(section, await NetworkData.read(networks[Number(section.dataset.network)]));
      section.view = view;
    } catch (error) {
      const note = document.createElement('p');
      note.className = 'note failed', note.textContent = `The network cannot be shown: ${error.message}`;
      section.append(note);
    }
  }
}

// The picture and the heat map as files: SVG, PNG, and their numbers as CSV.
import {csv} from './format.js';
import {savePng, saveText} from './save.js';
import {theme} from './colours.js';

const mostRows = 20000;  // of a heat map's CSV: what is in view, and no more than a spreadsheet takes

export const xmlText = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const svgOf = ({width, height}, inside) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

export function pictureSvg(picture, size, colour) {
  const round = (n) => Math.round(10 * n) / 10;
  const lines = picture.lines(size).map((l) => `<path fill="none" d="M${l.from.map(round)}${l.by ? `Q${l.by.map(round)} ` : 'L'}${l.to.map(round)}" stroke="${l.colour}" stroke-opacity="${round(l.alpha)}" stroke-width="${round(l.width)}"/>`);
  const dots = picture.dots(size).map((d) => `<circle cx="${round(d.at[0])}" cy="${round(d.at[1])}" r="${round(d.radius)}" fill="${d.chosen ? colour.accent : colour.ink}"><title>${xmlText(d.name)}</title></circle>`);
  return svgOf(size, lines.join('') + dots.join(''));
}

/// In percent where the values are shares; else the mean rate in Gb/s: that of the ladder where a byte cannot tell them apart.
export function valueOf({mode, data}, value) {
  const share = value / data.whole, fastest = data.rates[data.rates.length - 1];
  if (mode !== 'rate' || !fastest) return 100 * share;
  const exact = data.rates.find((rate) => Math.abs(rate / fastest - share) <= 0.51 / data.whole);
  return exact !== undefined ? exact / 1e9 : Number(((share * fastest) / 1e9).toPrecision(4));
}

export function pictureRows(view) {
  const {places} = view.data, size = {width: 1, height: 1};
  return [['from', 'to', 'channels', view.mode === 'rate' ? 'faster direction [Gb/s]' : 'busier direction [%]'],
    ...view.picture.lines(size).map((l) => [places[l.edge.a][0], places[l.edge.b][0], l.edge.channels.length, valueOf(view, l.value)])];
}

export function heatRows(view) {
  const {data, heat} = view, plane = data[heat.name], rows = [['channel; from [us]', ...Array.from({length: data.spans}, (_, s) => (s * data.spanPs) / 1e6)]];
  const first = Math.floor(heat.first), end = Math.min(data.channels, Math.ceil(heat.first + heat.shown), first + mostRows);
  for (let row = first; row < end; ++row) {
    const c = heat.channel(row);
    rows.push([data.name(c), ...Array.from(plane.subarray(c * data.spans, (c + 1) * data.spans), (v) => valueOf(view, v))]);
  }
  return rows;
}

/// A row of buttons below the picture, and one below the heat map.
export function addNetworkTools(view, pictureHolder, heatHolder) {
  const heatSize = () => ({width: view.heat.canvas.clientWidth, height: view.heat.canvas.clientHeight});
  const heatSvg = () => svgOf(heatSize(), `<image width="100%" height="100%" preserveAspectRatio="none" href="${view.heat.canvas.toDataURL('image/png')}"/>`);
  const tools = (holder, name, svg, size, rows) => {
    const row = document.createElement('div');
    row.className = 'tools';
    for (const [kind, act] of [['SVG', () => saveText(`${name}.svg`, 'image/svg+xml', svg())], ['PNG', () => savePng(`${name}.png`, svg(), size().width, size().height, theme().card)],
      ['CSV', () => saveText(`${name}.csv`, 'text/csv', csv(rows()))]]) {
      const button = document.createElement('button');
      button.type = 'button', button.textContent = kind, button.title = `save the ${name.replace('-', ' ')} as ${kind}`;
      button.addEventListener('click', act), row.append(button);
    }
    holder.append(row);
  };
  tools(pictureHolder, 'network', () => pictureSvg(view.picture, view.picture.size(), theme()), () => view.picture.size(), () => pictureRows(view));
  tools(heatHolder, 'heat-map', heatSvg, heatSize, () => heatRows(view));
}

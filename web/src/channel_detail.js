// The history of what was chosen: how busy it was, at which rate, and why it changed.
import {chartTools, drawChart} from './chart.js';
import {number, rateName, timeText} from './format.js';
import {addScrollHints} from './scroll_hint.js';

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/// Rate and load of one channel, or the means of several.
export function historyChart(data, channels, title) {
  const unit = data.spanPs * data.spans < 2e9 ? ['us', 1e6] : ['ms', 1e9], x = [], busy = [], rate = [];
  for (let s = 0; s < data.spans; ++s) {
    let sumBusy = 0, sumRate = 0;
    for (const c of channels) sumBusy += data.busy[data.at(c, s)], sumRate += data.rate[data.at(c, s)];
    x.push(((s + 0.5) * data.spanPs) / unit[1]);
    busy.push((100 * sumBusy) / data.whole / channels.length), rate.push((100 * sumRate) / data.whole / channels.length);
  }
  return {name: 'channel-history', title, note: '', lying: false, x: {title: 'time', unit: unit[0], scale: 'linear', least: 0},
    y: {title: 'share', unit: '%', scale: 'linear', least: 0, most: 100},
    curves: [{name: 'busy, of the time', shape: 'area', role: 'load', x, y: busy}, {name: 'rate, of the fastest', shape: 'line', role: 'finding', x, y: rate}]};
}

function storyTable(data, channel) {
  const story = data.story(channel);
  if (!data.why) return element('p', data.names && data.rates.length ? 'Channels that are shown together have no one reason; series.json has each of them.' : data.rates.length ? 'The decisions of this run were not kept.' : 'No policy controls it: it stays at full rate.', 'note');
  if (story.length === 0) return element('p', 'It never changed.', 'note');
  const scroll = element('div', undefined, 'scroll'), table = element('table'), head = element('tr');
  scroll.tabIndex = 0;
  for (const text of ['from', 'to', 'changes', 'mostly at', 'last one because']) head.append(element('th', text));
  table.append(head);
  for (const line of story.slice(0, 200)) {
    const row = element('tr');
    for (const text of [timeText(line.span * data.spanPs), timeText((line.span + 1) * data.spanPs), line.changes >= 255 ? '255 or more' : line.changes,
      data.rates.length ? rateName(data.rates[line.state]) : 'full rate', line.why]) row.append(element('td', text));
    table.append(row);
  }
  scroll.append(table);
  return scroll;
}

export function showDetail(panel, data, choice, choose) {
  panel.replaceChildren();
  const {channels, title} = choice;
  panel.append(element('h3', title));
  if (channels.length === 0) return panel.append(element('p', 'There is no such channel.', 'note'));
  const mean = channels.reduce((sum, c) => sum + data.mean(data.busy, c), 0) / channels.length;
  panel.append(element('p', `${channels.length === 1 ? data.kindName(channels[0]) : `${channels.length} channels`}, busy for ${number(100 * mean)} % of the whole run.`, 'note'));
  const figure = element('figure', undefined, 'history'), plot = element('div', undefined, 'plot');
  figure.style.margin = '0';
  figure.append(plot), panel.append(figure);
  chartTools(figure, drawChart(plot, historyChart(data, channels, title)));
  if (channels.length === 1) {
    panel.append(storyTable(data, channels[0])), addScrollHints(panel);
    return;
  }
  const list = element('div', undefined, 'tools');
  for (const c of channels.slice(0, 64)) {
    const pick = element('button', data.name(c));
    pick.type = 'button';
    pick.addEventListener('click', () => choose({title: data.name(c), channels: [c]}));
    list.append(pick);
  }
  panel.append(list);
}

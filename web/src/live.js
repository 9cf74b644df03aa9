// Follows a run or a study: its server sends what there is to show as it comes.
import {chartTools, drawChart} from './chart.js';
import {NetworkData} from './network_data.js';
import {NetworkView} from './network_view.js';
import {number} from './format.js';

const token = () => new URLSearchParams(location.search).get('token') ?? '';

export function followRun(root) {
  root.innerHTML = `<section class="live"><p class="state" role="status">waiting for news …</p><div class="bar"><i></i></div>
<p class="note figures"></p><button type="button" class="stop">stop, as Ctrl-C does</button></section>
<div class="grid"></div><section class="network" hidden><h3>The network until now</h3></section>`;
  const get = (name) => root.querySelector(name), charts = new Map();
  let view = null, over = false, network = null, history = null, reading = false;
  const say = (text) => { get('.state').textContent = text; };
  // The answer to the wish may come after the last word.
  const asked = () => { if (!over) say('asked to stop …'); };
  get('.stop').addEventListener('click', () => fetch(`stop?token=${token()}`, {method: 'POST'}).then(asked));

  const showProgress = (p) => {
    if (over) return;
    say(p.text), get('.bar i').style.width = `${Math.min(100, 100 * (p.share ?? 0))}%`;
    get('.figures').textContent = p.figures ?? '';
  };
  const showCharts = (list) => {
    for (const chart of list) {
      if (charts.has(chart.name)) { charts.get(chart.name).show(chart); continue; }
      const figure = document.createElement('figure'), title = document.createElement('h3'), plot = document.createElement('div');
      figure.className = 'chart', title.textContent = chart.title, plot.className = 'plot';
      figure.append(title, plot), get('.grid').append(figure);
      const drawn = drawChart(plot, chart);
      chartTools(figure, drawn), charts.set(chart.name, drawn);
    }
  };
  // News come while those before are still being unpacked: one after the other, and only the latest.
  const showNetwork = async () => {
    if (reading || !network || !history) return;
    reading = true;
    while (history) {
      const latest = history, section = get('section.network');
      history = null;
      const data = view ? await view.data.during(latest) : await NetworkData.read({...network, history: latest});
      section.hidden = false;
      if (view) view.replace(data);
      else view = new NetworkView(section, data), view.go(data.spans - 1);
    }
    reading = false;
  };

  const events = new EventSource(`events?token=${token()}`);
  events.addEventListener('progress', (e) => showProgress(JSON.parse(e.data)));
  events.addEventListener('charts', (e) => showCharts(JSON.parse(e.data)));
  events.addEventListener('network', (e) => { network = JSON.parse(e.data), showNetwork(); });
  events.addEventListener('history', (e) => { history = JSON.parse(e.data), showNetwork(); });
  events.addEventListener('end', (e) => {
    over = true, events.close(), get('.stop').hidden = true;
    const last = JSON.parse(e.data);
    say(last.text);
    if (last.whole) get('.bar i').style.width = '100%';  // else it stays where it was stopped
  });
  events.onerror = () => { if (!over) say('It cannot be reached any more: it has ended, or the connection is lost.'); };
  window.ebbLive = {charts, number};
}

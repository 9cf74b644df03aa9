import './page.css';
import {mountCharts} from './chart.js';
import {mountNetworks} from './network_view.js';
import {browse} from './browse.js';
import {followRun} from './live.js';
import {mountRanks} from './rank_view.js';
import {addScrollHints} from './scroll_hint.js';

/// Light, dark, or as the machine likes it.
function themeButton() {
  const button = document.createElement('button');
  button.type = 'button', button.className = 'theme', button.textContent = '◐', button.title = 'light or dark';
  button.setAttribute('aria-label', 'switch between light and dark');
  const root = document.documentElement, dark = () => getComputedStyle(root).colorScheme === 'dark';
  button.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    document.dispatchEvent(new Event('ebb-theme'));
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => document.dispatchEvent(new Event('ebb-theme')));
  document.body.append(button);
}

/// On paper nothing can be opened: the configuration is printed too.
function openForPrint() {
  const closed = () => [...document.querySelectorAll('details:not([open])')];
  let opened = [];
  addEventListener('beforeprint', () => { opened = closed(), opened.forEach((d) => { d.open = true; }); });
  addEventListener('afterprint', () => opened.forEach((d) => { d.open = false; }));
}

const data = JSON.parse(document.getElementById('ebb-data').textContent);
themeButton();
openForPrint();
addScrollHints(document);
if (data.live) followRun(document.getElementById('live'));
else if (data.browse) browse(document.getElementById('browse'));
else {
  window.ebbCharts = mountCharts(data.charts);
  window.ebbReady = Promise.all([mountNetworks(data.networks), mountRanks(data.ranks ?? [])]);
}

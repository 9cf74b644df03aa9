// The page of results: a list of runs to filter and sort, a plot, a comparison, a run.
import {ask, Latest} from './browse_api.js';
import {PlotView, usualAxes} from './browse_plot.js';
import {elsewhere, StartForm} from './browse_start.js';
import {runTable} from './browse_table.js';
import {comparison, runView} from './browse_views.js';
import {element} from './dom.js';
import {addScrollHints} from './scroll_hint.js';

const pause = 2000, rows = 100;

/// A text field with the names that it takes.
function nameField(label, list, change) {
  const input = element('input', {type: 'search', spellcheck: false, onchange: () => change(input.value.trim())});
  input.setAttribute('list', list);
  return {input, label: element('label', {}, label, input)};
}

function box(label, change) {
  const input = element('input', {type: 'checkbox', onchange: () => change(input.checked)});
  return element('label', {}, input, label);
}

class Browser {
  constructor(root) {
    this.state = {filter: '', sort: '', each: false, from: 0, figures: [], x: '', y: '', log_x: false, log_y: false, chosen: []};
    this.requests = {list: new Latest(), plot: new Latest(), compared: new Latest(), run: new Latest()};
    this.revision = 0;
    this.build(root);
    this.follow();
  }

  build(root) {
    const part = (name, tag = 'div', className = '') => { this[name] = element(tag, {className}); return this[name]; };
    const change = (name) => (value) => this.set({[name]: value, from: 0});
    this.filter = element('input', {type: 'search', className: 'find', placeholder: 'steady load>=0.5 routing.name=ugal_l', ariaLabel: 'filter', spellcheck: false,
      oninput: () => { clearTimeout(this.typing), this.typing = setTimeout(() => change('filter')(this.filter.value), 250); }});
    const column = nameField('add a column', 'all-names', (name) => { if (name) this.set({figures: [...new Set([...this.columns, name])]}), column.input.value = ''; });
    this.x = nameField('over', 'all-names', change('x')), this.y = nameField('plot', 'all-names', change('y'));
    const log = (name) => box(name === 'log_x' ? 'log x' : 'log y', change(name));
    root.append(part('lead', 'p', 'lead'), part('problems', 'pre', 'problems'), part('elsewhere', 'section', 'table started'), this.names = element('datalist', {id: 'all-names'}),
      element('section', {className: 'table'}, element('div', {className: 'controls'}, element('label', {className: 'wide'}, 'filter', this.filter), box('each seed', change('each')), column.label),
        part('wrong', 'pre', 'problems'), part('list', 'div', 'scroll'), part('pages', 'div', 'controls')),
      part('compared', 'section', 'table'), part('run', 'section', 'table'),
      element('section', {className: 'table'}, element('div', {className: 'controls axes'}, this.y.label, this.x.label, log('log_x'), log('log_y')), part('wrongPlot', 'pre', 'problems'), part('figure', 'figure', 'chart bare')),
      part('begin', 'div'));
    this.plot = new PlotView(this.figure), this.form = new StartForm(this.begin);
    this.list.tabIndex = 0, this.compared.hidden = this.run.hidden = true;
    addScrollHints(root);
  }

  /// Changes what is shown, and shows it.
  set(changes) {
    Object.assign(this.state, changes);
    this.showList(), this.showPlot();
  }

  /// Reads the list again when a store has changed.
  async follow() {
    try {
      const state = await ask('api/state');
      this.problems.textContent = state.problems, this.begin.hidden = !state.started;
      if (state.started) this.form.show(state);
      elsewhere(this.elsewhere, state.elsewhere);
      this.lead.textContent = state.revision === 0 ? 'reading …' : `${state.runs} runs in ${state.sources.length} ${state.sources.length === 1 ? 'place' : 'places'}.`;
      if (state.revision !== this.revision) await this.renew(), this.revision = state.revision;
    } catch {
      this.problems.textContent = 'It cannot be reached any more: it has ended, or the connection is lost.';
    }
    setTimeout(() => this.follow(), pause);
  }

  async renew() {
    const names = await ask('api/names'), all = [...new Set([...names.varied, ...names.figures])];
    this.names.replaceChildren(...all.map((value) => element('option', {value})));
    const usual = usualAxes(names);
    for (const axis of ['x', 'y']) this[axis].input.value = this.state[axis] ||= usual[axis];
    this.set({});
  }

  query() {
    const {filter, sort, each} = this.state;
    return {filter, sort, each};
  }

  showList() {
    const {from, figures} = this.state;
    this.requests.list.of(() => ask('api/runs', {...this.query(), from, count: rows, figures: figures.join(',')}), (list) => {
      this.wrong.textContent = '', this.columns = list.figures;
      this.list.replaceChildren(runTable(list, this.state, {sort: (sort) => this.set({sort, from: 0}), choose: (id, yes) => this.choose(id, yes), open: (id) => this.open(id)}));
      this.showPages(list);
      window.ebbBrowse = {list, state: this.state};
    }, (text) => { this.wrong.textContent = text; });
  }

  showPages({wanted, total, from}) {
    const to = Math.min(wanted, from + rows), turn = (text, next, possible) => element('button', {type: 'button', disabled: !possible, onclick: () => this.set({from: next})}, text);
    this.pages.replaceChildren(turn('◀', Math.max(0, from - rows), from > 0), turn('▶', from + rows, to < wanted),
      element('span', {className: 'note'}, `${wanted === 0 ? 0 : from + 1} to ${to} of ${wanted}${wanted < total ? ` (of ${total})` : ''}`));
  }

  showPlot() {
    const {x, y, log_x, log_y} = this.state;
    if (!x || !y) return;
    this.requests.plot.of(() => ask('api/chart', {...this.query(), sort: '', x, y, log_x, log_y}), (chart) => this.plot.show(chart), (text) => this.plot.refuse(text));
  }

  /// The last two that were chosen are compared.
  choose(id, yes) {
    const others = this.state.chosen.filter((chosen) => chosen !== id);
    this.state.chosen = yes ? [...others, id].slice(-2) : others;
    for (const input of this.list.querySelectorAll('input[type=checkbox]')) input.checked = this.state.chosen.includes(input.ariaLabel.slice('compare '.length));
    this.compared.hidden = this.state.chosen.length < 2;
    if (this.compared.hidden) return;
    const [a, b] = this.state.chosen;
    this.fill('compared', () => ask('api/compare', {a, b}), (table) => comparison(table, [a, b]));
  }

  open(id) {
    this.fill('run', () => ask('api/run', {id}), runView);
  }

  fill(name, work, view) {
    const place = this[name], shown = (...content) => { place.hidden = false, place.replaceChildren(...content, element('button', {type: 'button', className: 'shut', onclick: () => { place.hidden = true; }}, 'close')); };
    this.requests[name].of(work, (result) => { shown(...view(result)), addScrollHints(place), place.scrollIntoView({block: 'nearest'}); }, (text) => shown(element('pre', {className: 'problems'}, text)));
  }
}

export const browse = (root) => new Browser(root);

// The list of runs: a column for each setting that differs and for each figure that is wanted.
import {breakable, element} from './dom.js';
import {number} from './format.js';

export const valueText = (value) => (value === null || value === undefined ? '-' : typeof value === 'number' ? number(value) : String(value));
export const withHalf = ([value, half]) => (half === null || half === undefined ? valueText(value) : `${valueText(value)} ± ${number(half)}`);

/// A click sorts by a column, a second one the other way round.
export const nextSort = (sort, name) => (sort === name ? `-${name}` : name);

function heading(name, sort, choose, isNumber) {
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  return element('th', {className: isNumber ? 'number' : '', 'aria-sort': order},
    element('button', {type: 'button', className: 'sort', onclick: () => choose(nextSort(sort, name))}, breakable(name), {ascending: ' ▲', descending: ' ▼', none: ''}[order]));
}

function row(run, chosen, act) {
  const cells = [element('input', {type: 'checkbox', checked: chosen.includes(run.id), ariaLabel: `compare ${run.id}`, onchange: (event) => act.choose(run.id, event.target.checked)}),
    element('button', {type: 'button', className: 'id', onclick: () => act.open(run.id)}, run.id.slice(0, 8))];
  const texts = [...run.settings.map(valueText), run.verdict];
  return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)), ...texts.map((text) => element('td', {}, text)),
    element('td', {className: 'number'}, String(run.seeds)), ...run.figures.map((figure) => element('td', {className: 'number'}, withHalf(figure))));
}

/// `act` has sort(name), choose(id, yes) and open(id).
export function runTable(list, state, act) {
  const head = element('tr', {}, element('th', {}, 'compare'), heading('id', state.sort, act.sort),
    ...list.varied.map((name) => heading(name, state.sort, act.sort)), heading('verdict', state.sort, act.sort), element('th', {className: 'number'}, 'seeds'),
    ...list.figures.map((name) => heading(name, state.sort, act.sort, true)));
  return element('table', {className: 'runs'}, element('thead', {}, head), element('tbody', {}, ...list.runs.map((run) => row(run, state.chosen, act))));
}

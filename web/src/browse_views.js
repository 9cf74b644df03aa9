// What is opened from the list: one run, or two side by side.
import {address} from './browse_api.js';
import {valueText, withHalf} from './browse_table.js';
import {breakable, element} from './dom.js';

const scroll = (...content) => element('div', {className: 'scroll', tabIndex: 0}, ...content);
const isNumberOrNothing = (value) => typeof value === 'number' || value === null;

/// A table as the server has it: columns with headings and units, rows by keys, notes.
export function tableOf(table) {
  const headings = table.columns.map((column) => element('th', {className: 'number'}, column.heading + (column.unit ? ` [${column.unit}]` : '')));
  const rows = table.rows.map((row) => element('tr', {}, ...table.columns.map(({key}, i) =>
    element('td', {className: i > 0 && isNumberOrNothing(row[key]) ? 'number' : ''}, i === 0 ? breakable(row[key]) : valueText(row[key])))));
  if (headings.length) headings[0].className = '';
  return [scroll(element('table', {}, element('thead', {}, element('tr', {}, ...headings)), element('tbody', {}, ...rows))),
    ...(table.notes ?? []).map((note) => element('p', {className: 'note'}, note))];
}

function facts(pairs) {
  return element('dl', {className: 'facts'}, ...pairs.filter(([, value]) => value).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

const listing = (title, text) => element('details', {className: 'listing'}, element('summary', {}, title), element('pre', {tabIndex: 0}, text));

export function runView(run) {
  const pages = run.seeds.map((id, i) => element('a', {href: address('page', {id}), target: '_blank', rel: 'noopener'}, run.seeds.length > 1 ? `seed ${i + 1}` : 'open its page'));
  const figures = run.figures.map(([name, ...figure]) => element('tr', {}, element('td', {}, breakable(name)), element('td', {className: 'number'}, withHalf(figure))));
  return [element('h2', {}, `Run ${run.id.slice(0, 8)}`), element('p', {className: 'pages'}, ...pages.flatMap((page) => [page, ' '])),
    facts([['verdict', `${run.verdict}${run.why ? `: ${run.why}` : ''}`], ['file', run.file], ['in', run.source], ['made by', `ebb ${run.version}${run.machine ? ` on ${run.machine}` : ''}, ${run.finished_utc}`], ['digest', run.digest]]),
    element('h3', {}, 'Figures'), scroll(element('table', {}, element('tbody', {}, ...figures))),
    listing(`settings: ${run.settings.length}`, run.settings.map(([name, value]) => `${name} = ${value}`).join('\n')),
    ...(run.summary ? [listing('summary, as ebb run prints it', run.summary)] : []), listing('configuration, for ebb run', run.config)];
}

export const comparison = (table, [a, b]) => [element('h2', {}, `${b.slice(0, 8)} against ${a.slice(0, 8)}`), ...tableOf(table)];

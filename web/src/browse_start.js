// A form that starts a run, and the runs that were started from it.
import {ask, Refusal} from './browse_api.js';
import {element} from './dom.js';

/// The file of the form has no name: of "-:14:1: traffic.load" only the line counts.
export const byLine = (problems) => problems.replaceAll(/^-:(\d+):(\d+):/gm, 'line $1, column $2:');

/// Runs, studies and agents of other terminals that have a live page.
export function elsewhere(root, pages) {
  root.hidden = pages.length === 0;
  root.replaceChildren(element('h2', {}, 'Running now'), ...pages.map(({title, live, folder, started_utc}) =>
    element('div', {className: 'controls'}, element('strong', {}, title), element('a', {href: live, target: '_blank', rel: 'noopener'}, 'follow it'),
      element('span', {className: 'note'}, `in ${folder}, since ${new Date(started_utc).toLocaleString()}`))));
}

export class StartForm {
  constructor(root) {
    this.text = element('textarea', {rows: 18, spellcheck: false, ariaLabel: 'run file'});
    this.button = element('button', {type: 'button', onclick: () => this.start()}, 'check and start');
    this.said = element('pre', {className: 'problems', role: 'status'}), this.list = element('div', {className: 'started'});
    this.place = element('span', {className: 'note'});
    root.append(element('details', {className: 'listing', ontoggle: (event) => event.target.open && this.fill()}, element('summary', {}, 'Start a run'), this.text,
      element('div', {className: 'controls'}, this.button, this.place), this.said), this.list);
  }

  /// The form begins with an example that runs as it is.
  async fill() {
    if (this.text.value === '') this.text.value = await ask('api/example');
  }

  async start() {
    this.button.disabled = true, this.said.textContent = 'checking …';
    try {
      const {number} = await ask('api/start', {}, {method: 'POST', body: this.text.value});
      this.said.textContent = `run ${number} waits for its turn`;
    } catch (problem) {
      this.said.textContent = problem instanceof Refusal ? byLine(problem.message) : 'It cannot be reached any more: it has ended, or the connection is lost.';
    }
    this.button.disabled = false;
  }

  show({started, store}) {
    this.place.textContent = `its result goes into ${store}`;
    this.list.replaceChildren(...started.map((run) => this.line(run)));
  }

  line({number, state, said, live}) {
    const going = ['waiting', 'running'].includes(state);
    return element('div', {className: 'controls'}, element('strong', {}, `run ${number}: ${state}`),
      live ? element('a', {href: live, target: '_blank', rel: 'noopener'}, 'follow it') : null,
      going ? element('button', {type: 'button', onclick: () => ask('api/stop', {number}, {method: 'POST'})}, 'stop') : null,
      said ? element('pre', {className: 'note'}, said) : null);
  }
}

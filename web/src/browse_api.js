// Asks the server of the page. Problems come as text, and are shown as they are.
const token = () => new URLSearchParams(location.search).get('token') ?? '';

export function address(path, parameters = {}) {
  const query = new URLSearchParams({token: token()});
  for (const [name, value] of Object.entries(parameters)) if (value !== '' && value !== false && value !== null) query.set(name, value === true ? '1' : value);
  return `${path}?${query}`;
}

export class Refusal extends Error {}

export async function ask(path, parameters, options) {
  const response = await fetch(address(path, parameters), options);
  if (!response.ok) throw new Refusal((await response.text()).trim() || `refused: ${response.status} ${response.statusText}`);
  return (response.headers.get('Content-Type') ?? '').startsWith('application/json') ? response.json() : response.text();
}

/// Only the latest of several requests counts: a slow answer never replaces a newer one.
export class Latest {
  #number = 0;
  async of(work, show, refuse) {
    const number = ++this.#number;
    try {
      const result = await work();
      if (number === this.#number) show(result);
    } catch (problem) {
      if (number !== this.#number) return;
      refuse(problem instanceof Refusal ? problem.message : 'It cannot be reached any more: it has ended, or the connection is lost.');
    }
  }
}

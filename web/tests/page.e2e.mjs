// Opens pages in headless Chromium: node tests/page.e2e.mjs KIND ADDRESS [EXPECTED.json]. Exits with 77 where there is no
// Chromium or playwright-core, and says so. tests/web_page_test.py makes the pages and calls this.
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
let chromium;
try {
  ({chromium} = await import('playwright-core'));
} catch {
  console.log('skipped: playwright-core is not installed (npm install in web/)');
  process.exit(77);
}
if (!browser) {
  console.log('skipped: there is no Chromium here (apt-get install chromium)');
  process.exit(77);
}

const [, , kind, address, expectedFile] = process.argv;
const expected = expectedFile ? JSON.parse(readFileSync(expectedFile, 'utf8')) : {};
const started = await chromium.launch({executablePath: browser, args: ['--no-sandbox']});

/// A page that must say nothing in its console and ask nobody for anything.
async function open(options) {
  const page = await (await started.newContext({acceptDownloads: true, ...options})).newPage(), complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('dialog', (d) => { complaints.push(`dialog: ${d.message()}`), d.dismiss(); });
  page.on('request', (r) => {
    if (!/^(file|data|blob):/.test(r.url()) && !r.url().startsWith(new URL(address).origin)) complaints.push(`request: ${r.url()}`);
  });
  const began = Date.now();
  await page.goto(address);
  if (kind !== 'live') await page.evaluate(() => window.ebbReady);
  return {page, complaints, seconds: (Date.now() - began) / 1000};
}

async function downloaded(page, click) {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  return {name: file.suggestedFilename(), bytes: readFileSync(await file.path())};
}

/// By keys alone: four points from the left, zoomed twice, shown there and not in the middle; a change of the theme keeps it.
async function zoomsAtTheCrosshair(page, figure) {
  const window = () => page.evaluate(() => window.ebbCharts[0].cursor.window());
  const [least, most] = await window();
  await figure.locator('.plot').focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight');
  const place = await page.evaluate(() => window.ebbCharts[0].cursor.place);
  assert.equal(place, (await page.evaluate(() => window.ebbCharts[0].cursor.places()))[3]);
  await page.keyboard.press('+');
  await figure.getByText('+', {exact: true}).click();
  const [from, to] = await window();
  assert.ok(Math.abs((to - from) / (most - least) - 0.25) < 0.02, `shown is ${from} to ${to} of ${least} to ${most}`);
  assert.ok(from <= place && place <= to && to < (least + most) / 2, `the window ${from} to ${to} has left ${place}`);
  await page.evaluate(() => document.dispatchEvent(new Event('ebb-theme')));
  assert.deepEqual(await window(), [from, to]);
  await figure.locator('.plot').focus();
  await page.keyboard.press('0');
  assert.deepEqual(await window(), [least, most]);
}

const checks = {
  /// The page of a run: its numbers, buttons, slider and theme.
  async run({page}) {
    const charts = await page.evaluate(() => window.ebbCharts.map((view) => view.chart));
    for (const name of ['power', 'speeds', 'tables', 'distribution', 'latency-over-time'])
      assert.ok(charts.some((chart) => chart.name === name), `there is no chart ${name}`);
    const tables = charts.find((chart) => chart.name === 'tables');
    for (const row of expected.energy.filter((r) => r.of_full_percent !== null)) {
      const place = tables.x.names.indexOf(row.table), curve = tables.curves[0];
      assert.equal(curve.y[curve.x.indexOf(place)], row.of_full_percent, row.table);
    }
    assert.equal(await page.locator('figure[data-chart] svg').count(), charts.length, 'every chart is drawn');
    const figure = page.locator('figure[data-chart]').first();
    const csv = await downloaded(page, () => figure.getByText('CSV').click());
    assert.equal(csv.name, 'power.csv');
    assert.match(csv.bytes.toString(), /always full rate/);
    const svg = await downloaded(page, () => figure.getByText('SVG').click());
    assert.match(svg.bytes.toString(), /^<svg/);
    const errors = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('parsererror').length, svg.bytes.toString());
    assert.equal(errors, 0, 'the SVG is well-formed');
    const png = await downloaded(page, () => figure.getByText('PNG').click());
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    await zoomsAtTheCrosshair(page, figure);
    const section = page.locator('section[data-network]');
    const clock = () => section.locator('.clock').textContent();
    const before = await clock();
    await section.locator('input[type=range]').focus();
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await clock(), before, 'the slider moves the clock');
    await section.locator('.find').fill('switch 0 -> switch 1');
    await section.locator('.find').press('Enter');
    await section.locator('.detail svg').waitFor();
    await section.locator('canvas.heat').focus();
    await page.keyboard.press('ArrowDown');
    assert.match(await section.locator('.detail h3').textContent(), /→/);
    for (const [holder, name] of [['canvas.picture', 'network'], ['canvas.heat', 'heat-map']]) {
      const tools = section.locator(`div:has(> ${holder}) .tools`);
      const drawing = await downloaded(page, () => tools.getByText('SVG').click());
      assert.equal(drawing.name, `${name}.svg`), assert.match(drawing.bytes.toString(), /^<svg/);
      assert.equal((await downloaded(page, () => tools.getByText('PNG').click())).bytes.subarray(1, 4).toString(), 'PNG');
      assert.match((await downloaded(page, () => tools.getByText('CSV').click())).bytes.toString(), /^(from,to|channel; from \[us\]),/);
    }
    await page.getByLabel('switch between light and dark').click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  },
  /// The page of a job: a row for each host, blue and orange, and one is chosen by the mouse and by keys.
  async job({page}) {
    const section = page.locator('section[data-ranks]'), chosen = section.locator('.chosen');
    assert.match(await chosen.textContent(), /^The hosts compute for [\d.]+ % of the time\.$/);
    assert.match(await section.locator('.middle').textContent(), new RegExp(`${expected.hosts} hosts, a row each; below: load of all channels, at most [\\d.]+ %`));
    const colours = await section.locator('canvas.heat').evaluate((canvas) => {
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data, seen = {blue: 0, orange: 0};
      for (let i = 0; i < data.length; i += 4) ++seen[data[i + 2] > data[i] ? 'blue' : 'orange'];
      return seen;
    });
    assert.ok(colours.blue > 100 && colours.orange > 100, `it is drawn with ${JSON.stringify(colours)}`);
    await section.locator('canvas.heat').click({position: {x: 40, y: 5}});
    assert.match(await chosen.textContent(), /^Host 0 computes for/);
    await page.keyboard.press('ArrowDown');
    assert.match(await chosen.textContent(), /^Host 1 computes for/);
  },
  /// Only that it opens, and soon.
  async any({page, seconds}) {
    assert.ok(seconds < 15, `it took ${seconds} s to open`);
    assert.ok((await page.locator('figure[data-chart] svg').count()) > 0);
  },
  /// Names that would run if they were not texts.
  async hostile({page}) {
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.locator('main').innerText(), /onerror/);
  },
  /// A run that goes on: charts come, and it can be asked to stop.
  async live({page}) {
    await page.locator('figure.chart svg').first().waitFor({timeout: 60000});
    await page.locator('section.network canvas.heat').waitFor({timeout: 60000});
    const lastWord = page.getByText('The run was stopped before its end, after');
    // The answer to the wish is kept back until the last word is there, as it happens to a busy browser.
    await page.route('**/stop?*', async (route) => {
      const response = await route.fetch();
      await lastWord.waitFor({timeout: 60000});
      await route.fulfill({response});
    });
    const answered = page.waitForResponse(/stop/, {timeout: 60000});
    await page.getByText('stop, as Ctrl-C does').click();
    await answered;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    const said = await page.locator('.state').textContent();
    assert.match(said, /The run was stopped before its end, after/);
    const [, time, unit] = said.match(/after ([\d.,]+) (us|ms|s)/), until = Number(time.replaceAll(',', '')) * {us: 1, ms: 1e3, s: 1e6}[unit];
    const {x, curves} = await page.evaluate(() => window.ebbLive.charts.get('power').chart);
    const drawn = curves[0].x.at(-1) * (x.unit === 'ms' ? 1000 : 1);
    assert.ok(drawn > until / 2 && drawn <= until, `the charts end at ${drawn} us, the run at ${until} us`);
    assert.ok(parseFloat(await page.locator('.bar i').evaluate((bar) => bar.style.width)) < 100, 'a run that was stopped is not at its end');
  },
  /// A sweep that goes on: its points come in, until it is asked to stop.
  async points({page}) {
    await page.locator('figure.chart svg').first().waitFor({timeout: 60000});
    await page.getByText('stop, as Ctrl-C does').click();
    await page.getByText('The sweep was stopped').waitFor({timeout: 60000});
  },
};

/// By the form: a wrong file is refused where it is typed, a right one becomes a line of the list.
async function startsARun(page, complaints, run) {
  const rows = await page.locator('table.runs tbody tr').count(), text = page.getByLabel('run file'), start = page.getByText('check and start');
  await page.getByText('Start a run').click();
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('[topology]'));
  await text.fill(run.replace('"star"', '"stra"'));
  await start.click();
  await page.getByText('line 2, column 1: topology.name').waitFor();
  await page.getByText('did you mean "star"').waitFor();
  assert.ok(complaints.every((complaint) => complaint.includes('400')), complaints.join()), complaints.splice(0);
  await text.fill(run);
  await start.click();
  await page.getByText('run 1: finished').waitFor({timeout: 60000});
  await page.waitForFunction((before) => document.querySelectorAll('table.runs tbody tr').length === before + 1, rows);
}

/// A run that goes on is followed on its live page, and stopped from the list; both say that it has ended.
async function followsARun(page, run) {
  await page.getByLabel('run file').fill(run);
  await page.getByText('check and start').click();
  const line = page.locator('div.started .controls').first();
  await line.getByText('run 2: running').waitFor({timeout: 60000});
  const [live] = await Promise.all([page.waitForEvent('popup'), line.getByText('follow it').click()]);
  await live.locator('figure.chart svg').first().waitFor({timeout: 60000});
  await line.getByText('stop', {exact: true}).click();
  await line.getByText('run 2: stopped').waitFor({timeout: 60000});
  await live.getByText(/was stopped before its end|cannot be reached/).first().waitFor({timeout: 60000});
  await live.close();
}

/// A store in the browser: `expected` has how many points it holds, and a name that would run if it were no text.
checks.browse = async ({page, complaints}) => {
  const rows = page.locator('table.runs tbody tr'), ids = () => page.locator('table.runs button.id').allTextContents();
  await rows.first().waitFor({timeout: 60000});
  assert.equal(await rows.count(), expected.points);
  await page.locator('figure.chart svg').waitFor();
  const load = page.getByRole('button', {name: 'traffic.load'});
  await load.click();
  await page.locator('th[aria-sort=ascending]').waitFor();
  const upwards = await ids();
  await load.click();
  await page.locator('th[aria-sort=descending]').waitFor();
  assert.deepEqual(await ids(), upwards.toReversed());
  await page.getByLabel('filter').fill('load>0.15 steady-or-not');
  await page.getByText(`0 to 0 of 0 (of ${expected.points})`).waitFor();
  await page.getByLabel('filter').fill('laod>0.15');
  await page.getByText('no run has a setting or a figure "laod"').first().waitFor();
  assert.ok(complaints.every((text) => text.includes('400')), complaints.join()), complaints.splice(0);
  await page.getByLabel('filter').fill('load>0.15');
  await page.waitForFunction((points) => document.querySelectorAll('table.runs tbody tr').length === points - 1, expected.points);
  await page.getByLabel('filter').fill('');
  await page.waitForFunction((points) => document.querySelectorAll('table.runs tbody tr').length === points, expected.points);
  for (const box of [0, 1]) await page.locator('table.runs input[type=checkbox]').nth(box).check();
  const compared = page.locator('section.table', {hasText: 'against'});
  await compared.locator('td', {hasText: 'traffic.load'}).waitFor();
  await page.locator('table.runs button.id').first().click();
  const link = page.getByText('open its page').first();
  await link.waitFor();
  await page.getByLabel('plot', {exact: true}).fill('accepted.share');
  await page.getByLabel('plot', {exact: true}).press('Enter');
  await page.getByText('accepted.share over traffic.load', {exact: true}).first().waitFor();
  const drawn = await page.evaluate(() => window.ebbCharts[0].chart.curves.flatMap((curve) => curve.x));
  assert.equal(drawn.length, expected.points);
  assert.match(await page.locator('main').innerText(), /onerror/);
  const other = page.locator('section', {hasText: 'Running now'});
  await other.getByText('run-halve-double').waitFor();
  const [elsewhere] = await Promise.all([page.waitForEvent('popup'), other.getByText('follow it').click()]);
  await elsewhere.getByText(/us simulated|ms simulated/).first().waitFor({timeout: 60000});
  await elsewhere.close();
  await startsARun(page, complaints, expected.run);
  await followsARun(page, expected.long);
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await popup.locator('figure[data-chart] svg').first().waitFor();
  for (const shown of [page, popup]) {
    assert.equal(await shown.evaluate(() => window.hacked), undefined);
    assert.equal(await shown.locator('img').count(), 0);
  }
};

const opened = await open({viewport: {width: 1240, height: 900}});
await checks[kind](opened);
assert.deepEqual(opened.complaints, [], 'the page complains or asks somebody');
if (kind === 'run' || kind === 'browse') {
  const phone = await open({viewport: {width: 390, height: 800}});
  if (kind === 'browse') await phone.page.locator('table.runs tbody tr').first().waitFor();
  assert.equal(await phone.page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing is cut off on a phone');
}
await started.close();
console.log(`${kind}: fine, open after ${opened.seconds} s`);

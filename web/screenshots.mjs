// The two pictures of the README: node screenshots.mjs RUN.html NETWORK.html (README.md says how these are made).
import {existsSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
const [, , run, network] = process.argv, images = new URL('../docs/images/', import.meta.url).pathname;

async function open(file, height) {
  const page = await browser.newPage({viewport: {width: 1180, height}, colorScheme: 'light'});
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(() => window.ebbReady);
  return page;
}

const top = await open(run, 1010);
await top.screenshot({path: `${images}report-run.png`});

const below = await open(network, 860), section = below.locator('section[data-network]');
await section.locator('input[type=range]').focus();
for (let i = 0; i < 20; ++i) await below.keyboard.press('ArrowRight');
await section.locator('.find').fill('switch 31 -> switch 39');
await section.locator('.find').press('Enter');
await section.locator('.detail svg').waitFor();
await section.evaluate((element) => element.scrollIntoView());
await below.screenshot({path: `${images}report-network.png`});
await browser.close();

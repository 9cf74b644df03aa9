// Builds the page and puts it, with the digest of its sources, into dist/page.html: npm run build.
// The program is built from that file alone, so that nobody needs npm for it.
import {readFileSync, writeFileSync, mkdirSync} from 'node:fs';
import {build} from 'vite';
import {sourceDigest} from './digest.mjs';

await build({root: import.meta.dirname, configFile: `${import.meta.dirname}/vite.config.js`, logLevel: 'warn'});
let page = readFileSync(`${import.meta.dirname}/build/index.html`, 'utf8');
// The bundler puts the script into the head; it must come after the data.
const script = page.match(/<script type="module"[^>]*>[\s\S]*?<\/script>/)[0];
page = page.replace(script, () => '').replace('</body>', () => `${script}\n</body>`);
for (const place of ['title', 'main', 'data'])
  if (page.split(`<!--ebb-${place}-->`).length !== 2) throw new Error(`the place for ${place} is not there once`);
mkdirSync(`${import.meta.dirname}/dist`, {recursive: true});
writeFileSync(`${import.meta.dirname}/dist/page.html`, page.trimEnd() + `\n<!--ebb-sources ${sourceDigest()}-->\n`);
console.log(`dist/page.html: ${Math.round(page.length / 1024)} KiB`);

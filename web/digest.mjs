// The digest of what dist/page.html is built from: tests/web_bundle_test.py computes the same.
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';

export function sourceDigest(folder = import.meta.dirname) {
  const hash = createHash('sha256');
  const files = ['build.mjs', 'index.html', 'package.json', 'package-lock.json', 'vite.config.js',
    ...readdirSync(`${folder}/src`).map((name) => `src/${name}`)].sort();
  for (const file of files)
    hash.update(`${file} ${createHash('sha256').update(readFileSync(`${folder}/${file}`)).digest('hex')}\n`);
  return hash.digest('hex');
}

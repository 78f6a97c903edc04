/** Fails when a file of the checkout holds what only one machine or one person has: paths, registry hosts, keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const private_ = [
  { what: 'a path of one machine', pattern: /(?:\/(?:home|Users)\/[a-z][\w.-]*|\/root|\/work|\/tmp\/wt)\// },
  {
    what: 'the host of a package registry',
    pattern: /https?:\/\/[\w.-]*(?:registry|npmjs|artifactory|verdaccio|nexus)[\w.-]*/i,
  },
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  {
    what: 'an access key',
    pattern: /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|github_pat_\w{40}|xox[abp]-[\w-]{20}|npm_\w{36})/,
  },
];

const self = join('scripts', 'check-private.mjs');
const notOurs = new Set(['.git', 'node_modules', '.alo', 'dist', 'coverage']);
const notText = /\.(png|jpe?g|webp|wav|woff2?|ico|pdf|log)$/;

const files = filesIn('').filter((file) => file !== self && !notText.test(file));

let found = 0;
for (const file of files) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    for (const { what, pattern } of private_) {
      if (!pattern.test(line)) continue;
      found += 1;
      console.error(`${file}:${index + 1} holds ${what}.`);
    }
  }
}
if (found > 0) process.exitCode = 1;
else console.log(`${files.length} files hold no machine path, registry host or key`);

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (notOurs.has(entry.name)) return [];
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

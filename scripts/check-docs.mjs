/** Fails when a page of the documentation breaks a rule of docs-rules.mjs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionFaults, linkFaults, listFaults, pathFaults } from './docs-rules.mjs';

const root = join(import.meta.dirname, '..');
const notOurs = new Set(['.git', 'node_modules', '.alo', 'dist', 'coverage']);

const files = filesIn('');
const pages = files.filter((file) => file.endsWith('.md'));
const faults = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...decisionFaults(page, text), ...linkFaults(page, text, read), ...pathFaults(page, text, files)];
});
faults.push(...listFaults(pages, readFileSync(join(root, 'docs/adr/README.md'), 'utf8')));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${pages.length} pages keep the rules of the documentation`);

/** @param {string} path */
function read(path) {
  if (!path.endsWith('.md')) return existsSync(join(root, path));
  return existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

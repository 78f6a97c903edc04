/**
 * `npm run bench [name …]`: runs the load programs of tests/load one after the other, each in a process of its own, and prints
 * what they measured. `--write` puts it into docs/benchmarks.md too. A load program is a file whose first comment says what it
 * measures and ends with "Prints one JSON object.": single values, and lists of objects of the same kind.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from './console-build.mjs';
import { ready, root } from './install.mjs';
import { showProgress } from './progress.mjs';

const folder = join(root, 'tests', 'load');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const node = await ready();
const programs = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ name: file.replace(/\.ts$/, ''), about: aboutOf(join(folder, file)) }))
  .filter(({ name, about }) => about !== undefined && (names.length === 0 || names.includes(name)));

let failed = !(await buildConsole(node));
const parts = [];
for (const { name, about = '' } of programs) {
  const done = showProgress(name);
  const { code, output } = await run(name);
  done(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    failed = true;
    console.error(output);
    continue;
  }
  const part = `## ${titleOf(name)}\n\n${about}\n\n${toMarkdown(JSON.parse(output.slice(output.indexOf('{'))))}`;
  console.log(`\n${part}`);
  parts.push(part);
}

const text = `# Benchmarks

What \`npm run bench -- --write\` measured on one machine. Times of another machine say little; ratios to the bare program that
runs beside ours on the same machine say more.

${machine()}

${parts.join('\n')}`;
if (process.argv.includes('--write') && !failed) {
  writeFileSync(join(root, 'docs', 'benchmarks.md'), text);
  console.log('Written to docs/benchmarks.md');
} else {
  console.log(`\n${machine()}`);
}
process.exitCode = failed ? 1 : 0;

/**
 * The first comment of a load program, without the line on how to call it; undefined where the file is none.
 * @param {string} path
 */
function aboutOf(path) {
  const comment = /^\/\*\*(.*?)\*\//s.exec(readFileSync(path, 'utf8'))?.[1];
  if (comment === undefined || !comment.includes('Prints one JSON object.')) return undefined;
  const [first = ''] = comment
    .replace(/^ \* ?/gm, '')
    .trim()
    .split('\n\n');
  return first.replaceAll('\n', ' ').replace(' Prints one JSON object.', '');
}

/** @param {string} name */
function titleOf(name) {
  const words = name.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * @param {string} name
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(name) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(folder, `${name}.ts`)], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** @param {Record<string, unknown>} result */
function toMarkdown(result) {
  const lists = Object.values(result).filter((value) => Array.isArray(value));
  const values = Object.entries(flat(result)).filter(([, value]) => !Array.isArray(value));
  const tables = [...(values.length > 0 ? [values.map(([figure, value]) => ({ figure, value }))] : []), ...lists];
  return tables.map(toTable).join('\n');
}

/** @param {readonly object[]} rows */
function toTable(rows) {
  const flatRows = rows.map((row) => flat(row));
  const columns = [...new Set(flatRows.flatMap((row) => Object.keys(row)))];
  const line = (/** @type {readonly unknown[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  return (
    line(columns) +
    line(columns.map(() => '---')) +
    flatRows.map((row) => line(columns.map((column) => row[column] ?? ''))).join('')
  );
}

/**
 * `{ delay: { p50: 1 } }` becomes `{ 'delay p50': 1 }`.
 * @param {object} value
 * @param {string} [prefix]
 * @returns {Record<string, unknown>}
 */
function flat(value, prefix = '') {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.entries(flat(inner, `${prefix}${key} `))
        : [[`${prefix}${key}`, inner]],
    ),
  );
}

function machine() {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model.trim()}, ${cpus().length} cores, ${memory} GiB, Linux ${release()}, Node.js ${pinnedVersion()}, ${new Date().toISOString().slice(0, 10)}.`;
}

/** The version that the programs run under, which is not the one of this script. */
function pinnedVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(optionalDependencies)[0];
}

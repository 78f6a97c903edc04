/**
 * `npm run bench [name …]`: runs the load programs of tests/load one after the other, each in a process of its own, and prints
 * what they measured. `--write` puts it into docs/benchmarks.md too, in place of what stood there of the same programs. A load
 * program is a file whose first comment says what it measures and ends with "Prints one JSON object.": single values, and lists of
 * objects of the same kind. What is called `ratio` comes first, and stands in the table at the top; `curves` says what of its `runs`
 * is drawn. `--beside` runs those that put
 * ours beside Asterisk and Kamailio, which are brought where that can be.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { barRows } from './bench-bars.mjs';
import { drawCurves } from './bench-curves.mjs';
import { tablesIn } from './bench-tables.mjs';
import { buildConsole } from './console-build.mjs';
import { ready, root } from './install.mjs';
import { bringSwitches } from './other-switches.mjs';
import { showProgress } from './progress.mjs';

const folder = join(root, 'tests', 'load');
const glanceTitle = 'Ratios';
const barsTitle = 'What it must reach';
const besidePrefix = 'beside-';
/**
 * Whoever measures has one core, on which V8's helpers would take turns of milliseconds with it: what it is late by would count as
 * the server's, ours or another.
 */
const modestly = ['--max-semi-space-size=8', '--no-parallel-scavenge', '--v8-pool-size=1'];
/** What runs in place of those where there is no other switch. */
const besideBare = ['whole-call', 'register', 'register-storm', 'anchored-calls'];
const options = ['--write', '--beside'];
const names = process.argv.slice(2).filter((argument) => !options.includes(argument));
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ name: file.replace(/\.ts$/, ''), about: aboutOf(join(folder, file)) }))
  .filter(({ about }) => about !== undefined);
const unknown = names.filter((name) => !all.some((program) => program.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}; and ${options.join(', ')}.`,
  );
  process.exit(1);
}
const wantsSwitches = process.argv.includes('--beside') || names.some((name) => name.startsWith(besidePrefix));
const switches = wantsSwitches ? bringSwitches() : undefined;
const programs = all.filter(({ name }) => {
  if (wantsSwitches && switches === undefined) return besideBare.includes(name);
  return names.length > 0 ? names.includes(name) : name.startsWith(besidePrefix) === wantsSwitches;
});
const node = await ready({ tools: true });

let failed = !(await buildConsole(node));
/** @type {Map<string, string>} */
const parts = new Map();
/** @type {Map<string, string>} */
const drawings = new Map();
for (const { name, about = '' } of programs) {
  const done = showProgress(name);
  const before = cpuTimes();
  const { code, output } = await run(name);
  done(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    failed = true;
    console.error(output);
    continue;
  }
  const { curves, ...result } = JSON.parse(output.slice(output.indexOf('{')));
  if (curves !== undefined) drawings.set(name, drawCurves(titleOf(name), curves, result.runs.map(flatRow)));
  const picture =
    curves === undefined ? '' : `![${titleOf(name)}: ${Object.values(curves.y).join(', ')}](curves/${name}.svg)\n\n`;
  const part = `## ${titleOf(name)}\n\n${about}\n\n${machine()} ${company(before)}\n\n${picture}${toMarkdown(result)}`;
  console.log(`\n${part}`);
  parts.set(titleOf(name), part);
}

if (process.argv.includes('--write')) {
  const path = join(root, 'docs', 'benchmarks.md');
  writeFileSync(path, pageOf(sectionsWith(readFileSync(path, 'utf8'), parts)));
  mkdirSync(join(root, 'docs', 'curves'), { recursive: true });
  for (const [name, drawing] of drawings) writeFileSync(join(root, 'docs', 'curves', `${name}.svg`), drawing);
  console.log('Written to docs/benchmarks.md');
}
process.exitCode = failed ? 1 : 0;

/**
 * What stands on the page, by title, with the new parts in their places.
 * @param {string} page
 * @param {ReadonlyMap<string, string>} fresh
 */
function sectionsWith(page, fresh) {
  const kept = page.split(/^(?=## )/m).slice(1);
  const sections = new Map(kept.map((section) => [/^## (.*)/.exec(section)?.[1] ?? '', section]));
  for (const title of [glanceTitle, barsTitle]) sections.delete(title);
  for (const [title, part] of fresh) sections.set(title, part);
  return new Map([...sections].sort(([a], [b]) => a.localeCompare(b)));
}

/** @param {ReadonlyMap<string, string>} sections */
function pageOf(sections) {
  const ratios = [...sections].flatMap(([title, section]) =>
    ratiosIn(section).map((row) => ({ bench: title, ...row })),
  );
  return `# Benchmarks

What \`npm run bench -- --write\` measured. Times of another machine say little; ratios to the bare program, or the other maker's switch, that
runs beside ours on the same machine say more. Each part says how busy the machine was: where other programs took much of it, times are theirs as well,
and counts and CPU times are what is left to read.

## ${barsTitle}

Where there are several figures, each must be so; more than five are the lowest and the highest. Of three runs or more each is the median, and the parts below have the lowest and the highest, too.

${toTable(barRows(sections))}
## ${glanceTitle}

Ours to the bare program beside it, or to the other switch; what either is stands below.

${toTable(ratios)}
${[...sections.values()].map((section) => section.trimEnd()).join('\n\n')}
`;
}

/**
 * Every `ratio` of a part's tables, with what tells its line from the others.
 * @param {string} section
 */
function ratiosIn(section) {
  return tablesIn(section).flatMap(({ columns, rows }) => {
    if (columns[0] === 'figure') {
      return rows.flatMap(([figure = '', value = '']) =>
        figure.startsWith('ratio') ? [{ what: figure.slice('ratio'.length).trim(), ratio: value }] : [],
      );
    }
    const at = columns.indexOf('ratio');
    const words = (/** @type {readonly string[]} */ row) =>
      row.filter((cell) => Number.isNaN(Number(cell))).join(', ') || `${columns[0]} ${row[0]}`;
    return at < 0
      ? []
      : rows.filter(([first]) => first !== 'bare').map((row) => ({ what: words(row), ratio: row[at] ?? '' }));
  });
}

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

/**
 * How much of the machine others took since `before`, as far as the kernel tells.
 * @param {CpuTimes} before
 */
function company(before) {
  const now = cpuTimes();
  const [busy, all, stolen] = [now.busy - before.busy, now.all - before.all, now.stolen - before.stolen];
  const percent = (/** @type {number} */ part) => Math.round((100 * part) / all);
  return `Meanwhile its cores were ${percent(busy)} % busy, ${percent(stolen)} % stolen, load ${loadavg()[0]?.toFixed(1)}.`;
}

/** @typedef {{ busy: number, all: number, stolen: number }} CpuTimes */

/** @returns {CpuTimes} */
function cpuTimes() {
  // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal of all cores together.
  const times = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/ +/).slice(1, 9).map(Number) ?? [];
  const all = times.reduce((sum, time) => sum + time, 0);
  const [idle = 0, waiting = 0, stolen = 0] = [times[3], times[4], times[7]];
  return { busy: all - idle - waiting - stolen, all, stolen };
}

/** @param {string} name */
function titleOf(name) {
  if (name.startsWith(besidePrefix)) {
    return `Beside Asterisk and Kamailio: ${name.slice(besidePrefix.length).replaceAll('-', ' ')}`;
  }
  const words = name.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * @param {string} name
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(name) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...switches };
    const program = [...modestly, join(folder, `${name}.ts`)];
    const child = spawn(node, program, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** @param {Record<string, unknown>} result */
function toMarkdown(result) {
  const lists = Object.values(result).filter((value) => Array.isArray(value));
  const single = Object.entries(flat(result)).filter(([, value]) => !Array.isArray(value));
  const values = single.toSorted(([a], [b]) => Number(b.startsWith('ratio')) - Number(a.startsWith('ratio')));
  const tables = [...(values.length > 0 ? [values.map(([figure, value]) => ({ figure, value }))] : []), ...lists];
  return tables.map(toTable).join('\n');
}

/** @param {readonly object[]} rows */
function toTable(rows) {
  const flatRows = rows.map(flatRow);
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

/** @param {object} row */
function flatRow(row) {
  return flat(row);
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

/**
 * `npm run bench [name …]`: runs the load programs of tests/load one after the other, each in a process of its own, and prints
 * what they measured. `--write` keeps the figures in docs/benchmarks, in place of older ones of the same programs, and makes docs/benchmarks.md
 * anew. A load program is a file whose first comment says what it measures and ends with "Prints one JSON object.": single values, and lists
 * of objects of the same kind. `curves` says what of its `runs` is drawn. `--beside` runs the programs that compare ours with Asterisk and
 * Kamailio, which are brought where that can be.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { flagsOf } from '../packages/engine-host/src/supervision/tuning.mjs';
import { drawCurves } from './bench-curves.mjs';
import { figuresOf, flat, readFigures, textOf } from './bench-data.mjs';
import { pageOf } from './bench-page.mjs';
import { tablesOf } from './bench-tables.mjs';
import { buildConsole } from './console-build.mjs';
import { ready, root } from './install.mjs';
import { bringSwitches } from './other-switches.mjs';
import { showProgress } from './progress.mjs';

const folder = join(root, 'tests', 'load');
const besidePrefix = 'beside-';
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
/** @type {Map<string, import('./bench-data.mjs').Figures>} */
const measured = new Map();
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
  if (curves !== undefined) {
    const runs = result.runs.map((/** @type {object} */ run) => flat(run));
    drawings.set(name, drawCurves(titleOf(name), curves, runs));
  }
  const figures = figuresOf(about, `${machine()} ${company(before)}`, result);
  console.log(`\n## ${titleOf(name)}\n\n${about}\n\n${figures.machine}\n\n${tablesOf(figures)}`);
  measured.set(name, figures);
}

if (process.argv.includes('--write')) {
  const docs = join(root, 'docs');
  mkdirSync(join(docs, 'benchmarks'), { recursive: true });
  mkdirSync(join(docs, 'curves'), { recursive: true });
  for (const [name, figures] of measured) writeFileSync(join(docs, 'benchmarks', `${name}.json`), textOf(figures));
  for (const [name, drawing] of drawings) writeFileSync(join(docs, 'curves', `${name}.svg`), drawing);
  writeFileSync(join(docs, 'benchmarks.md'), pageOf(readFigures(join(docs, 'benchmarks'))));
  console.log('Written to docs/benchmarks.md and docs/benchmarks');
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
    const program = [...flagsOf('bench'), join(folder, `${name}.ts`)];
    const child = spawn(node, program, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
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

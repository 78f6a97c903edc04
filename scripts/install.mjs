import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';

/** The root of the checkout. */
export const root = join(import.meta.dirname, '..');

const neededNode = [20, 19];
const neededNpm = [9, 0];
const pinnedNode = 24;

/**
 * Makes the checkout ready to run: installs the locked packages unless they are there, and answers with the path of the
 * Node.js that everything runs under. Ends the process with a sentence where that cannot be. `tools`: also what only those who
 * work on the product need, which `npm start` does without.
 * @param {{ tools?: boolean }} [wanted]
 * @returns {Promise<string>}
 */
export async function ready({ tools = false } = {}) {
  checkVersions();
  if (!isInstalled({ tools })) await install({ tools });
  return nodeToUse();
}

function checkVersions() {
  if (!atLeast(process.versions.node, neededNode)) {
    stop(`Alô needs Node.js ${neededNode.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`);
  }
  const npm = /npm\/(\S+)/.exec(process.env['npm_config_user_agent'] ?? '')?.[1];
  if (npm !== undefined && !atLeast(npm, neededNpm)) stop(`Alô needs npm ${neededNpm[0]} or newer; this is ${npm}.`);
}

/**
 * @param {string} version
 * @param {readonly number[]} needed major and minor
 */
function atLeast(version, [major = 0, minor = 0]) {
  const [x = 0, y = 0] = version.split('.').map(Number);
  return x > major || (x === major && y >= minor);
}

/** npm writes down what it installed when it has finished. */
function isInstalled({ tools = false }) {
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  return isCurrent(installed, lockedPackages(join(root, 'package-lock.json')), { tools });
}

/**
 * What is installed is current when it has the version and the checksum of every package in our lock; packages for other
 * machines may be missing, and tools where they are not wanted. Tools that nobody wants now may be there.
 * @param {Record<string, LockEntry>} installed
 * @param {Record<string, LockEntry>} locked
 * @param {{ tools: boolean }} wanted
 */
export function isCurrent(installed, locked, { tools }) {
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/') || (entry.dev === true && !tools)) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity && found.resolved === entry.resolved;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean, dev?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function lockedPackages(file) {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {{ tools: boolean }} wanted */
async function install({ tools }) {
  // Tools come to the packages that are there: a product that runs from them keeps its files.
  const adds = tools && isInstalled({ tools: false });
  const paths = Object.entries(lockedPackages(join(root, 'package-lock.json')))
    .filter(([path, { link, optional }]) => path.includes('node_modules/') && link !== true && optional !== true)
    .filter(([, { dev }]) => tools || dev !== true)
    .map(([path]) => join(root, path, 'package.json'));
  const done = showProgress(adds ? 'Installing the tools' : 'Installing the packages', () => {
    const there = paths.filter((path) => existsSync(path)).length;
    return `${there} of ${paths.length}`;
  });
  // The npm that runs us, under the Node.js that runs it: ours may be one of the packages that are replaced.
  const { npm_execpath: npmProgram, npm_node_execpath: npmNode } = process.env;
  const [program, first] =
    npmProgram?.endsWith('.js') === true ? [npmNode ?? process.execPath, [npmProgram]] : ['npm', []];
  const what = [...(adds ? ['install', '--no-save'] : ['ci']), tools ? '--include=dev' : '--omit=dev'];
  const how = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', '--ignore-scripts=false'];
  const npm = spawn(program, [...first, ...what, ...how], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => {
    npm.once('error', (error) => resolve(error.message));
    npm.once('exit', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  done(code === 0 ? 'done' : 'failed');
  if (code !== 0) stop(`npm could not install the packages (npm ${what[0]}: ${code}). Its message stands above.`);
}

function nodeToUse() {
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  for (const node of [bundled, process.execPath]) {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (stdout && atLeast(stdout.slice(1), [pinnedNode])) return node;
  }
  return stop(
    `Alô runs under Node.js ${pinnedNode}; none came with the packages for ${process.platform}-${process.arch}.`,
  );
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

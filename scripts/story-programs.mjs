import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the stories run besides ourselves: the environment variable that tells them where, names, and Debian's package. */
const programs = [
  { variable: 'ALO_CHROMIUM', names: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  { variable: 'ALO_SIPP', names: ['sipp'], debian: 'sip-tester' },
  { variable: 'ALO_BARESIP', names: ['baresip'], debian: 'baresip-core' },
  { variable: 'ALO_LINPHONE', names: ['linphonec'], debian: 'linphone-cli' },
];

/**
 * Finds Chromium, sipp, baresip and linphone, and installs Debian's where we may. Says in one line what to do where we may not.
 * @returns {Promise<NodeJS.ProcessEnv | undefined>} where they are; undefined when one is missing
 */
export async function bringPrograms() {
  const missing = () => programs.filter((program) => find(program) === undefined).map(({ debian }) => debian);
  if (missing().length > 0) install(missing());
  if (missing().length > 0) {
    console.error(`\nThe browser stories cannot run: sudo apt-get install ${missing().join(' ')}`);
    return undefined;
  }
  return Object.fromEntries(programs.map((program) => [program.variable, find(program)]));
}

/** @param {{ variable: string, names: readonly string[] }} program */
function find({ variable, names }) {
  const given = process.env[variable];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = given ? [given] : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(canExecute);
}

/** @param {string} path */
function canExecute(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {readonly string[]} packages */
function install(packages) {
  const isRoot = process.getuid?.() === 0;
  const program = isRoot ? 'env' : 'sudo';
  const first = [...(isRoot ? [] : ['-n', 'env']), 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const mayInstall = spawnSync(program, [...first, '--version'], { stdio: 'ignore' }).status === 0;
  if (!mayInstall) return;

  console.log(`\nInstalling ${packages.join(' and ')} for the browser stories …`);
  const aptGet = (/** @type {string[]} */ ...args) =>
    spawnSync(program, [...first, ...args], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  const now = () => aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (!now() && aptGet('update', '-qq')) now();
}

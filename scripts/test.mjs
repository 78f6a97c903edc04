/**
 * `npm test`: everything. The checks, the unit tests, the components in a real browser, and the stories in two real browsers with a SIP
 * client from outside. `--only=check`, `--only=unit`, `--only=components` and `--only=e2e` run a part; `--only=long` runs what takes minutes, and
 * `--only=interop` other makers' switches as carriers, `--only=asterisk` Asterisk as the switch that carries our calls; they are
 * in no other.
 */
import { buildConsole } from './console-build.mjs';
import { ready } from './install.mjs';
import { bringSwitches } from './other-switches.mjs';
import { runChecks, runVitest, sumUp } from './steps.mjs';
import { bringPrograms, findAsterisk } from './story-programs.mjs';

const parts = ['check', 'unit', 'components', 'e2e', 'long', 'interop', 'asterisk'];
const only = /^--only=(.*)$/.exec(process.argv[2] ?? '')?.[1];
if (only !== undefined && !parts.includes(only)) {
  console.error(`--only is one of ${parts.join(', ')}.`);
  process.exit(1);
}
const wanted = (/** @type {string} */ part) => only === undefined || only === part;

const node = await ready({ tools: true });
const results = [];
if (wanted('check')) results.push(await runChecks(node));
if (wanted('unit')) results.push(await runVitest(node, 'unit tests'));
if (wanted('components')) results.push(await runComponents());
if (wanted('e2e')) results.push(await runStories('browser stories', 'vitest.e2e.config.ts'));
if (only === 'long') {
  results.push(await runVitest(node, 'unit tests in depth', ['--config', 'vitest.depth.config.ts']));
  results.push(await runStories('long stories', 'vitest.long.config.ts', { large: true }));
}
if (only === 'interop') results.push(await runInterop());
if (only === 'asterisk') results.push(await runOnAsterisk());
sumUp(results);

async function runComponents() {
  const title = 'component tests';
  const programs = await bringPrograms(['ALO_CHROMIUM']);
  if (programs === undefined) return { title, passed: 0, failed: 1, skipped: 0 };
  return runVitest(node, title, ['--config', 'vitest.components.config.ts'], programs);
}

async function runStories(/** @type {string} */ title, /** @type {string} */ config, { large = false } = {}) {
  const programs = await bringPrograms(undefined, { large });
  if (programs === undefined || !(await buildConsole(node))) return { title, passed: 0, failed: 1, skipped: 0 };
  return runVitest(node, title, ['--config', config], programs);
}

async function runInterop() {
  const title = 'stories with other switches';
  const programs = findAsterisk();
  if (programs === undefined) return { title, passed: 0, failed: 1, skipped: 0 };
  return runVitest(node, title, ['--config', 'vitest.interop.config.ts'], programs);
}

async function runOnAsterisk() {
  const title = 'stories on Asterisk';
  const programs = await bringPrograms();
  const switches = programs && bringSwitches();
  if (switches === undefined || !(await buildConsole(node))) return { title, passed: 0, failed: 1, skipped: 0 };
  return runVitest(node, title, ['--config', 'vitest.asterisk.config.ts'], { ...programs, ...switches });
}

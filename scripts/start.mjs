/**
 * `npm start`: installs what is missing, builds the console where its sources changed, and runs the product.
 * Where it runs on the same data already, that one goes on with this version.
 * `--ready` only installs and builds, for a folder that the one who runs it cannot write to.
 * `--dev` serves the console from its sources and starts the server again whenever one of its own changes.
 * Plain JavaScript, because it runs before the Node.js that understands the rest is installed.
 */
import { join } from 'node:path';
import { outliveClosedOutput } from '../packages/engine-host/src/supervision/closed-output.mjs';
import { flagsOf, tunedEnvironment } from '../packages/engine-host/src/supervision/tuning.mjs';
import { exitLike, runForeground } from './child.mjs';
import { buildConsole } from './console-build.mjs';
import { ready, root } from './install.mjs';

outliveClosedOutput();
const node = await ready();
const source = (/** @type {string} */ name) => join(root, 'apps', 'server', 'src', 'process', name);
if (process.argv.includes('--dev')) {
  exitLike(await runForeground(node, [join(root, 'scripts', 'dev.mjs'), source('main.ts')], { cwd: root }));
} else if (process.argv.includes('--ready')) {
  process.exitCode = (await buildConsole(node)) ? 0 : 1;
} else if (await buildConsole(node)) {
  // What Node.js makes of our sources is kept: the next start is half as much work, and none of its processes holds a compiler.
  const compiled = join(root, 'node_modules', '.cache', 'node');
  const env = { NODE_COMPILE_CACHE: compiled, ...tunedEnvironment, ...process.env, NODE_ENV: 'production' };
  // The channel says nothing; its end tells the keeper that we are gone.
  exitLike(
    await runForeground(node, [...flagsOf('keeper'), source('keeper.ts')], {
      cwd: root,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  );
} else {
  process.exitCode = 1;
}

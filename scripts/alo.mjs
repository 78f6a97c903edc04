/**
 * `npm run alo -- doctor`, `backup`, `tenant create` and what else the operator of an installation does; without words it says
 * what there is. The commands themselves are in apps/server/src/operator.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ready, root } from './install.mjs';

const program = join(root, 'apps', 'server', 'src', 'operator', 'alo.ts');
const child = spawn(await ready(), [program, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));

/**
 * `npm run simulate -- --seeds 1000 --from 1`: lives of the telephone under faults, each decided by its seed; `--seed 42` tells
 * one of them line by line. What is looked for stands in apps/server/simulator/invariants.ts. `npm run simulate -- starts`: starts
 * beside starts, signals and kills, in orders that a seed decides; what is looked for stands in starts/live-starts.ts.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ready, root } from './install.mjs';

const program = join(root, 'apps', 'server', 'simulator', 'main.ts');
const child = spawn(await ready({ tools: true }), [program, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));

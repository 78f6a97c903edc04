import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const goFirst = fileURLToPath(new URL('./priority.ts', import.meta.url));

/** Priorities of a process's threads by their names, in a process of its own: they stay as they are set. */
const threads = (does: string): readonly (readonly [string, number])[] => {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { letHelpersGoAfter } from ${JSON.stringify(goFirst)};
    ${does}
    const all = readdirSync('/proc/self/task').map((thread) =>
      [readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim(), getPriority(Number(thread))]);
    console.log(JSON.stringify(all));`;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return z.array(z.tuple([z.string(), z.number()])).parse(JSON.parse(told));
};

// Elsewhere no thread can be told from another, and none is.
test.runIf(existsSync('/proc/self/task'))(
  'V8’s own threads go after the one that decides calls, and nobody else does',
  () => {
    const [usual] = threads('');
    const after = threads('letHelpersGoAfter();');
    const helpers = after.filter(([name]) => name === 'V8Worker');
    expect(helpers.length).toBeGreaterThan(0);
    expect(helpers.every(([, priority]) => priority === 5)).toBe(true);
    const others = after.filter(([name]) => name !== 'V8Worker');
    expect(others.every(([, priority]) => priority === usual?.[1])).toBe(true);
  },
);

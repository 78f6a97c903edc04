import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { onTestFinished, test } from 'vitest';
import { root } from './install.mjs';

const throwsAfterwards = `import { test } from 'vitest';
test('passes', () => {});
test('leaves a promise that fails', () => { void Promise.reject(new Error('nobody waits for this')); });
`;

const run = promisify(execFile);

/** In a process of its own, so that what the inner run prints does not stand among what this run prints. */
const program = `import { runVitest } from './scripts/steps.mjs';
console.log(JSON.stringify(await runVitest(process.execPath, 'inner', ['--root', process.argv[1]])));`;

test('what fails outside every test is counted, and told at the end with its file', async ({ expect }) => {
  const folder = mkdtempSync(join(tmpdir(), 'alo-steps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'late.test.ts'), throwsAfterwards);

  const { stdout } = await run(execPath, ['--input-type=module', '--eval', program, folder], { cwd: root });

  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  expect(result).toMatchObject({ passed: 2, failed: 1 });
  expect(result.failures).toHaveLength(1);
  expect(result.failures[0]).toMatch(/late\.test\.ts: outside a test\nError: nobody waits for this/u);
});

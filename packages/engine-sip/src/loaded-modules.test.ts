import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Which of Node.js's own modules a process has loaded that imports this. */
function loadedWith(module: string): string[] {
  const program = `await import(${JSON.stringify(module)}); console.log(JSON.stringify(process.moduleLoadList)); process.exit();`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  ) as string[];
}

test('neither the engine nor who speaks with it holds what fetch is made of', () => {
  const fetching = 'NativeModule internal/deps/undici/undici';
  expect(loadedWith('node:http')).toContain(fetching);
  expect(loadedWith(import.meta.resolve('./sip-plant.ts'))).not.toContain(fetching);
  expect(loadedWith(import.meta.resolve('./index.ts'))).not.toContain(fetching);
});

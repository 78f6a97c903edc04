import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a server holds nothing of what fetch is made of until somebody fetches', () => {
  const server = JSON.stringify(import.meta.resolve('../process/main.ts'));
  const program = `await import(${server}); console.log(process.moduleLoadList.join('\\n')); process.exit();`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(loaded).toContain('NativeModule http\n');
  expect(loaded).not.toContain('undici');
});

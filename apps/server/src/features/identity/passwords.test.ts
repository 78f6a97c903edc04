import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { passwordHasher } from './passwords.ts';

const passwords = passwordHasher();

test('a password is known again however its letters are composed, and nobody is somebody else', async () => {
  const stored = await passwords.hash('Mật khẩu của Nguyệt'.normalize('NFD'));
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const asked = ['Mật khẩu của Nguyệt', 'mật khẩu của nguyệt', ''].map((given) => passwords.matches(stored, given));
  expect(await Promise.all(asked)).toEqual([true, false, false]);
  expect(await passwords.matches(undefined, 'Mật khẩu của Nguyệt')).toBe(false);
});

test('a stored hash that is none is an error, and costs nobody else theirs', async () => {
  const stored = await passwords.hash('của Nguyệt');
  const all = await Promise.allSettled(
    ['none', stored, 'none', stored].map((against) => passwords.matches(against, 'của Nguyệt')),
  );
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test.runIf(process.platform === 'linux')('what hashes has what is left of the processor', async () => {
  await passwords.hash('của Nguyệt');
  // proc_pid_stat(5): field 41 is the policy; the name, the second, may hold blanks and stands in brackets. 5 is SCHED_IDLE.
  const policies = readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38];
  });
  expect(policies).toContain('5');
});

import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { closeFolder } from './private-folder.ts';

test('what an earlier version left readable is closed at the next start, and what belongs to others is left alone', async () => {
  const top = await mkdtemp(join(tmpdir(), 'alo-private-'));
  onTestFinished(() => rm(top, { recursive: true }));
  const folder = join(top, 'data');
  const elsewhere = join(top, 'elsewhere');
  await mkdir(join(folder, 'journal', 'tenant'), { recursive: true });
  await mkdir(join(folder, 'postgres'));
  for (const path of [join(folder, 'journal/tenant/1.ndjson'), join(folder, 'postgres/theirs'), elsewhere]) {
    await writeFile(path, 'x');
    await chmod(path, 0o644);
  }
  await symlink(elsewhere, join(folder, 'link'));
  await chmod(folder, 0o755);

  await closeFolder(folder);
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(folder)).toBe('700');
  expect(await modeOf(join(folder, 'journal/tenant'))).toBe('700');
  expect(await modeOf(join(folder, 'journal/tenant/1.ndjson'))).toBe('600');
  expect(await modeOf(join(folder, 'postgres/theirs'))).toBe('644');
  expect(await modeOf(elsewhere)).toBe('644');
});

test('a new data folder is closed from the beginning', async () => {
  const top = await mkdtemp(join(tmpdir(), 'alo-private-'));
  onTestFinished(() => rm(top, { recursive: true }));
  await closeFolder(join(top, 'deep', 'data'));
  expect((await stat(join(top, 'deep/data'))).mode & 0o777).toBe(0o700);
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, companyEventType } from '@alo/contract';
import { clientTypes, lintApi } from '@alo/testing/openapi';
import { expect, test } from 'vitest';

import { describeApi } from './describe-api.ts';
import { describeEvents } from './describe-events.ts';
import { describeLive } from './describe-live.ts';

test('the description of the API has nothing that a linter objects to', async () => {
  expect(await lintApi(await describeApi())).toEqual([]);
});

test('the description of the live socket has nothing that a linter objects to', async () => {
  expect(await lintApi(await describeLive())).toEqual([]);
});

test('the description of what programs are told has nothing that a linter objects to, and every event', async () => {
  const described = await describeEvents();
  expect(await lintApi(described)).toEqual([]);
  expect(Object.keys(described.channels.events.messages)).toEqual(
    expect.arrayContaining([...companyEventType.options]),
  );
  const { info: _, ...nameless } = described;
  expect((await lintApi(nameless)).join()).toContain('`info`');
});

test('the linter bites', async () => {
  const { components: _, ...incomplete } = await describeApi();
  expect((await lintApi(incomplete)).join()).toContain('no-unresolved-refs');
  const { info: _info, ...nameless } = await describeLive();
  expect((await lintApi(nameless)).join()).toContain('`info`');
});

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

test('every call has a name, a tag, words for each parameter, and says how it is refused', async () => {
  const { paths, components } = await describeApi();
  const described = Object.values(paths).flatMap((path) => Object.values(path) as Described[]);
  expect(described).toHaveLength(api.length);
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(api.length);
  for (const { operationId, tags, parameters, responses } of described) {
    expect([operationId, tags.length]).toEqual([operationId, 1]);
    expect([operationId, parameters.filter(({ description }) => description === '')]).toEqual([operationId, []]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['500', '503']));
  }
  expect(components.schemas).toHaveProperty('DepartmentsRow');
  expect(components.schemas).toMatchObject({
    DepartmentsRow: { properties: { created_at: { type: 'string', format: 'date-time' } } },
  });
});

test('a client that a generator makes of it compiles, and knows the types of the answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-client-'));
  await writeFile(join(folder, 'api.ts'), await clientTypes(await describeApi()));
  await writeFile(
    join(folder, 'client.ts'),
    `import type { components, operations } from './api.ts';
     type Answer<Id extends keyof operations> = operations[Id] extends
       { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;
     export const titles = (page: Answer<'projectsList'>): string[] =>
       page.data.map(({ name, member_names, created_at }) => [name, ...member_names, created_at.slice(0, 10)].join());
     export const fresh: components['schemas']['DepartmentsInput'] = { name: 'Kinh doanh' };
     // @ts-expect-error -- a day is a text.
     export const wrong: components['schemas']['ProjectsInput'] = { name: 'Tết', starts_on: 1 };`,
  );
  const compiler = join(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--module', 'nodenext'];
  const said = await new Promise<string>((resolve) => {
    const args = [compiler, ...options, '--types', '', join(folder, 'client.ts')];
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) =>
      resolve(error === null ? '' : stdout || error.message),
    );
  });
  expect(said).toBe('');
  await rm(folder, { recursive: true });
});

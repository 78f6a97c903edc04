import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../test-app.ts';
import { testImports } from '../../test-imports.ts';
import { testWorkers } from '../../test-workers.ts';

let app: TestApp;
let mine: TestTenant;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('chan-so');
  await workers.start(app);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

test('a number may stand in both lists: each knows its own when a file is brought again', async () => {
  const file = 'Số,Lý do\n0901234567,quấy rối';
  for (const screen of ['list-of-blocked-out-numbers', 'list-of-blocked-incoming-numbers'] as const) {
    const { done } = await testImports(app, mine, screen).imported(file);
    expect(done.counts).toMatchObject({ created: 1, bad: 0 });
  }
  for (const screen of ['list-of-blocked-out-numbers', 'list-of-blocked-incoming-numbers'] as const) {
    const { done } = await testImports(app, mine, screen).imported(file);
    expect(done.counts).toMatchObject({ created: 0, bad: 0 });
  }
});

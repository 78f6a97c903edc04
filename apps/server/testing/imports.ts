import { type ImportReport, importReport, type Job, type Screen } from '@alo/contract';
import { expect } from 'vitest';

import type { TestApp, TestPerson, TestTenant } from './app.ts';

/** As a browser says it. */
const typeOf = (name: string) =>
  name.endsWith('.xlsx')
    ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : name.endsWith('.xls')
      ? 'application/vnd.ms-excel'
      : 'text/csv';

/** Sends a file as a browser does, with what else stands in its form. */
export async function postFile(
  app: TestApp,
  { token }: Pick<TestPerson, 'token'>,
  url: string,
  { name, content, ...fields }: { readonly name: string; readonly content: string | Buffer; readonly subject?: string },
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type: typeOf(name) }), name);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** Imports, of customers where nothing else is said, as the screen does them, for tests with a worker: bring a file, try it out, do it. */
export function testImports(
  app: TestApp,
  { code, admin }: Pick<TestTenant, 'code' | 'admin'>,
  subject: Screen = 'customer',
) {
  const seen = async (id: string): Promise<Job> => (await admin.call('GET', `/job/${id}`)).json();

  /** The job once it waits for somebody, or has ended. */
  async function rested(id: string): Promise<Job> {
    await expect.poll(async () => (await seen(id)).state).not.toMatch(/queued|running/);
    return seen(id);
  }

  const settled = async (id: string): Promise<ImportReport> =>
    importReport.parse({ subject: '', step: 'read', file_name: '', ...(await rested(id)).report });

  async function bring(content: string | Buffer, name = 'khach.csv') {
    const answer = await postFile(app, admin, `/api/${code}/imports`, { name, content, subject });
    const { job_id: id } = answer.json();
    return { id, report: await settled(id) };
  }

  async function step(id: string, path: 'read' | 'check' | 'run' | 'undo', body: object = {}) {
    expect((await admin.call('POST', `/import/${id}/${path}`, body)).statusCode).toBe(202);
    return settled(id);
  }

  /** All of it; the trial has promised what was done. */
  async function imported(content: string | Buffer) {
    const { id, report } = await bring(content);
    const checked = await step(id, 'check', { mapping: report.mapping, existing: 'update' });
    const done = await step(id, 'run');
    expect(done.counts).toEqual(checked.counts);
    return { id, report, done };
  }

  return { seen, rested, settled, bring, step, imported };
}

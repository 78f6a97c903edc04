import { beginEvaluation, evaluations, historiesCall, saveEvaluation, scoreSheets } from '@alo/contract';
import type { Page } from 'playwright-core';

import { signInByApi } from './api.ts';
import type { Shot } from './shot.ts';

const sheet = 'Chăm sóc khách hàng (mẫu)';

/** A sheet, and a call of Lan's that is being scored by it. */
async function scoring(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const made = await madeSheet(admin);
  const { data: scored } = await admin.call(evaluations, { query: { sheet_id: made.id } });
  const call = scored[0]?.call_id ?? (await begun(admin, made));
  await page.goto(`/call-history?id=${call}`);
  const part = page.getByRole('dialog').getByRole('region', { name: 'Chấm điểm' });
  await part.getByRole('button', { name: 'Gửi điểm' }).waitFor();
  await part.scrollIntoViewIfNeeded();
}

async function madeSheet(admin: Api) {
  const there = await admin.call(scoreSheets.list, { query: { search: sheet } });
  const questions = [
    { text: 'Chào và xưng tên?', weight: 2 },
    { text: 'Giọng nói', kind: 'scale' as const, note: '5: ấm, rõ, vừa nghe' },
  ];
  const body = {
    name: sheet,
    sections: [
      { name: 'Mở đầu', weight: 40, questions },
      { name: 'Nội dung', weight: 60, questions: [{ text: 'Nói sai chính sách?', fatal: true }] },
    ],
  };
  return there.data[0] ?? (await admin.call(scoreSheets.create, { body }));
}

type Api = Awaited<ReturnType<typeof signInByApi>>;

async function begun(admin: Api, made: { readonly id: string; readonly sections?: unknown }): Promise<string> {
  const { data: calls } = await admin.call(historiesCall, {
    query: { extension: '101', status: 'answered', direction: 'inbound', per_page: 100 },
  });
  const call = calls.findLast(({ agent_name: name }) => name === 'Nguyễn Thị Lan');
  if (call === undefined) throw new Error('Lan has talked with nobody');
  const { id } = await admin.call(beginEvaluation, { body: { call_id: call.id, sheet_id: made.id } });
  const { sections } = await admin.call(scoreSheets.get, { params: { id: made.id } });
  const [first] = sections[0]?.questions ?? [];
  await admin.call(saveEvaluation, {
    params: { id },
    body: {
      version: 1,
      answers: [{ question_id: first?.id ?? '', value: 0 }],
      marks: [{ at: 2, question_id: first?.id ?? '', comment: 'Vào thẳng việc, chưa chào' }],
    },
  });
  return call.id;
}

/** Screens of scores. */
export const qualityShots: readonly Shot[] = [
  { name: 'score-call', path: '/call-history', as: 'admin', prepare: scoring },
  { name: 'call-scores', path: '/call-scores', as: 'admin' },
  { name: 'score-sheets', path: '/score-sheets', as: 'admin' },
  { name: 'score-sheet-form', path: '/score-sheet/add', as: 'admin' },
  { name: 'sampling-rules', path: '/sampling-rules', as: 'admin' },
  { name: 'sampling-rule-form', path: '/sampling-rule/add', as: 'admin' },
  { name: 'calibrations', path: '/calibrations', as: 'admin' },
  { name: 'calibration-form', path: '/calibration/open', as: 'admin' },
  { name: 'calibrated-scorers', path: '/calibrated-scorers', as: 'admin' },
  { name: 'report-scores', path: '/report-scores', as: 'admin' },
];

import { type CampaignStatus, campaignGoesOn, campaignStatuses, type campaigns, type StoredRowOf } from '@alo/contract';
import { expect, test } from 'vitest';

import { whyNotSo } from './approval.ts';

type Row = StoredRowOf<typeof campaigns>;

// What of a row these rules read.
const row = (status: CampaignStatus, more: Partial<Row> = {}) =>
  ({ status, kind: 'care', name: 'Tết', script: 'Chào', max_attempts: 3, member_ids: [], ...more }) as Row;
const changed = (before: Row, after: Row, mayApprove: boolean) =>
  whyNotSo({ kind: 'updated', before, after }, mayApprove);
const states = Object.keys(campaignStatuses) as CampaignStatus[];

test('a campaign goes from state to state as it may, and leaves its draft only by who may approve', () => {
  for (const from of states) {
    for (const to of states) {
      const isWay = from === to || campaignGoesOn[from].includes(to);
      expect([from, to, changed(row(from), row(to), true) === undefined]).toEqual([from, to, isWay]);
      const isApproval = from === 'draft' && (to === 'approved' || to === 'running');
      expect([from, to, changed(row(from), row(to), false) === undefined]).toEqual([from, to, isWay && !isApproval]);
    }
  }
  expect(whyNotSo({ kind: 'created', after: row('draft') }, false)).toBeUndefined();
  expect(whyNotSo({ kind: 'created', after: row('running') }, false)).toEqual({
    status: 'Bạn không có quyền duyệt chiến dịch',
  });
  expect(whyNotSo({ kind: 'created', after: row('paused') }, false)).toHaveProperty('status');
  for (const state of states) expect(whyNotSo({ kind: 'created', after: row(state) }, true)).toBeUndefined();
  expect(whyNotSo({ kind: 'deleted', before: row('running') }, false)).toBeUndefined();
});

test('what was approved is changed by who may approve, its kind by nobody; a draft by everybody, one that is over by nobody', () => {
  const other = { script: 'Kính chào', max_attempts: 5 };
  for (const state of ['approved', 'running', 'paused'] as const) {
    expect(changed(row(state), row(state, other), true)).toBeUndefined();
    expect(Object.keys(changed(row(state), row(state, other), false) ?? {})).toEqual(['max_attempts', 'script']);
    expect(changed(row(state), row(state, { name: 'Tết 2027', note: 'Gọi sớm' }), false)).toBeUndefined();
    expect(changed(row(state), row(state, { kind: 'advertising' }), true)).toHaveProperty('kind');
  }
  expect(changed(row('draft'), row('draft', { ...other, kind: 'advertising' }), false)).toBeUndefined();
  expect(changed(row('paused'), row('draft', other), false)).toBeUndefined();
  expect(changed(row('ended'), row('ended', other), true)).toHaveProperty('script');
  expect(changed(row('ended'), row('ended', { name: 'Tết 2026' }), false)).toBeUndefined();
});

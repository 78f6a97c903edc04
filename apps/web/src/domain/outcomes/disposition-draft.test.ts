import { expect, test } from 'vitest';

import { dispositionBody, draftOfDisposition, emptyDisposition } from './disposition-draft.ts';

const company = (['agreed', 'call-again'] as const).map((code) => ({
  id: code,
  code,
  name: code,
  group: '',
  colour: '#64748b',
  next_step: code === 'call-again' ? ('call-again' as const) : ('none' as const),
  active: true,
}));
const body = (said: object) => dispositionBody({ ...emptyDisposition, ...said }, { outcomes: company, now: 0 });

test('what is missing is said beside its field: an outcome, and the time of a call that it asks for', () => {
  expect(body({})).toEqual({ ok: false, wrong: { outcome: 'Thông tin không được để trống' } });
  expect(body({ outcome: 'call-again' })).toEqual({ ok: false, wrong: { next_call_at: 'Chọn giờ gọi lại' } });
  expect(body({ outcome: 'agreed', next: 'other' })).toMatchObject({ ok: false });
  expect(body({ outcome: 'agreed', note: 'Xong' })).toEqual({
    ok: true,
    body: { outcome: 'agreed', note: 'Xong', next_call_at: null },
  });
});

test('what stands is put right from where it stands, with its time', () => {
  const kept = { outcome: 'call-again', note: 'Bận', next_call_at: '2026-12-01T02:30:00.000Z' };
  expect(draftOfDisposition(kept)).toEqual({
    outcome: 'call-again',
    note: 'Bận',
    next: 'other',
    day: '2026-12-01',
    time: '09:30',
  });
  expect(body(draftOfDisposition(kept))).toEqual({ ok: true, body: kept });
});

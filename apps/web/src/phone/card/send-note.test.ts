import { expect, test } from 'vitest';

import { ApiProblem } from '../../kit/api/problem.ts';
import { sendNote } from './send-note.ts';

const row = {
  id: '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11',
  version: 2,
  name: 'Hoa',
  code: '',
  phone: '0901234567',
  phones: [],
  created_at: '2026-11-22T00:00:00.000Z',
  updated_at: '2026-11-22T00:00:00.000Z',
  email: '',
  address: '',
  zalo: '',
  facebook: '',
  status: '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f12',
  note: '',
  do_not_call: false,
  data_source_id: null,
  project_id: null,
  user_id: null,
  is_status: 'Mới',
  status_colour: '',
  user_name: null,
  is_datasource: null,
  is_project: null,
  last_call_at: null,
  next_call_at: null,
  note_in_calling: 'cũ',
  own: {},
};
const draft = { text: 'mới', base: 'cũ', version: 2 };

/** A server that has this note in this version, and takes whatever was written on it. */
const server = (note: string, version: number) => async (text: string, on: number) => {
  if (on === version) return { ...row, note_in_calling: text, version: version + 1 };
  throw problem(409, 'conflict', { ...row, note_in_calling: note, version });
};
const problem = (status: number, code: string, current?: unknown) =>
  new ApiProblem(status, { code, message: '', request_id: '', fields: {}, used_by: [], current });

test('words that were left over get to the server', async () => {
  expect(await sendNote(draft, server('cũ', 2))).toMatchObject({ kind: 'sent' });
  // A colleague has changed the address meanwhile.
  expect(await sendNote(draft, server('cũ', 5))).toMatchObject({ kind: 'sent', customer: { version: 6 } });
});

test('what the server has already is not sent again, and what somebody else wrote since is not overwritten', async () => {
  expect(await sendNote(draft, server('mới', 3))).toMatchObject({ kind: 'known' });
  expect(await sendNote(draft, server('của người khác', 3))).toMatchObject({
    kind: 'conflict',
    customer: { note_in_calling: 'của người khác' },
  });
});

test('one’s own words that the server took without an answer are gone over, and what it has of them is told', async () => {
  const unanswered = { ...draft, text: 'hẹn thứ hai', sent: ['hẹn'] };
  expect(await sendNote(unanswered, server('hẹn', 3))).toMatchObject({ kind: 'sent', customer: { version: 4 } });
  expect(await sendNote(unanswered, server('của người khác', 3))).toMatchObject({ kind: 'conflict' });
  expect(await sendNote(unanswered, server('hẹn thứ hai', 3))).toMatchObject({
    kind: 'known',
    customer: { version: 3 },
  });
});

test('the server keeps no spaces around a note: words that it has without them are no other’s', async () => {
  expect(await sendNote({ ...draft, text: ' mới\n' }, server('mới', 3))).toMatchObject({ kind: 'known' });
  const unanswered = { ...draft, text: ' hẹn thứ hai', sent: [' hẹn '] };
  expect(await sendNote(unanswered, server('hẹn', 3))).toMatchObject({ kind: 'sent' });
});

test.each([
  [0, 'network', 'not-now'],
  [503, 'unavailable', 'not-now'],
  [429, 'too_many_requests', 'not-now'],
  [404, 'not_found', 'refused'],
  [403, 'forbidden', 'refused'],
])('with the answer %i %s it is %s', async (status, code, kind) => {
  expect(await sendNote(draft, () => Promise.reject(problem(status, code)))).toMatchObject({ kind });
});

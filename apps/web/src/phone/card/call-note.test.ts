import { expect, test } from 'vitest';

import { isUnsaved, type Note, type NoteEvent, openNote, stepNote } from './call-note.ts';

/** The server has words of this call, written over those of an earlier one. */
const written = stepNote(openNote('lần trước', 2), { type: 'saved', text: 'cũ', version: 3 });
const opened = stepNote({ ...written, text: 'cũ' }, { type: 'saved', text: 'cũ', version: 3 });
const play = (...events: NoteEvent[]): Note => events.reduce(stepNote, opened);

test('the note of a call begins empty, whatever was written of the one before, and goes over that', () => {
  const note = openNote('Khách hỏi bảo hành', 3);
  expect(note).toMatchObject({ text: '', state: 'saved', over: 'Khách hỏi bảo hành' });
  const typed = stepNote(note, { type: 'typed', text: 'Gửi báo giá' });
  expect(typed).toMatchObject({ text: 'Gửi báo giá', state: 'unsaved', over: 'Khách hỏi bảo hành', version: 3 });
  expect(isUnsaved(stepNote(typed, { type: 'typed', text: '' }))).toBe(false);
});

test('a page that is loaded again in mid-call shows what the server has of this call, and what was typed meanwhile behind it', () => {
  const found = { type: 'found', text: 'của cuộc này', base: 'của cuộc này', version: 4 } as const;
  expect(stepNote(openNote('của cuộc này', 4), found)).toMatchObject({ text: 'của cuộc này', state: 'saved' });
  const typed = stepNote(openNote('của cuộc này', 4), { type: 'typed', text: 'thêm' });
  expect(stepNote(typed, found)).toMatchObject({ text: 'của cuộc này\nthêm', state: 'unsaved' });
});

test('what is typed is unsaved, what is typed back is not', () => {
  expect(play({ type: 'typed', text: 'mới' })).toMatchObject({ state: 'unsaved', text: 'mới', version: 3 });
  expect(isUnsaved(play({ type: 'typed', text: 'mới' }, { type: 'typed', text: 'cũ' }))).toBe(false);
});

test('a saved note carries the new version into the next save', () => {
  const note = play({ type: 'typed', text: 'mới' }, { type: 'saving' }, { type: 'saved', text: 'mới', version: 4 });
  expect(note).toMatchObject({ state: 'saved', version: 4, saved: 'mới' });
});

test('typing that goes on while a save is on its way is not lost', () => {
  const note = play(
    { type: 'typed', text: 'mới' },
    { type: 'saving' },
    { type: 'typed', text: 'mới hơn' },
    { type: 'saved', text: 'mới', version: 4 },
  );
  expect(note).toMatchObject({ state: 'unsaved', text: 'mới hơn', version: 4 });
});

test('a server that trims the end does not make the note unsaved again', () => {
  const note = play({ type: 'typed', text: 'mới ' }, { type: 'saving' }, { type: 'saved', text: 'mới', version: 4 });
  expect(note.state).toBe('saved');
});

test('a failed save stays unsaved and can be tried again', () => {
  const failed = play({ type: 'typed', text: 'mới' }, { type: 'saving' }, { type: 'failed' });
  expect(isUnsaved(failed)).toBe(true);
  expect(stepNote(failed, { type: 'saving' })).toMatchObject({ state: 'saving', sending: 'mới' });
});

test('what one writes in the same call at another computer stands here, unless something newer does', () => {
  const told = (text: string, version: number) => ({ type: 'told', text, over: text, version }) as const;
  const there = stepNote(openNote('lần trước', 2), told('ghi ở máy kia', 2));
  expect(there).toMatchObject({ text: 'ghi ở máy kia', saved: 'ghi ở máy kia', state: 'saved', version: 2 });
  expect(stepNote(there, told('ghi tiếp ở máy kia', 3))).toMatchObject({ text: 'ghi tiếp ở máy kia', version: 3 });
  // An answer that was under way, and words that are being written here.
  expect(stepNote(there, told('cũ hơn', 1))).toBe(there);
  const mine = stepNote(there, { type: 'typed', text: 'ghi ở đây' });
  expect(stepNote(mine, told('ghi tiếp ở máy kia', 3))).toBe(mine);
  const saved = stepNote({ ...there, text: 'ghi ở đây ' }, { type: 'saved', text: 'ghi ở đây', version: 4 });
  const typing = { ...saved, text: 'ghi ở đây ', state: 'saved' } as const;
  expect(stepNote(typing, told('ghi ở đây', 5))).toMatchObject({ text: 'ghi ở đây ', state: 'saved', version: 5 });
});

const conflict: NoteEvent[] = [
  { type: 'typed', text: 'của tôi' },
  { type: 'saving' },
  { type: 'conflict', text: 'của người khác', version: 7 },
];

test('somebody else wrote meanwhile: nothing is overwritten until the person decides', () => {
  const note = play(...conflict);
  expect(note).toMatchObject({ state: 'conflict', text: 'của tôi', theirs: { text: 'của người khác', version: 7 } });
  expect(stepNote(note, { type: 'saving' }).state).toBe('conflict');
});

test('one may keep the own text, on top of theirs, or take theirs', () => {
  expect(play(...conflict, { type: 'keep-mine' })).toMatchObject({ state: 'unsaved', text: 'của tôi', version: 7 });
  expect(play(...conflict, { type: 'take-theirs' })).toMatchObject({
    state: 'saved',
    text: 'của người khác',
    saved: 'của người khác',
    version: 7,
  });
});

test('words that were left over come back over what they were written on, and over nothing else', () => {
  const found = { type: 'found', text: 'cũ, gọi lại', base: 'cũ', version: 2 } as const;
  expect(play(found)).toMatchObject({ state: 'unsaved', text: 'cũ, gọi lại', version: 3 });
  expect(play({ ...found, base: 'khác' })).toMatchObject({ state: 'unsaved', version: 2 });
  expect(play({ ...found, text: 'cũ' }).state).toBe('saved');
});

test('what is typed in the moment before words that were left over are found goes on behind them', () => {
  const found = { type: 'found', text: 'cũ, gọi lại', base: 'cũ', version: 2 } as const;
  expect(play({ type: 'typed', text: 'cũ sáng mai' }, found)).toMatchObject({
    text: 'cũ, gọi lại sáng mai',
    state: 'unsaved',
    version: 3,
  });
  expect(play({ type: 'typed', text: 'mới' }, found).text).toBe('cũ, gọi lại\nmới');
  expect(play({ type: 'typed', text: found.text }, found).text).toBe(found.text);
  const saving = play({ type: 'typed', text: 'mới' }, { type: 'saving' }, found);
  expect(saving).toMatchObject({ state: 'saving', sending: 'mới' });
  expect(stepNote(saving, { type: 'saved', text: 'mới', version: 4 })).toMatchObject({
    text: 'cũ, gọi lại\nmới',
    state: 'unsaved',
    version: 4,
  });
});

test('words that were sent without an answer may be there: what is written on goes over them, and over nobody else’s', () => {
  const lost = play({ type: 'typed', text: 'hẹn' }, { type: 'saving' }, { type: 'failed' });
  expect(lost.sent).toEqual(['hẹn']);
  // Typed back to what was there before: the server may have the other words.
  expect(isUnsaved(stepNote(lost, { type: 'typed', text: 'cũ' }))).toBe(true);
  const answered = [{ type: 'saving' }, { type: 'saved', text: 'hẹn', version: 4 }] as const;
  expect(answered.reduce(stepNote, lost).sent).toEqual([]);
  // The page went before the answer came; the next one finds on the server what was sent.
  const found = { type: 'found', text: 'hẹn thứ hai', base: 'cũ', version: 3, sent: ['hẹn'] } as const;
  expect(stepNote(openNote('hẹn', 4), found)).toMatchObject({ text: 'hẹn thứ hai', state: 'unsaved', version: 4 });
  expect(stepNote(openNote('của người khác', 4), found)).toMatchObject({ state: 'unsaved', version: 3 });
});

import { expect, test } from 'vitest';

import { heardPieces, type MessagePart, messageFiles, type Spoken } from './spoken-message.ts';

const said = (words: string): MessagePart => ({
  kind: 'words',
  words,
  greeting_id: null,
  audio_id: null,
  greeting_name: null,
  duration_ms: null,
});
const lan: Spoken = {
  name: 'Nguyễn Lan',
  code: 'KH01',
  number: '+84901234567',
  today: '2026-11-30',
  company: 'Alô',
  own: new Map([
    ['số tiền', '1.250.000 đ'],
    ['hạn', '23/04/2026'],
    ['trống', ' '],
    ['mã đơn', 'DH-0912'],
  ]),
};
/** What is heard, in words. */
const heard = (text: string) =>
  heardPieces([said(text)], lan).map((piece) => {
    if (piece.kind === 'missing') return `thiếu ${piece.name}`;
    if (piece.kind === 'value') return `${piece.text} (${piece.sources.length})`;
    return piece.kind === 'words' ? piece.words : 'âm thanh';
  });

test('names and words are read, money, days and digits are put together of the exchange’s own sounds', () => {
  expect(
    heard('Chào {ten}, {cong_ty} báo nợ {rieng:Số tiền|tiền} hạn {rieng:Hạn|ngày}, đơn {rieng:mã đơn|chữ số}'),
  ).toEqual([
    'Chào',
    'Nguyễn Lan',
    'Alô',
    'báo nợ',
    // một triệu hai trăm năm mươi nghìn đồng
    '1.250.000 đồng (8)',
    'hạn',
    // ngày hai mươi ba tháng tư năm hai nghìn không trăm hai mươi sáu
    '23/04/2026 (14)',
    'đơn',
    '0912 (4)',
  ]);
  expect(heard('{so}')).toEqual(['0901234567 (10)']);
});

test('what a card lacks, or cannot be said so, is missing and not left out', () => {
  expect(heard('{rieng:Trống} {rieng:Không có} {rieng:Mã đơn|ngày}')).toEqual([
    'thiếu Trống',
    'thiếu Không có',
    'thiếu Mã đơn',
  ]);
});

test('amounts are read as people write them', () => {
  const amount = (written: string) =>
    heardPieces([said('{rieng:X|tiền}')], { ...lan, own: new Map([['x', written]]) })[0];
  expect(['500000', '500.000', '500,000 VND', '500 000đ', '500.000,50'].map((one) => amount(one))).toEqual(
    Array(5).fill(expect.objectContaining({ text: '500.000 đồng' })),
  );
  // What would be said as another amount is missing, and nobody is called with it.
  for (const one of ['khoảng 1-2 triệu', '-50.000', '1.2 triệu', '1,5 tỷ', '1,5', '500k', '12 tháng', '50%']) {
    expect([one, amount(one)]).toMatchObject([one, { kind: 'missing' }]);
  }
});

test('there is no message as long as a word of it was not spoken, or something is missing', () => {
  const known = new Map([['Chào', { audioId: 'a', durationMs: 500 }]]);
  const files = (text: string) => messageFiles('t', heardPieces([said(text)], lan), known);
  expect(files('Chào {so|chữ số}')?.slice(0, 2)).toEqual(['company/t/a.wav', 'system/vi/say/0.wav']);
  expect(files('Chào {ten}')).toBeNull();
  expect(files('Chào {rieng:Trống}')).toBeNull();
});

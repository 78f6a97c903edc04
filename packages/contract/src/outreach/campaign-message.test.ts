import { expect, test } from 'vitest';

import { campaignKeys, campaignMessage, messagePieces } from './campaign-message.ts';

test('words are said as they are, and values of the customer in the way that is asked for', () => {
  expect(messagePieces('Chào {ten}, anh còn nợ {rieng: Số tiền | tiền}, hạn {rieng:Hạn|ngày}.')).toEqual([
    { words: 'Chào' },
    { field: 'ten', as: 'text' },
    { words: 'anh còn nợ' },
    { own: 'Số tiền', as: 'money' },
    { words: 'hạn' },
    { own: 'Hạn', as: 'day' },
  ]);
  expect(messagePieces('Số {so}. Hôm nay {ngay}.')).toEqual([
    { words: 'Số' },
    { field: 'so', as: 'digits' },
    { words: 'Hôm nay' },
    { field: 'ngay', as: 'day' },
  ]);
  expect(messagePieces(' … ! ')).toEqual([]);
});

test('what is in braces and means nothing is refused, with what can be named', () => {
  const wrong = (text: string) => campaignMessage.safeParse([{ kind: 'words', words: text }]).error?.issues[0]?.message;
  expect(wrong('Chào {tên}')).toContain('Không có ô {tên}');
  expect(wrong('Nợ {rieng:Số tiền|đô la}')).toContain('cách đọc: tiền, số, chữ số, ngày');
  expect(wrong('Chào {ten}')).toBeUndefined();
  expect(campaignMessage.safeParse([{ kind: 'words', words: '…' }]).success).toBe(false);
  expect(campaignMessage.safeParse([{ kind: 'sound' }]).success).toBe(false);
});

test('each key does one thing, and what it leads to is named', () => {
  const isKept = (keys: unknown) => campaignKeys.safeParse(keys).success;
  expect(isKept([{ key: '9', does: 'again' }])).toBe(true);
  expect(
    isKept([
      { key: '9', does: 'again' },
      { key: '9', does: 'stop' },
    ]),
  ).toBe(false);
  expect(isKept([{ key: '1', does: 'queue' }])).toBe(false);
  expect(isKept([{ key: '12', does: 'stop' }])).toBe(false);
});

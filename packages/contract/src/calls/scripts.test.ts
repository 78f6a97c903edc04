import { expect, test } from 'vitest';

import { callScript, script, scriptParts } from './scripts.ts';

test('a script has parts that are said in any case, and what is said to each answer, up to the next or a line', () => {
  const text =
    'Chào {{Tên khách}}!\n? Khách đồng ý\nCảm ơn {{ Tên khách }}.\n? Khách bận\nHẹn lại.\n---\nChúc một ngày tốt.';
  expect(scriptParts(text)).toEqual([
    { answer: null, words: [{ text: 'Chào ' }, { pick: 'Tên khách' }, { text: '!' }] },
    { answer: 'Khách đồng ý', words: [{ text: 'Cảm ơn ' }, { pick: 'Tên khách' }, { text: '.' }] },
    { answer: 'Khách bận', words: [{ text: 'Hẹn lại.' }] },
    { answer: null, words: [{ text: 'Chúc một ngày tốt.' }] },
  ]);
  expect(scriptParts('')).toEqual([]);
  // A question within a line begins nothing, and a script of before keeps what it has in braces.
  expect(scriptParts('Anh khoẻ không? {{Tên}}')).toEqual([
    { answer: null, words: [{ text: 'Anh khoẻ không? {{Tên}}' }] },
  ]);
});

test('a pick that there is not is told with those that there are', () => {
  expect(script.safeParse('Chào {{Tên khách}}').success).toBe(true);
  const [mistake] = script.safeParse('Chào {{Tên}}').error?.issues ?? [];
  expect(mistake?.message).toMatch(/^Không có ô \{\{Tên\}\}\. Các ô dùng được: \{\{Tên khách\}\}, /);
});

test('what is said in calls that come names no campaign', () => {
  expect(callScript.safeParse('Chào {{ Tên khách }}, tôi là {{Tên tôi}}').success).toBe(true);
  expect(callScript.safeParse('Chào mừng đến {{Tên chiến dịch}}').success).toBe(false);
});

import { expect, test } from 'vitest';

import { type SpokenLine, withEvidence } from './evidence.ts';
import { extractSummary } from './extract.ts';

const spoken = (...said: readonly (readonly [SpokenLine['side'], string])[]): SpokenLine[] =>
  said.map(([side, text], at) => ({ side, text, from: at * 4_000, to: at * 4_000 + 3_000 }));

const call = spoken(
  ['right', 'Dạ Alô Shop xin nghe, em có thể giúp gì cho anh ạ?'],
  ['left', 'Chào em'],
  ['left', 'Anh muốn đổi cái máy lọc nước mua hôm thứ bảy'],
  ['right', 'Dạ vâng ạ'],
  ['right', 'Máy của mình bị làm sao ạ'],
  ['left', 'Nó kêu to lắm em ạ'],
  ['right', 'Anh mua giá bao nhiêu ạ?'],
  ['left', 'Ờ'],
  ['left', 'Năm triệu hai, có hoá đơn'],
  ['right', 'Dạ em sẽ gọi lại anh trước 15 giờ ngày mai ạ'],
  ['left', 'Ừ, trời hôm nay nóng quá'],
  ['right', 'Dạ em cảm ơn anh'],
);
const shown = (lines: readonly SpokenLine[]) => extractSummary(lines).map(({ kind, text }) => [kind, text]);

test('what is taken is why the call was made, what was asked and answered, and what was promised, in the order of the call', () => {
  expect(shown(call)).toEqual([
    ['reason', 'Anh muốn đổi cái máy lọc nước mua hôm thứ bảy'],
    ['question', 'Anh mua giá bao nhiêu ạ?'],
    ['answer', 'Năm triệu hai, có hoá đơn'],
    ['promise', 'Dạ em sẽ gọi lại anh trước 15 giờ ngày mai ạ'],
  ]);
  expect(extractSummary(call)).toEqual(extractSummary(structuredClone(call)));
});

test('each line that is taken is its own evidence', () => {
  expect(withEvidence(extractSummary(call), call)).toMatchObject({
    dropped: 0,
    sentences: [{ side: 'left', at: [8] }, { at: [24] }, { side: 'left', at: [32] }, { side: 'right', at: [36] }],
  });
});

test('a short call has no summary, nor has one in which nothing is said that says anything', () => {
  expect(shown(call.slice(0, 4))).toEqual([]);
  expect(shown(spoken(...Array.from({ length: 9 }, () => ['left', 'Dạ vâng ạ'] as const)))).toEqual([]);
});

test('what is said twice is taken once, and of a long call no more than a dozen lines', () => {
  const promise = ['right', 'Em sẽ gửi lại hoá đơn trong hôm nay'] as const;
  expect(shown(spoken(promise, ['left', 'Vâng'], promise, ['left', 'Vâng'], promise))).toHaveLength(1);
  const long = spoken(
    ...Array.from({ length: 400 }, (_, n) => ['left', `Lần thứ ${n} tôi phải trả ${n} nghìn đồng`] as const),
  );
  expect(shown(long)).toHaveLength(7);
});

test('a line of minutes is cut at a word, and says that it is', () => {
  const [, , , , last] = spoken(...Array.from({ length: 4 }, () => ['left', 'Vâng'] as const), [
    'right',
    `Em sẽ gửi lại ${'danh sách '.repeat(60)}`,
  ]);
  const lines = [...call.slice(0, 4), ...(last === undefined ? [] : [last])];
  const text = extractSummary(lines).at(-1)?.text ?? '';
  expect([text.length <= 281, text.endsWith('…'), text.includes('danh sách…') || text.includes('danh…')]).toEqual([
    true,
    true,
    true,
  ]);
});

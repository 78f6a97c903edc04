import { expect, test } from 'vitest';

import { type DraftSentence, type SpokenLine, withEvidence } from './evidence.ts';

const lines: readonly SpokenLine[] = [
  { side: 'left', from: 1_000, to: 4_000, text: 'Tôi muốn hỏi bảo hành máy lạnh mua hôm 12/10' },
  { side: 'right', from: 5_000, to: 8_000, text: 'Dạ phí kiểm tra là 500.000 đồng ạ' },
  { side: 'right', from: 9_000, to: 12_000, text: 'Em sẽ gọi lại anh trước 15 giờ thứ Sáu' },
  { side: 'left', from: 13_000, to: 14_000, text: 'Số của tôi 0901 234 567' },
];
const told = (text: string, ...its: number[]): DraftSentence => ({ kind: 'told', text, lines: its });
const kept = (...drafted: DraftSentence[]) => withEvidence(drafted, lines);

test('a sentence stands at the seconds of its lines, in their order, and is one voice’s where they are', () => {
  expect(kept(told('Khách hỏi bảo hành máy lạnh, phí kiểm tra 500000 đồng', 1, 0, 1))).toEqual({
    sentences: [
      { kind: 'told', text: 'Khách hỏi bảo hành máy lạnh, phí kiểm tra 500000 đồng', side: null, at: [1, 5] },
    ],
    dropped: 0,
  });
  expect(kept(told('Sẽ gọi lại trước 15 giờ thứ sáu', 2)).sentences).toMatchObject([{ side: 'right', at: [9] }]);
});

test.each([
  ['no line at all', told('Khách hỏi bảo hành máy lạnh')],
  ['a line that is not there', told('Khách hỏi bảo hành máy lạnh', 0, 9)],
  ['a line that is not a place', told('Khách hỏi bảo hành máy lạnh', 0.5)],
  ['a line before the first', told('Khách hỏi bảo hành máy lạnh', -1)],
  ['another line', told('Khách hỏi bảo hành máy lạnh', 2)],
  ['words of who speaks alone', told('Khách hỏi và nhân viên trả lời', 0)],
  ['a sum that nobody said', told('Phí kiểm tra là 550.000 đồng', 1)],
  ['a tenth of the sum', told('Phí kiểm tra là 50.000 đồng', 1)],
  ['a refusal that nobody said', told('Nhân viên không gọi lại trước 15 giờ thứ Sáu', 2)],
  ['another number', told('Số của khách 0901 234 568', 3)],
  ['nothing', told('', 0)],
])('a sentence with %s as evidence is left out, and counted', (_, sentence) =>
  expect(kept(sentence)).toEqual({ sentences: [], dropped: 1 }),
);

test.each(['0901234567', '0901 234 567', '0901.234.567'])('a number may be written as %s', (number) =>
  expect(kept(told(`Số của khách ${number}`, 3)).dropped).toBe(0),
);
test('a decimal is no whole number', () => {
  const one: SpokenLine = { side: 'left', from: 0, to: 1_000, text: 'Gói này giá 1,5 triệu' };
  const figure = (text: string) => withEvidence([told(text, 0)], [one]).dropped;
  expect([figure('Gói giá 1,5 triệu'), figure('Gói giá 15 triệu')]).toEqual([0, 1]);
});

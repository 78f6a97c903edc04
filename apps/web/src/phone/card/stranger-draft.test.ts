import { expect, test } from 'vitest';

import { draftWith, inputIn } from '../../kit/drafts/use-kept-input.ts';
import { afterTold, hasWords, noWords, strangerWords } from './stranger-draft.ts';

const wordsIn = (draft: ReturnType<typeof draftWith>) => inputIn(draft, strangerWords);

test('what was filled in of a stranger is the same after it was kept, and nothing is no draft', () => {
  const words = { name: 'Phan "Lạ"', note: 'Hỏi giá\ngói năm' };
  expect(wordsIn(draftWith(words))).toEqual(words);
  expect([hasWords(noWords), wordsIn(draftWith(noWords))]).toEqual([false, undefined]);
  expect(wordsIn({ text: '["name"]', base: '', version: 0 })).toBeUndefined();
});

test('words that are typed before the kept ones were found go on behind them', () => {
  const kept = { name: 'Phan Thị', note: 'Hỏi giá' };
  expect(strangerWords.together(kept, { name: 'Lạ', note: '' })).toEqual({ name: 'Phan Thị Lạ', note: 'Hỏi giá' });
  expect(strangerWords.together(kept, { name: '', note: 'gọi lại' }).note).toBe('Hỏi giá\ngọi lại');
  expect(strangerWords.together(kept, kept)).toEqual(kept);
});

test('what was written at another computer stands here too, and nothing that is written here is lost for it', () => {
  const words = (note: string, name = '') => ({ note, name });
  const told = words('Hỏi giá, gọi lại sáng mai', 'Bưởi');
  expect(afterTold(words('Hỏi giá'), words('Hỏi giá'), told)).toBe(told);
  // A page that has not sent its beginning of the same.
  expect(afterTold(words('Hỏi'), noWords, told)).toBe(told);
  const here = words('Hỏi bảo hành');
  expect(afterTold(here, words('Hỏi giá'), told)).toBe(here);
});

import { expect, test } from 'vitest';

import { draftWith, inputIn } from '../../kit/drafts/use-kept-input.ts';
import { hasWords, noWords, strangerWords } from './stranger-draft.ts';

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

import { expect, test } from 'vitest';
import { z } from 'zod';

import { mistakesIn } from './problem.ts';

test('a mistake is told by its field and by its place in it, the first of each', () => {
  const form = z.object({
    name: z.string().min(1, 'trống').min(2, 'ngắn'),
    quiet: z.object({ from: z.string().regex(/^\d\d:\d\d$/, 'giờ sai'), to: z.string().min(1, 'đến khi nào') }),
  });
  const { error } = form.safeParse({ name: '', quiet: { from: '25', to: '' } });
  expect(mistakesIn(error)).toEqual({
    name: 'trống',
    quiet: 'giờ sai',
    'quiet.from': 'giờ sai',
    'quiet.to': 'đến khi nào',
  });
  expect(mistakesIn(undefined)).toEqual({});
});

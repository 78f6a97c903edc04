import { expect, test } from 'vitest';
import { z } from 'zod';

import { mistakeWords } from './mistake-words.ts';
import { code, note, required } from './values.ts';

const wordsOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: mistakeWords }).error?.issues.map(({ message }) => message);

test.each([
  ['a name that is too long is not called empty', required, 'x'.repeat(201), 'Tối đa 200 ký tự'],
  ['a name of blanks only', required, '   ', 'Thông tin không được để trống'],
  ['no name at all', required, undefined, 'Thông tin không được để trống'],
  ['a note that is too long', note, 'x'.repeat(2_001), 'Tối đa 2.000 ký tự'],
  ['a code with odd letters keeps its own words', code, 'a b', 'Mã chỉ gồm chữ, số, gạch ngang và gạch dưới'],
  ['letters where a number belongs', z.int().min(1), Number.NaN, 'Nhập một số'],
  ['half of a call', z.int().min(1), 1.5, 'Nhập số nguyên'],
  ['a number that is too small', z.int().min(1), 0, 'Nhập số từ 1 trở lên'],
  ['a number that is too large', z.int().max(10_000), 20_000, 'Nhập số không quá 10.000'],
  ['nothing where a number must be', z.int(), null, 'Thông tin không được để trống'],
  ['too many lines', z.array(z.string()).max(1), ['a', 'b'], 'Tối đa 1 mục'],
  ['no line', z.array(z.string()).min(1), [], 'Cần ít nhất 1 mục'],
  ['what a pattern refuses', z.string().regex(/^\d+$/), 'x', 'Không đúng định dạng'],
  ['another word than those of a list', z.enum(['tcp', 'udp']), 'x', 'Chọn một trong: tcp, udp'],
])('%s', (_, schema, input, words) => expect(wordsOf(schema, input)).toEqual([words]));

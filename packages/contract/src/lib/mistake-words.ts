import type { z } from 'zod';

import { messages } from './messages.ts';

/**
 * What a person reads at a field whose rule has no words of its own: what to do, rather than what the rule is. Zod's own
 * Vietnamese speaks of `string` and `<=`. Of a choice it names all that may be chosen, for programs: nobody picks a wrong one.
 */
export const mistakeWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'too_big':
      return most(issue.origin, counted(issue.maximum));
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? messages.required
        : least(issue.origin, counted(issue.minimum));
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return messages.required;
      if (issue.expected === 'int') return 'Nhập số nguyên';
      return issue.expected === 'number' ? 'Nhập một số' : unknown;
    case 'invalid_value':
      return `Chọn một trong: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return 'Không đúng định dạng';
    default:
      return unknown;
  }
};

const unknown = 'Giá trị không hợp lệ';

const counted = (limit: number | bigint) => limit.toLocaleString('vi-VN');

function most(origin: string, limit: string): string {
  if (origin === 'string') return `Tối đa ${limit} ký tự`;
  return origin === 'array' ? `Tối đa ${limit} mục` : `Nhập số không quá ${limit}`;
}

function least(origin: string, limit: string): string {
  if (origin === 'string') return `Ít nhất ${limit} ký tự`;
  return origin === 'array' ? `Cần ít nhất ${limit} mục` : `Nhập số từ ${limit} trở lên`;
}

/** Of a text that must be there: other rules of it, as of its length, have their own words. */
export const missing: z.core.$ZodErrorMap = ({ code }) => (code === 'invalid_type' ? messages.required : undefined);

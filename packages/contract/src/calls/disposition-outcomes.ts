import { oneOf } from '../lib/one-of.ts';

/** What came of a conversation, as whoever had it says. */
export const dispositionOutcomes = {
  interested: 'Quan tâm',
  'call-again': 'Hẹn gọi lại',
  agreed: 'Đã chốt',
  declined: 'Không có nhu cầu',
  'no-disposition': 'Không gặp',
  'wrong-number': 'Sai số',
  other: 'Khác',
} as const;
export const dispositionOutcome = oneOf(dispositionOutcomes);

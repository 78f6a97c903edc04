import type { Call } from './call.ts';

/** So many seconds into the conversation its customer refused to be recorded: 0 before anybody talked, null where nobody did. */
export function secondOfRefusal({
  recordingRefused,
  answer,
}: Pick<Call, 'recordingRefused' | 'answer'>): number | null {
  if (recordingRefused === undefined) return null;
  return answer === null ? 0 : Math.max(0, Math.round((recordingRefused.at - answer.at) / 1000));
}

/** The same in words for the people who run the company. */
export const recordingRefusedWords = (second: number): string =>
  second === 0 ? 'Khách từ chối ghi âm trước khi nói chuyện' : `Khách từ chối ghi âm từ giây ${second}`;

import type { Announcement, Digit, FrontDoor, RecordingNotice, TimeCondition } from '@alo/call-core';

import type { Row } from './routing-rows.ts';

type Wishes = Pick<Row<'system_setting'>, 'work_days' | 'work_from' | 'work_to' | 'after_hours' | 'recording_notice'>;

/** Names in the plan that no row can have: those of rows are ids. */
const closed = 'company-closed';
const notice = 'recording-notice';

/** Out of its working hours a company has it said so, and within them that the conversation is recorded: call control knows where it is. */
export function frontDoorOf(wishes: Wishes | undefined): FrontDoor | null {
  if (wishes === undefined) return null;
  const closes = wishes.after_hours === 'announce' && wishes.work_days.length > 0;
  const tells = wishes.recording_notice;
  if (!closes && !tells) return null;
  return { hours: closes ? hoursOf(wishes) : null, closed, notice: tells ? notice : null };
}

/** How customers hear of recording besides, and by which key they refuse it. */
export function recordingNoticeOf(system: Row<'system_setting'> | undefined): RecordingNotice | undefined {
  if (system === undefined || !(system.recording_notice || system.recording_notice_outbound)) return undefined;
  const { recording_notice_outbound: out, recording_refusal_key: key, refused_recording: refused } = system;
  return {
    out,
    key: key === '' ? null : (key as Digit), // the database has digits only
    ...(refused === 'drop' && { drops: true }),
  };
}

/** What is said there. */
export function frontDoorAnnouncements(door: FrontDoor | null): Readonly<Record<string, Announcement>> {
  if (door === null) return {};
  const over = { skipKey: null, then: { kind: 'hang-up', cause: 'normal' } } as const;
  return {
    ...(door.hours === null ? {} : { [closed]: { name: 'Ngoài giờ làm việc', file: 'system/vi/closed.wav', ...over } }),
    ...(door.notice === null
      ? {}
      : { [notice]: { name: 'Cuộc gọi được ghi âm', file: 'system/vi/recorded.wav', ...over } }),
  };
}

const hoursOf = ({ work_days, work_from, work_to }: Wishes): TimeCondition['group'] => ({
  name: 'Giờ làm việc của công ty',
  slots: [{ from: work_from, to: work_to, weekdays: work_days, daysOfMonth: [], months: [], dates: [] }],
});

import type { Announcement, InboundRule, RoutingPlan, TimeCondition } from '@alo/call-core';

import type { Row } from './routing-rows.ts';

type Front = Pick<RoutingPlan, 'inboundRules' | 'announcements' | 'timeConditions'>;
type Wishes = Pick<Row<'system_setting'>, 'work_days' | 'work_from' | 'work_to' | 'after_hours' | 'recording_notice'>;

/** Names in the plan that no row can have: those of rows are ids. */
const hours = 'company-hours';
const closed = 'company-closed';
const notice = 'recording-notice';

/**
 * What the company wants of every call from outside before its rules lead on: out of its working hours it is said so, and within them that
 * the conversation is recorded. A rule that has hours of its own knows better about those.
 */
export function behindFrontDoor(front: Front, wishes: Wishes | undefined, records: boolean): Front {
  if (wishes === undefined) return front;
  const announcements: Record<string, Announcement> = { ...front.announcements };
  const timeConditions: Record<string, TimeCondition> = { ...front.timeConditions };
  const tells = wishes.recording_notice && records;
  const closes = wishes.after_hours === 'announce' && wishes.work_days.length > 0;
  if (closes) {
    const over = { kind: 'hang-up', cause: 'normal' } as const;
    announcements[closed] = { name: 'Ngoài giờ làm việc', file: 'system/vi/closed.wav', skipKey: null, then: over };
  }
  const inboundRules = front.inboundRules.map((rule, nth): InboundRule => {
    let { destination } = rule;
    // Whoever is turned away is not recorded.
    if (destination.kind === 'hang-up') return rule;
    if (tells) {
      const name = 'Cuộc gọi được ghi âm';
      const key = `${notice}/${nth}`;
      announcements[key] = { name, file: 'system/vi/recorded.wav', skipKey: null, then: destination };
      destination = { kind: 'msg', announcement: key };
    }
    if (closes && rule.timeGroup === null) {
      const key = `${hours}/${nth}`;
      const otherwise = { kind: 'msg', announcement: closed } as const;
      const name = 'Giờ làm việc của công ty';
      timeConditions[key] = { name, group: hoursOf(wishes), override: null, match: destination, otherwise };
      destination = { kind: 'time', condition: key };
    }
    return { ...rule, destination };
  });
  return { inboundRules, announcements, timeConditions };
}

const hoursOf = ({ work_days, work_from, work_to }: Wishes): TimeCondition['group'] => ({
  name: 'Giờ làm việc của công ty',
  slots: [{ from: work_from, to: work_to, weekdays: work_days, daysOfMonth: [], months: [], dates: [] }],
});

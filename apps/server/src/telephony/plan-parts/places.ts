import type {
  Announcement,
  CodeQuestion,
  Digit,
  LastCallRule,
  MemberTimes,
  Menu,
  RingGroup,
  VoicemailBox,
} from '@alo/call-core';

import type { Row, Rows } from '../routing-rows.ts';
import { rowsWith } from '../row-lookups.ts';
import { byKey } from './by-key.ts';
import { destinationOf, perhaps } from './plan-destination.ts';
import { musicOf, promptOf, soundOf } from './sounds.ts';
import { ownWrapUpOf } from './wrap-up.ts';

/** An IVR menu. */
export function menuOf(rows: Rows, row: Row<'ivr_menu'>): Menu {
  const keys = rowsWith(rows.menuKeys, 'ivr_menu_id', row.id);
  return {
    name: row.name,
    prompt: promptOf(rows, row.greeting_id) ?? row.prompt,
    invalidPrompt: promptOf(rows, row.invalid_greeting_id) ?? row.invalid_prompt,
    timeoutPrompt: promptOf(rows, row.timeout_greeting_id) ?? row.timeout_prompt,
    keys: byKey(
      keys,
      (key) => key.keys,
      (key) => destinationOf(key.destination_kind, key.destination_value),
    ),
    directDialling: row.direct_dialling,
    digitSeconds: row.digit_seconds,
    waitSeconds: row.wait_seconds,
    tries: row.tries,
    invalid: perhaps(row.invalid_kind, row.invalid_value),
    timeout: perhaps(row.timeout_kind, row.timeout_value),
  };
}

/** A code that callers type; whom to ask about it is read where that is asked. */
export function codeQuestionOf(rows: Rows, row: Rows['codeQuestions'][number]): CodeQuestion {
  return {
    name: row.name,
    prompt: promptOf(rows, row.greeting_id) ?? [],
    wrongPrompt: promptOf(rows, row.wrong_greeting_id) ?? [],
    minDigits: row.min_digits,
    maxDigits: row.max_digits,
    endKey: row.end_key === 'none' ? null : row.end_key,
    waitSeconds: row.wait_seconds,
    digitSeconds: row.digit_seconds,
    tries: row.tries,
    answers: byKey(
      rowsWith(rows.codeAnswers, 'code_question_id', row.id),
      ({ answer }) => answer,
      (one) => destinationOf(one.destination_kind, one.destination_value),
    ),
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
  };
}

/** The person whom the customer talked with last. */
export function lastCallRuleOf(row: Row<'last_call_rule'>): LastCallRule {
  return {
    name: row.name,
    withinHours: row.within_hours,
    ringSeconds: row.ring_seconds,
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
  };
}

/** A ring group with its members. */
export function groupOf(rows: Rows, group: Row<'ring_group'>): RingGroup {
  const members = rowsWith(rows.members, 'ring_group_id', group.id);
  const own = members.filter((one) => one.delay_seconds > 0 || one.ring_seconds !== null);
  const [greeting, music] = [soundOf(rows, group.greeting_id), musicOf(rows, group.music_id)];
  return {
    name: group.name,
    strategy: group.strategy,
    members: members.map(({ number }) => number),
    ringSeconds: group.ring_seconds,
    otherwise: perhaps(group.otherwise_kind, group.otherwise_value),
    ...ownWrapUpOf(group),
    ...(greeting === undefined ? {} : { greeting }),
    ...(music === undefined ? {} : { music }),
    ...(group.confirms ? { confirms: true } : {}),
    ...(own.length === 0 ? {} : { times: byKey(own, ({ number }) => number, timesOf) }),
  };
}

const timesOf = (one: Rows['members'][number]): MemberTimes => ({
  delaySeconds: one.delay_seconds,
  ringSeconds: one.ring_seconds,
});

/** A recorded announcement. */
export function announcementOf(rows: Rows, row: Row<'announcement'>): Announcement {
  return {
    name: row.name,
    file: soundOf(rows, row.greeting_id) ?? row.file,
    // The column's check allows digits, star and hash only.
    skipKey: row.skip_key as Digit | null,
    then: destinationOf(row.then_kind, row.then_value),
  };
}

/** A voicemail box. */
export function voicemailBoxOf(rows: Rows, row: Row<'voicemail_box'>): VoicemailBox {
  const busy = soundOf(rows, row.busy_greeting_id);
  return {
    name: row.name,
    // The product's own greeting asks for a message.
    greeting: soundOf(rows, row.greeting_id) ?? (row.only_thanks ? 'system/vi/goodbye.wav' : row.greeting),
    ...(row.only_thanks ? { onlyThanks: true } : {}),
    ...(busy === undefined ? {} : { busyGreeting: busy }),
    maxSeconds: row.max_seconds,
    maxSilenceSeconds: row.max_silence_seconds,
  };
}

import { z } from 'zod';
import { all, may } from '../lib/access.ts';
import { exportFormat } from '../lib/crud.ts';
import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, requiredUpTo, timestamp } from '../lib/values.ts';
import { outcomeCode } from './call-outcomes.ts';
import { callTag } from './call-tags.ts';
import { disposition } from './disposition.ts';
import { networkWord } from './network-sayings.ts';
import { surveyResponse } from './survey-response.ts';

export const callDirections = { inbound: 'Gọi vào', outbound: 'Gọi ra', internal: 'Nội bộ' } as const;
export const callDirection = z.enum(['inbound', 'outbound', 'internal']);

/** What a conversation is for. */
export const callPurposes = {
  people: 'Thường ngày',
  campaign: 'Chiến dịch',
  survey: 'Khảo sát',
  otp: 'Voice OTP',
  test: 'Khách thử',
} as const;
const callPurpose = oneOf(callPurposes);
/**
 * What calls are asked for by: one purpose, those that figures count, or whatever they are for. Figures leave out codes that are read
 * out and bots that try the product: nobody has worked in them.
 */
export const askedPurpose = z.enum([...callPurpose.options, 'counted', 'all']);
export type AskedPurpose = z.output<typeof askedPurpose>;

/** How a conversation came out; it never counts twice, transfers included. `in_progress` until it has ended. */
export const callStatuses = {
  in_progress: 'Đang diễn ra',
  answered: 'Gặp',
  missed: 'Nhỡ',
  abandoned: 'Khách dập máy',
  cancelled: 'Người gọi huỷ',
  busy: 'Máy bận',
  no_answer: 'Không trả lời',
  failed: 'Thất bại',
  blocked: 'Bị chặn',
  voicemail: 'Hộp thư thoại',
  callback: 'Hẹn gọi lại',
  stopped_ivr: 'Chỉ nghe lời tự động',
} as const;
export const callStatus = oneOf(callStatuses);

/** How a call left a queue, or that the queue did not let it in. */
export const queueOutcomes = {
  answered: 'Đã nghe',
  abandoned: 'Bỏ cuộc',
  'timed-out': 'Hết giờ chờ',
  'left-elsewhere': 'Đi nơi khác',
  'called-back': 'Chọn gọi lại',
  'turned-away': 'Không vào được',
} as const;
const queueOutcome = oneOf(queueOutcomes);
export type QueueOutcome = z.output<typeof queueOutcome>;

/** Steps of waiting in a queue, in seconds: each from the first number to just before the second. */
export const queueWaits = {
  '0-5': 'Dưới 5 giây',
  '5-10': '5–10 giây',
  '10-20': '10–20 giây',
  '20-30': '20–30 giây',
  '30-60': '30–60 giây',
  '60-120': '1–2 phút',
  '120-300': '2–5 phút',
  '300-': 'Từ 5 phút',
} as const;
export const queueWait = oneOf(queueWaits);

/** Seconds from which a step is, and to which; without end where it has none. */
export function queueWaitSeconds(step: z.output<typeof queueWait>): { readonly from: number; readonly to?: number } {
  const [from = '0', to = ''] = step.split('-');
  return { from: Number(from), ...(to !== '' && { to: Number(to) }) };
}

/** Days of the week, from Monday. */
export const weekdays = {
  '1': 'Thứ Hai',
  '2': 'Thứ Ba',
  '3': 'Thứ Tư',
  '4': 'Thứ Năm',
  '5': 'Thứ Sáu',
  '6': 'Thứ Bảy',
  '7': 'Chủ nhật',
} as const;

/** Hours of the day. */
export const hoursOfDay: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [String(hour), `${hour}h–${hour + 1}h`]),
);

/**
 * `open` while it is being written, `ready` when closed, `incomplete` where it ends before the conversation did (`no-space`:
 * because the disk was full), `failed` where there is nothing of it (`no-room`: because the disk was full), `dropped` where its customer
 * refused it and the company keeps nothing then.
 */
export const recordingState = z.enum([
  'none',
  'open',
  'ready',
  'incomplete',
  'no-space',
  'failed',
  'no-room',
  'dropped',
]);

/** Who spoke how much in a recording, by loudness alone. */
const voiceTimes = z.object({
  /** Percent of what both sides spoke. */
  agent_percent: z.number().nullable(),
  /** Percent of the time in which anybody spoke. */
  overtalk_percent: z.number().nullable(),
  /** Seconds in which nobody spoke, by stretches of three and more, and the longest of these. */
  dead_air_seconds: z.number(),
  longest_silence_seconds: z.number(),
});
export type VoiceTimes = z.output<typeof voiceTimes>;

/** One conversation as the history shows it. Phone numbers are already masked for whoever may not see them. */
export const callRow = z.object({
  id,
  direction: callDirection,
  purpose: callPurpose.default('people'),
  status: callStatus,
  started_at: timestamp,
  answered_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  /** The customer's number; of an internal call the caller's extension. */
  phone: z.string(),
  customer_id: id.nullable(),
  customer_name: z.string().nullable(),
  /** The service number that was called, or that an outbound call showed. */
  hotline: z.string(),
  /** What was dialled. */
  dialled: z.string(),
  /** Extension and name of the person who answered first, or, where nobody has, who was rung last; of a call out, who placed it. */
  extension: z.string(),
  agent_name: z.string().nullable(),
  /** Who of ours talked in it besides, by name: it was handed on to them, or they joined. */
  others: z.string().default(''),
  /** Caller of an internal or outbound call. */
  caller_extension: z.string(),
  caller_name: z.string().nullable(),
  /** All in whole seconds: until answered or given up, talking, from start to end. */
  wait_seconds: z.number().int(),
  talk_seconds: z.number().int(),
  total_seconds: z.number().int(),
  /** Why it ended, one of call control's causes. */
  cause: z.string(),
  /** What the carrier said instead of an answer, where somebody has named it. */
  network_said: networkWord.nullable().default(null),
  /** What of the configuration did not work on its way; '' where all did. */
  broken: z.string().default(''),
  /** Before the customer's name, as the inbound rule had it. */
  name_prefix: z.string().default(''),
  recording: recordingState,
  /** So many seconds into the conversation its customer refused to be recorded, 0 before anybody talked; null where nobody did. */
  recording_refused_after: z.number().int().nullable().default(null),
  /** The queues that it was in, by name, without the one that it waits in. */
  queues: z.string().default(''),
  /** Estimate of the mean opinion score (1 to 4.5) of the leg that sounded worst; null while nothing was measured. */
  mos: z.number().nullable().default(null),
  /** One of its legs sounded poor, all of it or for ten seconds. */
  poor: z.boolean().default(false),
  /** Who spoke how much, as its recording tells; null where there is none, or where nobody has listened yet. */
  voices: voiceTimes.nullable().default(null),
  /** What came of it, as whoever had it said last; null of one of which nothing was said, and for whoever may not see that. */
  outcome: outcomeCode.nullable().default(null),
  /** What the company calls that outcome now. */
  outcome_name: z.string().nullable().default(null),
  /** In the company's order; none for whoever may not see what came of calls. */
  tags: z.array(callTag).default([]),
});
export type CallRow = z.output<typeof callRow>;

/** Who is told what came of calls: whoever is told it of customers. */
export const seesOutcomes = may('customer.view');

/** A step that routing looked at, in words, with the values that decided. */
export const traceEntry = z.object({
  at: timestamp,
  kind: z.string(),
  text: z.string(),
  detail: z.record(z.string(), z.string()).default({}),
});

/** How the line of one party sounded. */
export const legQuality = z.object({
  /** Estimate of the mean opinion score by the E-model (ITU-T G.107), of the way that was worse. */
  mos: z.number(),
  level: z.enum(['good', 'fair', 'poor']),
  /** The same of its worst ten seconds; null where these were good. */
  worst_mos: z.number().nullable(),
  /** Percent that did not come from the party, and that did not reach it, as its phone says. */
  loss_percent: z.number(),
  far_loss_percent: z.number().nullable(),
  jitter_ms: z.number(),
  /** There and back. */
  round_trip_ms: z.number().nullable(),
  /** '' where it is not known. */
  codec: z.string(),
});
export type LegQuality = z.output<typeof legQuality>;

export const callLeg = z.object({
  id: z.string(),
  party: z.string(),
  name: z.string().nullable(),
  started_at: timestamp,
  answered_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  cause: z.string(),
  /** The desk phone of one of ours, by its name; null of a browser, of whoever is outside, and where it is gone. */
  device: z.string().nullable(),
  /** Null of who was not heard, and while the leg is there. */
  quality: legQuality.nullable(),
});

/** How one of ours came to be in a conversation. */
const segmentHow = z.enum([
  ...(['called', 'answered', 'transfer', 'consultation', 'conference'] as const),
  ...(['pick-up', 'supervision', 'take-over'] as const),
]);

/** One stay of one of ours with others: each person's talk is their own, however often a conversation changes hands. */
export const callSegment = z.object({
  extension: z.string(),
  /** Of the call's legs theirs. */
  leg_id: z.string().default(''),
  how: segmentHow,
  /** Through a group or a queue, or straight (''). */
  through: z.enum(['', 'group', 'queue']),
  from: timestamp,
  to: timestamp.nullable(),
  hold_seconds: z.number(),
  /** The periods that it is the sum of: they put the others on hold, asked a colleague meanwhile, or were put on hold. Calls of before have none. */
  holds: z
    .array(z.object({ from: timestamp, to: timestamp, why: z.enum(['hold', 'consultation', 'held']) }))
    .default([]),
});

/** A place of the company by its id; `none`: people who are in no such place. */
export const placeOrNone = z.union([id, z.literal('none')]);

/** What the history can be narrowed down by. */
/** Where no key of a menu led a call: its caller heard none, or chose nothing of it. */
export const menuPathless = { none: '-', silent: '?' } as const;

/** What customers give of five in a survey about a call: the lowest of their answers. */
export const surveyScores = {
  '5': '5 điểm',
  '4': '4 điểm',
  '3': '3 điểm',
  '2': '2 điểm',
  '1': '1 điểm',
  none: 'Không chấm',
} as const;

export const callFilters = {
  from: day.optional(),
  to: day.optional(),
  direction: callDirection.optional(),
  status: callStatus.optional(),
  /** Of a list every call where none is said, of figures those that they count. */
  purpose: askedPurpose.optional(),
  /** Placed it, took it or talked in it otherwise, or was rung for it last where nobody took it. */
  extension: z.string().max(20).optional(),
  /** The engine turned it away as it came: no line was free, or it had too much to do. */
  refused: z.enum(['1']).optional(),
  /** Met something in the configuration that does not work. */
  broken: z.enum(['1']).optional(),
  /** The carrier said so instead of an answer. */
  network_said: networkWord.optional(),
  /** Sounded poor. */
  quality: z.enum(['poor']).optional(),
  /** Its customer refused to be recorded. */
  recording_refused: z.enum(['1']).optional(),
  /** Somebody of it placed the call, took it or talked in it otherwise, by who had the extension then and where they are today. */
  department_id: placeOrNone.optional(),
  team_id: placeOrNone.optional(),
  /** Was in this queue, and is so no more. */
  queue_id: id.optional(),
  /** Left it so; any queue where none is said. */
  queue_outcome: queueOutcome.optional(),
  /** Waited in it so long; any queue where none is said. */
  queue_wait: queueWait.optional(),
  /** The caller chose this by keys, menu after menu, as the analysis tells calls apart by it. */
  ivr_path: z.string().min(1).max(500).optional(),
  /** The least that the customer gave in a survey about it; of whoever is told of no outcome, none is found. */
  survey_score: oneOf(surveyScores).optional(),
  /** Began in this hour of the day, and on this day of the week, by the company's clock. */
  hour: oneOf(hoursOfDay).optional(),
  weekday: oneOf(weekdays).optional(),
  /** One of ours handed it on to another, */
  transferred: z.enum(['1']).optional(),
  /** and this extension was one that took it. */
  transferred_to: z.string().max(20).optional(),
  /** Its recording was listened to for who speaks when, and it is with somebody outside. */
  measured: z.enum(['1']).optional(),
  /** That came of it; of whoever is told of no outcome, none is found. */
  outcome: outcomeCode.optional(),
  /** A conversation with somebody outside of which nothing was said yet; of whoever is told of no outcome, none is found. */
  without_outcome: z.enum(['1']).optional(),
  /** Has this tag; of whoever is told of no outcome, none is found. */
  tag_id: id.optional(),
  /** Was placed for this campaign. */
  campaign_id: id.optional(),
  /** Came by a number of this project, or showed one. */
  project_id: id.optional(),
  /** Came by this service number, or showed it. */
  service_number_id: id.optional(),
  /** This person placed it, took it or talked in it otherwise, by the extension that they had then. */
  account_id: id.optional(),
  /** The customer was on this trunk. */
  trunk_id: id.optional(),
  /** On a trunk that is called so, or with a number of ours in the network of this carrier. */
  carrier: z.string().trim().min(1).max(60).optional(),
  /** These words were said in it one after the other, with or without accents; whoever may not hear recordings finds none. */
  said: z.string().trim().min(1).max(100).optional(),
};

export const historiesCall = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/histories-call',
  staleAfter: { events: ['call-changed'], everyMs: 2000 },
  access: 'call-history.view',
  summary: 'Call history, newest first; one row a conversation',
  query: listQuery.extend({ ...callFilters, page_size: z.coerce.number().int().min(1).optional() }),
  result: pageOf(callRow),
});

export const exportHistoriesCall = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/export',
  access: 'call-history.export',
  summary: 'Call history as a spreadsheet',
  query: listQuery.extend({
    ...callFilters,
    format: exportFormat,
    columns: z
      .enum(['carrier'])
      .optional()
      .describe(
        'Who called whom, when, how long and why it ended, as a carrier’s own list has it; all where it is left out',
      ),
  }),
  answers: 'file or job',
});

export const bundleRecordings = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'POST',
  path: '/histories-call/recordings',
  access: all('call-history.export', 'call-history.listen'),
  answers: 'job',
  summary:
    'The recordings of the calls that a list shows in one archive, with a list of what each is; 5,000 at most; audited',
  body: listQuery.pick({ search: true, sort: true }).extend(callFilters),
  result: jobTicket,
});

const one = z.object({ id });

export const callDetail = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/histories-call/:id',
  staleAfter: { events: ['call-changed'], everyMs: 2000 },
  access: 'call-history.view',
  summary: 'One conversation with its legs, who of ours talked in it, and its decision trace',
  params: one,
  result: callRow.extend({
    trace: z.array(traceEntry),
    legs: z.array(callLeg),
    segments: z.array(callSegment),
    /** What came of it in the queues that it has left. */
    queue_stays: z.array(z.object({ queue: z.string(), outcome: queueOutcome, wait_seconds: z.number().int() })),
    recording_seconds: z.number(),
    /** What was kept of it, newest first, and surveys that were asked in it; none whose customer and author one does not see. */
    dispositions: z.array(disposition),
    /** What was noted in it by those who said no more of it, newest first; of whoever is told of no outcome, none. */
    notes: z.array(z.object({ id, text: z.string(), at: timestamp, by_name: z.string().nullable() })).default([]),
    surveys: z.array(surveyResponse),
    /** Whether the card of its customer is there for who asks. */
    customer_opens: z.boolean(),
    /** Kept for a dispute; `by` is null where that person has gone. */
    held: z.object({ reason: z.string(), since: timestamp, by: z.string().nullable() }).nullable(),
  }),
});

/** Whoever says how long everything is kept. */
const mayHold = all('call-history.view', 'setting.update');

export const keepCall = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/histories-call/:id/hold',
  access: mayHold,
  summary: 'Keep a call and its recording for a dispute: longer than calls are kept, and though its customer is erased',
  params: one,
  body: z.object({ reason: requiredUpTo(500) }),
});

export const letCallGo = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/histories-call/:id/hold',
  access: mayHold,
  summary: 'Keep a call no longer than any other',
  params: one,
});

export const callRecording = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/:id/recording',
  access: 'call-history.listen',
  summary:
    'The recording as WAV, or as it is kept: in Opus, a tenth of the size; with Range; each listening is audited',
  params: one,
  query: z.object({ as: z.enum(['wav', 'kept']).default('wav') }),
  answers: 'file',
});

/** What proves that a recording is what it was: its place in the company's chain, and the chain's head to be kept elsewhere. */
export const callEvidence = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/:id/evidence',
  access: 'call-history.listen',
  summary: 'How the recording is kept, and which link of the chain of recordings it is',
  params: one,
  result: z.object({
    kept_as: z.enum(['wav', 'opus']),
    bytes: z.number(),
    /** Null until it is kept in its last form, some minutes after the call. */
    link: z.object({ seq: z.number().int(), at: timestamp, sha256: z.string(), hash: z.string() }).nullable(),
    head: z.object({ seq: z.number().int(), hash: z.string() }).nullable(),
    /** Of the key by which the company signs excerpts. */
    fingerprint: z.string(),
  }),
});

/** Ten minutes at most. */
export const longestExcerptSeconds = 600;

export const callExcerpt = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/:id/excerpt',
  access: all('call-history.listen', 'call-history.export'),
  summary: 'A part of the recording as one HTML file that is signed and checks itself without a network; audited',
  params: one,
  query: z.object({
    from: z.coerce.number().min(0).default(0),
    /** Ten minutes behind `from`, where it is left out. */
    to: z.coerce.number().min(0).optional(),
  }),
  answers: 'file',
});

/** From when to when, in seconds from the beginning of a recording. */
const stretch = z.tuple([z.number(), z.number()]);

/** Loudness per slice and channel, 0 to 1, so that a wave can be drawn without the audio. */
export const callWaveform = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/:id/waveform',
  access: 'call-history.listen',
  summary: 'Peaks of the recording: left is the caller, right the called',
  params: one,
  result: z.object({
    seconds: z.number(),
    left: z.array(z.number()),
    right: z.array(z.number()),
    /** When each side spoke, and when nobody did for three seconds and more; null where the two are not apart. */
    voices: z
      .object({ left: z.array(stretch), right: z.array(stretch), silences: z.array(stretch), told: voiceTimes })
      .nullable(),
  }),
});

/**
 * Asked before the browser dials (specification §7). It says whether and how the number may be called; the row in the
 * history is written by the call itself, so a call that never starts leaves none. `phone` is an extension, a number however it is
 * written (also inside a sentence), or what stands for a number that the caller may not see: a customer's id (`<id>/2` is their
 * second other number; `campaign/<id>` and `survey/<id>` say besides what the call is for), `call/<id>` for that of a conversation, what `dial` was the last time, or the token of a call link.
 */
export const createHistoriesCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/create-histories-call',
  access: 'general',
  summary: 'Prepare an outgoing call: who it is, and what the phone must dial',
  body: z.object({
    phone: z.string({ error: missing }).trim().min(1, messages.required).max(1000),
    anyway: z.boolean().default(false).describe('Call also who refuses advertising: for something else'),
  }),
  result: z.object({
    /** User part of the SIP address that the phone dials. */
    dial: z.string(),
    kind: z.enum(['internal', 'external']),
    phone: z.string(),
    name: z.string().nullable(),
    customer_id: id.nullable(),
  }),
});

/** What `refuses_advertising` says in `current`: whoever is asked for does not want to be called for advertising. */
export const refusesAdvertising = z.object({
  /** Null where nobody knows any more. */
  since: timestamp.nullable(),
  /** How and in which words they said it, where that was noted. */
  why: z.string(),
  /** What the law has against calling them for advertising at this moment besides. */
  also: z.array(z.string()),
  /** Whoever asks may call them for something else, by `anyway`. */
  may: z.boolean(),
});
export type RefusesAdvertising = z.output<typeof refusesAdvertising>;

/** A link that calls somebody, for the page of another system: whoever opens it is signed in here and asked before it dials. */
export const createCallLink = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/call-link',
  access: 'customer.view',
  summary:
    'A signed link that calls a number or a customer from another system’s page; good in this company, for a time',
  body: z.object({
    phone: z
      .string({ error: missing })
      .trim()
      .min(1, messages.required)
      .max(200)
      .meta({ examples: ['0901234567'] }),
    expires_in_seconds: z
      .int()
      .min(60)
      .max(7 * 86_400)
      .default(3_600),
  }),
  result: z.object({ url: z.string(), expires_at: timestamp }),
});

import { type Call, isTalk, type Leg, type Segment, type StatusSpan, secondOfRefusal } from '@alo/call-core';
import { type CompanyEvent, type CompanyEventType, unservedStatuses } from '@alo/contract';

/** Something to be told to the company's programs. It is told once by its key, however often it is said. */
export type DueEvent = {
  readonly type: CompanyEventType;
  readonly key: string;
  readonly at: Date;
  readonly call_id?: string;
  readonly call_started_at?: Date;
  readonly detail: object;
};

type Detail<T extends CompanyEventType> = Extract<CompanyEvent, { type: T }>['detail'];

/** Of one moment what comes first: a call is over when it has left its queue. */
const order: readonly CompanyEventType[] = [
  'call.started',
  'queue.entered',
  'call.ringing',
  'queue.left',
  'call.answered',
  'call.resumed',
  'call.transferred',
  'call.joined',
  'call.held',
  'call.recording-refused',
  'call.ended',
  'call.missed',
  'call.voicemail',
  'call.recorded',
];

/** All that has happened in a conversation so far, in its order. A later state of it says the same, and more. */
export function eventsOfCall(call: Call): DueEvent[] {
  const due: DueEvent[] = [];
  const tell = <T extends CompanyEventType>(type: T, at: number, part: string, detail: Detail<T>) =>
    due.push({
      type,
      key: `${call.id}/${type}${part}`,
      at: new Date(at),
      call_id: call.id,
      call_started_at: new Date(call.startedAt),
      detail,
    });
  tell('call.started', call.startedAt, '', {});
  for (const leg of call.legs) {
    // One that was begun in another call has rung there.
    if (leg.home !== call.id || leg.side !== 'dialled' || leg.ringingAt === null) continue;
    tell('call.ringing', leg.ringingAt, `/${leg.id}`, { extension: extensionOf(leg) });
  }
  if (call.answer !== null) tell('call.answered', call.answer.at, '', { extension: call.answer.extension });
  const refusedAfter = secondOfRefusal(call);
  if (call.recordingRefused !== undefined && refusedAfter !== null) {
    const { at, key, drops } = call.recordingRefused;
    tell('call.recording-refused', at, '', { key, after_seconds: refusedAfter, kept: !drops });
  }
  for (const segment of call.segments) {
    const { extension, from, id, how } = segment;
    if (how !== 'called' && how !== 'supervision' && isLater(call, segment)) {
      tell('call.joined', from, `/${id}`, { extension, how });
    }
    const holds = (segment.holds ?? []).filter(({ why }) => why === 'hold');
    for (const hold of holds) {
      tell('call.held', hold.from, `/${id}/${hold.from}`, { extension });
      tell('call.resumed', hold.to, `/${id}/${hold.from}`, { extension });
    }
    if (segment.heldSince !== null && segment.heldWhy === 'hold') {
      tell('call.held', segment.heldSince, `/${id}/${segment.heldSince}`, { extension });
    }
  }
  for (const { id, handedOver, handedOverBefore: before = [] } of call.legs) {
    for (const [index, { by, at }] of [...before, ...(handedOver === undefined ? [] : [handedOver])].entries()) {
      // Who is put through after a consultation is taken at once, as its colleague leaves.
      const left = at ?? call.segments.findLast(({ extension, to }) => extension === by && to !== null)?.to;
      if (left === undefined || left === null) continue;
      tell('call.transferred', left, `/${id}/${index}`, { extension: by });
    }
  }
  for (const [index, step] of (call.queueSteps ?? []).entries()) {
    const { queue: queue_id, at } = step;
    if (step.step === 'entered') tell('queue.entered', at, `/${index}`, { queue_id });
    else {
      const { outcome, waitedMs } = step;
      tell('queue.left', at, `/${index}`, { queue_id, outcome, wait_seconds: Math.round(waitedMs / 1000) });
    }
  }
  if (call.outcome !== null) {
    const { status } = call.outcome;
    const at = Math.max(call.outcome.at, call.startedAt);
    tell('call.ended', at, '', { status });
    if (isMissed(call, status)) tell('call.missed', at, '', { status });
    for (const recording of call.recordings) {
      if (recording.state !== 'stored' || recording.kept !== 'whole' || recording.bytes === 0) continue;
      if (recording.kind === 'message') tell('call.voicemail', at, `/${recording.id}`, { box_id: recording.box ?? '' });
    }
    const isKept =
      call.recordingRefused?.drops !== true &&
      call.recordings.some(
        (one) => one.kind === 'conversation' && one.state === 'stored' && one.kept === 'whole' && one.bytes > 0,
      );
    if (isKept) tell('call.recorded', at, '', {});
  }
  return due.toSorted((a, b) => a.at.getTime() - b.at.getTime() || order.indexOf(a.type) - order.indexOf(b.type));
}

/** What somebody's time goes to from then on; to nothing where nothing else began at that moment. */
export function eventsOfSpans(spans: readonly StatusSpan[]): DueEvent[] {
  const began = new Set(spans.map(({ extension, from }) => `${extension} ${from}`));
  const due = spans.flatMap((span): DueEvent[] => {
    const { extension, from, to, status, reason } = span;
    const begins = statusEvent(extension, from, { status, reason: reason ?? '' });
    if (to === null || began.has(`${extension} ${to}`)) return [begins];
    return [begins, statusEvent(extension, to, { status: 'off', reason: '' })];
  });
  return due.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const statusEvent = (extension: string, at: number, said: Omit<Detail<'agent.status'>, 'extension'>): DueEvent => ({
  type: 'agent.status',
  key: `${extension}/${at}/${said.status === 'off' ? 'off' : 'on'}`,
  at: new Date(at),
  detail: { extension, ...said },
});

const extensionOf = ({ party }: Leg): string | null => (party.kind === 'extension' ? party.extension : null);

/** Somebody who came into it besides who began it and who answered it. */
const isLater = ({ answer, caller }: Call, segment: Segment): boolean =>
  isTalk(segment) && answer !== null && segment.leg !== answer.leg && segment.leg !== caller;

/** A customer called and nobody served them. What bots, surveys and codes did is nobody's to return. */
function isMissed({ direction, purpose }: Call, status: string): boolean {
  if (direction !== 'inbound' || purpose === 'test' || purpose === 'otp' || purpose === 'survey') return false;
  return Object.hasOwn(unservedStatuses, status);
}

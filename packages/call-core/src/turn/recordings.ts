import type { Recording } from '../board/call.ts';
import type { BridgeId, CallId, Here, Instant, RecordedEvent, RecordingId } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { hearsNotice, present, talkersOf } from './bridges.ts';
import { planOfCall } from './plan-versions.ts';
import { stopTimers } from './timers.ts';
import { amend, callAt, legAt, nextSerial, note, perform, type Turn } from './turn.ts';

type Running = Extract<Recording, { state: 'running' }>;

/** Begins a recording. Named without a slash: it is also the name of the file. */
export function newRecording(turn: Turn, call: CallId, what: Pick<Running, 'kind' | 'box' | 'bridge'>): RecordingId {
  const id = `${call}-${nextSerial(turn, call)}` as RecordingId; // the one place where recordings are named
  const recording: Running = { id, ...what, startedAt: turn.at, state: 'running', paused: false };
  amend(turn, call, { recordings: [...callAt(turn, call).recordings, recording] });
  return id;
}

/** The call's one recording of what is said between people, while it runs. */
export function runningConversation(recordings: readonly Recording[]): Running | undefined {
  return recordings.find(
    (recording): recording is Running => recording.kind === 'conversation' && recording.state === 'running',
  );
}

/** Whether a conversation is recorded: never where there is no room, else as is wanted of it. */
export const recordsCall = (turn: Turn, id: CallId): boolean => turn.plan.roomIsFull !== true && wantsRecord(turn, id);

/** Never with who refused it, else as its rule says, or the company has it for calls of its direction. */
function wantsRecord(turn: Turn, id: CallId): boolean {
  const { rule, direction, outsideNumber, recordingRefused } = callAt(turn, id);
  if (recordingRefused !== undefined) return false;
  if (lookUp(turn.plan.unrecorded ?? {}, outsideNumber ?? '') === true) return false;
  return rule?.records ?? planOfCall(turn, id).records[direction];
}

/**
 * What a party hears and says where a key of theirs agrees or refuses: the proof of that key, and of nothing else, whatever is recorded of
 * conversations. Never of who refused to be recorded.
 */
export function recordProof(turn: Turn, here: Here): void {
  const { outsideNumber, recordingRefused, recordings } = callAt(turn, here.call);
  if (turn.plan.roomIsFull === true || recordingRefused !== undefined) return;
  if (lookUp(turn.plan.unrecorded ?? {}, outsideNumber ?? '') === true) return;
  if (recordings.some(({ kind }) => kind === 'proof')) return;
  const recording = newRecording(turn, here.call, { kind: 'proof', box: null, bridge: null });
  perform(turn, legAt(turn, here).home, { type: 'record-message', recording, leg: here.leg, both: true });
}

/** One recording for the whole conversation: after a transfer it goes on with the new bridge. Consultations are not recorded. */
export function settleRecording(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  if (call.recordingRefused !== undefined) stopRecordings(turn, id, 'conversation');
  if (!wantsRecord(turn, id)) return;
  const bridge = call.bridges.find(
    (candidate) => candidate.kind === 'conversation' && talkersOf(call, candidate.id).length > 1,
  );
  const running = runningConversation(call.recordings);
  if (bridge === undefined || running?.bridge === bridge.id) return;
  // Nobody is recorded before they know of it.
  if (running === undefined && present(call, bridge.id).some(hearsNotice)) return;
  // What has begun goes on.
  if (running === undefined && !recordsCall(turn, id)) return noteNoRoom(turn, id);
  if (running === undefined) newRecording(turn, id, { kind: 'conversation', box: null, bridge: bridge.id });
  else changeRecording(turn, id, { ...running, bridge: bridge.id });
  record(turn, id, bridge.id);
}

const noRoom = 'Không ghi âm: doanh nghiệp đã dùng hết dung lượng được cấp';

function noteNoRoom(turn: Turn, call: CallId): void {
  if (callAt(turn, call).trace.every(({ text }) => text !== noRoom)) note(turn, call, 'talk', noRoom);
}

function record(turn: Turn, call: CallId, bridge: BridgeId): void {
  const running = runningConversation(callAt(turn, call).recordings);
  if (running !== undefined) perform(turn, call, { type: 'record', recording: running.id, bridge });
}

export function changeRecording(turn: Turn, call: CallId, changed: Recording): void {
  const { recordings } = callAt(turn, call);
  amend(turn, call, { recordings: recordings.map((other) => (other.id === changed.id ? changed : other)) });
}

/** A message shorter than this is a caller who hung up at the beep. */
const shortestMessageMs = 1000;

/** Whether somebody left a message that has lasted until now. */
export const isMessage = ({ kind, startedAt }: Recording, at: Instant): boolean =>
  kind === 'message' && at - startedAt >= shortestMessageMs;

/** Has the engine finish what still runs, all or of one kind; `recorded` tells what came of each. What is no message lies in no box. */
export function stopRecordings(turn: Turn, call: CallId, only?: Recording['kind']): void {
  for (const recording of callAt(turn, call).recordings) {
    if (recording.state !== 'running' || (only !== undefined && recording.kind !== only)) continue;
    perform(turn, call, { type: 'stop-recording', recording: recording.id });
    const { id, kind, startedAt } = recording;
    const box = isMessage(recording, turn.at) ? recording.box : null;
    changeRecording(turn, call, { id, kind, box, startedAt, state: 'stopping' });
  }
}

/** Books what became of a recording. Answers whether it ended before anybody asked for it. */
export function bookStored(turn: Turn, event: RecordedEvent): boolean {
  const known = callAt(turn, event.call).recordings.find(({ id }) => id === event.recording);
  if (known === undefined || (known.state === 'stored' && known.bytes > 0)) return false;
  const { id, kind, box, startedAt } = known;
  const { durationMs, bytes, state: kept } = event;
  changeRecording(turn, event.call, { id, kind, box, startedAt, state: 'stored', durationMs, bytes, kept });
  stopWaiting(turn, event.call);
  if (event.gapMs !== undefined) {
    const seconds = (event.gapMs / 1000).toLocaleString('vi-VN', { maximumFractionDigits: 1 });
    note(turn, event.call, 'talk', `Âm thanh bị ngắt ${seconds} giây vì máy chủ đứng: đoạn đó trong ghi âm là im lặng`);
  }
  if (kept === 'no-space') note(turn, event.call, 'talk', 'Ghi âm dừng: ổ đĩa đã đầy');
  else if (kind === 'conversation' && known.state === 'running')
    note(turn, event.call, 'talk', 'Ghi âm dừng trước khi cuộc gọi kết thúc');
  return known.state === 'running';
}

/** The engine does not say what became of them: they are as good as lost, and not open for ever. */
export function giveUpRecordings(turn: Turn, call: CallId): void {
  for (const { id, kind, box, startedAt, state } of callAt(turn, call).recordings) {
    if (state === 'stored') continue;
    changeRecording(turn, call, {
      id,
      kind,
      box,
      startedAt,
      state: 'stored',
      durationMs: 0,
      bytes: 0,
      kept: 'incomplete',
    });
  }
}

/** An ended call waits for nothing but its recordings. */
function stopWaiting(turn: Turn, id: CallId): void {
  const { stage, recordings, timers } = callAt(turn, id);
  if (stage !== 'ended' || recordings.some(({ state }) => state !== 'stored')) return;
  stopTimers(turn, { kind: 'call', call: id }, timers);
  amend(turn, id, { timers: [] });
}

import type { CallId, EngineCommand, EngineEvent, LegId, PlayId, RecordingId, TenantId, TrunkId } from '@alo/call-core';
import { z } from 'zod';
import type { EngineSnapshot, TenantProvision } from './port.ts';

/**
 * The vocabulary as schemas, for wherever it crosses a border as JSON (a child process, a journal on disk).
 * `satisfies` checks that what is parsed is of the type; that nothing is missing here is checked where it is sent.
 */

const text = z.string();
/** A branded id is a string that came from outside; the brand is given here, where it was just checked to be one. */
const id = <Id extends string>() => z.string().min(1).max(200) as unknown as z.ZodType<Id>;

const call = id<CallId>();
const leg = id<LegId>();
const play = id<PlayId>();
const recording = id<RecordingId>();
const trunk = id<TrunkId>();
export const tenantId = id<TenantId>();
export const callId = call;

const instant = z.number();
const legPair = z.tuple([leg, leg]).readonly();
const digit = z.enum(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D']);

const cause = z.enum([
  'normal',
  'busy',
  'no-answer',
  'rejected',
  'cancelled',
  'answered-elsewhere',
  'unreachable',
  'not-found',
  'forbidden',
  'blocked',
  'congestion',
  'incompatible',
  'no-media',
  'failed',
  'interrupted',
]);

const origin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extension'), extension: text }),
  z.object({ kind: z.literal('trunk'), trunk, number: text, name: text }),
]);

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extension'), extension: text }),
  z.object({ kind: z.literal('trunk'), trunk, number: text }),
]);

const audioSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: text }),
  z.object({ kind: z.literal('tone'), tone: z.enum(['ringback', 'busy', 'congestion', 'beep']) }),
  z.object({ kind: z.literal('music'), file: text }),
]);

const ofLeg = { call, leg, at: instant };

/** Everything that an engine reports. */
export const engineEvent = z.discriminatedUnion('type', [
  z.object({ ...ofLeg, type: z.literal('arrived'), origin, dialled: text }),
  z.object({ ...ofLeg, type: z.literal('ringing') }),
  z.object({ ...ofLeg, type: z.literal('early-media') }),
  z.object({ ...ofLeg, type: z.literal('answered') }),
  z.object({ ...ofLeg, type: z.literal('digit'), digit }),
  z.object({ ...ofLeg, type: z.literal('played'), play }),
  z.object({ ...ofLeg, type: z.literal('held'), on: z.boolean() }),
  z.object({ ...ofLeg, type: z.literal('transfer-requested'), to: text }),
  z.object({
    ...ofLeg,
    type: z.literal('quality'),
    lossPercent: z.number(),
    jitterMs: z.number(),
    roundTripMs: z.number(),
  }),
  z.object({ ...ofLeg, type: z.literal('ended'), cause, sipCode: z.number().int().exactOptional() }),
  z.object({
    type: z.literal('recorded'),
    call,
    recording,
    at: instant,
    durationMs: z.number(),
    bytes: z.number(),
  }),
  z.object({ type: z.literal('registered'), extension: text, contacts: z.number().int(), at: instant }),
  z.object({ type: z.literal('unregistered'), extension: text, contacts: z.number().int(), at: instant }),
]) satisfies z.ZodType<EngineEvent>;

/** Everything that call control asks. */
export const engineCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dial'), leg, to: target, callerId: z.object({ number: text, name: text }) }),
  z.object({ type: z.literal('ring'), leg }),
  z.object({ type: z.literal('answer'), leg }),
  z.object({ type: z.literal('hang-up'), leg, cause }),
  z.object({ type: z.literal('play'), leg, play, source: audioSource, loop: z.boolean() }),
  z.object({ type: z.literal('stop'), leg, play }),
  z.object({ type: z.literal('bridge'), legs: legPair }),
  z.object({ type: z.literal('unbridge'), legs: legPair }),
  z.object({ type: z.literal('record'), recording, legs: legPair }),
  z.object({ type: z.literal('record-message'), recording, leg, maxSilenceMs: z.number().positive().exactOptional() }),
  z.object({ type: z.literal('stop-recording'), recording }),
  z.object({ type: z.literal('send-dtmf'), leg, digits: text }),
]) satisfies z.ZodType<EngineCommand>;

/** What an engine is told of a tenant. */
export const tenantProvision = z.object({
  tenant: tenantId,
  domain: text,
  extensions: z
    .array(
      z.object({
        extension: text,
        secrets: z.array(z.object({ id: text, ha1Md5: text, ha1Sha256: text })).readonly(),
      }),
    )
    .readonly(),
  trunks: z
    .array(
      z.object({
        trunk,
        host: text,
        port: z.number().int(),
        transport: z.enum(['udp', 'tcp']),
        addresses: z.array(text).readonly(),
        numbers: z.array(text).readonly(),
      }),
    )
    .readonly(),
}) satisfies z.ZodType<TenantProvision>;

/** What an engine holds at a moment. */
export const engineSnapshot = z.object({
  legs: z.array(z.object({ tenant: tenantId, call, leg })).readonly(),
  recordings: z.array(recording).readonly(),
  registrations: z.array(z.object({ tenant: tenantId, extension: text, contacts: z.number().int() })).readonly(),
}) satisfies z.ZodType<EngineSnapshot>;

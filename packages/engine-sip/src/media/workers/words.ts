import { audioSource, digit, recordingId, tenantId } from '@alo/engine';
import { z } from 'zod';
import type { Codec } from '../codec.ts';
import { type LegStats, type PlayEnd, refusalReasons } from '../media-leg.ts';
import type { MediaPlaneOptions, RecordingResult, RtpLegOptions } from '../media-plane.ts';
import type { RtcpQuality } from '../rtcp.ts';

/**
 * What the engine and a process of its audio say to each other. Both run the same code, the one as a child of the other; both parse
 * what they get. Legs, bridges, plays and recordings have numbers, which the engine gives. Words are taken in their order: what is said of a leg
 * comes behind what made it, and the answer to a question behind what happened before.
 */

/** What a process of audio is started with. */
export const workerOptions = z.object({
  bindAddress: z.string(),
  icePort: z.int(),
  rtpPortRange: z.object({ first: z.int(), last: z.int(), from: z.int().exactOptional() }).exactOptional(),
  promptsFolder: z.string(),
  companyPromptsFolder: z.string().exactOptional(),
  recordingsFolder: z.string(),
  hasOpus: z.boolean(),
}) satisfies z.ZodType<Omit<MediaPlaneOptions, 'log' | 'publicAddresses'>>;
export type WorkerOptions = z.infer<typeof workerOptions>;

const number = z.int();
const codec = z.enum(['pcma', 'pcmu', 'g722', 'opus']) satisfies z.ZodType<Codec>;

const legOptions = z.object({
  codecs: z.array(codec).readonly().exactOptional(),
  after: z.object({ theirs: z.string(), ours: z.string() }).exactOptional(),
  localAddress: z.string().exactOptional(),
  signalledFrom: z.string().exactOptional(),
  isSecret: z.boolean().exactOptional(),
  keys: z.enum(['in-audio', 'sound', 'info']).exactOptional(),
  hearsLine: z.boolean().exactOptional(),
}) satisfies z.ZodType<Omit<RtpLegOptions, 'conversation'>>;

const recordingOf = {
  recording: number,
  tenant: tenantId,
  name: recordingId,
  begunMs: z.number().exactOptional(),
};

const member = z.object({
  leg: number,
  hears: z.array(number).readonly(),
  channel: z.enum(['left', 'right']),
  offRecord: z.literal(true).exactOptional(),
});

const toWorker = z.discriminatedUnion('kind', [
  /** From who watches over the process, and answered elsewhere. */
  z.object({ kind: z.literal('ping') }),
  z.object({ kind: z.literal('leg'), leg: number, is: z.enum(['webrtc', 'rtp']), options: legOptions }),
  z.object({
    kind: z.literal('sdp'),
    id: number,
    leg: number,
    does: z.enum(['answer', 'offer', 'acceptAnswer', 'renegotiate', 'restart']),
    sdp: z.string(),
    /** Where the world sees us now. */
    publicAddresses: z.array(z.string()).readonly(),
  }),
  z.object({ kind: z.literal('sending'), leg: number, on: z.boolean() }),
  z.object({ kind: z.literal('expect'), leg: number, on: z.boolean() }),
  z.object({
    kind: z.literal('play'),
    leg: number,
    play: number,
    sources: z.array(audioSource).readonly(),
    loop: z.boolean(),
  }),
  z.object({ kind: z.literal('stop'), leg: number, play: number }),
  z.object({ kind: z.literal('dtmf'), leg: number, digits: z.string(), durationMs: z.number().exactOptional() }),
  z.object({ kind: z.literal('pressed'), leg: number, digit, durationMs: z.number().exactOptional() }),
  z.object({ kind: z.literal('close-leg'), id: number, leg: number }),
  z.object({ kind: z.literal('bridge'), bridge: number, members: z.array(member).readonly() }),
  z.object({ kind: z.literal('record'), ...recordingOf, bridge: number }),
  z.object({
    kind: z.literal('record-message'),
    ...recordingOf,
    leg: number,
    maxSilenceMs: z.number().exactOptional(),
    both: z.boolean().exactOptional(),
  }),
  z.object({ kind: z.literal('pause'), recording: number, on: z.boolean() }),
  z.object({ kind: z.literal('follow'), recording: number, bridge: number }),
  z.object({ kind: z.literal('stop-recording'), id: number, recording: number }),
  z.object({ kind: z.literal('served'), on: z.boolean() }),
  z.object({ kind: z.literal('opens'), keys: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('settled'), id: number }),
  z.object({ kind: z.literal('close'), id: number }),
]);
export type ToWorker = z.infer<typeof toWorker>;
export const parseToWorker = (word: unknown): ToWorker => toWorker.parse(word);

const quality = z.object({
  lossPercent: z.number(),
  farLossPercent: z.number().nullable(),
  jitterMs: z.number(),
  roundTripMs: z.number().nullable(),
}) satisfies z.ZodType<RtcpQuality>;

const stats = z.object({
  codec,
  packetsReceived: z.number(),
  packetsSent: z.number(),
  packetsLost: z.number(),
  packetsRefused: z.number(),
  jitterMs: z.number(),
  farLossPercent: z.number().nullable(),
  roundTripMs: z.number().nullable(),
  worst: quality.nullable(),
  said: z
    .object({ print: z.string(), like: z.enum(['speech', 'music']), ms: z.number(), sound: z.string() })
    .exactOptional(),
}) satisfies z.ZodType<LegStats>;

const recordingResult = z.object({
  durationMs: z.number(),
  bytes: z.number(),
  state: z.enum(['whole', 'incomplete', 'no-space']),
  gapMs: z.number().exactOptional(),
}) satisfies z.ZodType<RecordingResult>;

const toEngine = z.discriminatedUnion('kind', [
  /** Our SDP, where one was asked for, and how the leg is from now on. */
  z.object({
    kind: z.literal('agreed'),
    id: number,
    sdp: z.string(),
    holds: z.boolean(),
    isWide: z.boolean(),
    speaksOpus: z.boolean(),
  }),
  z.object({ kind: z.literal('refused'), id: number, why: z.enum(refusalReasons), message: z.string() }),
  z.object({ kind: z.literal('failed'), id: number, message: z.string() }),
  z.object({ kind: z.literal('closed-leg'), id: number, stats: stats.nullable() }),
  z.object({ kind: z.literal('recorded'), id: number, result: recordingResult }),
  z.object({ kind: z.literal('done'), id: number }),
  z.object({ kind: z.literal('digit'), leg: number, digit }),
  z.object({ kind: z.literal('unsendable'), leg: number, digits: z.string(), durationMs: z.number() }),
  z.object({ kind: z.literal('quality'), leg: number, quality }),
  z.object({ kind: z.literal('media'), leg: number, on: z.boolean() }),
  z.object({ kind: z.literal('machine'), leg: number, words: z.string() }),
  z.object({
    kind: z.literal('played'),
    leg: number,
    play: number,
    end: z.enum(['ended', 'stopped', 'failed']) satisfies z.ZodType<PlayEnd>,
  }),
  z.object({ kind: z.literal('silence'), recording: number }),
  /** Of its core, in the last second. */
  z.object({ kind: z.literal('load'), share: z.number() }),
  z.object({
    kind: z.literal('warning'),
    message: z.string(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
]);
export type FromWorker = z.infer<typeof toEngine>;
export const parseFromWorker = (word: unknown): FromWorker => toEngine.parse(word);
/** Words that answer a question. */
export type Answer = Extract<FromWorker, { id: number }>;

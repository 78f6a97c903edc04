import type {
  BridgeId,
  CallId,
  ContactId,
  EngineCommand,
  EngineEvent,
  LegId,
  PlayId,
  RecordingId,
  TenantId,
  TransferId,
  TrunkId,
} from '@alo/call-core';
import { z } from 'zod';
import type {
  DeviceSeen,
  EngineSnapshot,
  KeptRegistration,
  LineHeard,
  ProvisionChange,
  TenantProvision,
} from './port.ts';

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
const bridge = id<BridgeId>();
const transfer = id<TransferId>();
/** A company's id in a message from outside. */
export const tenantId = id<TenantId>();
/** A call's id in a message from outside. */
export const callId = call;
/** A recording's id in a message from outside. */
export const recordingId = recording;

const instant = z.number();
export const digit = z.enum(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D']);

const cause = z.enum([
  'normal',
  'busy',
  'no-answer',
  'rejected',
  'cancelled',
  'asleep',
  'no-response',
  'limit',
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
  z.object({ kind: z.literal('trunk'), trunk, number: text, toBots: z.literal(true).exactOptional() }),
]);

export const audioSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: text }),
  z.object({ kind: z.literal('tone'), tone: z.enum(['ringback', 'busy', 'congestion', 'beep']) }),
  z.object({ kind: z.literal('silence'), ms: z.number().nonnegative() }),
  z.object({ kind: z.literal('music'), music: text, gain: z.number().exactOptional() }),
]);

const member = z.object({
  leg,
  hears: z.array(leg).readonly(),
  channel: z.enum(['left', 'right']),
  offRecord: z.literal(true).exactOptional(),
});
const contacts = z
  .array(z.object({ id: id<ContactId>(), asleep: z.boolean(), voiceless: z.boolean().optional() }))
  .readonly();

const ofLeg = { call, leg, at: instant };
const quality = {
  lossPercent: z.number(),
  farLossPercent: z.number().nullable(),
  jitterMs: z.number(),
  roundTripMs: z.number().nullable(),
};
const qualityOfAll = z.object({
  ...quality,
  worst: z.object(quality).exactOptional(),
  codec: z.enum(['pcma', 'pcmu', 'g722', 'opus']).exactOptional(),
  device: text.exactOptional(),
});
const otherLeg = z.object({ call, leg });

/** Everything that an engine reports. */
export const engineEvent = z.discriminatedUnion('type', [
  z.object({
    ...ofLeg,
    type: z.literal('arrived'),
    origin,
    dialled: text,
    replaces: otherLeg.exactOptional(),
    refused: cause.exactOptional(),
    device: text.exactOptional(),
    purpose: z.enum(['test', 'otp', 'campaign', 'survey']).exactOptional(),
  }),
  z.object({ ...ofLeg, type: z.literal('ringing') }),
  z.object({ ...ofLeg, type: z.literal('early-media') }),
  z.object({ ...ofLeg, type: z.literal('answered'), device: text.exactOptional() }),
  z.object({ ...ofLeg, type: z.literal('digit'), digit }),
  z.object({ ...ofLeg, type: z.literal('played'), play, missing: z.literal(true).exactOptional() }),
  z.object({ ...ofLeg, type: z.literal('held'), on: z.boolean() }),
  z.object({ ...ofLeg, type: z.literal('transfer-requested'), transfer, to: text, replaces: otherLeg.nullable() }),
  z.object({ ...ofLeg, type: z.literal('media'), on: z.boolean(), asked: z.literal(true).exactOptional() }),
  z.object({ ...ofLeg, type: z.literal('quality'), ...quality }),
  z.object({
    ...ofLeg,
    type: z.literal('ended'),
    cause,
    sipCode: z.number().int().exactOptional(),
    quality: qualityOfAll.exactOptional(),
    divertedTo: text.exactOptional(),
  }),
  z.object({
    type: z.literal('recorded'),
    call,
    recording,
    at: instant,
    durationMs: z.number(),
    bytes: z.number(),
    state: z.enum(['whole', 'incomplete', 'no-space']),
    gapMs: z.number().exactOptional(),
  }),
  z.object({
    type: z.literal('trunk'),
    trunk,
    state: z.enum(['up', 'down']),
    why: z.enum(['answers', 'registered', 'no-response', 'unreachable', 'refused']),
    sipCode: z.number().int().exactOptional(),
    at: instant,
  }),
  z.object({ type: z.literal('contacts'), extension: text, contacts, at: instant }),
]) satisfies z.ZodType<EngineEvent>;

/** Everything that call control asks. */
export const engineCommand = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('dial'),
    leg,
    to: target,
    callerId: z.object({ number: text, name: text }),
    autoAnswer: z.boolean().exactOptional(),
  }),
  z.object({ type: z.literal('ring'), leg }),
  z.object({ type: z.literal('progress'), leg }),
  z.object({ type: z.literal('answer'), leg }),
  z.object({ type: z.literal('hang-up'), leg, cause }),
  z.object({ type: z.literal('play'), leg, play, sources: z.array(audioSource).readonly(), loop: z.boolean() }),
  z.object({ type: z.literal('stop'), leg, play }),
  z.object({ type: z.literal('bridge'), bridge, members: z.array(member).readonly() }),
  z.object({ type: z.literal('record'), recording, bridge }),
  z.object({ type: z.literal('pause-recording'), recording, on: z.boolean() }),
  z.object({
    type: z.literal('record-message'),
    recording,
    leg,
    maxSilenceMs: z.number().positive().exactOptional(),
    both: z.literal(true).exactOptional(),
  }),
  z.object({ type: z.literal('stop-recording'), recording }),
  z.object({ type: z.literal('send-dtmf'), leg, digits: text }),
  z.object({
    type: z.literal('transfer-result'),
    leg,
    transfer,
    result: z.enum(['trying', 'ringing', 'done', 'failed']),
  }),
]) satisfies z.ZodType<EngineCommand>;

const secret = z.object({ id: text, ha1Md5: text, ha1Sha256: text });
const device = z.object({
  device: text,
  user: text,
  secret,
  networks: z.array(text).readonly(),
  maxCalls: z.number().int().positive(),
});
const ofExtension = {
  extension: text,
  secrets: z.array(secret).readonly(),
  devices: z.array(device).readonly().exactOptional(),
  messages: z.object({ waiting: z.number().int(), old: z.number().int() }).exactOptional(),
};
const trunkProvision = z.object({
  trunk,
  host: text,
  port: z.number().int().nullable(),
  transport: z.enum(['udp', 'tcp', 'tls']),
  backups: z.array(text).readonly().exactOptional(),
  addresses: z.array(text).readonly(),
  inside: z.array(text).readonly().exactOptional(),
  since: z.number().exactOptional(),
  share: z.string().exactOptional(),
  carrier: z
    .object({ id: text, channels: z.number().int().positive(), floor: z.number().int().nonnegative() })
    .exactOptional(),
  numbers: z.array(text).readonly(),
  forms: z.record(text, text).exactOptional(),
  numberPrefix: text.exactOptional(),
  account: z.object({ username: text, authUsername: text, password: text }).nullable().exactOptional(),
  registersHere: z.object({ username: text, authUsername: text, password: text }).exactOptional(),
  identity: z.enum(['from', 'asserted', 'remote-party']).exactOptional(),
  trustsIdentity: z.boolean().exactOptional(),
  manner: z
    .object({
      domain: z.string().exactOptional(),
      registrar: z.string().exactOptional(),
      calledForm: z.enum(['national', 'international', 'plus']).exactOptional(),
      accountInFrom: z.boolean().exactOptional(),
      userIsPhone: z.boolean().exactOptional(),
      privacy: z.enum(['user-id', 'none']).exactOptional(),
      keys: z.enum(['info', 'sound']).exactOptional(),
      ignoresEarlyMedia: z.boolean().exactOptional(),
      refreshSeconds: z.number().nullable().exactOptional(),
      provisionals: z.enum(['reliable', 'plain']).exactOptional(),
      silenceMs: z.number().exactOptional(),
    })
    .exactOptional(),
  codecs: z
    .array(z.enum(['pcma', 'pcmu', 'g722']))
    .readonly()
    .exactOptional(),
  checkSeconds: z.number().nonnegative().exactOptional(),
});

const registration = z.object({
  secret: text,
  user: text,
  contact: text,
  address: text,
  port: z.number().int(),
  until: instant,
  callId: text,
  cseq: z.number().int(),
});
/** What an engine gives its successor of those who are registered. */
export const keptRegistrations = z.array(registration).readonly() satisfies z.ZodType<readonly KeptRegistration[]>;

/** A desk phone that was seen, or missed. */
export const deviceSeen = z.object({
  device: text,
  at: instant,
  from: z.object({ address: text, userAgent: text }).nullable(),
  until: instant.nullable(),
  registrations: keptRegistrations,
}) satisfies z.ZodType<DeviceSeen>;

/** What a carrier said instead of an answer. */
const networkSaid = z.object({
  what: z.literal('said'),
  call,
  leg,
  at: instant,
  trunk,
  number: text,
  print: z.base64().max(10_000),
  like: z.enum(['speech', 'music']),
  ms: z.number().nonnegative(),
  sound: z.base64().max(200_000),
});

/** What was heard on a line. */
export const lineHeard = z.discriminatedUnion('what', [
  networkSaid,
  z.object({ what: z.literal('machine'), call, leg, at: instant, words: text }),
]) satisfies z.ZodType<LineHeard>;

/** What an engine is told of a tenant. */
export const tenantProvision = z.object({
  tenant: tenantId,
  revision: z.number().int(),
  domain: text,
  extensions: z.array(z.object(ofExtension)).readonly(),
  trunks: z.array(trunkProvision).readonly(),
  phoneOrigins: z.array(text).readonly().exactOptional(),
  registrations: keptRegistrations.exactOptional(),
}) satisfies z.ZodType<TenantProvision>;

/** What is different of a tenant since the revision before. */
export const provisionChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('secrets'), ...ofExtension }),
  z.object({ type: z.literal('extension-gone'), extension: text }),
  z.object({ type: z.literal('trunk'), trunk: trunkProvision }),
  z.object({ type: z.literal('trunk-gone'), trunk }),
]) satisfies z.ZodType<ProvisionChange>;

/** What an engine holds at a moment. */
export const engineSnapshot = z.object({
  legs: z
    .array(
      z.object({
        tenant: tenantId,
        call,
        leg,
        side: z.enum(['arrived', 'dialled']),
        state: z.enum(['new', 'ringing', 'up']),
        held: z.boolean(),
        plays: z.array(play).readonly(),
      }),
    )
    .readonly(),
  bridges: z.array(z.object({ tenant: tenantId, call, bridge, members: z.array(member).readonly() })).readonly(),
  recordings: z.array(z.object({ tenant: tenantId, call, recording, paused: z.boolean() })).readonly(),
  registrations: z.array(z.object({ tenant: tenantId, extension: text, contacts })).readonly(),
  provisioned: z.array(z.object({ tenant: tenantId, revision: z.number().int() })).readonly(),
}) satisfies z.ZodType<EngineSnapshot>;

import { z } from 'zod';

/** What we read of the events that Asterisk 22 tells an application (rest-api/events.json). */

const channel = z.object({
  id: z.string(),
  /** `PJSIP/<endpoint>-<number>`. */
  name: z.string(),
  state: z.string(),
  caller: z.object({ name: z.string(), number: z.string() }),
  dialplan: z.object({ exten: z.string() }),
  channelvars: z.object({ RTPAUDIOQOS: z.string().optional() }).optional(),
});
/** A channel, as it was when an event was told. */
export type AriChannel = z.infer<typeof channel>;

const ofChannel = <Type extends string>(type: Type) => z.object({ type: z.literal(type), channel });
/** `state` is `failed` where nothing was heard. */
const playback = z.object({ id: z.string(), state: z.string() });
const recording = z.object({ name: z.string() });

export const ariEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('StasisStart'), args: z.array(z.string()), channel }),
  ofChannel('StasisEnd'),
  ofChannel('ChannelStateChange'),
  z.object({
    type: z.literal('ChannelDestroyed'),
    channel,
    /** Q.850. */
    cause: z.number(),
    /** The status by which SIP ended it. */
    tech_cause: z.number().optional(),
  }),
  z.object({ type: z.literal('ChannelHangupRequest'), channel, cause: z.number().optional() }),
  z.object({ type: z.literal('ChannelDtmfReceived'), channel, digit: z.string() }),
  ofChannel('ChannelLeftBridge'),
  ofChannel('ChannelHold'),
  ofChannel('ChannelUnhold'),
  z.object({ type: z.literal('Dial'), peer: channel, dialstatus: z.string() }),
  z.object({ type: z.literal('PlaybackFinished'), playback }),
  z.object({ type: z.literal('RecordingStarted'), recording }),
  z.object({ type: z.literal('RecordingFinished'), recording }),
  z.object({ type: z.literal('RecordingFailed'), recording }),
  z.object({
    type: z.literal('ContactStatusChange'),
    endpoint: z.object({ resource: z.string() }),
    contact_info: z.object({ uri: z.string(), contact_status: z.string(), aor: z.string() }),
  }),
  z.object({
    type: z.literal('ChannelTransfer'),
    refer_to: z.object({
      requested_destination: z.object({ destination: z.string().optional() }).optional(),
      destination_channel: channel.optional(),
    }),
    referred_by: z.object({ source_channel: channel }),
  }),
]);
export type AriEvent = z.infer<typeof ariEvent>;

/** What there is to be told. */
export const eventTypes: readonly AriEvent['type'][] = ariEvent.options.map((option) => option.shape.type.value);

import { join } from 'node:path';
import { iceCandidates, reachable } from './addresses.ts';
import { G711, LAST_RESORTS } from './audio-formats.ts';
import { type AudioLeg, audioLegOf } from './audio-leg.ts';
import { type BridgeListener, PlaneBridge } from './bridge.ts';
import { mediaCertificate } from './certificate.ts';
import { openIcePort } from './ice-port.ts';
import type { MediaLeg } from './media-leg.ts';
import type {
  BridgeRecording,
  LegOptions,
  MediaBridge,
  MediaPlane,
  MediaPlaneOptions,
  MediaRecording,
  MessageOptions,
  RecordingOf,
  RtpLegOptions,
} from './media-plane.ts';
import { NativePeer } from './native-peer.ts';
import { loadOpus } from './opus.ts';
import { PromptStore } from './prompt-store.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';
import { RecordingFile } from './recording-file.ts';
import { RtpLeg } from './rtp-leg.ts';
import { RtpPorts } from './rtp-socket.ts';
import { Ticker } from './ticker.ts';
import { WebRtcLeg } from './webrtc-leg.ts';

/** The audio of this process. */
export interface LocalPlane extends MediaPlane {
  /** The UDP port of all browsers' media. */
  readonly icePort: number;
  webRtcLeg(options?: LegOptions): AudioLeg;
  rtpLeg(options?: RtpLegOptions): AudioLeg;
}

/** Starts the media of a process; there is one in a process. Rejects when the ICE port is taken. */
export async function createMediaPlane(options: MediaPlaneOptions): Promise<LocalPlane> {
  const { bindAddress, log } = options;
  const certificates = [mediaCertificate(), mediaCertificate()] as const;
  const { icePort, mux, tcp } = await openIcePort(bindAddress, options.icePort);
  if (tcp === undefined) {
    log.warn({ port: icePort }, 'the TCP port for the audio of browsers is taken: they are reached by UDP alone');
  }
  const native = {
    iceServers: [],
    bindAddress,
    portRangeBegin: icePort,
    portRangeEnd: icePort,
    enableIceUdpMux: true,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  };
  const ticker = new Ticker(
    (error) => log.warn({ err: error }, 'a leg failed in its tick'),
    (gapMs) => {
      log.warn({ gapMs, recordings: recorders.size }, 'the engine stood still; what was said meanwhile is lost');
      for (const recorder of recorders) recorder.missed(gapMs);
    },
  );
  const prompts = new PromptStore(options.promptsFolder, options.companyPromptsFolder, options.recordingsFolder);
  const ports = new RtpPorts(bindAddress, options.rtpPortRange);
  const legs = new Set<AudioLeg>();
  const recorders = new Set<Recorder>();
  let isServed = true;
  const { hasOpus = true } = options;
  // What it takes to make the coder ready is taken before anybody speaks.
  if (hasOpus) loadOpus().catch((error: unknown) => log.warn({ err: error }, 'the coder for Opus cannot be read'));
  const lastResorts = hasOpus ? LAST_RESORTS : LAST_RESORTS.filter((codec) => codec !== 'opus');
  const surroundings = { ticker, prompts, log, lastResorts, onClosed: (leg: AudioLeg) => void legs.delete(leg) };

  const keep = <Leg extends AudioLeg>(leg: Leg): Leg => {
    legs.add(leg);
    return leg;
  };

  const recorderOf = (
    { tenant, recording, begunMs }: RecordingOf,
    channels: 1 | 2,
    more: Pick<RecorderOptions, 'limit' | 'outlet'> = {},
  ) => {
    const path = join(options.recordingsFolder, fileName(tenant), `${fileName(recording)}.wav`);
    const file =
      begunMs === undefined ? new RecordingFile(path, channels, log) : RecordingFile.goOn(path, channels, log, begunMs);
    const recorder = new Recorder(ticker, file, { ...more, isDecided: isServed });
    recorders.add(recorder);
    return recorder;
  };

  const stopped = (recorder: Recorder) => recorder.stop().finally(() => recorders.delete(recorder));

  const recordMessage = (
    what: RecordingOf,
    leg: MediaLeg,
    { limit, both = false }: MessageOptions = {},
  ): MediaRecording => {
    const heard = audioLegOf(leg);
    const recorder = recorderOf(what, both ? 2 : 1, { limit, ...(both && { outlet: heard.outlet }) });
    recorder.set([{ leg: heard, channel: 'left', isRecorded: true }]);
    return { pause: (on) => recorder.pause(on), stop: () => stopped(recorder) };
  };

  const record = (what: RecordingOf, first: MediaBridge): BridgeRecording => {
    const recorder = recorderOf(what, 2);
    const listener: BridgeListener = (members) => recorder.set(members);
    let bridge = ownBridge(first);
    bridge.watch(listener);
    return {
      pause: (on) => recorder.pause(on),
      follow(next) {
        bridge.unwatch(listener);
        bridge = ownBridge(next);
        bridge.watch(listener);
      },
      stop() {
        bridge.unwatch(listener);
        return stopped(recorder);
      },
    };
  };

  return {
    icePort,
    webRtcLeg: ({ codecs = G711, after } = {}) =>
      keep(
        new WebRtcLeg({
          ...surroundings,
          codecs,
          after,
          certificates,
          candidates: () =>
            iceCandidates(bindAddress, icePort, {
              publicAddresses: options.publicAddresses?.() ?? [],
              hasTcp: tcp !== undefined,
            }),
          expectByTcp: (credentials) => tcp?.expect(credentials) ?? (() => undefined),
          newPeer: ({ certificate, key }, events) => {
            // The library takes texts as well as files.
            const identity = { certificatePemFile: certificate, keyPemFile: key };
            return new NativePeer({ ...native, ...identity }, events);
          },
        }),
      ),
    rtpLeg: (leg = {}) =>
      keep(
        new RtpLeg({
          ...surroundings,
          ports,
          localAddress: leg.localAddress ?? reachable(bindAddress),
          signalledFrom: leg.signalledFrom,
          codecs: leg.codecs ?? G711,
          after: leg.after,
          isSecret: leg.isSecret ?? false,
          hearsLine: leg.hearsLine ?? false,
          hearsKeys: leg.keys === 'in-audio' || leg.keys === 'sound',
          hasEvents: leg.keys !== 'sound' && leg.keys !== 'info',
        }),
      ),
    bridge: () => new PlaneBridge(ticker),
    record,
    recordMessage,
    opens: (keys) => prompts.opens(keys),
    settled: async () => {},
    served(is) {
      isServed = is;
      for (const recorder of recorders) recorder.decided(is);
    },
    async close() {
      for (const leg of legs) leg.close();
      ports.close();
      await Promise.all([...recorders].map((recorder) => recorder.stop()));
      ticker.close();
      tcp?.close();
      mux.stop();
    },
  };
}

/** Bridges of a plane are made by it. */
function ownBridge(bridge: MediaBridge): PlaneBridge {
  if (!(bridge instanceof PlaneBridge)) throw new TypeError('a bridge of another plane');
  return bridge;
}

/** Ids come from call control; one that would leave its folder is a bug there. */
function fileName(id: string): string {
  if (!/^\w[\w.:@-]*(\/\w[\w.:@-]*)*$/.test(id)) throw new RangeError('an id that cannot be a file name');
  return id;
}

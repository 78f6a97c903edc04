import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { RecordingId, TenantId } from '@alo/call-core';
import { hostCandidates, reachable } from './addresses.ts';
import { AudioLeg } from './audio-leg.ts';
import { mediaCertificate } from './certificate.ts';
import type { MediaLeg } from './media-leg.ts';
import type { MediaPlane, MediaPlaneOptions, Recording, SilenceLimit } from './media-plane.ts';
import { NativePeer } from './native-peer.ts';
import { IceUdpMuxListener } from './node-datachannel.ts';
import { PromptStore } from './prompt-store.ts';
import { Recorder } from './recorder.ts';
import { RecordingFile } from './recording-file.ts';
import { RtpLeg } from './rtp-leg.ts';
import { RtpPorts } from './rtp-socket.ts';
import { Ticker } from './ticker.ts';
import { WebRtcLeg } from './webrtc-leg.ts';

/** Starts the media of one engine process; there is one in a process. Rejects when the ICE port is taken. */
export async function createMediaPlane(options: MediaPlaneOptions): Promise<MediaPlane> {
  const { bindAddress, log } = options;
  const certificates = [await mediaCertificate(), await mediaCertificate()] as const;
  const icePort = options.icePort || (await freeUdpPort(bindAddress));
  // Holds the port also while there is no browser, and fails now rather than at the first call.
  const mux = new IceUdpMuxListener(icePort, bindAddress);
  const native = {
    iceServers: [],
    bindAddress,
    portRangeBegin: icePort,
    portRangeEnd: icePort,
    enableIceUdpMux: true,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  };
  const ticker = new Ticker((error) => log.warn({ err: error }, 'a leg failed in its tick'));
  const prompts = new PromptStore(options.promptsFolder);
  const ports = new RtpPorts(bindAddress, options.rtpPortRange);
  const legs = new Set<AudioLeg>();
  const recorders = new Set<Recorder>();
  const surroundings = { ticker, prompts, log, onClosed: (leg: AudioLeg) => void legs.delete(leg) };

  const keep = <Leg extends AudioLeg>(leg: Leg): Leg => {
    legs.add(leg);
    return leg;
  };

  const record = (
    tenant: TenantId,
    recording: RecordingId,
    parties: readonly MediaLeg[],
    limit?: SilenceLimit,
  ): Recording => {
    const path = join(options.recordingsFolder, fileName(tenant), `${fileName(recording)}.wav`);
    const file = new RecordingFile(path, parties.length === 1 ? 1 : 2, log);
    const recorder = new Recorder(ticker, file, parties.map(own), limit);
    recorders.add(recorder);
    return {
      setLegs: (left, right) => recorder.setLegs([own(left), own(right)]),
      stop: () => recorder.stop().finally(() => recorders.delete(recorder)),
    };
  };

  return {
    icePort,
    webRtcLeg: () =>
      keep(
        new WebRtcLeg({
          ...surroundings,
          certificates,
          candidates: () => hostCandidates(bindAddress, icePort),
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
          localAddress: leg.localAddress ?? options.advertisedAddress ?? reachable(bindAddress),
          signalledFrom: leg.signalledFrom,
        }),
      ),
    bridge: (a, b) => own(a).bridge(own(b)),
    unbridge: (a, b) => {
      if (own(a).partner === b) own(a).unbridge();
    },
    record: (tenant, recording, left, right) => record(tenant, recording, [left, right]),
    recordMessage: (tenant, recording, leg, limit) => record(tenant, recording, [leg], limit),
    async close() {
      for (const leg of legs) leg.close();
      await Promise.all([...recorders].map((recorder) => recorder.stop()));
      ticker.close();
      mux.stop();
    },
  };
}

/** Legs of a plane are made by it. */
function own(leg: MediaLeg): AudioLeg {
  if (!(leg instanceof AudioLeg)) throw new TypeError('a leg of another plane');
  return leg;
}

/** Ids come from call control; one that would leave its folder is a bug there. */
function fileName(id: string): string {
  if (!/^\w[\w.:@-]*(\/\w[\w.:@-]*)*$/.test(id)) throw new RangeError('an id that cannot be a file name');
  return id;
}

async function freeUdpPort(address: string): Promise<number> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

import { expect, it } from 'vitest';

import { findAudioWay, wayOf } from './audio-way.ts';

const chosen = (local: object) =>
  new Map<string, unknown>([
    ['t', { type: 'transport', selectedCandidatePairId: 'p' }],
    ['p', { type: 'candidate-pair', localCandidateId: 'l' }],
    ['l', { type: 'local-candidate', ...local }],
  ]);

it.each([
  [{ candidateType: 'host', protocol: 'udp' }, 'straight'],
  [{ candidateType: 'prflx', protocol: 'tcp' }, 'tcp'],
  [{ candidateType: 'relay', protocol: 'udp', relayProtocol: 'tcp' }, 'relay'],
] as const)('audio by %o goes %s', (local, way) => expect(wayOf(chosen(local))).toBe(way));

it('a browser that names the pair in another way is understood', () => {
  const reports = chosen({ candidateType: 'host', protocol: 'tcp' });
  reports.delete('t');
  reports.set('p', { type: 'candidate-pair', selected: true, localCandidateId: 'l' });
  expect(wayOf(reports)).toBe('tcp');
});

/** A browser's connection that ends so once it has the answer. */
function browser(ends: RTCPeerConnectionState) {
  const events = new EventTarget();
  const made = { answer: '', closed: false, configuration: {} as RTCConfiguration };
  const connection = {
    connectionState: 'new' as RTCPeerConnectionState,
    localDescription: { type: 'offer', sdp: 'offer' } as RTCSessionDescription,
    addTransceiver: () => ({}) as RTCRtpTransceiver,
    setLocalDescription: async () => undefined,
    async setRemoteDescription({ sdp = '' }: RTCSessionDescriptionInit) {
      made.answer = sdp;
      connection.connectionState = ends;
      events.dispatchEvent(new Event('connectionstatechange'));
    },
    addEventListener: events.addEventListener.bind(events),
    getStats: async () => chosen({ candidateType: 'host', protocol: 'tcp' }) as unknown as RTCStatsReport,
    close: () => {
      made.closed = true;
    },
  };
  return { made, connect: (configuration: RTCConfiguration) => ((made.configuration = configuration), connection) };
}

it.each([
  ['connected', 'tcp'],
  ['failed', 'closed'],
] as const)('a connection that is %s in the end finds the way %s, and is closed', async (ends, way) => {
  const { made, connect } = browser(ends);
  const relays = [{ urls: 'turn:turn.example.vn' }];
  expect(await findAudioWay(async (offer) => `answer to ${offer}`, relays, connect)).toBe(way);
  expect(made).toEqual({ answer: 'answer to offer', closed: true, configuration: { iceServers: relays } });
});

it('where the switchboard does not answer nothing is known', async () => {
  const { made, connect } = browser('connected');
  expect(await findAudioWay(async () => null, [], connect)).toBeNull();
  expect(made).toMatchObject({ answer: '', closed: true });
});

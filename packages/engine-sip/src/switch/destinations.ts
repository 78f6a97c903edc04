import { isIP } from 'node:net';
import { meansTheSame } from '@alo/net';
import { type Flow, nextHop, parseSipUri, type Request, udpFlow } from '@alo/sip';
import { keyingOf } from '../media/index.ts';

/** Browsers speak DTLS-SRTP, and only browsers come by WebSocket. */
export const audioKindOf = (flow: Flow): 'webrtc' | 'rtp' =>
  flow.transport === 'ws' || flow.transport === 'wss' ? 'webrtc' : 'rtp';

/** Does the offer ask for a browser's kind of audio? Its transport alone would not tell a gateway's. */
export const audioKindOfOffer = (sdp: string, flow: Flow): 'webrtc' | 'rtp' =>
  sdp === '' ? audioKindOf(flow) : keyingOf(sdp) === 'dtls' ? 'webrtc' : 'rtp';

/**
 * Where a request in a carrier's dialog goes: to its Contact or first Route (RFC 3261 §12.2.1.1), which may be another
 * machine than the one that we called. Names are not looked up: the flow that worked is kept for them, and for what is an address behind
 * the carrier's NAT alone.
 */
export function trunkRoute(request: Request, flow: Flow): Flow {
  if (flow.transport !== 'udp') return flow;
  const target = parseSipUri(nextHop(request));
  if (target === undefined || target.params.get('transport')?.toLowerCase() === 'tcp') return flow;
  const address = target.host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 || !meansTheSame(address, flow.remote.address)
    ? flow
    : udpFlow(address, target.port ?? 5060);
}

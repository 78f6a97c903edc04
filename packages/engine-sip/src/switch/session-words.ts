import type { TrunkManner } from '@alo/engine';
import { answerSessionTimer, type Header, type Request, type ResponseParts, reliably } from '@alo/sip';
import { dtmfBodies } from './dtmf-info.ts';

/** The methods, extensions and bodies that we take in a call. */
export const abilities = {
  methods: ['INVITE', 'ACK', 'BYE', 'CANCEL', 'INFO', 'OPTIONS', 'UPDATE', 'REFER', 'PRACK'],
  extensions: ['timer', 'replaces', 'norefersub', reliably],
  bodies: ['application/sdp', ...dtmfBodies],
};

/** The value of Allow: what may be sent to us in a call. */
export const allow = abilities.methods.join(', ');

/**
 * What we offer a party that we call: it may have its provisional answers acknowledged, and its session refreshed; what a carrier's book wants
 * or does not know of these. `seconds` is how long a session of ours lasts without a refresh.
 */
export function offeredExtensions(
  { refreshSeconds, provisionals }: TrunkManner = {},
  seconds: number | undefined = refreshSeconds ?? undefined,
): readonly Header[] {
  const known = [...(refreshSeconds === null ? [] : ['timer']), ...(provisionals === 'plain' ? [] : [reliably])];
  return [
    ...(known.length === 0 ? [] : [{ name: 'supported', value: known.join(', ') }]),
    ...(provisionals === 'reliable' ? [{ name: 'require', value: reliably }] : []),
    ...(seconds === undefined ? [] : [{ name: 'session-expires', value: `${seconds};refresher=uac` }]),
  ];
}

/** Headers of what carries an SDP; without one, of what says where we are. */
export const sdpHeaders = (contact: string, sdp: string): readonly Header[] => [
  { name: 'contact', value: contact },
  ...(sdp === '' ? [] : [{ name: 'content-type', value: 'application/sdp' }]),
  { name: 'allow', value: allow },
];

/** The headers of a 2xx for the session timer that was asked for. */
export function timerHeaders(request: Request): readonly Header[] {
  const timer = answerSessionTimer(request);
  return timer.kind === 'agreed' ? timer.headers : [];
}

/** A provisional answer to an INVITE, or the 2xx to it or to an UPDATE. */
export const sdpAnswer = (
  request: Request,
  contact: string,
  sdp: string,
  status: 180 | 183 | 200 = 200,
): ResponseParts => ({
  status,
  headers: [...sdpHeaders(contact, sdp), ...(status === 200 ? timerHeaders(request) : [])],
  body: new TextEncoder().encode(sdp),
});

import type { Header, Message, Request, Response } from '../message/message.ts';
import { header, headerNumber, optionTags } from '../message/read-headers.ts';

/** A session that ends unless it is refreshed in time (RFC 4028). */
export interface SessionTimer {
  readonly seconds: number;
  readonly refresher: 'us' | 'them';
}

/** What is shorter is refused: refreshes would be all that is said (§4). */
const SHORTEST_SECONDS = 90;

/** What is answered to the session timer that an INVITE or UPDATE wants. */
export type TimerAnswer =
  | { readonly kind: 'none' }
  /** To be answered 422 with these. */
  | { readonly kind: 'too-brief'; readonly headers: readonly Header[] }
  /** These go into the 2xx. */
  | { readonly kind: 'agreed'; readonly timer: SessionTimer; readonly headers: readonly Header[] };

/** What is answered to an INVITE or UPDATE of the far end (§9, table 2). Of our own accord we ask for no timer. */
export function answerSessionTimer(request: Request): TimerAnswer {
  const asked = sessionExpires(request);
  if (asked === undefined) return { kind: 'none' };
  const { seconds, refresher } = asked;
  const isKnown = [...optionTags(request, 'supported'), ...optionTags(request, 'require')].includes('timer');
  if (seconds < SHORTEST_SECONDS && isKnown) {
    return { kind: 'too-brief', headers: [{ name: 'min-se', value: String(SHORTEST_SECONDS) }] };
  }
  // Who knows timers does it itself unless it would rather not; who does not (a proxy asks) cannot.
  const isOurs = !isKnown || refresher === 'uas';
  const expires = { name: 'session-expires', value: `${seconds};refresher=${isOurs ? 'uas' : 'uac'}` };
  const required = isKnown ? [{ name: 'require', value: 'timer' }] : [];
  return { kind: 'agreed', timer: { seconds, refresher: isOurs ? 'us' : 'them' }, headers: [expires, ...required] };
}

/** What the 2xx to our INVITE or UPDATE wants (§7.2); undefined where it wants nothing. */
export function timerOfAnswer(response: Response): SessionTimer | undefined {
  const asked = sessionExpires(response);
  return asked && { seconds: asked.seconds, refresher: asked.refresher === 'uac' ? 'us' : 'them' };
}

/** What a refresh of ours says: we go on refreshing. */
export const refreshHeaders = ({ seconds }: SessionTimer): readonly Header[] => [
  { name: 'session-expires', value: `${seconds};refresher=uac` },
  { name: 'supported', value: 'timer' },
];

/** The same with as much time as a 422 asks for (§7.3). */
export const lengthened = (timer: SessionTimer, refusal: Response): SessionTimer => ({
  ...timer,
  seconds: Math.max(timer.seconds, headerNumber(refusal, 'min-se', LONGEST_SECONDS) ?? 0),
});

/** Half of the time has passed: so a refresh that is lost leaves time for another one (§7.2). */
export const refreshAfterMs = ({ seconds }: SessionTimer): number => seconds * 500;

const LONGEST_SECONDS = 7 * 86_400;

function sessionExpires(message: Message): { readonly seconds: number; readonly refresher: string } | undefined {
  const [, digits = '', params = ''] = /^(\d{1,10})\s*(;.*)?$/.exec(header(message, 'session-expires') ?? '') ?? [];
  if (digits === '' || Number(digits) === 0) return undefined;
  const [, refresher = ''] = /;\s*refresher\s*=\s*(ua[cs])\b/i.exec(params) ?? [];
  return { seconds: Math.min(Number(digits), LONGEST_SECONDS), refresher: refresher.toLowerCase() };
}

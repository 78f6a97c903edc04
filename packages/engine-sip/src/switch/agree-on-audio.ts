import type { IncomingRequest } from '@alo/sip';

import { refusalOfSdp, sdpOf } from './sdp-body.ts';

/** The leg of the media plane that audio is agreed on with. */
interface Agreeing {
  offer(): Promise<string>;
  answer(offer: string): Promise<string>;
  close(): void;
}

/**
 * Our SDP for an INVITE: the answer to what it offers, or an offer where it has none (RFC 3261 §13.2.1). Null where the caller offers
 * nothing that we speak and has been refused, or is gone meanwhile; the leg is closed then.
 */
export async function agreeOnAudio(incoming: IncomingRequest, media: Agreeing): Promise<string | null> {
  const offer = sdpOf(incoming.request);
  let gone = false;
  const isGone = () => {
    gone = true;
  };
  incoming.watch({ onCancelled: isGone, onLost: isGone });
  try {
    const sdp = offer === '' ? await media.offer() : await media.answer(offer);
    if (!gone) return sdp;
  } catch (error) {
    incoming.respond(refusalOfSdp(error));
  }
  media.close();
  return null;
}

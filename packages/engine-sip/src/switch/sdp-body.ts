import { bodyOf, type Message, type ResponseParts } from '@alo/sip';
import { MediaRefusal } from '../media/index.ts';

/** One for all: to make one costs more than what it reads. */
const utf8 = new TextDecoder();

/** The session description that a message carries, alone or among other things; '' where there is none. */
export function sdpOf(message: Message): string {
  const body = bodyOf(message, 'application/sdp');
  return body === undefined ? '' : utf8.decode(body);
}

/** The refusal of an SDP that was not taken: the part of it that we cannot have, or a fault of ours. */
export function refusalOfSdp(error: unknown): ResponseParts {
  if (!(error instanceof MediaRefusal)) return { status: 500 };
  const { code, text } = error.warning;
  return { status: 488, headers: [{ name: 'warning', value: `${code} alo "${text}"` }] };
}

import type { Message } from './message.ts';
import { contentType, header } from './read-headers.ts';

/** One part of a message's body (RFC 2046 §5.1); a body that is not made of parts is its only one. */
export interface BodyPart {
  /** Type and subtype in lower case. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Its sender insists that it be understood (RFC 5621 §4). */
  readonly isRequired: boolean;
}

/** A carrier sends two or three; who sends a thousand means no good. */
const MOST_PARTS = 16;

/** What a message carries. Empty where there is nothing; undefined where it says that it has parts and has none. */
export function bodyParts(message: Message): readonly BodyPart[] | undefined {
  if (message.body.length === 0) return [];
  const type = contentType(message);
  if (!type.startsWith('multipart/')) {
    return [{ type, body: message.body, isRequired: isRequired(header(message, 'content-disposition')) }];
  }
  const boundary = boundaryOf(header(message, 'content-type') ?? '');
  const parts = boundary === undefined ? [] : split(message.body, boundary);
  return parts.length > 0 && parts.length <= MOST_PARTS ? parts : undefined;
}

/** The body of that type, wherever it stands; undefined where there is none. */
export function bodyOf(message: Message, type: string): Uint8Array | undefined {
  return bodyParts(message)?.find((part) => part.type === type)?.body;
}

function boundaryOf(value: string): string | undefined {
  const [, quoted, bare] = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(value) ?? [];
  return quoted ?? bare;
}

function split(body: Uint8Array, boundary: string): readonly BodyPart[] {
  const [, ...pieces] = `\r\n${lettersOf(body)}`.split(`\r\n--${boundary}`);
  const last = pieces.findIndex((piece) => piece.startsWith('--'));
  return pieces.slice(0, last < 0 ? pieces.length : last).flatMap((piece) => partOf(piece) ?? []);
}

function partOf(piece: string): BodyPart | undefined {
  // Behind the boundary there may be blanks (§5.1.1); without headers the part begins with an empty line.
  const at = piece.indexOf('\r\n\r\n');
  if (at < 0) return undefined;
  const headers = piece.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' ');
  const valueOf = (name: string) => new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(headers)?.[1]?.trim();
  const type = (valueOf('content-type') ?? valueOf('c') ?? 'text/plain').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const body = bytesOf(piece.slice(at + 4));
  return { type, body, isRequired: isRequired(valueOf('content-disposition')) };
}

const isRequired = (disposition = ''): boolean => /;[ \t]*handling[ \t]*=[ \t]*"?required/i.test(disposition);

/** A letter for each byte, so that a part which is no text (ISUP) comes out as it went in. */
const lettersOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const bytesOf = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

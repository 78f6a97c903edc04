import { spelledName } from './header-names.ts';
import type { Message } from './message.ts';

const LINE_BREAKS = /[\r\n]+/g;

/**
 * The bytes of a message, Content-Length added. A line break inside a value becomes a blank, so that nothing that came
 * from outside (a caller's name, say) can add a header of its own.
 */
export function serializeMessage(message: Message): Uint8Array {
  let head =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0\r\n`
      : `SIP/2.0 ${message.status} ${oneLine(message.reason)}\r\n`;
  for (const { name, value } of message.headers) {
    if (name !== 'content-length') head += `${spelledName(name)}: ${oneLine(value)}\r\n`;
  }
  head += `Content-Length: ${message.body.length}\r\n\r\n`;
  if (message.body.length === 0) return Buffer.from(head);
  return Buffer.concat([Buffer.from(head), message.body]);
}

const oneLine = (text: string): string =>
  text.includes('\r') || text.includes('\n') ? text.replaceAll(LINE_BREAKS, ' ') : text;

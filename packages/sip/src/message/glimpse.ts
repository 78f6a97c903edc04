/** Headers that say where a message belongs stand among the first. */
const longestGlimpse = 2_048;
const callIdHeader = /[\r\n](?:call-id|i)[ \t]*:[ \t]*([^\r\n]+)/i;

/** The Call-ID of a message that nobody has read yet: a guess for whoever has no time to read it (RFC 3261 §7.3.3, §20.8). */
export function callIdIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longestGlimpse));
  return callIdHeader.exec(head.toString('latin1'))?.[1]?.trimEnd();
}

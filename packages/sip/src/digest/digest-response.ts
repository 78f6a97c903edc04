import { type Algorithm, hashHex } from './hashes.ts';

/** H(user:realm:password): what a server keeps instead of a password (RFC 7616 §3.4.2). */
export const ha1 = (algorithm: Algorithm, username: string, realm: string, password: string): string =>
  hashHex(algorithm, `${username}:${realm}:${password}`);

let last: { readonly algorithm: Algorithm; readonly of: string; readonly hash: string } | undefined;

/** H(method:uri): what of the request is proved (§3.4.3). The last one is remembered: all who register with a domain prove the same. */
export function ha2(algorithm: Algorithm, method: string, uri: string): string {
  const of = `${method}:${uri}`;
  if (last?.of !== of || last.algorithm !== algorithm) last = { algorithm, of, hash: hashHex(algorithm, of) };
  return last.hash;
}

export interface DigestInput {
  readonly algorithm: Algorithm;
  readonly ha1: string;
  readonly ha2: string;
  readonly nonce: string;
  /** Without: as RFC 2069 did it, which a server of ours never takes. */
  readonly protection?: { readonly qop: 'auth'; readonly nc: string; readonly cnonce: string };
}

/** The `response` of credentials (RFC 7616 §3.4.1). */
export function digestResponse(input: DigestInput): string {
  const { protection } = input;
  const middle = protection ? `${input.nonce}:${protection.nc}:${protection.cnonce}:${protection.qop}` : input.nonce;
  return hashHex(input.algorithm, `${input.ha1}:${middle}:${input.ha2}`);
}

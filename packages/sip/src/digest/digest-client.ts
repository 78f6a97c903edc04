import { quote } from '../message/lexer.ts';
import type { Header, Request, Response } from '../message/message.ts';
import { parseAuth } from './auth-params.ts';
import { digestResponse, ha1, ha2 } from './digest-response.ts';
import { type Algorithm, randomToken } from './hashes.ts';

/** By what we prove who we are. */
export interface DigestIdentity {
  readonly username: string;
  readonly password: string;
}

/**
 * The credentials that answer a 401 or 407 for this request (RFC 3261 §22.2, §22.3), to be added to it under a new CSeq;
 * undefined where no challenge is one that we know. Of several the first that we know counts (RFC 8760 §2.4).
 */
export function answerChallenge(
  response: Response,
  request: Pick<Request, 'method' | 'uri'>,
  identity: DigestIdentity,
  cnonce = randomToken(),
): Header | undefined {
  const [asked, answered] =
    response.status === 407 ? ['proxy-authenticate', 'proxy-authorization'] : ['www-authenticate', 'authorization'];
  for (const field of response.headers) {
    const value = field.name === asked ? credentials(field.value, request, identity, cnonce) : undefined;
    if (value !== undefined && answered !== undefined) return { name: answered, value };
  }
  return undefined;
}

function credentials(
  challenge: string,
  { method, uri }: Pick<Request, 'method' | 'uri'>,
  { username, password }: DigestIdentity,
  cnonce: string,
): string | undefined {
  const auth = parseAuth(challenge);
  const realm = auth?.params.get('realm');
  const nonce = auth?.params.get('nonce');
  const algorithm = knownAlgorithm(auth?.params.get('algorithm'));
  if (auth?.scheme !== 'digest' || realm === undefined || nonce === undefined || !algorithm) return undefined;
  const qops = auth.params
    .get('qop')
    ?.toLowerCase()
    .split(',')
    .map((each) => each.trim());
  // A server that offers only auth-int asks for what we do not have.
  if (qops && !qops.includes('auth')) return undefined;
  const protection = qops ? ({ qop: 'auth', nc: '00000001', cnonce } as const) : undefined;
  const proof = digestResponse({
    algorithm,
    ha1: ha1(algorithm, username, realm, password),
    ha2: ha2(algorithm, method, uri),
    nonce,
    ...(protection ? { protection } : {}),
  });
  const opaque = auth.params.get('opaque');
  return [
    `Digest username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${proof}"`,
    `algorithm=${algorithm}`,
    ...(protection ? [`qop=auth`, `nc=${protection.nc}`, `cnonce="${protection.cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ');
}

function knownAlgorithm(text = 'MD5'): Algorithm | undefined {
  const upper = text.toUpperCase();
  return upper === 'MD5' || upper === 'SHA-256' ? upper : undefined;
}

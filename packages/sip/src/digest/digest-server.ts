import type { Header, Request } from '../message/message.ts';
import type { ResponseParts } from '../message/new-message.ts';
import { parseUri, userOf } from '../message/uri.ts';
import { type AuthParams, parseAuth } from './auth-params.ts';
import { digestResponse, ha2 } from './digest-response.ts';
import { type Algorithm, sameSecret } from './hashes.ts';
import { NonceBook } from './nonce-book.ts';

/** One way for a user to prove who they are. A user may have several: one for each browser session and desk phone. */
export interface DigestSecret {
  readonly id: string;
  /** Lower-case hex (`ha1`). */
  readonly ha1Md5: string;
  readonly ha1Sha256: string;
}

/** Bounds of what is remembered, each with a default. */
export interface DigestServerOptions {
  /** How long a nonce may be used: 60 s. After that a right answer gets `stale=true`. */
  readonly nonceLifetimeMs?: number;
  /** How many used nonces are remembered: 50 000. */
  readonly maxNonces?: number;
  /**
   * Challenges in the order sent. RFC 8760 §2.3 puts the preferred one first, and clients take the first that they know.
   * MD5 stands first here because browser phones (JsSIP) look at one challenge only and know MD5 only.
   */
  readonly algorithms?: readonly Algorithm[];
  /** As many secrets are tried for every user, whether they have them or not: 8. */
  readonly slots?: number;
}

/** What somebody has to prove. */
export interface DigestQuestion {
  readonly realm: string;
  /** Where the request comes from: a challenge is answered from where it was sent to. */
  readonly source?: string;
  /** `user`: 401 and Authorization (RFC 3261 §22.2); `proxy`: 407 and Proxy-Authorization (§22.3). */
  readonly as: 'user' | 'proxy';
  /** What is offered, where that is not what the server offers everybody. */
  readonly algorithms?: readonly Algorithm[];
  /** The secrets by which a user may answer so; none for a user that does not exist. */
  readonly secretsOf: (username: string, algorithm: Algorithm) => readonly DigestSecret[];
}

/** Who it is, or the challenge to answer with. */
export type DigestVerdict =
  | { readonly ok: true; readonly username: string; readonly secret: DigestSecret }
  | {
      readonly ok: false;
      /** `refused`: credentials were given and are wrong; count these. The others are the normal way in. */
      readonly why: 'absent' | 'stale' | 'refused';
      /** 401 or 407 with a fresh challenge; answer with `respondStateless`. */
      readonly response: ResponseParts;
    };

/** Challenges, and checks what comes back. */
export interface DigestServer {
  readonly check: (request: Request, question: DigestQuestion, now: number) => DigestVerdict;
}

/** A secret that nobody has. It is tried in place of missing ones, so that a user that does not exist costs the same. */
const NOBODY: DigestSecret = { id: '', ha1Md5: '0'.repeat(32), ha1Sha256: '0'.repeat(64) };

/** Digest authentication of requests (RFC 7616, RFC 8760, RFC 3261 §22) with qop=auth and nonces that cost no memory. */
export function createDigestServer(options: DigestServerOptions = {}): DigestServer {
  const usual = options.algorithms ?? ['MD5', 'SHA-256'];
  const slots = options.slots ?? 8;
  const nonces = new NonceBook(options.nonceLifetimeMs ?? 60_000, options.maxNonces ?? 50_000);

  const challenge = (question: DigestQuestion, why: 'absent' | 'stale' | 'refused', now: number): DigestVerdict => {
    const { realm, as, algorithms = usual } = question;
    const nonce = nonces.issue(bound(question), now);
    const stale = why === 'stale' ? ', stale=true' : '';
    const name = as === 'user' ? 'www-authenticate' : 'proxy-authenticate';
    const headers = algorithms.map((algorithm): Header => {
      const value = `Digest realm="${realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${stale}`;
      return { name, value };
    });
    return { ok: false, why, response: { status: as === 'user' ? 401 : 407, headers } };
  };

  return {
    check(request, question, now) {
      const credentials = credentialsFor(request, question);
      // A scheme or realm that is not ours is as good as none (RFC 3261 §22.1, RFC 4475 §3.3.7).
      if (!credentials) return challenge(question, 'absent', now);
      const answer = readAnswer(credentials, question.algorithms ?? usual);
      if (!answer || !opens(answer.uri, request.uri)) return challenge(question, 'refused', now);
      const secrets = question.secretsOf(answer.username, answer.algorithm);
      const secret = provenSecret(request.method, answer, secrets, slots);
      if (!secret) return challenge(question, 'refused', now);
      // The password is right; a nonce that is old, used before or from before a restart only wants another round.
      if (!nonces.use(answer.nonce, answer.count, bound(question), now)) return challenge(question, 'stale', now);
      return { ok: true, username: answer.username, secret };
    },
  };
}

/** What a nonce is signed for. */
const bound = ({ realm, source = '' }: DigestQuestion): string => `${realm} ${source}`;

function credentialsFor(request: Request, { realm, as }: DigestQuestion): AuthParams | undefined {
  const name = as === 'user' ? 'authorization' : 'proxy-authorization';
  for (const field of request.headers) {
    if (field.name !== name) continue;
    const auth = parseAuth(field.value);
    if (auth?.scheme === 'digest' && auth.params.get('realm') === realm) return auth;
  }
  return undefined;
}

/**
 * Is the digest one for this request? Its uri need not equal the Request-URI, whose host and parameters a proxy may have changed (RFC 3261
 * §22.4); but who proved to call one number may not be made to call another one.
 */
function opens(uri: string, requested: string): boolean {
  const [proved, wanted] = [parseUri(uri), parseUri(requested)];
  const user = proved === undefined ? '' : userOf(proved);
  return user === '' || (wanted !== undefined && user === userOf(wanted));
}

interface Answer {
  readonly algorithm: Algorithm;
  readonly username: string;
  readonly nonce: string;
  readonly uri: string;
  readonly nc: string;
  readonly count: number;
  readonly cnonce: string;
  readonly response: string;
}

/** Everything that qop=auth needs (RFC 7616 §3.4); without qop a request could be replayed, so it is not taken. */
function readAnswer({ params }: AuthParams, algorithms: readonly Algorithm[]): Answer | undefined {
  const named = (params.get('algorithm') ?? 'MD5').toUpperCase();
  const algorithm = algorithms.find((each) => each === named);
  const username = params.get('username');
  const nonce = params.get('nonce');
  const uri = params.get('uri');
  const nc = params.get('nc');
  const cnonce = params.get('cnonce');
  const response = params.get('response');
  if (!algorithm || !username || !nonce || !uri || !nc || !cnonce || !response) return undefined;
  if (params.get('qop')?.toLowerCase() !== 'auth' || !/^[0-9a-f]{8}$/i.test(nc)) return undefined;
  return { algorithm, username, nonce, uri, nc, count: Number.parseInt(nc, 16), cnonce, response };
}

/**
 * The secret that made the response. Where none did, all have been compared, and missing secrets were made up to the same number:
 * neither the answer nor its time tells whether the user exists. Whoever has one may see that it was found at once.
 */
function provenSecret(
  method: string,
  answer: Answer,
  secrets: readonly DigestSecret[],
  slots: number,
): DigestSecret | undefined {
  const { algorithm, uri, nonce, nc, cnonce } = answer;
  const what = { algorithm, ha2: ha2(algorithm, method, uri), nonce, protection: { qop: 'auth', nc, cnonce } } as const;
  for (let slot = 0; slot < Math.max(slots, secrets.length); slot++) {
    const secret = secrets[slot] ?? NOBODY;
    const ha1 = algorithm === 'MD5' ? secret.ha1Md5 : secret.ha1Sha256;
    const right = digestResponse({ ...what, ha1 });
    if (sameSecret(right, answer.response) && secret !== NOBODY) return secret;
  }
  return undefined;
}

import type { TrunkProvision } from '@alo/engine';
import { answerChallenge, type DigestIdentity, type Header, type Request, type Response } from '@alo/sip';

/** By which a carrier knows us; undefined where we have no account with it. */
export function identityAt(trunk: Pick<TrunkProvision, 'account'> | undefined): DigestIdentity | undefined {
  const account = trunk?.account;
  return account ? { username: account.authUsername, password: account.password } : undefined;
}

/** The header with our proof for a response that asks for one (RFC 3261 §22.2, §22.3); undefined where none is asked for, or we have none. */
export function proofFor(
  response: Response,
  request: Request,
  identity: DigestIdentity | undefined,
): Header | undefined {
  const isAsked = response.status === 401 || response.status === 407;
  return isAsked && identity !== undefined ? answerChallenge(response, request, identity) : undefined;
}

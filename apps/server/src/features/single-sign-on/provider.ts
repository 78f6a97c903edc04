import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import { z } from 'zod';

import { guardedFetch } from '../../http/guarded-request.ts';

const patienceSeconds = 10;

/** A provider as the company has set it up. */
export interface ProviderAddress {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** What one sign-in began with, and has to come back to. */
export interface Round {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

const claimsOf = z.object({
  email: z.email(),
  // Some providers say it as a text, and some nothing.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().default(''),
});

/** Asks the provider what it is. Throws where it is none, or another than it is taken for. `allowed` are hosts that the operator trusts. */
async function discovered({ issuer, clientId, secret }: ProviderAddress, allowed: readonly string[]) {
  const ask = guardedFetch(allowed);
  const found = await discovery(new URL(issuer), clientId, undefined, None(), {
    [customFetch]: ask,
    // Which address may be asked without encryption, the guard says.
    execute: [allowInsecureRequests],
    timeout: patienceSeconds,
  });
  const server = found.serverMetadata();
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const proof =
    secret === undefined
      ? None()
      : ways.includes('client_secret_basic')
        ? ClientSecretBasic(secret)
        : ClientSecretPost(secret);
  const known = new Configuration(server, clientId, undefined, proof);
  known[customFetch] = ask;
  known.timeout = patienceSeconds;
  allowInsecureRequests(known);
  // Where a host may be asked without encryption, only the signature says whose a token is.
  enableNonRepudiationChecks(known);
  return known;
}

export const tryProvider = async (provider: ProviderAddress, allowed: readonly string[]): Promise<void> => {
  await discovered(provider, allowed);
};

/** Where somebody signs in there (authorization code with PKCE, RFC 7636). */
export async function placeToSignIn(provider: ProviderAddress, round: Round, allowed: readonly string[]) {
  const known = await discovered(provider, allowed);
  const url = buildAuthorizationUrl(known, {
    redirect_uri: round.redirectUri,
    scope: 'openid email profile',
    state: round.state,
    nonce: round.nonce,
    code_challenge: await calculatePKCECodeChallenge(round.verifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** Who the provider says has signed in: issuer, audience, signature, state and nonce checked. */
export async function whoSignedIn(provider: ProviderAddress, round: Round, answer: string, allowed: readonly string[]) {
  const known = await discovered(provider, allowed);
  const back = new URL(round.redirectUri);
  back.search = answer;
  const tokens = await authorizationCodeGrant(known, back, {
    expectedState: round.state,
    expectedNonce: round.nonce,
    pkceCodeVerifier: round.verifier,
    idTokenExpected: true,
  });
  const said = tokens.claims();
  // Some tell the e-mail only where they are asked for it.
  const asked =
    said !== undefined && said['email'] === undefined && known.serverMetadata().userinfo_endpoint !== undefined
      ? await fetchUserInfo(known, tokens.access_token, said.sub)
      : {};
  const claims = claimsOf.safeParse({ ...said, ...asked }).data;
  return claims && { ...claims, email_verified: claims.email_verified ?? isTenantOfEntra(provider.issuer) };
}

/** Where anybody has an account of their own making (Microsoft's tenant of personal accounts). */
const personalAccounts = '9188040d-6c67-4b5c-b112-36a304b66dad';

/**
 * Whether the issuer is one tenant of Entra ID, which says nothing of e-mails being verified: its administrator gives them. Whoever else says
 * nothing may let people write any e-mail into their account, also that of somebody here.
 */
export function isTenantOfEntra(issuer: string): boolean {
  const { origin, pathname } = new URL(issuer);
  const [, tenant] =
    /^\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/v2\.0(?:\/|\/\.well-known\/openid-configuration)?$/.exec(
      pathname,
    ) ?? [];
  return origin === 'https://login.microsoftonline.com' && tenant !== undefined && tenant !== personalAccounts;
}

/** Where a session there is ended, for providers that have such a place. */
export async function placeToLeave(provider: ProviderAddress, backTo: string, allowed: readonly string[]) {
  const known = await discovered(provider, allowed);
  if (known.serverMetadata().end_session_endpoint === undefined) return null;
  return buildEndSessionUrl(known, { post_logout_redirect_uri: backTo }).href;
}

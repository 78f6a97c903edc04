import {
  type ConsoleConfig,
  companyChoice,
  finishSignInElsewhere,
  loginPasskey,
  loginPasskeyOptions,
  loginTenant,
  me,
  type PasskeyAnswer,
  type RequestOf,
  type ResultOf,
  secondFactorAsked,
} from '@alo/contract';

import { type Api, createApi } from '../../kit/api/client.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { keepPreferencesHere } from '../../kit/session/preferences-here.ts';
import type { Session } from '../../kit/session/storage.ts';

export type Credentials = RequestOf<typeof loginTenant>['body'];
export type CompanyChoice = { ma_dn: string; name: string };

/** What comes of giving a name and a password. */
export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly session: Session }
  | { readonly kind: 'choose-company'; readonly companies: readonly CompanyChoice[] }
  | { readonly kind: 'second-factor'; readonly code: boolean; readonly passkey: boolean }
  /** Signed in as far as to set up a second factor: `api` may do that, and `finish` goes in afterwards. */
  | { readonly kind: 'must-set-up'; readonly api: Api; readonly finish: () => Promise<Session> };

export interface SignIn {
  /** Throws `ApiProblem` where it is refused. */
  byPassword: (credentials: Credentials) => Promise<SignInOutcome>;
  /** With a passkey alone. */
  byPasskey: () => Promise<SignInOutcome>;
  /** By what the company's own sign-in answered. */
  byRound: (round: { readonly flow: string; readonly answer: string }) => Promise<SignInOutcome>;
  /** What the browser answers to a challenge of ours, for a sign-in by password. */
  passkeyAnswer: () => Promise<PasskeyAnswer>;
  /** What comes of an answer that lets somebody in, as that of a company just made does. */
  entered: (answer: ResultOf<typeof loginTenant>) => Promise<SignInOutcome>;
  /** A client that nobody is signed in at. */
  api: Api;
}

/** Signs in at the identity and asks who that is; only both together make a session. */
export function createSignIn(config: ConsoleConfig): SignIn {
  const clientOf = (token: string | undefined, tenantCode: string | undefined) =>
    createApi({ config, credentials: () => ({ token, tenantCode }), onExpired: () => undefined });
  const stranger = clientOf(undefined, undefined);

  async function entered({
    token,
    ma_dn: tenantCode,
    must_set_up_second_factor: mustSetUp,
  }: ResultOf<typeof loginTenant>): Promise<SignInOutcome> {
    const api = clientOf(token, tenantCode);
    const finish = async (): Promise<Session> => {
      const { roles, preferences } = await api(me, {});
      const [user] = roles;
      if (!user) throw ApiProblem.of(403, { code: 'forbidden', message: 'Tài khoản chưa được gán vai trò nào' });
      // The first picture of the console is theirs, not that of whoever was here before.
      keepPreferencesHere(preferences);
      return { token, tenantCode, user };
    };
    return mustSetUp ? { kind: 'must-set-up', api, finish } : { kind: 'signed-in', session: await finish() };
  }

  async function passkeyAnswer(): Promise<PasskeyAnswer> {
    const { options } = await stranger(loginPasskeyOptions, {});
    const { askPasskey } = await import('../../domain/passkey/passkey.ts');
    return askPasskey(options);
  }

  return {
    api: stranger,
    entered,
    passkeyAnswer,
    async byPassword(credentials) {
      try {
        return await entered(await stranger(loginTenant, { body: credentials }));
      } catch (error) {
        const more = askedFor(error);
        if (more === undefined) throw error;
        return more;
      }
    },
    byRound: async (round) => entered(await stranger(finishSignInElsewhere, { body: round })),
    byPasskey: async () => entered(await stranger(loginPasskey, { body: { passkey: await passkeyAnswer() } })),
  };
}

/** The password was right, and something more is asked for. */
function askedFor(error: unknown): SignInOutcome | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'choose_company') {
    const choice = companyChoice.safeParse(error.body.current).data;
    return choice && { kind: 'choose-company', companies: choice.companies };
  }
  if (error.code === 'second_factor_needed') {
    const asked = secondFactorAsked.safeParse(error.body.current).data;
    return asked && { kind: 'second-factor', ...asked };
  }
  return undefined;
}

import { type ConsoleConfig, loginTenant, me, type RequestOf } from '@alo/contract';

import { createApi } from '../../shared/api/client.ts';
import { ApiProblem } from '../../shared/api/problem.ts';
import type { Session } from '../../shared/session/storage.ts';

export type Credentials = RequestOf<typeof loginTenant>['body'];

/** Signs in at the identity and asks who that is; only both together make a session. Throws `ApiProblem`. */
export function createSignIn(config: ConsoleConfig): (credentials: Credentials) => Promise<Session> {
  return async (credentials) => {
    let token: string | undefined;
    let tenantCode: string | undefined;
    const api = createApi({ config, credentials: () => ({ token, tenantCode }), onExpired: () => undefined });
    const signedIn = await api(loginTenant, { body: credentials });
    token = signedIn.token;
    tenantCode = signedIn.ma_dn;
    const [user] = (await api(me, {})).roles;
    if (!user) throw ApiProblem.of(403, { code: 'forbidden', message: 'Tài khoản chưa được gán vai trò nào' });
    return { token, tenantCode, user };
  };
}

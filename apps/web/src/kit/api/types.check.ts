// What must not compile. It is checked with the types and never run.
import { callDetail, changePassword, loginTenant, me } from '@alo/contract';

import type { Api } from './client.ts';

export async function calls(api: Api): Promise<void> {
  await api(me, {});
  // @ts-expect-error -- the call has a body.
  await api(loginTenant, {});
  // @ts-expect-error -- a field of the body is missing.
  await api(changePassword, { body: { current_password: '' } });
  // @ts-expect-error -- the address has a parameter.
  await api(callDetail, {});
  // @ts-expect-error -- the answer has no such field.
  (await api(me, {})).nmae satisfies unknown;
}

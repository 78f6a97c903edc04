import { roles } from '@alo/contract';
import type { Page } from 'playwright-core';

import type { PersonApi } from '../../e2e/support/api.ts';

export type Answer = Record<string, unknown>;

/** Every answer to an address is changed, as another version of the server may have it. */
export const answersSo = (page: Page, address: string, change: (answer: Answer) => Answer): Promise<unknown> =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: change(Object(answer)) });
  });

export const conversations = ({ data }: Answer): readonly Answer[] => (Array.isArray(data) ? data : []);

/** A right of every agent comes or goes: whoever has it has their page read everything again. */
export async function readsAnew(admin: PersonApi): Promise<void> {
  const { data } = await admin.call(roles.list, { query: { search: 'Nhân viên' } });
  const role = data.find(({ name }) => name === 'Nhân viên');
  if (role === undefined) throw new Error('the demo has no agents');
  const has = role.permissions.includes('kpis.view');
  const permissions = has
    ? role.permissions.filter((one) => one !== 'kpis.view')
    : [...role.permissions, 'kpis.view' as const];
  await admin.call(roles.update, { params: { id: role.id }, body: { ...role, permissions } });
}

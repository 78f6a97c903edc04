import { roles, updateSystemSetting } from '@alo/contract';
import type { Page } from 'playwright-core';

import type { PersonApi } from './api.ts';

/** From now on no agent sees a number. Answers how they see them again. */
export async function hideNumbers(admin: PersonApi): Promise<() => Promise<void>> {
  const { data } = await admin.call(roles.list, { query: { search: 'Nhân viên' } });
  const role = data.find(({ name }) => name === 'Nhân viên');
  if (role === undefined) throw new Error('the demo has no agents');
  const permitted = async (permissions: typeof role.permissions) => {
    const now = await admin.call(roles.get, { params: { id: role.id } });
    await admin.call(roles.update, { params: { id: role.id }, body: { ...now, permissions } });
  };
  await admin.call(updateSystemSetting, { body: { hidden_phone_customer: 1 } });
  await permitted(role.permissions.filter((one) => one !== 'customer.full-phone'));
  return async () => {
    await admin.call(updateSystemSetting, { body: { hidden_phone_customer: 0 } });
    await permitted(role.permissions);
  };
}

/** From where a page is sent a number, however it is written: answers of the server, and frames of its sockets, the telephone's among them. */
export function sendersOf(page: Page, number: string): string[] {
  const digits = number.replace(/^\+84|^0/, '');
  const found: string[] = [];
  const keep = (from: string, text: string) => {
    if (text.replace(/(?<=\d)[ .-](?=\d)/g, '').includes(digits)) found.push(from);
  };
  page.on('response', (response) => {
    void response.body().then(
      (body) => keep(response.url(), body.toString('latin1')),
      () => undefined,
    );
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => keep(socket.url(), payload.toString()));
  });
  return found;
}

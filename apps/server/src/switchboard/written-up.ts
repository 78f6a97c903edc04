import type { CallId } from '@alo/call-core';

import { unlessAway } from '../domain/calls-now.ts';
import { newId } from '../kernel/new-id.ts';
import type { Switchboard } from './switchboard.ts';

/** Tells the calls that whoever is at an extension has kept what came of a conversation: they have nothing more to write up of it. */
export async function tellWrittenUp(
  switchboard: Pick<Switchboard, 'request'>,
  tenantId: string,
  { call, extension }: { readonly call: string; readonly extension: string },
): Promise<void> {
  const what = { kind: 'written-up', extension, call: call as CallId } as const; // the id of a row is that of its call
  await switchboard.request(tenantId, { id: newId(), by: null, what }).catch(unlessAway);
}

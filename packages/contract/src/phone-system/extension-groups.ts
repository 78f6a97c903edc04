import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { belonging, code, id, note, required } from '../lib/values.ts';
import { callRights } from './call-rights.ts';

/** Extensions that have something in common: what they may call, and which number they show. */
export const extensionGroups = crud({
  base: 'telephony',
  collection: '/partner/extension-groups',
  item: '/partner/extension-group',
  screen: 'groups',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    code,
    /** Of members who have none of their own. */
    call_rights: callRights,
    service_number_id: id.nullable().default(null),
    /** Its extensions: one that is named leaves the group that it was in, and one that is not leaves this one. */
    extension_ids: belonging,
    note,
  }),
  row: z.object({ service_number: z.string().nullable(), extension_ids: z.array(id), member_count: z.number().int() }),
  filters: z.object({ service_number_id: id.optional() }),
  shows: ['subscribers', 'numbers'],
  bulk: ['call_rights', 'service_number_id'],
});

export const allExtensionGroup = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/extension-group/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['groups'],
  access: 'general',
  summary: 'All groups of extensions, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});

import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { messages } from '../lib/messages.ts';
import { code, id, note, required, timestamp } from '../lib/values.ts';

export const dataSourceKinds = {
  manual: 'Nhập tay',
  excel: 'Tệp Excel',
  'google-sheet': 'Google Sheet',
  api: 'API',
} as const;
export const dataSourceKind = z.enum(['manual', 'excel', 'google-sheet', 'api']);

const part = z.string().trim().max(200).default('');

/** Where customers come from. A Google Sheet is named by its id and its page, and by who gets what is read there. */
export const dataSources = crud({
  collection: '/data-sources',
  item: '/data-source',
  screen: 'data-sources',
  input: z
    .object({
      name: required,
      code,
      kind: dataSourceKind.default('manual'),
      sheet_id: part,
      sheet_name: part,
      user_id: id.nullable().default(null),
      note,
    })
    .superRefine((source, context) => {
      if (source.kind !== 'google-sheet') return;
      for (const name of ['sheet_id', 'sheet_name', 'user_id'] as const) {
        if (!source[name]) context.addIssue({ code: 'custom', path: [name], message: messages.required });
      }
    }),
  row: z.object({
    user_name: z.string().nullable(),
    /** When a sheet was read last, and why it could not be. */
    last_sync_at: timestamp.nullable(),
    last_sync_error: z.string(),
  }),
  filters: z.object({ kind: dataSourceKind.optional() }),
  shows: ['accounts'],
});

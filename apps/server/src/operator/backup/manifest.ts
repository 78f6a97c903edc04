import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

import { Refused } from '../command.ts';
import type { Unwrapping } from './wrapping.ts';

export const manifestName = 'manifest.json';

/** A name that leads nowhere but below the folder it is in. */
const inside = z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\0]+(?:\/[^/\0]+)*$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** What a backup consists of. It is written last: a folder without it is no backup. */
const manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Steps that the database had taken, the oldest first. */
  steps: z.array(z.string()).min(1),
  /** Months that its logs have parts for. */
  months: z.array(z.iso.date()),
  tables: z.array(z.object({ name, columns: z.array(name).min(1), rows: z.number().int() })),
  sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/) })),
  /** Every file of the backup but this one. */
  files: z.array(z.object({ path: inside, bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.output<typeof manifest>;

/** Where the rows of a table are in a backup. */
export const fileOfTable = (table: string): string => `database/${table}.copy.gz`;
/** Where the files of the data folder are in a backup. */
export const filesFolder = 'files';

export async function readManifest(folder: string, unwrapping: Unwrapping): Promise<Manifest> {
  const file = await unwrapping.open(folder, manifestName);
  const content = await text(file).catch(() => {
    throw new Refused(`${folder} không phải là một bản sao lưu hoàn chỉnh: không có ${manifestName}.`);
  });
  const outcome = manifest.safeParse(parsedJson(content));
  if (outcome.success) return outcome.data;
  throw new Refused(
    `${join(folder, manifestName)} bị hỏng hoặc thuộc phiên bản khác:\n${z.prettifyError(outcome.error)}`,
  );
}

function parsedJson(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return undefined;
  }
}

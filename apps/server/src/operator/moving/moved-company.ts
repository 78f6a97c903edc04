import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Unwrapping } from '../backup/wrapping.ts';
import { Refused } from '../command.ts';

export const companyFileName = 'company.json';

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** What an export of a company consists of. It is written last, and encrypted as everything else. */
const movedCompany = z.object({
  format: z.literal(1),
  kind: z.literal('company'),
  made_at: z.iso.datetime(),
  company: z.object({ id: z.uuid(), code: z.string(), name: z.string() }),
  /** Steps that the database had taken. */
  steps: z.array(z.string()).min(1),
  /** Months that its logs have rows in. */
  months: z.array(z.iso.date()),
  tables: z.array(z.object({ name, columns: z.array(name).min(1), rows: z.number().int() })),
  files: z.array(
    z.object({
      area: z.enum(['recordings', 'prompts']),
      name: z.string().regex(/^[\w-][\w.-]*$/),
      bytes: z.number().int(),
      sha256: z.string(),
    }),
  ),
  /** By which the secrets in the rows are sealed: it is of this export alone. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
});
export type MovedCompany = z.output<typeof movedCompany>;

/** Where a file of a company is in its export. */
export const pathInExport = ({ area, name: file }: MovedCompany['files'][number]): string => `files/${area}/${file}`;

export async function readMovedCompany(folder: string, unwrapping: Unwrapping): Promise<MovedCompany> {
  const content = await unwrapping.open(folder, companyFileName).then((file) =>
    text(file).catch(() => {
      throw new Refused(`${folder} không phải là bản xuất hoàn chỉnh của một công ty: không có ${companyFileName}.`);
    }),
  );
  const outcome = movedCompany.safeParse(JSON.parse(content));
  if (outcome.success) return outcome.data;
  throw new Refused(`${companyFileName} bị hỏng hoặc thuộc phiên bản khác:\n${z.prettifyError(outcome.error)}`);
}

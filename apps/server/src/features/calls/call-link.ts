import { z } from 'zod';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { sealer } from '../../storage/sealed.ts';

const prefix = 'lk.';
const purpose = 'alo call link';

/** What a link says; nobody reads it but us. */
const said = z.object({ id: z.uuid(), number: z.string(), until: z.number() });
export type CallLink = z.output<typeof said>;

/** The token of a link: good in one tenant only, and as long as it says. */
export const sealLink = (serverKey: ServerKey, tenantId: string, link: CallLink): string =>
  prefix + sealer(serverKey, purpose).seal(tenantId, JSON.stringify(link)).toString('base64url');

/** What a token stands for; undefined for what is no link of this tenant. */
export function openLink(serverKey: ServerKey, tenantId: string, token: string): CallLink | undefined {
  if (!token.startsWith(prefix)) return undefined;
  const text = sealer(serverKey, purpose).open(tenantId, Buffer.from(token.slice(prefix.length), 'base64url'));
  return text === undefined ? undefined : said.parse(JSON.parse(text));
}

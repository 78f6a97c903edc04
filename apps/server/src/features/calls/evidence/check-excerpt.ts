import { createHash, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** Before the 32 octets of an Ed25519 key in what names its kind (RFC 8410). */
const kindOfKey = Buffer.from('302a300506032b6570032100', 'hex');

const said = z.object({
  page: z.string(),
  company: z.string(),
  call: z.object({ id: z.string(), started_at: z.string() }),
  sound: z.object({ bytes: z.number(), sha256: z.string(), from_ms: z.number(), to_ms: z.number() }),
});

/** What was found of a file that says to be an excerpt; `key` is who signed it, if it is whole. */
export type Checked =
  | { readonly is: 'whole'; readonly key: Buffer; readonly facts: z.output<typeof said> }
  | { readonly is: 'no-excerpt' | 'signature' | 'page' | 'sound' };

/** Checks an excerpt without running anything of it. */
export function checkExcerpt(page: string): Checked {
  const [signed, signature, key, sound] = ['signed', 'signature', 'key', 'sound'].map(
    (id) => new RegExp(`<script type="[a-z/]+" id="${id}">([^<]*)</script>`).exec(page)?.[1],
  );
  if (signed === undefined || signature === undefined || key === undefined || sound === undefined) {
    return { is: 'no-excerpt' };
  }
  const open = Buffer.from(key, 'base64');
  if (open.length !== 32) return { is: 'signature' };
  const publicKey = createPublicKey({ key: Buffer.concat([kindOfKey, open]), type: 'spki', format: 'der' });
  if (!verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))) return { is: 'signature' };
  const facts = said.parse(JSON.parse(signed));
  const style = /<style id="style">([^<]*)<\/style>/.exec(page)?.[1] ?? '';
  const script = /<script id="check">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const digest = createHash('sha256').update(`${style}\n${script}`).digest('hex');
  if (digest !== facts.page) return { is: 'page' };
  const bytes = Buffer.from(sound, 'base64');
  const isSame = createHash('sha256').update(bytes).digest('hex') === facts.sound.sha256;
  if (!isSame || bytes.toString('base64') !== sound) return { is: 'sound' };
  return { is: 'whole', key: open, facts };
}

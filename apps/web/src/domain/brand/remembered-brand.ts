import type { Brand } from '@alo/ui';
import { z } from 'zod';

const brandKey = 'brand';
const stored = z.object({ name: z.string().max(60), colour: z.string().regex(/^(#[0-9a-f]{6})?$/i) });

/** Of the company that somebody last worked at here; nobody who has not signed in learns of a company's by its code. */
export function rememberedBrand(): Brand | undefined {
  try {
    return stored.safeParse(JSON.parse(localStorage.getItem(brandKey) ?? 'null')).data;
  } catch {
    // Somebody else wrote there.
    return undefined;
  }
}

/** Keeps it on this device for the sign-in page. */
export function rememberBrand({ name, colour }: Brand): void {
  try {
    if (name === '' && colour === '') localStorage.removeItem(brandKey);
    else localStorage.setItem(brandKey, JSON.stringify({ name, colour }));
  } catch {
    // Storage is full or blocked: the sign-in page has our own name.
  }
}

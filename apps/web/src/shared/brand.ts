import { getSystemSetting } from '@alo/contract';
import type { Brand } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';

import { useRead } from './api/queries.ts';

const brandKey = 'brand';
const stored = z.object({ name: z.string().max(60), colour: z.string().regex(/^(#[0-9a-f]{6})?$/i) });

/** The company as it calls itself; this device remembers it for the sign-in page. */
export function useBrand(): Brand | undefined {
  const read = useRead();
  const { data } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  const [name, colour] = [data?.brand_name, data?.brand_colour];
  useEffect(() => {
    if (name === undefined || colour === undefined) return;
    if (name === '' && colour === '') localStorage.removeItem(brandKey);
    else localStorage.setItem(brandKey, JSON.stringify({ name, colour }));
  }, [name, colour]);
  return name === undefined || colour === undefined ? rememberedBrand() : { name, colour };
}

/** Of the company that somebody last worked at here; nobody who has not signed in learns of a company's by its code. */
export function rememberedBrand(): Brand | undefined {
  try {
    return stored.safeParse(JSON.parse(localStorage.getItem(brandKey) ?? 'null')).data;
  } catch {
    // Somebody else wrote there.
    return undefined;
  }
}

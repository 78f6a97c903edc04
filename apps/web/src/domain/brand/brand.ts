import { getSystemSetting } from '@alo/contract';
import type { Brand } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { rememberBrand, rememberedBrand } from './remembered-brand.ts';

/** The company as it calls itself; this device remembers it for the sign-in page. */
export function useBrand(): Brand | undefined {
  const read = useRead();
  const { data } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  const [name, colour] = [data?.brand_name, data?.brand_colour];
  useEffect(() => {
    if (name !== undefined && colour !== undefined) rememberBrand({ name, colour });
  }, [name, colour]);
  return name === undefined || colour === undefined ? rememberedBrand() : { name, colour };
}

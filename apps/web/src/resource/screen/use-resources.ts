import type { CrudContract } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

import type { Resource } from '../model/resource.ts';
import type { ResourceScreen, Screen } from './screen.tsx';

/** Every screen that exists, for what shows rows of other screens. */
export const ScreensContext = createContext<readonly Screen[]>([]);

/** A resource with the screen that it stands on. */
export interface OnScreen {
  readonly resource: Resource<CrudContract>;
  readonly screen: ResourceScreen;
}

/** Brings the resources of screens by their names in the contract; those that are none are left out. */
export function useResources(names: readonly string[]): ReadonlyMap<string, OnScreen> | undefined {
  const screens = use(ScreensContext);
  const wanted = [...new Set(names)].toSorted();
  const { data } = useQuery({
    queryKey: ['resources', ...wanted],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const found = new Map<string, OnScreen>();
      for (const screen of screens) {
        if (!isOfResource(screen) || !wanted.includes(screen.name)) continue;
        const resource = await screen.resource();
        if (resource !== undefined) found.set(screen.name, { resource, screen });
      }
      return found;
    },
  });
  return data;
}

const isOfResource = (screen: Screen): screen is ResourceScreen => 'resource' in screen;

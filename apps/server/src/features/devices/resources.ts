import { resourceRoutes } from '../../resource/routes.ts';
import { type ServedResource, served } from '../../resource/served.ts';
import { device } from './devices.ts';

/** The resources of this feature. How a device is added is in its routes: it gets a password with it. */
export const deviceResources: readonly ServedResource[] = [
  {
    ...served(device),
    routes: (deps) => {
      const { create: _, ...others } = resourceRoutes(deps, device);
      return Object.values(others);
    },
  },
];

import { served } from '../../resource/served.ts';
import { blockedCaller, blockedNumber } from './block-lists.ts';
import { extensionGroup } from './extension-groups.ts';
import { extension } from './extensions.ts';
import { inboundRule } from './inbounds.ts';
import { outboundRule } from './outbound.ts';

/** The resources of this feature. */
export const routingResources = [
  served(inboundRule),
  served(outboundRule),
  served(extensionGroup),
  served(extension),
  served(blockedCaller),
  served(blockedNumber),
];

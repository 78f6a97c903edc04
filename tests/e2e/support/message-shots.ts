import type { Shot } from './shot.ts';

/** Screens of messages and of what acts by itself. */
export const messageShots: readonly Shot[] = [
  { name: 'automations', path: '/automations', as: 'admin' },
  { name: 'automation-form', path: '/automation/add', as: 'admin' },
  { name: 'messages', path: '/messages', as: 'admin' },
  { name: 'message-templates', path: '/message-templates', as: 'admin' },
  { name: 'message-template-form', path: '/message-template/add', as: 'admin' },
  { name: 'message-providers', path: '/message-providers', as: 'admin' },
  { name: 'message-provider-form', path: '/message-provider/add', as: 'admin' },
];

// What a phone can do besides ringing and talking: fetched with the first call, or when it is asked for. See `on-demand.ts`.
export { AskAnyway } from './ask-anyway.tsx';
export { DeviceSettings } from './audio/device-settings.tsx';
export { PhoneSettings } from './audio/phone-settings.tsx';
export { InvitePanel } from './control/invite-panel.tsx';
export { TransferPanel } from './control/transfer-panel.tsx';
export { CustomerCard } from './customer/customer-card.tsx';
export { LinkedCall } from './linked-call/linked-call.tsx';

// What a phone can do besides ringing and talking: fetched with the first call, or when it is asked for. See `on-demand.ts`.

export { DeviceSettings } from './audio/device-settings.tsx';
export { MicrophoneTrial } from './audio/microphone-trial.tsx';
export { PhoneSettings } from './audio/phone-settings.tsx';
export { SpeaksMuted } from './audio/speaks-muted.tsx';
export { CallScript } from './card/call-script.tsx';
export { CustomerCard } from './card/customer-card.tsx';
export { Consultation } from './control/consultation.tsx';
export { InvitePanel } from './control/invite-panel.tsx';
export { ParkedCalls } from './control/parked-calls.tsx';
export { Supervision } from './control/supervision.tsx';
export { TransferPanel } from './control/transfer-panel.tsx';
export { LinkedCall } from './cti/linked-call.tsx';
export { AskAnyway } from './window/ask-anyway.tsx';

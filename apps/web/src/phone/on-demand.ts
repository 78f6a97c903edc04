import { persistently } from '@alo/ui';
import { lazy } from 'react';

/** Fetches what is needed in a call only. */
export const fetchExtras = () => persistently(() => import('./extras.ts'));

export const AskAnyway = lazy(async () => ({ default: (await fetchExtras()).AskAnyway }));
export const Consultation = lazy(async () => ({ default: (await fetchExtras()).Consultation }));
export const DeviceSettings = lazy(async () => ({ default: (await fetchExtras()).DeviceSettings }));
export const InvitePanel = lazy(async () => ({ default: (await fetchExtras()).InvitePanel }));
export const ParkedCalls = lazy(async () => ({ default: (await fetchExtras()).ParkedCalls }));
export const Supervision = lazy(async () => ({ default: (await fetchExtras()).Supervision }));
export const TransferPanel = lazy(async () => ({ default: (await fetchExtras()).TransferPanel }));
export const CallScript = lazy(async () => ({ default: (await fetchExtras()).CallScript }));
export const CustomerCard = lazy(async () => ({ default: (await fetchExtras()).CustomerCard }));
export const MicrophoneTrial = lazy(async () => ({ default: (await fetchExtras()).MicrophoneTrial }));
export const PhoneSettings = lazy(async () => ({ default: (await fetchExtras()).PhoneSettings }));
export const SpeaksMuted = lazy(async () => ({ default: (await fetchExtras()).SpeaksMuted }));
export const LinkedCall = lazy(async () => ({ default: (await fetchExtras()).LinkedCall }));

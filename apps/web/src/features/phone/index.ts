export { PhoneSettings } from './on-demand.ts';
export { usePhone } from './phone-context.ts';
export { PhoneHost } from './phone-host.tsx';
export { PhonePill } from './phone-pill.tsx';
export { PhoneProvider } from './phone-provider.tsx';
export { useWhyNoCall } from './use-why-no-call.ts';

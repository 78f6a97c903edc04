export { usePhone } from './model/phone-context.ts';
export { useWhyNoCall } from './model/use-why-no-call.ts';
export { PhoneSettings } from './on-demand.ts';
export { PhoneHost } from './phone-host.tsx';
export { PhonePill } from './phone-pill.tsx';
export { PhoneProvider } from './phone-provider.tsx';

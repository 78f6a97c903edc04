/** Apart, so that it comes when it is wanted as `send-message.tsx` does. */
export { SendSurvey as default } from './send-message.tsx';
